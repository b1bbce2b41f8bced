package import Foundation
package import InboxKit
import InboxModel

/// Mail that was queued for sending and has not left. Rows and threads show it apart from drafts and sent mail.
package struct OutgoingMail: Hashable, Sendable {
    enum State: Hashable, Sendable {
        /// It leaves at this time; the server holds it, or it waits here.
        case leaves(Date)
        /// It waits for its turn or for the connection.
        case queued
        /// It is being sent, or a check is under way whether it arrived.
        case sending
        /// It is held here until the user releases it.
        case held
        /// It is a draft again, for this reason.
        case notSent(reason: String)
        /// The outcome is unknown; the user must decide how to go on.
        case mayHaveBeenSent
        /// It was sent, but its server still keeps it as a draft.
        case sentYetDraft
    }

    private(set) var messages: [MessageID: State] = [:]
    /// Of several messages in a thread, the most urgent state.
    private(set) var threads: [ThreadID: State] = [:]
    /// When the first message of each row leaves, unless it was asked back.
    private var departures: [RowID: Date] = [:]

    init() {}

    /// - Parameters:
    ///   - queue: The actions not done yet, as in the outbox.
    ///   - now: Mail that leaves within a minute of this time counts as queued.
    init(_ queue: [Action], in session: MailSession, now: Date) {
        for deed in QueuedDeed.all(queue) {
            guard let state = State(deed, now: now), case .draft(let id) = deed.action.object,
                let message = try? session.message(id)
            else { continue }
            messages[id] = state
            let other = threads[message.thread]
            threads[message.thread] = other.map { $0.isMoreUrgent(than: state) ? $0 : state } ?? state
            guard let date = state.date, deed.action.state != .recalling else { continue }
            for row in [RowID.message(id), .thread(message.thread)] {
                departures[row] = min(date, departures[row] ?? date)
            }
        }
    }

    /// Returns when the first message of these rows leaves, wherever they are moved; nil where none does.
    func departure(of rows: [RowID]) -> Date? { rows.compactMap { departures[$0] }.min() }

    /// Returns when the first message leaves that a command has moved to the trash or to junk; nil where none does.
    package static func departure(despite deed: Deed, in session: MailSession, now: Date) -> Date? {
        let rows = deed.putAway
        guard !rows.isEmpty, let queue = try? session.actions() else { return nil }
        return OutgoingMail(queue, in: session, now: now).departure(of: rows)
    }
}

extension Deed {
    /// What was moved to the trash or to junk.
    var putAway: [RowID] {
        let steps = ([self] + others).filter { step in
            switch step.command {
            case .trash, .junk: true
            case .move: step.target?.role == .trash || step.target?.role == .junk
            default: false
            }
        }
        return steps.flatMap { step in
            step.messages.isEmpty ? step.threads.map { RowID.thread($0) } : step.messages.map { RowID.message($0) }
        }
    }
}

extension OutgoingMail.State {
    fileprivate init?(_ deed: QueuedDeed, now: Date) {
        let action = deed.action
        guard action.command == .sendDraft, action.state != .sent else { return nil }
        let due = action.due.flatMap { $0.timeIntervalSince(now) > 60 ? $0 : nil }
        if action.mayHaveBeenSent {
            self = action.wasSent ? .sentYetDraft : .mayHaveBeenSent
        } else if action.state == .unreadable {
            self = .notSent(reason: OutboxRow.unreadable)
        } else if action.state == .refused || deed.trouble != nil {
            self = .notSent(reason: (action.lastError ?? deed.trouble?.lastError).map { Wording.reason($0) } ?? "")
        } else {
            switch action.state {
            case .held, .recalling: self = action.due.map { .leaves($0) } ?? .queued
            case .stopped: self = .held
            case .sending, .unknown: self = .sending
            default: self = due.map { .leaves($0) } ?? .queued
            }
        }
    }

    private var urgency: Int {
        switch self {
        case .mayHaveBeenSent: 6
        case .sentYetDraft: 5
        case .notSent: 4
        case .held: 3
        case .leaves: 2
        case .sending: 1
        case .queued: 0
        }
    }

    fileprivate func isMoreUrgent(than other: Self) -> Bool {
        if case .leaves(let mine) = self, case .leaves(let theirs) = other { return mine <= theirs }
        return urgency >= other.urgency
    }

    /// When the message leaves, if that is known.
    var date: Date? { if case .leaves(let date) = self { date } else { nil } }

    /// Whether the message is stuck without the user having decided so.
    var isTrouble: Bool {
        switch self {
        case .notSent, .mayHaveBeenSent: true
        case .leaves, .queued, .sending, .held, .sentYetDraft: false
        }
    }

    /// The word shown in place of “Draft”.
    var word: String {
        switch self {
        case .leaves, .queued: "Queued"
        case .sending: "Sending"
        case .held: "Held"
        case .notSent: "Not sent"
        case .mayHaveBeenSent: "May have been sent"
        case .sentYetDraft: "Sent"
        }
    }

    /// The line below the header of a message in trouble, without the outbox key.
    var sentence: String? {
        switch self {
        case .notSent(let reason): reason.isEmpty ? "It was not sent" : "It was not sent: \(reason)"
        case .mayHaveBeenSent: "It may have been sent: look in your sent mail, then decide in the outbox"
        case .sentYetDraft: "It was sent; its server still has it as a draft"
        case .leaves, .queued, .sending, .held: nil
        }
    }
}

extension Surroundings {
    /// Says that a message of these rows leaves although they are put away, and what stops it; nil where none does.
    func stillLeaves(_ rows: [RowID], in context: KeyContext) -> String? {
        guard let date = outgoing.departure(of: rows) else { return nil }
        let key = keyName(of: .outbox, in: context).map { " (\($0))" } ?? ""
        return "your message still leaves \(RowDate.coming(date, clock: clock)): the outbox\(key) takes it back"
    }

    /// The same for all that is in a mailbox.
    func stillLeaves(from mailbox: MailboxID, in context: KeyContext) -> String? {
        let messages = outgoing.messages.keys.filter { id in
            (try? session.message(id))?.mailboxes.contains(mailbox) == true
        }
        return stillLeaves(messages.map { .message($0) }, in: context)
    }
}
