import Foundation
import InboxKit
package import InboxModel
package import TerminalUI

/// The actions queued for the servers, with what they wait for; above them, refused actions until the user dismisses them.
@UI
package final class OutboxScreen: Screen {
    let keyContext = KeyContext.outbox

    let around: any Surroundings
    private let provider: ModelProvider<Action>
    private var listener: ProviderListener<Action>?
    var list: ListWidget<ActionID>
    /// The selected row goes when its server has answered; a key pressed then must not send, or take back, the next one.
    var loss = SelectionLoss<ActionID>()
    private(set) var actions: [ActionID: Action] = [:]
    /// The deeds that have rows, with the steps that have none.
    private(set) var deeds: [ActionID: QueuedDeed] = [:]
    private(set) var accounts: [AccountID: Account] = [:]
    /// The question asked before an action that cannot be undone, and the id of the action in question.
    private weak var question: QuestionScreen?
    private var questioned: ActionID?

    init(around: any Surroundings) {
        self.around = around
        provider = around.session.actionProvider(sort: .troubledFirst, loadsAtOnce: true)
        list = ListWidget(rowHeight: 2)
        listener = ProviderListener(provider) { [weak self] in self?.changed($0) }
        take()
        list.reset(order)
    }

    /// The rows, in the provider's order of their first steps.
    private var order: [ActionID] { QueuedDeed.all(provider.items).map(\.id) }

    func appear() { take() }

    private func take() {
        actions = Dictionary(provider.items.map { ($0.id, $0) }) { first, _ in first }
        deeds = Dictionary(QueuedDeed.all(provider.items).map { ($0.id, $0) }) { first, _ in first }
        let known = around.session.knownAccounts
        accounts = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
        // An action that is done needs no answer any more.
        if let question, let questioned, actions[questioned] == nil { around.close(question) }
    }

    private func changed(_ event: ProviderEvent) {
        let (selected, known) = (list.selection.flatMap { actions[$0] }, actions)
        take()
        if case .reset = event {
            list.reset(order)
        } else {
            list.apply(RowChanges(from: list.rows, to: order), rows: order)
        }
        if let same = selected.flatMap({ renumbered($0, since: known) }) {
            list.select(same)
            loss.touch(same)
        } else {
            loss.look(at: list, before: selected?.id)
        }
        around.setNeedsDraw()
    }

    /// Returns the new id of an action: a retried or refused action is the same deed under a new number.
    private func renumbered(_ action: Action, since known: [ActionID: Action]) -> ActionID? {
        guard deeds[action.id] == nil else { return nil }
        return deeds.values.map(\.action).filter {
            known[$0.id] == nil && $0.account == action.account && $0.command == action.command
                && $0.object == action.object && $0.title == action.title
        }.map(\.id).max()
    }

    // MARK: Keys

    /// The commands that are about the selected row.
    private static let acting: Set<Command> = [.open, .retry, .hold, .discard, .trash]

    func perform(_ command: Command) -> Bool {
        defer { around.setNeedsDraw() }
        if Self.acting.contains(command) {
            if around.refuses(&loss, on: list.selection) { return true }
            guard let row = list.selection else {
                around.say("Nothing is waiting.", kind: .info)
                return true
            }
            loss.touch(row)
        }
        switch command {
        case .open: open()
        case .retry: retry()
        case .hold: hold()
        case .discard, .trash: discard()
        case .undo: around.undo()
        case .redo: around.redo()
        case .back: around.pop()
        default: return list.perform(command)
        }
        return true
    }

    func handle(_ event: InputEvent) -> Bool {
        defer { around.setNeedsDraw() }
        switch list.handle(event) {
        case .activated: open()
        case .moved: break
        case .ignored: return false
        }
        return true
    }

    func isOffline(_ action: Action) -> Bool { around.statusText(for: action.account).offline != nil }

    /// Returns the action of another deed that must go before this deed.
    package nonisolated static func blocker(of deed: QueuedDeed, in actions: [ActionID: Action]) -> Action? {
        let steps = Set(deed.steps.map(\.id))
        // A step that the user holds blocks its own deed, too.
        return blocker(of: deed.action, in: actions).flatMap {
            steps.contains($0.id) && !$0.needsUser ? nil : $0
        }
    }

    /// Returns the action that an action ultimately waits for, preferring one that needs the user.
    nonisolated static func blocker(of action: Action, in actions: [ActionID: Action]) -> Action? {
        var met: Set<ActionID> = []
        // Visits each action only once: where actions wait for all earlier ones, as those on mailboxes do, the number of paths explodes.
        func last(of action: Action) -> Action? {
            let direct = action.waitsFor.filter { met.insert($0).inserted }.compactMap { actions[$0] }
            let last = direct.map { last(of: $0) ?? $0 }
            return last.first(where: \.needsUser) ?? last.first
        }
        return last(of: action)
    }

    /// Whether only the user holds it here.
    func isHeldHere(_ action: Action) -> Bool {
        action.state == .stopped && action.lastError == nil && !action.mayHaveBeenSent
    }

    private func hold() {
        guard let id = list.selection, let action = actions[id] else { return }
        if isHeldHere(action) {
            let key = around.keyName(of: .retry, in: .outbox).map { "; \($0) releases it" } ?? ""
            return around.say("It is held already\(key).", kind: .info)
        }
        guard action.state == .waiting else {
            return around.say("Only actions that have not started can be held.", kind: .info)
        }
        let session = around.session
        run("Held here until you release it") { () async throws(SessionError) in try await session.hold(id) }
    }

    /// Discards the selected action, after a question; a refused action is dismissed without one, since nothing is lost.
    private func discard() {
        guard let id = list.selection, let action = actions[id] else { return }
        guard action.state != .refused else { return letGo(action) }
        let discarding = Discarding(action)
        ask(discarding.title, action, discarding.text, deed: discarding.deed, other: discarding.other) { [weak self] in
            // The action may have gone on since the question was asked.
            guard let self, let action = actions[id] else { return }
            discard(action, Discarding(action).done)
        }
    }

    /// Dismisses a refused action. A second key press, before the row has gone, does nothing.
    private func letGo(_ action: Action) {
        let session = around.session
        run("Discarded \(Self.words(action))") { () async throws(SessionError) in
            do throws(SessionError) {
                try await session.discard(action.id)
            } catch {
                guard error == .action(.isDone) else { throw error }
            }
        }
    }

    private func discard(_ action: Action, _ done: String) {
        let session = around.session
        run(done) { () async throws(SessionError) in try await session.discard(action.id) }
    }

    private static func words(_ action: Action) -> String {
        Wording.order(action)
    }

    func ask(
        _ title: String, _ action: Action, _ text: String, deed: String, other: String = "cancel",
        takesEnter: Bool = true, yes: @escaping @UI () -> Void
    ) {
        let question = QuestionScreen(
            title, text: "\(Self.words(action))\n\n\(text)", deed: deed, other: other, takesEnter: takesEnter,
            around: around, yes: yes)
        (self.question, questioned) = (question, action.id)
        around.push(question)
    }

    func run(_ done: String, _ work: @escaping @Sendable () async throws(SessionError) -> Void) {
        around.attempt(saying: done) { () async throws(SessionError) in try await work() }
    }
}
