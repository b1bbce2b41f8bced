public import InboxModel

/// A command that was carried out: enough to describe it to the user, to undo it, and to find its mail again.
public struct Deed: Hashable, Sendable {
    /// The command that was done or undone.
    public var command: Action.Command
    /// The subject of the thread, or the number of threads.
    public var title: String
    /// The threads that really changed.
    public var threads: [ThreadID]
    /// The messages that changed, if the command was done to single messages, or undone.
    public var messages: [MessageID] = []
    /// How many messages changed with a thread; 0 if it was done to single messages, or to several threads.
    public var threadMessages = 0
    /// The names of the mailboxes that were created for the command, or removed when it was undone.
    public var mailboxes: [String] = []
    /// The address of the account that the mail goes to, if it is another one.
    public var to: String?
    /// The mailbox that the mail was moved or copied to, or the label that was added or removed; otherwise nil.
    public var target: Mailbox?
    /// The tag that was added or removed; nil if there was none, or several.
    public var tag: Keyword?
    /// The replacement of one tag by another; only set by undo and redo.
    public var renamedTag: RenamedTag?
    /// How many threads of each account changed, if those of several accounts each went to a mailbox of their own.
    public var shares: [Share] = []
    /// Later commands on the same mail, each as a deed of its own; empty unless this is a series. `threads` and `messages` contain
    /// what any of them changed.
    public var others: [Deed] = []

    /// The outcome of undoing a send; otherwise nil.
    public var recall: Recall?
    /// The draft that the message was, and is or will be again; nil if the deed is about no send, or if the draft is gone.
    public var draft: MessageID?

    /// Whether a message that was queued for sending stays.
    public enum Recall: Hashable, Sendable {
        /// The message is no longer queued: it is a draft again.
        case stays
        /// The server holds the message, and is asked to return it.
        case isAskedBack
        /// The message no longer waited: it has left, may have left, or was taken back in another way.
        case isTooLate
    }

    /// One account's share of a deed.
    public struct Share: Hashable, Sendable {
        public var address: String
        /// The number of threads, or of messages if the command was done to single messages.
        public var count: Int
    }

    /// A tag, and the tag that replaced it in the same deed.
    public struct RenamedTag: Hashable, Sendable {
        public var old: Keyword
        public var new: Keyword
    }

    /// The number of threads that changed.
    public var threadCount: Int { threads.count }

    /// Returns the title for single messages of a thread that has others.
    static func title(messages count: Int, of subject: String) -> String {
        "\(count) \(count == 1 ? "message" : "messages") of \(subject)"
    }
}

/// A part of a command: threads or single messages, and their destination.
public struct DeedPart: Hashable, Sendable {
    /// The threads to act on as a whole; ignored if there are `messages`.
    public var threads: [ThreadID]
    /// The single messages to act on, each by itself, whatever happens to the rest of its thread.
    public var messages: [MessageID]
    /// The destination for moving, copying and labelling.
    public var target: MailboxID?
    /// The tag for tagging.
    public var keyword: Keyword?
    /// The command for this part, if it differs from the command for the rest.
    public var command: Action.Command?

    public init(
        threads: [ThreadID] = [], messages: [MessageID] = [], target: MailboxID? = nil, keyword: Keyword? = nil,
        command: Action.Command? = nil
    ) {
        self.threads = threads
        self.messages = messages
        self.target = target
        self.keyword = keyword
        self.command = command
    }
}
