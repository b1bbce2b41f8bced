import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// The messages that count down to being sent and can still be taken back, and how much was done since: undo goes back in the order
/// of things. What leaves at a time of its own is a deed of the store, among all others.
struct UnsentMessages: Hashable {
    struct Entry: Hashable {
        var action: ActionID
        /// Nil for one that was passed on as it is.
        var draft: MessageID?
        var until: ContinuousClock.Instant
        /// So many things were done after it, and not taken back.
        var deedsSince = 0
    }

    private var entries: [Entry] = []
    /// Those that leave only once the user says how they go on: undo still means them, and nothing counts down.
    private var stopped: Set<ActionID> = []

    mutating func add(_ entry: Entry) { entries.append(entry) }

    /// - Parameters:
    ///   - count: 1 for something that was done, -1 for something that was taken back.
    ///   - messages: those that it came before alone; nil for all.
    mutating func noteDeed(_ count: Int, before messages: Set<ActionID>? = nil) {
        for index in entries.indices where messages?.contains(entries[index].action) ?? true {
            entries[index].deedsSince = max(0, entries[index].deedsSince + count)
        }
    }

    /// What nobody asked for comes before a message that counts down only where something does that was asked for.
    /// - Returns: those that it comes before.
    mutating func noteUnasked() -> Set<ActionID> {
        let messages = Set(entries.filter { $0.deedsSince > 0 }.map(\.action))
        noteDeed(1, before: messages)
        return messages
    }

    /// The one that was sent last, of those whose time is not over.
    func last(at now: ContinuousClock.Instant) -> Entry? { entries.last { $0.until > now } }

    /// The one that undo means now; nil when something else was done last.
    func next(at now: ContinuousClock.Instant) -> Entry? { last(at: now).flatMap { $0.deedsSince == 0 ? $0 : nil } }

    mutating func takeNext(at now: ContinuousClock.Instant) -> Entry? {
        entries.removeAll { $0.until <= now }
        return next(at: now).map { _ in entries.removeLast() }
    }

    /// Forgets all but those that wait to be sent: for what is held here, let go or on its way nothing counts down.
    mutating func keep(_ waiting: Set<ActionID>) { entries.removeAll { !waiting.contains($0.action) } }

    mutating func stop(_ actions: Set<ActionID>) { stopped = actions.intersection(entries.map(\.action)) }

    /// Until when the one that was sent last counts down.
    func countdown(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        last(at: now).flatMap { stopped.contains($0.action) ? nil : $0.until }
    }

    var isEmpty: Bool { entries.isEmpty }

    /// All that can still be taken back, which nobody will do any more.
    mutating func takeAll(at now: ContinuousClock.Instant) -> [Entry] {
        defer { entries = [] }
        return entries.filter { $0.until > now }
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

    func scheduled(_ words: String, isAgain: Bool) {
        if !isAgain { count(.sendDraft, 1) }
        noteDeed(1)
        say(words, kind: .done, undo: true)
    }

    /// Shows how long the last message can be taken back, and by which key, where that is what the key does now.
    private func countDown() {
        let now = ContinuousClock.now
        guard let until = unsent.countdown(at: now) else { return toasts.endCountdown() }
        toasts.countDown("Sending", until: until, command: countdownCommand, at: now)
        setNeedsDraw()
    }

    /// Counts down no more for what waits no more: it is held, or let go.
    /// - Parameter stopped: what leaves only once the user says how it goes on.
    func takeHeld(stopped: Set<ActionID>) {
        guard !unsent.isEmpty, let actions = try? session.actions() else { return }
        let before = unsent
        unsent.keep(Set(actions.filter { $0.state == .waiting }.map(\.id)))
        unsent.stop(stopped)
        if unsent != before { countDown() }
    }

    private var countdownCommand: Command? { unsent.next(at: .now) == nil ? nil : .undo }

    /// - Parameter messages: those of the unsent that it came before alone; nil for all.
    func noteDeed(_ count: Int, before messages: Set<ActionID>? = nil) {
        unsent.noteDeed(count, before: messages)
        toasts.setCountdown(countdownCommand)
    }

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
                guard let draft = message.draft else {
                    self?.say("Not passed on", kind: .done, undo: false)
                    return
                }
                if self?.reopen(draft) == false {
                    self?.say("Too late: it is being sent", kind: .warning, undo: false)
                }
            } catch {
                self?.say(Wording.sentence(error), kind: .failure, undo: false)
            }
        }
        return true
    }

    /// A step back was about what leaves at a time of its own: it is open again, or its server is asked for it first.
    func takenBack(_ deed: Deed, _ recall: Deed.Recall) {
        guard recall != .isTooLate else { return say(Wording.undone(deed), kind: .warning, undo: false) }
        count(.sendDraft, -1)
        recalls += 1
        if recall == .stays, let draft = deed.draft, reopen(draft) { return }
        say(Wording.undone(deed), kind: .done, undo: false)
    }

    private func reopen(_ draft: MessageID) -> Bool {
        guard let screen = make.compose(.draft(draft), self) else { return false }
        push(screen)
        settlesAt = .now + Self.settling
        say("Not sent; here it is again", kind: .done, undo: false)
        return true
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
