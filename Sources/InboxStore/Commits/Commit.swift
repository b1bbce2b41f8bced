package import InboxModel

/// A thread as providers test it: its row, its messages, and their words when a provider looks for words.
package struct ThreadImage: Sendable {
    package var thread: MailThread
    package var messages: [Message]
    package var words: [MessageID: MessageWords]

    /// Whether one of the messages meets a resolved predicate.
    package func matches(_ predicate: MailPredicate) -> Bool {
        messages.contains { message in predicate.matches(message, words: words[message.id] ?? MessageWords()) }
    }
}

/// One object before and after a commit; nil where it did not exist.
package struct Change<Image: Sendable>: Sendable {
    package var before: Image?
    package var after: Image?
}

/// The changes of one transaction. Each listener receives every commit once, in commit order.
package struct Commit: Sendable {
    /// The changes to the rows of one kind.
    package enum Rows<ID: Hashable & Sendable, Image: Sendable>: Sendable {
        case changes([ID: Change<Image>])
        /// Too many rows changed, or another process changed rows and the log does not say how: query again.
        case many

        package var isEmpty: Bool { if case .changes(let changes) = self { changes.isEmpty } else { false } }
    }

    /// What a commit changed besides threads.
    struct Kinds: OptionSet {
        let rawValue: Int
        static let mailboxes = Kinds(rawValue: 1)
        static let mailboxNames = Kinds(rawValue: 2)
        static let actions = Kinds(rawValue: 4)
        static let accounts = Kinds(rawValue: 8)
        static let contacts = Kinds(rawValue: 16)
        static let collections = Kinds(rawValue: 32)
        static let wishes = Kinds(rawValue: 64)
        static let all: Kinds = [.mailboxes, .mailboxNames, .actions, .accounts, .contacts, .collections, .wishes]
    }

    /// The number of commits in the file. A snapshot that knows this number already contains this commit.
    package var seq: Int64
    package var threads: Rows<ThreadID, ThreadImage>
    package var contacts: Rows<ContactID, Contact>
    /// Whether the images hold the messages' words.
    package var carriesWords: Bool
    /// Whether mailboxes or their counts changed.
    package var changesMailboxes: Bool
    /// Whether mailboxes came, went or were renamed, so that names in predicates may mean something else.
    package var changesMailboxNames: Bool
    package var changesActions: Bool
    package var changesAccounts: Bool
    /// Whether the client's own models or collections of them changed.
    package var changesCollections: Bool
    /// Whether another process made the commit.
    package internal(set) var isOfOthers = false
    /// Whether a process that does not sync requests something of the one that does.
    package var changesWishes: Bool

    init(
        seq: Int64, threads: Rows<ThreadID, ThreadImage>, contacts: Rows<ContactID, Contact>, carriesWords: Bool,
        kinds: Kinds
    ) {
        self.seq = seq
        self.threads = threads
        self.contacts = contacts
        self.carriesWords = carriesWords
        changesMailboxes = kinds.contains(.mailboxes)
        changesMailboxNames = kinds.contains(.mailboxNames)
        changesActions = kinds.contains(.actions)
        changesAccounts = kinds.contains(.accounts)
        changesCollections = kinds.contains(.collections)
        changesWishes = kinds.contains(.wishes)
    }

    var kinds: Kinds {
        var kinds: Kinds = []
        if changesMailboxes { kinds.insert(.mailboxes) }
        if changesMailboxNames { kinds.insert(.mailboxNames) }
        if changesActions { kinds.insert(.actions) }
        if changesAccounts { kinds.insert(.accounts) }
        if !contacts.isEmpty { kinds.insert(.contacts) }
        if changesCollections { kinds.insert(.collections) }
        if changesWishes { kinds.insert(.wishes) }
        return kinds
    }

    /// Whether it changed a few threads at most, as a message that arrives or a key does.
    var isSmall: Bool { if case .changes(let changes) = threads { changes.count <= 20 } else { false } }

    /// A commit after which anything may have changed.
    static func lookAgain(seq: Int64) -> Commit {
        Commit(seq: seq, threads: .many, contacts: .many, carriesWords: false, kinds: .all)
    }
}
