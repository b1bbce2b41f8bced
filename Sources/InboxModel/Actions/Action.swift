public import Foundation

/// Something the user did that a server has to be told: kept until the server has answered.
public struct Action: Hashable, Identifiable, Sendable, Codable {
    /// What the user asked for, by which the action is described. `edits` say what it does, or else `object`.
    ///
    /// On a thread it acts on all messages but drafts. What moves mail leaves messages where they are that the user sent, unless all are.
    public enum Command: String, Hashable, Sendable, Codable, CaseIterable {
        /// Marked as read.
        case shake
        /// Marked as unread.
        case unread
        /// A star on the newest message, if none has one; and off every message.
        case star, unstar
        /// Out of the inbox into the archive; mail of the thread that is filed elsewhere stays there.
        case archive
        case trash
        /// To junk and marked so, and from junk back to the inbox.
        case junk, notJunk
        /// To a mailbox; what is in the trash or in junk stays, unless all of it is.
        case move
        /// A label on and off, in accounts that have labels.
        case label, unlabel
        /// A keyword on and off, such as a tag.
        case mark, unmark
        /// Archived, as later replies will be; `unmute` only ends that.
        case mute, unmute
        /// Out of the inbox until a time, and back.
        case snooze, wake
        /// Put aside to reply later, and no longer.
        case replyLater, replied
        case createMailbox, renameMailbox, deleteMailbox
        case saveDraft, sendDraft, deleteDraft, uploadFile, bounce
        /// A move to a mailbox of another account.
        case transfer
        /// A copy of a message in another account, or in another mailbox of its own.
        case copy
        /// Unknown: its row in the queue is damaged, or from a newer version.
        case unreadable

        /// Whether doing it twice is the same as doing it once.
        public var isRepeatable: Bool {
            switch self {
            case .saveDraft, .sendDraft, .createMailbox, .bounce, .transfer, .copy, .unreadable: false
            default: true
            }
        }
    }

    /// How far an action has come from the user to the server.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// In the queue, to be sent when there is a connection and its time has come.
        case waiting
        /// On its way: the server may or may not have it.
        case sending
        /// It went out and got no answer: before it is sent again, the server is asked whether it arrived.
        case unknown
        /// The server holds the message until its time.
        case held
        /// The server is being asked to return what it holds.
        case recalling
        /// Answered; stays until the server's changes contain it.
        case sent
        /// Refused, or its outcome is unknown, and nothing is undone: the user has to decide.
        case stopped
        /// Refused and undone: nothing is waiting, and it stays visible until the user discards it.
        case refused
        /// Its row in the queue is damaged, or from a newer version: it is never done, and stays until the user discards it.
        case unreadable

        /// Whether nothing of it is under way: it waits here, or has stopped.
        public var isAtRest: Bool { self == .waiting || self == .stopped }
    }

    /// What an action is about, if not the marks of messages.
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

    /// Later actions have higher ids. 0 for one that was not queued, because no server has to be told.
    public var id: ActionID
    public var account: AccountID
    public var command: Command
    /// The title in the outbox: the subject of the thread, or how many threads.
    public var title: String
    /// What it does to messages, each once; empty if it is about an `object`, and in lists that leave it out.
    public var edits: [Edit]
    /// Nil when it is about messages.
    public var object: Object?
    /// Further data, by its command: a mailbox's new name, an `order` or a `transfer`, a discarded draft, marks of what was saved.
    public var detail: String?
    public var state: State
    public var createdAt: Date
    /// How often it was sent without an answer.
    public var attempts: Int
    /// It is not sent before this time (back-off, or the user's choice); nil means as soon as possible.
    public var notBefore: Date?
    /// When the user wants a draft to be sent; nil means at once.
    public var due: Date?
    /// Why the last attempt failed, in words.
    public var lastError: String?
    /// The actions that have to be answered before it is sent. Only set in the queue as a whole.
    public var waitsFor: [ActionID] = []
    /// What it tags with, where what it does to each message is left out.
    package var listedTag: Keyword?

    /// The `detail` of a mark that is set because something was sent.
    public static let ofSending = "sent"

    /// The `detail` of an action that undoes a deed.
    public static let ofUndo = "undo"

    /// Whether it undoes what its command says.
    public var takesBack: Bool { object == nil && detail == Self.ofUndo }

    /// The tag that it puts on or takes off; otherwise nil.
    public var tag: Keyword? {
        if let listedTag { return listedTag }
        guard command == .mark || command == .unmark, !isUnasked else { return nil }
        return edits.lazy.flatMap { $0.patch.addKeywords.union($0.patch.removeKeywords) }.first
    }

    /// Whether the user did not ask for it, so that a refusal is not reported.
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
    /// Whether it changes the marks of messages, and is about nothing else.
    package var isAboutMarks: Bool { object == nil && command != .transfer && command != .copy }

    /// The draft that it is about; nil for any other object.
    package var draft: MessageID? { if case .draft(let id) = object { id } else { nil } }

    /// Whether the server still has to answer it.
    public var isUnanswered: Bool { state != .sent && state != .refused }

    /// Whether the server does the rest, whether or not this program is running.
    public var isHeldByServer: Bool { state == .held }

    /// Whether the user has to decide how it goes on.
    public var needsUser: Bool { state == .stopped || state == .unreadable }

    /// Whether a server, or damage, has stopped it, so that the user has to decide.
    public var isStoppedByTrouble: Bool { state == .unreadable || state == .stopped && lastError != nil }

    /// Whether it was stopped because it is unknown whether it was sent.
    public var mayHaveBeenSent: Bool { state == .stopped && hasOrder }

    /// Whether it was stopped although it was sent: its server still keeps it as a draft (`RemoteSubmission.left`).
    public var wasSent: Bool { mayHaveBeenSent && order?.left != nil }

    /// Whether a server was given the order to send it, as far as is known.
    package var hasOrder: Bool {
        switch command {
        case .sendDraft: return detail != nil
        // What is passed on has its order from the beginning; the server's state stands in it once it was given.
        case .bounce: return detail?.contains("\"state\":") == true
        default: return false
        }
    }

    /// Whether the server will send it at its time unless told otherwise.
    public var mayBeHeldByServer: Bool {
        switch state {
        case .held, .recalling: true
        case .unknown: order?.holdUntil != nil
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

    /// When it will leave once it is released, if that is later than a time: it is held here, and its own time has not come.
    public func heldTime(after now: Date) -> Date? {
        state == .stopped ? due.flatMap { $0 > now ? $0 : nil } : nil
    }

    /// Whether it waits here long enough for its message to be edited: nobody edits for more than half an hour without a change,
    /// and a changed message does not leave automatically.
    public func leavesMuchLater(than now: Date) -> Bool {
        state == .waiting && due.map { $0.timeIntervalSince(now) > 1_800 } ?? false
    }

    /// Whether this program, or the user, still has something to do before the server has it.
    public var isQueued: Bool { isUnanswered && !isHeldByServer }
}
