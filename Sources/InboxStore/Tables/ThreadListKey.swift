import InboxModel

/// The key of a thread list, which the store keeps in date order: the threads with a message that has both the fact and the marks.
struct ThreadListKey: Hashable, Sendable {
    enum Fact: Hashable, Sendable {
        case account(AccountID)
        case mailbox(MailboxID)
        /// Two mailboxes, the lower id first, that one message is in.
        case mailboxes(MailboxID, MailboxID)
        /// More mailboxes than are kept in pairs.
        case manyMailboxes
        /// Any keyword except read and starred, which are marks, and keywords that hold a time.
        case keyword(Keyword)
        /// In lower case.
        case sender(String)
    }

    struct Marks: OptionSet, Hashable, Sendable {
        let rawValue: Int
        static let any: Marks = []
        static let unread = Marks(rawValue: 1)
        static let starred = Marks(rawValue: 2)

        /// All combinations of marks that a message with these marks has.
        fileprivate var subsets: [Marks] { (0...rawValue).map { Marks(rawValue: $0) }.filter(isSuperset) }
    }

    var fact: Fact
    var marks: Marks = .any

    /// The lists that a thread is in by the marks of a message.
    static func keys(of marks: MessageMarks, account: AccountID) -> [ThreadListKey] {
        let facts =
            [.account(account)] + marks.mailboxes.map(Fact.mailbox) + Fact.pairs(of: marks.mailboxes)
            + marks.keywords.filter(Fact.isKept).map(Fact.keyword)
        return facts.flatMap { keys($0, marks) }
    }

    /// The lists that a thread is in by a sender of a message.
    /// - Parameter sender: an address in lower case.
    static func keys(ofSender sender: String, _ marks: MessageMarks) -> [ThreadListKey] {
        keys(.sender(sender), marks)
    }

    private static func keys(_ fact: Fact, _ marks: MessageMarks) -> [ThreadListKey] {
        Marks(marks).subsets.map { ThreadListKey(fact: fact, marks: $0) }
    }
}

extension ThreadListKey.Fact {
    static let mailboxName = "mailbox"
    static let senderName = "sender"

    /// The most mailboxes of a message that are kept in pairs: a server may put a message into a thousand.
    private static let mostPaired = 8

    /// The facts that find a message by two of its mailboxes.
    static func pairs(of mailboxes: Set<MailboxID>) -> [Self] {
        guard mailboxes.count > 1 else { return [] }
        guard mailboxes.count <= mostPaired else { return [.manyMailboxes] }
        let sorted = mailboxes.sorted()
        return sorted.indices.flatMap { index in sorted[..<index].map { .mailboxes($0, sorted[index]) } }
    }

    static func isKept(_ keyword: Keyword) -> Bool { keyword != .seen && keyword != .flagged && !keyword.isTime }

    /// Whether it is one of the many short lists, which have no spans (`ThreadListSpan`).
    var isSender: Bool { if case .sender = self { true } else { false } }

    /// The columns of a `threadList` row that stand for the fact.
    var columns: (name: String, value: String) {
        switch self {
        case .account(let id): ("account", id.description)
        case .mailbox(let id): (Self.mailboxName, id.description)
        case .mailboxes(let one, let other): ("mailboxes", "\(one) \(other)")
        case .manyMailboxes: ("many mailboxes", "")
        case .keyword(let keyword): ("keyword", keyword.rawValue)
        case .sender(let address): (Self.senderName, address)
        }
    }
}

extension ThreadListKey.Marks {
    init(_ marks: MessageMarks) {
        self = .any
        if marks.isUnread { insert(.unread) }
        if marks.isStarred { insert(.starred) }
    }
}

/// What decides, of a message, which lists its thread is in.
struct ListedMessage {
    var account: AccountID
    var marks: MessageMarks
    /// Addresses in lower case.
    var senders: [String]
}

extension Message {
    var listed: ListedMessage {
        ListedMessage(account: account, marks: marks, senders: from.map { $0.email.lowercased() })
    }
}
