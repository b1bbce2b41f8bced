import InboxKit
import InboxModel
public import TerminalUI

/// What is queued for the servers, with what it waits for, and what they refused until it is let go.
@UI
public final class OutboxScreen: Screen {
    public let keyContext = KeyContext.outbox

    private let surroundings: any Surroundings
    private let provider: ModelProvider<Action>
    private var listener: ProviderListener<Action>?
    private var list: ListWidget<ActionID>
    private var actions: [ActionID: Action] = [:]
    private var accounts: [AccountID: Account] = [:]
    /// What is asked before something is done that cannot be brought back.
    private var asked: Question?

    public init(surroundings: any Surroundings) {
        self.surroundings = surroundings
        provider = surroundings.session.actionProvider(loadsAtOnce: true)
        list = ListWidget(rowHeight: 2)
        listener = ProviderListener(provider) { [weak self] in self?.changed($0) }
        take()
        list.reset(provider.items.map(\.id))
    }

    public var takesText: Bool { asked != nil }

    public func appear() { take() }

    private func take() {
        actions = Dictionary(provider.items.map { ($0.id, $0) }) { first, _ in first }
        let known = surroundings.session.knownAccounts
        accounts = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
        if let asked, actions[asked.action] == nil { self.asked = nil }
    }

    private func changed(_ event: ProviderEvent) {
        take()
        list.apply(event, ids: provider.items.map(\.id))
        surroundings.setNeedsDraw()
    }

    // MARK: Keys

    public func perform(_ command: Command) -> Bool {
        defer { surroundings.setNeedsDraw() }
        if asked != nil {
            answer(command == .open)
            if command == .open || command == .back { return true }
        }
        switch command {
        case .retry, .open: retry()
        case .hold: hold()
        case .discard, .trash: discard()
        case .undo: surroundings.undo()
        case .redo: surroundings.redo()
        case .back: surroundings.pop()
        default: return list.perform(command)
        }
        return true
    }

    public func handle(_ event: InputEvent) -> Bool {
        defer { surroundings.setNeedsDraw() }
        if asked != nil {
            guard case .key(let key) = event else { return false }
            answer(key == .enter || key == "y" || key == "x")
            return true
        }
        switch list.handle(event) {
        case .activated: retry()
        case .moved: break
        case .ignored: return false
        }
        return true
    }

    /// What may have been sent already goes out again only when the user says so.
    private func retry() {
        guard let id = list.selection, let action = actions[id] else { return }
        if action.mayHaveBeenSent {
            asked = Question(action: id, isAboutSending: true)
        } else {
            send(id)
        }
    }

    private func send(_ id: ActionID) {
        let session = surroundings.session
        run(actions[id]?.state == .refused ? "Queued once more" : "Sending now") { () async throws(SessionError) in
            try await session.retry(id)
        }
    }

    /// What an action waits for in the end, before all what was stopped.
    private nonisolated static func blocker(of action: Action, in actions: [ActionID: Action]) -> Action? {
        var met: Set<ActionID> = []
        // Each once: what waits for all before it, as mailboxes do, can be reached in more ways than can be walked.
        func last(of action: Action) -> Action? {
            let direct = action.waitsFor.filter { met.insert($0).inserted }.compactMap { actions[$0] }
            let last = direct.map { last(of: $0) ?? $0 }
            return last.first { $0.state == .stopped } ?? last.first
        }
        return last(of: action)
    }

    private func hold() {
        guard let id = list.selection, let action = actions[id] else { return }
        guard action.state == .waiting else {
            return surroundings.say("Only what has not begun can be held.", kind: .warning, undo: false)
        }
        let session = surroundings.session
        run("Held here until you let it go") { () async throws(SessionError) in try await session.hold(id) }
    }

    /// Nothing is lost with a row of what was refused, so nothing is asked.
    private func discard() {
        guard let id = list.selection, let action = actions[id] else { return }
        guard action.state == .refused else { return asked = Question(action: id, isAboutSending: false) }
        let session = surroundings.session
        run("Let go") { () async throws(SessionError) in try await session.discard(id) }
    }

    private func answer(_ yes: Bool) {
        guard let question = asked else { return }
        asked = nil
        guard yes else { return }
        let id = question.action
        if question.isAboutSending { return send(id) }
        guard let action = actions[id] else { return }
        let session = surroundings.session
        run(Discarding(action).done) { () async throws(SessionError) in try await session.discard(id) }
    }

    private func run(_ done: String, _ work: @escaping @Sendable () async throws(SessionError) -> Void) {
        surroundings.run { [weak surroundings] in
            do throws(SessionError) {
                try await work()
                surroundings?.say(done, kind: .done, undo: false)
            } catch {
                surroundings?.say(Wording.sentence(error), kind: .failure, undo: false)
            }
        }
    }

    // MARK: Drawing

    public func draw(into grid: inout Grid) {
        let (head, rest) = grid.bounds.split(top: 2)
        let (middle, foot) = rest.split(top: rest.height - 1)
        grid.inside(head) { drawHead(into: &$0) }
        grid.inside(middle) { actions.isEmpty ? drawEmpty(into: &$0) : drawRows(into: &$0) }
        grid.inside(foot) { drawFoot(into: &$0) }
        if let asked, let action = actions[asked.action] { asked.dialog(action).draw(into: &grid) }
    }

    private func drawHead(into grid: inout Grid) {
        let glyphs = grid.frame.glyphs
        let status = surroundings.statusText(for: nil).connection
        let start = grid.draw(status, endingAt: grid.width - 1, y: 0, .dim)
        let held = actions.values.count(where: \.isHeldByServer)
        let stopped = actions.values.count { $0.state == .stopped && $0.lastError != nil }
        let queued = actions.values.count(where: \.isQueued) - stopped
        let refused = actions.values.count { $0.state == .refused }
        let counts = [
            (queued, "queued"), (stopped, "stopped"), (held, "held by the server"), (refused, "refused"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let about = counts.isEmpty ? "nothing queued" : counts.joined(separator: ", ")
        var x = grid.draw(glyphs.back + " ", x: 1, y: 0, .accent)
        x = grid.draw("Outbox", x: x, y: 0, .bold, columns: max(0, start - x)) + 2
        grid.draw(about, x: x, y: 0, .dim, columns: max(0, start - x - 1))
        grid.draw(String(repeating: glyphs.horizontal, count: grid.width), x: 0, y: 1, .dim)
    }

    private func drawEmpty(into grid: inout Grid) {
        grid.clear()
        let words = "Nothing is waiting: the servers know everything you did"
        let lines = TextCells.wrapped(words, to: max(10, grid.width - 4))
        for (y, line) in lines.enumerated() { grid.draw(centred: line, y: grid.height / 2 - lines.count + y, .dim) }
        let back = surroundings.keyName(of: .back, in: .outbox).map { "\($0)  back" } ?? ""
        grid.draw(centred: back, y: grid.height / 2 + 1, .dim)
    }

    private func drawRows(into grid: inout Grid) {
        let dates = MessageDates(clock: surroundings.clock)
        let (actions, accounts) = (actions, accounts)
        list.draw(into: &grid) { part, id, _ in
            guard let action = actions[id] else { return }
            let row = OutboxRow(
                action, account: accounts[action.account], after: Self.blocker(of: action, in: actions), dates: dates)
            let sign = row.isTroubled ? part.frame.glyphs.warning : part.frame.glyphs.queued
            part.draw(sign, x: 1, y: 0, row.isTroubled ? .warn : .accent)
            let ellipsis = part.frame.glyphs.ellipsis
            let words = part.width < ThreadRow.narrow ? row.age : row.about
            let about = TextCells.truncated(words, to: part.width / 2, ellipsis: ellipsis)
            let start = part.draw(about, endingAt: part.width - 1, y: 0, .dim)
            part.draw(TextCells.truncated(row.what, to: max(0, start - 5), ellipsis: ellipsis), x: 4, y: 0)
            let state = TextCells.truncated(row.state, to: max(0, part.width - 5), ellipsis: ellipsis)
            part.draw(state, x: 4, y: 1, row.isTroubled ? .warn : .dim)
            let isCounted = (action.notBefore != nil && action.state == .waiting) || row.about.contains(" s ago")
            part.frame.redraw(at: part.frame.now + .seconds(isCounted ? 1 : 60))
        }
    }

    private func drawFoot(into grid: inout Grid) {
        let queue = surroundings.statusText(for: nil).queue
        var bar = StatusBar(status: queue.isEmpty ? StyledLine() : StyledLine(queue, .dim))
        if !actions.isEmpty {
            let selected = list.selection.flatMap { actions[$0] }
            let hints: [(Command, String)] =
                switch selected?.state {
                case .held: [(.discard, "take back"), (.back, "back")]
                case .refused: [(.retry, "try again"), (.discard, "let go"), (.back, "back")]
                default: [(.retry, "send now"), (.hold, "hold"), (.discard, "discard"), (.back, "back")]
                }
            bar.hints = hints.compactMap {
                command, label in
                surroundings.keyName(of: command, in: .outbox).map { StatusBar.Hint($0, label) }
            }
        }
        bar.last = surroundings.keyName(of: .help, in: .outbox).map { StatusBar.Hint($0, "help") }
        bar.draw(into: &grid)
    }
}

extension OutboxScreen {
    /// What is asked before something is done that cannot be brought back.
    fileprivate struct Question {
        var action: ActionID
        /// Whether to send again what may have been sent; else whether to discard.
        var isAboutSending: Bool

        func dialog(_ action: Action) -> Dialog {
            let what = "\(Wording.infinitive(action.command)) \(Wording.title(action.title))"
            if isAboutSending {
                let text =
                    "The connection was lost while it went out. Look in your sent mail first: if it is there, discard it here."
                return Dialog(
                    title: "It may have been sent. Send it again?", text: "\(what)\n\n\(text)",
                    answers: [StatusBar.Hint("y", "send it again"), StatusBar.Hint("Esc", "leave it")])
            }
            let discarding = Discarding(action)
            return Dialog(
                title: discarding.title, text: "\(what)\n\n\(discarding.text)",
                answers: [StatusBar.Hint("y", discarding.deed), StatusBar.Hint("Esc", discarding.other)])
        }
    }
}
