public import InboxModel

/// What was done, as the user is told: enough to describe it, to undo it, and to find it again.
public struct Deed: Hashable, Sendable {
    /// What was done, or what was undone.
    public var command: Action.Command
    /// The subject of the thread, or how many there were.
    public var title: String
    /// The threads that really changed.
    public var threads: [ThreadID]
    /// Their messages that changed, if it was done to single messages, or undone.
    public var messages: [MessageID] = []
    /// How many messages changed with a thread; 0 if it was done to single messages, or to several threads.
    public var threadMessages = 0
    /// Mailboxes that were created for it, or that were removed when it was undone.
    public var mailboxes: [String] = []
    /// The address of the account that they go to, if it is another one.
    public var to: String?
    /// Where they were moved or copied, or the label that was put on or taken off; otherwise nil.
    public var target: Mailbox?
    /// The tag that was put on or taken off; otherwise nil, and nil for several.
    public var tag: Keyword?
    /// The replacement of one tag by another; only set by undo and redo.
    public var renamedTag: RenamedTag?
    /// How many threads of which account, if those of several accounts each went to a mailbox of their own.
    public var shares: [Share] = []
    /// What was done to the same mail after it, each by itself: none but for a series of commands. `threads` and `messages` are
    /// those that any of it changed.
    public var others: [Deed] = []

    /// What became of undoing a message that was to be sent; otherwise nil.
    public var recall: Recall?
    /// The draft that the message was, and is or will be again; otherwise nil, and nil if it is gone.
    public var draft: MessageID?

    /// Whether a message that was to be sent stays.
    public enum Recall: Hashable, Sendable {
        /// It no longer waits to be sent: it is a draft again.
        case stays
        /// Its server holds it, and is asked to return it.
        case isAskedBack
        /// It was no longer waiting: it has left, or may have, or was taken back in another way.
        case isTooLate
    }

    /// One account's share of a deed.
    public struct Share: Hashable, Sendable {
        public var address: String
        /// Threads, or messages where it was done to single ones.
        public var count: Int
    }

    /// A tag, and the one that took its place at once.
    public struct RenamedTag: Hashable, Sendable {
        public var old: Keyword
        public var new: Keyword
    }

    /// How many threads it changed.
    public var threadCount: Int { threads.count }

    /// What is said of messages whose thread has others.
    static func title(messages count: Int, of subject: String) -> String {
        "\(count) \(count == 1 ? "message" : "messages") of \(subject)"
    }
}

/// A part of what is done at once: threads or single messages, and where they go.
public struct DeedPart: Hashable, Sendable {
    /// Acted on as a whole; ignored if there are `messages`.
    public var threads: [ThreadID]
    /// Where there are some, each stands for itself, whatever else of its thread is meant.
    public var messages: [MessageID]
    /// For moving, copying and labelling.
    public var target: MailboxID?
    /// For tagging.
    public var keyword: Keyword?
    /// What is done to this part, if it differs from the rest.
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
