import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// The messages that were sent and can still be taken back, and how much was done since: undo goes back in the order of things.
struct UnsentMessages: Hashable {
    struct Entry: Hashable {
        var action: ActionID
        /// Nil for one that was passed on as it is.
        var draft: MessageID?
        /// Nil for one that leaves at a time of its own: it can be taken back until then.
        var until: ContinuousClock.Instant?
        /// So many things were done after it, and not taken back.
        var deedsSince = 0
    }

    private var entries: [Entry] = []

    mutating func add(_ entry: Entry) { entries.append(entry) }

    /// - Parameters:
    ///   - count: 1 for something that was done, -1 for something that was taken back.
    ///   - isAsked: what nobody asked for does not come before a message that counts down.
    mutating func noteDeed(_ count: Int, isAsked: Bool = true) {
        for index in entries.indices where isAsked || entries[index].until == nil {
            entries[index].deedsSince = max(0, entries[index].deedsSince + count)
        }
    }

    /// The one that was sent last, of those whose time runs and is not over.
    func last(at now: ContinuousClock.Instant) -> Entry? { entries.last { $0.until.map { $0 > now } ?? false } }

    /// The one that undo means now; nil when something else was done last.
    func next(at now: ContinuousClock.Instant) -> Entry? {
        entries.last { $0.until.map { $0 > now } ?? true }.flatMap { $0.deedsSince == 0 ? $0 : nil }
    }

    mutating func takeNext(at now: ContinuousClock.Instant) -> Entry? {
        entries.removeAll { $0.until.map { $0 <= now } ?? false }
        return next(at: now).map { _ in entries.removeLast() }
    }

    /// Forgets all but those that wait to be sent: for what is held here, let go or on its way nothing counts down.
    /// - Parameter held: what servers hold until its time, or are given to hold.
    mutating func keep(_ waiting: Set<ActionID>, held: Set<ActionID>) {
        entries.removeAll { !waiting.contains($0.action) && ($0.until != nil || !held.contains($0.action)) }
    }

    var isEmpty: Bool { entries.isEmpty }

    /// All that can still be taken back, which nobody will do any more.
    mutating func takeAll(at now: ContinuousClock.Instant) -> [Entry] {
        defer { entries.removeAll { $0.until != nil } }
        return entries.filter { $0.until.map { $0 > now } ?? false }
    }
}

extension Shell {
    func sent(_ action: ActionID, draft: MessageID?, seconds: Int) {
        count(.sendDraft, 1)
        guard seconds > 0 else { return say("On its way", kind: .done, undo: false) }
        unsent.add(.init(action: action, draft: draft, until: .now + .seconds(seconds)))
        countDown()
    }

    /// To how many it went is for whoever looks it up.
    func tellSent(_ action: Action, _ sentence: String) {
        note(sentence)
        toasts.say(
            Wording.sent(action), kind: .done, series: "sent", counted: { "\(Wording.number($0)) sent" },
            command: nil, glyphs: glyphs,
            seconds: settings.toastSeconds, at: .now)
        setNeedsDraw()
    }

    /// Says when a message leaves that has a time of its own; undo takes it back until then.
    func scheduled(_ action: ActionID, draft: MessageID, _ words: String) {
        count(.sendDraft, 1)
        unsent.add(.init(action: action, draft: draft))
        setCountdown()
        say(words, kind: .done, undo: true)
    }

    /// Shows how long the last message can be taken back, and by which key, where that is what the key does now.
    private func countDown() {
        let now = ContinuousClock.now
        guard let until = unsent.last(at: now)?.until else { return toasts.endCountdown() }
        toasts.countDown("Sending", until: until, command: countdownCommand, at: now)
        setNeedsDraw()
    }

    /// Counts down no more for what waits no more: it is held, or let go.
    func takeHeld() {
        guard !unsent.isEmpty, let actions = try? session.actions() else { return }
        let before = unsent
        func all(_ state: Action.State) -> Set<ActionID> { Set(actions.filter { $0.state == state }.map(\.id)) }
        unsent.keep(all(.waiting), held: all(.held).union(all(.sending)))
        if unsent != before { countDown() }
    }

    private var countdownCommand: Command? {
        let now = ContinuousClock.now
        guard let next = unsent.next(at: now), next == unsent.last(at: now) else { return nil }
        return .undo
    }

    func noteDeed(_ count: Int, isAsked: Bool = true) {
        unsent.noteDeed(count, isAsked: isAsked)
        setCountdown()
    }

    private func setCountdown() { toasts.setCountdown(countdownCommand) }

    /// Takes the last message back and opens it again. Returns whether that is what was done last.
    func takeBackUnsent() -> Bool {
        guard let message = unsent.takeNext(at: .now) else { return false }
        toasts.clear()
        countDown()
        isReopening = message.draft != nil
        jobs.add(as: { "take back the message" }) { [weak self, session] in
            defer { self?.isReopening = false }
            do throws(SessionError) {
                try await session.discard(message.action)
                self?.count(.sendDraft, -1)
                if let draft = message.draft {
                    self?.reopen(draft, isScheduled: message.until == nil)
                } else {
                    self?.say("Not passed on", kind: .done, undo: false)
                }
            } catch {
                self?.say(Wording.sentence(error), kind: .failure, undo: false)
            }
        }
        return true
    }

    private func reopen(_ draft: MessageID, isScheduled: Bool) {
        guard let screen = make.compose(.draft(draft), self) else {
            // Its server has it, and is asked first.
            guard !isScheduled else {
                return say("Its server is asked to give it back; then it is a draft again", kind: .done, undo: false)
            }
            return say("Too late: it is being sent", kind: .warning, undo: false)
        }
        push(screen)
        settlesAt = .now + Self.settling
        say("Not sent; here it is again", kind: .done, undo: false)
    }

    /// Who leaves takes nothing back any more: what waits for that goes out now, for a moment while the program still runs.
    /// - Returns: what is to be said of those that have not left.
    func sendUnsent() async -> [String] {
        func all() -> [Action] { (try? session.actions()) ?? [] }
        // What was held meanwhile stays held.
        let waiting = Set(unsent.takeAll(at: .now).map(\.action)).intersection(
            all().filter { $0.state == .waiting }.map(\.id))
        for id in waiting where !storeTakesNothing { try? await session.retry(id) }
        func left() -> [Action] { all().filter { waiting.contains($0.id) } }
        for _ in 0..<(storeTakesNothing ? 0 : Self.looksAtEnd) {
            // What met trouble waits for its next time, and that is told.
            if left().allSatisfy({ $0.attempts > 0 || $0.needsUser }) { break }
            await pause(.milliseconds(100))
        }
        // Whoever closes the lid believes that all they sent has left; what has a later time has not.
        let now = Date()
        let unsent = all().filter { action in
            let isSending = action.command == .sendDraft || action.command == .bounce
            return isSending && action.isQueued && (waiting.contains(action.id) || action.due.map { $0 <= now } ?? true)
        }
        let said = unsent.prefix(Self.saidAtEnd).map { action in
            let title = Wording.title(action.title)
            return action.needsUser
                ? "\(title) could not be sent: “maraca outbox” says why"
                : "\(title) is not sent yet: that is done when Maraca, or “maraca sync”, runs again"
        }
        let more = unsent.count - said.count
        return said + (more > 0 ? ["\(Wording.number(more)) more are not sent: “maraca outbox” names them"] : [])
    }

    private static let settling = Duration.milliseconds(500)
    private static let looksAtEnd = 30
    private static let saidAtEnd = 3
}
