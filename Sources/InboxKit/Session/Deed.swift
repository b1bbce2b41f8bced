public import InboxModel

/// What was done, as the user is told: enough to name it, to take it back, and to find it again.
public struct Deed: Hashable, Sendable {
    /// What was done; for what was taken back, what it had been.
    public var command: Action.Command
    /// The subject of the thread, or how many there were.
    public var title: String
    /// Those that really changed.
    public var threads: [ThreadID]
    /// Those of them that changed, where it was done to single messages, and where it was taken back.
    public var messages: [MessageID] = []
    /// How many messages of one thread were changed with it; 0 where it was done to single ones, or to several threads.
    public var threadMessages = 0
    /// Mailboxes that had to be made for it, or that went with it when it was taken back.
    public var mailboxes: [String] = []
    /// The address of the account that they go to, when it is another.
    public var to: String?
    /// Where they were moved or copied, or the label that was put or taken; nil for all else.
    public var target: Mailbox?
    /// The tag that was put on or taken off; nil for all else, and where there were several.
    public var tag: Keyword?
    /// Where one tag took the place of another, as it was done; only told of a step back or forth.
    public var renamedTag: RenamedTag?
    /// How many threads of which account, by address, where those of several each went to a place of their own.
    public var shares: [Share] = []
    /// What was done to the same mail after it, each by itself: none but for a series of commands. `threads` and `messages` are
    /// those that any of it changed.
    public var others: [Deed] = []

    /// What became of mail that was to leave, where that was to be taken back; nil for all else.
    public var recall: Recall?
    /// What that mail was written as, and is or will be again; nil for all else, and where it is gone.
    public var draft: MessageID?

    /// Whether mail that was to leave stays.
    public enum Recall: Hashable, Sendable {
        /// It waits no more: what was written is a draft again.
        case stays
        /// Its server holds it, and is asked to give it back.
        case isAskedBack
        /// It did not wait any more: it has left, or may have, or was taken back otherwise.
        case isTooLate
    }

    /// What of a deed concerns one account.
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

/// A part of what is done at once: threads, or single messages, and where they go.
public struct DeedPart: Hashable, Sendable {
    /// Acted on as a whole; not looked at where `messages` are named.
    public var threads: [ThreadID]
    /// Where there are some, each stands for itself, whatever else of its thread is meant.
    public var messages: [MessageID]
    /// For moving, copying and labelling.
    public var target: MailboxID?
    /// For tagging.
    public var keyword: Keyword?
    /// What is done to it, where that is not what is done to all.
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
