public import Foundation

/// Something the user did that a server must learn: kept until the server has answered.
public struct Action: Hashable, Identifiable, Sendable, Codable {
    /// What the user asked for; says how the action is told. What it does say `edits`, and for the others `object`.
    public enum Command: String, Hashable, Sendable, Codable, CaseIterable {
        case shake, unread, seen, star, unstar, archive, trash, junk, notJunk, move, label, unlabel, mark, unmark, mute,
            unmute
        /// Out of the inbox until a time, and back.
        case snooze, wake
        /// Put aside for an answer, and no more.
        case replyLater, replied
        case createMailbox, renameMailbox, deleteMailbox
        case saveDraft, sendDraft, deleteDraft, uploadFile, bounce
        /// A move to a mailbox of another account.
        case transfer
        /// A second one of a message: in another account, or in another mailbox of its own.
        case copy
        /// Not to be known: its row in the queue is damaged, or from a newer version.
        case unreadable

        /// Whether doing it twice is the same as doing it once.
        public var isRepeatable: Bool {
            switch self {
            case .saveDraft, .sendDraft, .createMailbox, .bounce, .transfer, .copy, .unreadable: false
            default: true
            }
        }
    }

    /// Where an action stands between the user and the server.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// In the queue, to be sent when there is a connection and its time has come.
        case waiting
        /// On its way: the server may or may not have it.
        case sending
        /// It went out and no answer came: before it is sent again, one looks whether it arrived.
        case unknown
        /// The server holds what is to be sent until its time.
        case held
        /// The user wants back what the server holds: it is being asked.
        case recalling
        /// Answered; stays until the server's changes contain it.
        case sent
        /// Refused, or not to be known, and nothing of it taken back: goes on when the user says how.
        case stopped
        /// Refused and taken back: nothing waits any more, it stands there to be seen until the user lets it go.
        case refused
        /// Its row in the queue is damaged, or from a newer version: it is never done, and stands there until the user lets it go.
        case unreadable
    }

    /// What an action is about when it is not the marks of messages.
    public enum Object: Hashable, Sendable, Codable {
        case draft(MessageID)
        case mailbox(MailboxID)
        case file(FileID)
    }

    /// What the action does to one message.
    public struct Edit: Hashable, Sendable, Codable {
        public var message: MessageID
        public var patch: MessagePatch

        public init(message: MessageID, patch: MessagePatch) {
            self.message = message
            self.patch = patch
        }
    }

    /// Later ones are higher. 0 for one that was not queued, because no server has to hear of it.
    public var id: ActionID
    public var account: AccountID
    public var command: Command
    /// In words for the outbox: the subject of the thread, or how many.
    public var title: String
    /// What it does to messages, each once; empty for what is about an `object`, and in lists that show no more than the rest.
    public var edits: [Edit]
    /// Nil when it is about messages.
    public var object: Object?
    /// What is kept for it besides: a mailbox's new name, or what was known before sending.
    public var detail: String?
    public var state: State
    public var createdAt: Date
    /// How often it was sent without an answer.
    public var attempts: Int
    /// Not sent before this time (back-off, or the user's wish); nil means as soon as possible.
    public var notBefore: Date?
    /// When the user wants a draft to be sent; nil means at once.
    public var due: Date?
    /// What the last attempt met, in words.
    public var lastError: String?
    /// Those that have to be answered before it is sent. Told with the queue alone.
    public var waitsFor: [ActionID] = []
    /// What it tags with, where what it does to each message is left out.
    package var listedTag: Keyword?

    /// The detail of a mark that is set because something was sent.
    public static let ofSending = "sent"

    /// The detail of what takes a deed back.
    public static let ofUndo = "undo"

    /// Whether it takes back what its command says.
    public var takesBack: Bool { detail == Self.ofUndo }

    /// The tag that it puts on or takes off; nil where it does something else.
    public var tag: Keyword? {
        if let listedTag { return listedTag }
        guard command == .mark || command == .unmark, !isUnasked else { return nil }
        return edits.lazy.flatMap { $0.patch.addKeywords.union($0.patch.removeKeywords) }.first
    }

    /// Whether nobody ordered it, so that nobody is told when it is refused.
    public var isUnasked: Bool { command == .mark && detail == Self.ofSending }

    public init(
        id: ActionID, account: AccountID, command: Command, title: String, edits: [Edit] = [], object: Object? = nil,
        detail: String? = nil, state: State = .waiting, createdAt: Date, attempts: Int = 0, notBefore: Date? = nil,
        due: Date? = nil, lastError: String? = nil
    ) {
        self.id = id
        self.account = account
        self.command = command
        self.title = title
        self.edits = edits
        self.object = object
        self.detail = detail
        self.state = state
        self.createdAt = createdAt
        self.attempts = attempts
        self.notBefore = notBefore
        self.due = due
        self.lastError = lastError
    }
}

extension Action.Command {
    /// Whether by it a message goes out to people, which nobody takes back.
    package var sends: Bool { self == .sendDraft || self == .bounce }
}

extension Action {
    /// Whether the server still has to say something to it.
    public var isUnanswered: Bool { state != .sent && state != .refused }

    /// Whether the server does the rest, with or without us.
    public var isHeldByServer: Bool { state == .held }

    /// Whether it goes on only when the user says how.
    public var needsUser: Bool { state == .stopped || state == .unreadable }

    /// Whether a server, or what became of it, keeps it from going on: only the user can say how.
    public var isStoppedByTrouble: Bool { state == .unreadable || state == .stopped && lastError != nil }

    /// Whether it was stopped because nobody knows whether it went out.
    public var mayHaveBeenSent: Bool { state == .stopped && hasOrder }

    /// Whether it was stopped though it went out: its server goes on keeping it as a draft (`RemoteSubmission.left`).
    public var wasSent: Bool { mayHaveBeenSent && detail?.contains("\"left\":") == true }

    /// Whether a server was given the order to send it, as far as is known.
    package var hasOrder: Bool {
        switch command {
        case .sendDraft: return detail != nil
        // What is passed on has its order from the beginning; the server's state stands in it once it was given.
        case .bounce: return detail?.contains("\"state\":") == true
        default: return false
        }
    }

    /// Whether the server sends it at its time if nobody asks it not to.
    public var mayBeHeldByServer: Bool {
        switch state {
        case .held, .recalling: true
        case .unknown: RemoteSubmission(detail: detail)?.holdUntil != nil
        default: false
        }
    }

    /// Whether it is an order to send that has not left, as far as is known here, and that nobody has taken back.
    package var isStillToLeave: Bool {
        guard command.sends else { return false }
        return switch state {
        case .waiting, .sending, .held: true
        case .stopped: !mayHaveBeenSent
        case .unknown: mayBeHeldByServer
        case .recalling, .sent, .refused, .unreadable: false
        }
    }

    /// When it leaves once it is let go, which is later than a time: it is held here, and its own time has not come.
    public func heldTime(after now: Date) -> Date? {
        state == .stopped ? due.flatMap { $0 > now ? $0 : nil } : nil
    }

    /// Whether it waits here for so long that its mail can be written on meanwhile: nobody does that for more than half an hour
    /// without changing it, and what is changed does not leave by itself.
    public func leavesMuchLater(than now: Date) -> Bool {
        state == .waiting && due.map { $0.timeIntervalSince(now) > 1_800 } ?? false
    }

    /// Whether there is still something to do for us, or for the user, before the server has it.
    public var isQueued: Bool { isUnanswered && !isHeldByServer }
}
