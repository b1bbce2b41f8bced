import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// What undo takes back without the store, and how much was done since each, as undo goes back in order: sent messages that have not
/// left, and steps that only their screen knows. A scheduled message is a deed of the store like any other, and is not here.
struct UnsentMessages: Hashable {
    enum Subject: Hashable {
        case message(ActionID)
        /// A step of a screen, by its number.
        case step(Int)
    }

    struct Entry: Hashable {
        var subject: Subject
        /// Nil for a message that is passed on as it is.
        var draft: MessageID?
        /// From which a message is sent.
        var account: AccountID?
        /// When a message's countdown ends. Without a connection it does not leave then, and can still be taken back.
        var until: ContinuousClock.Instant?
        /// The number of deeds after it that were not undone.
        var deedsSince = 0

        fileprivate func counts(at now: ContinuousClock.Instant) -> Bool { until.map { $0 > now } ?? false }
        /// Whether it is a message that only waits for a connection.
        fileprivate func waits(at now: ContinuousClock.Instant) -> Bool { until.map { $0 <= now } ?? false }

        fileprivate var action: ActionID? { if case .message(let id) = subject { id } else { nil } }
    }

    private var entries: [Entry] = []
    /// Messages that leave only once the user decides. Undo still applies to them, and nothing counts down.
    private var stopped: Set<ActionID> = []

    mutating func add(_ entry: Entry) { entries.append(entry) }

    /// - Parameters:
    ///   - count: 1 for a deed, -1 for an undo.
    ///   - subjects: what the deed comes after; nil for all.
    mutating func noteDeed(_ count: Int, before subjects: Set<Subject>? = nil) {
        for index in entries.indices where subjects?.contains(entries[index].subject) ?? true {
            entries[index].deedsSince = max(0, entries[index].deedsSince + count)
        }
    }

    /// Notes a deed that the user did not ask for. It comes after an entry only where a deed that the user asked for does, too, or where
    /// nothing on the screen counts down for that any more.
    /// - Returns: what it comes after.
    mutating func noteUnasked(at now: ContinuousClock.Instant) -> Set<Subject> {
        let subjects = Set(entries.filter { $0.deedsSince > 0 || $0.waits(at: now) }.map(\.subject))
        noteDeed(1, before: subjects)
        return subjects
    }

    /// Returns what undo takes back now; nil when something else was done last.
    var next: Entry? { entries.last.flatMap { $0.deedsSince == 0 ? $0 : nil } }

    /// Returns the action of the message that undo takes back now.
    var nextMessage: ActionID? { next?.action }

    mutating func takeNext() -> Entry? { next.map { _ in entries.removeLast() } }

    /// Forgets all messages but those that wait to be sent: one that is held, discarded or on its way neither counts down nor is taken
    /// back by undo.
    mutating func keep(_ waiting: Set<ActionID>) {
        entries.removeAll { $0.action.map { !waiting.contains($0) } ?? false }
    }

    /// Forgets all steps but these.
    mutating func keepSteps(_ numbers: Set<Int>) {
        entries.removeAll { if case .step(let number) = $0.subject { !numbers.contains(number) } else { false } }
    }

    mutating func stop(_ actions: Set<ActionID>) { stopped = actions.intersection(entries.compactMap(\.action)) }

    /// Returns the message sent last, while it counts down.
    func counting(at now: ContinuousClock.Instant) -> Entry? {
        guard let last = entries.last(where: { $0.counts(at: now) }), let action = last.action,
            !stopped.contains(action)
        else { return nil }
        return last
    }

    /// Returns when the countdown of the message sent last ends.
    func countdown(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? { counting(at: now)?.until }

    var hasMessages: Bool { entries.contains { $0.action != nil } }

    /// Removes all, and returns the messages that count down, at the end of the program.
    mutating func takeAll(at now: ContinuousClock.Instant) -> [ActionID] {
        defer { entries = [] }
        return entries.filter { $0.counts(at: now) }.compactMap(\.action)
    }
}

extension Shell {
    func sent(_ action: ActionID, draft: MessageID?, seconds: Int) {
        count(.sendDraft, 1)
        let account = (try? session.actions())?.first { $0.id == action }?.account
        guard seconds > 0 else { return say(status.hindrance(to: account) ?? "On its way", kind: .done) }
        unsent.add(
            .init(subject: .message(action), draft: draft, account: account, until: .now + .seconds(seconds)))
        countDown()
    }

    /// Takes up what was sent before the last end of the program and still waits here, so that undo takes it back in its turn.
    func takeUpUnsent() {
        let now = Date()
        for action in actions.items.sorted(by: { $0.id < $1.id }) where action.canBeTakenBackHere {
            guard let deeds = session.deedsSince(sending: action.id) else { continue }
            let left = max(0, action.due?.timeIntervalSince(now) ?? 0)
            unsent.add(
                .init(
                    subject: .message(action.id), draft: action.draft, account: action.account,
                    until: .now + .seconds(left), deedsSince: deeds))
        }
        guard unsent.hasMessages else { return }
        takeActions()
        countDown(isDeed: false)
    }

    /// Announces a sent message. Only the log says to how many it went.
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

    /// Shows how long the last message can be taken back, and the key for it where undo does that now.
    private func countDown(isDeed: Bool = true) {
        let now = ContinuousClock.now
        guard let until = unsent.countdown(at: now) else { return toasts.endCountdown() }
        toasts.countDown("Sending", until: until, command: countdownCommand, isDeed: isDeed, at: now)
        setNeedsDraw()
    }

    /// Ends the countdown of messages that no longer wait: they are held, or discarded.
    /// - Parameter stopped: the messages that leave only once the user decides.
    func takeHeld(stopped: Set<ActionID>) {
        guard unsent.hasMessages, let actions = try? session.actions() else { return }
        let before = unsent
        unsent.keep(Set(actions.filter { $0.state == .waiting }.map(\.id)))
        unsent.stop(stopped)
        if unsent != before { countDown() }
    }

    /// What keeps the message that counts down here; nil where it leaves at the end of its countdown.
    var countdownHindrance: String? { status.hindrance(to: unsent.counting(at: frameTime)?.account) }

    var countdownCommand: Command? { unsent.nextMessage == nil ? nil : .undo }

    /// - Parameter subjects: the unsent messages and steps that the deed comes after; nil for all.
    func noteDeed(_ count: Int, before subjects: Set<UnsentMessages.Subject>? = nil) {
        unsent.noteDeed(count, before: subjects)
        toasts.setCountdown(countdownCommand)
    }

    /// Takes the last message back and reopens it. Returns whether sending it was the last deed.
    func takeBackUnsent() -> Bool {
        guard let action = unsent.nextMessage, let message = unsent.takeNext() else { return false }
        toasts.clear()
        countDown()
        isReopening = message.draft != nil
        jobs.add(as: { "take back the message" }) { [weak self, session] in
            defer { self?.isReopening = false }
            do throws(SessionError) {
                try await session.discard(action)
                self?.count(.sendDraft, -1)
                guard let draft = message.draft else {
                    self?.say("Not redirected", kind: .done)
                    return
                }
                if self?.reopen(draft) == false {
                    self?.say("Too late: it is being sent", kind: .warning)
                }
            } catch {
                self?.say(Wording.sentence(error), kind: .failure)
            }
        }
        return true
    }

    /// Handles the undo of a scheduled message: it reopens, or its server is asked to give it back first.
    func takenBack(_ deed: Deed, _ recall: Deed.Recall) {
        guard recall != .isTooLate else { return say(Wording.undone(deed), kind: .warning) }
        count(.sendDraft, -1)
        recalls += 1
        if recall == .stays, let draft = deed.draft, reopen(draft) { return }
        say(Wording.undone(deed), kind: .done)
    }

    private func reopen(_ draft: MessageID) -> Bool {
        guard let screen = make.compose(.draft(draft), self) else { return false }
        push(screen)
        settlesAt = .now + Self.settling
        say("Not sent; here it is again", kind: .done)
        return true
    }

    /// Sends what still counts down, since nothing can be taken back after leaving, and waits a moment for it.
    /// - Returns: what to say of the messages that have not left.
    func sendUnsent() async -> [String] {
        func all() -> [Action] { (try? session.actions()) ?? [] }
        // What was held meanwhile stays held.
        let waiting = Set(unsent.takeAll(at: .now)).intersection(
            all().filter { $0.state == .waiting }.map(\.id))
        for id in waiting where !storeTakesNothing { try? await session.retry(id) }
        func left() -> [Action] { all().filter { waiting.contains($0.id) } }
        for _ in 0..<(storeTakesNothing ? 0 : Self.looksAtEnd) {
            // A message that met trouble waits for its next try, and is reported.
            if left().allSatisfy({ $0.attempts > 0 || $0.needsUser }) { break }
            await pause(.milliseconds(100))
        }
        // A user who quits believes that everything they sent has left, except what has a later time.
        let now = Date()
        let unsent = all().filter { action in
            let isSending = action.command == .sendDraft || action.command == .bounce
            return isSending && action.isQueued && (waiting.contains(action.id) || action.due.map { $0 <= now } ?? true)
        }
        let said = unsent.prefix(Self.saidAtEnd).map { action in
            let title = Wording.title(action.title)
            return action.needsUser
                ? "\(title) could not be sent: “maraca outbox” says why"
                : "\(title) is not sent yet: Maraca, or “maraca sync”, sends it when it next runs"
        }
        let more = unsent.count - said.count
        return said + (more > 0 ? ["\(Wording.number(more)) more are not sent: “maraca outbox” lists them"] : [])
    }

    private static let settling = Duration.milliseconds(500)
    private static let looksAtEnd = 30
    private static let saidAtEnd = 3
}

extension Action {
    /// Whether it is a message that waits for second thoughts or a connection. What waits longer than `undoSend` allows has a time of its
    /// own.
    fileprivate var canBeTakenBackHere: Bool {
        command.sends && state == .waiting && due.map { $0.timeIntervalSince(createdAt) < 150 } ?? true
    }
}
