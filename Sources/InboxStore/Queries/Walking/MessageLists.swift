import GRDB
import InboxModel

/// The lists, in the order of ids, that contain a predicate's messages, and what else must be checked of each message:
/// nothing if the lists are exact.
struct MessageLists {
    private(set) var lists: [any OrderedPlaces] = []
    /// The parts of the predicate that the lists do not answer.
    private(set) var rest: [MailPredicate] = []
    /// The first requested second, and the first second after the requested ones.
    private(set) var since: Int64?
    private(set) var before: Int64?
    /// If only one mailbox or mark is requested: its lists, no two of which share a message.
    private var whole: [StoredPlaces] = []

    private let finder: ThreadCoverFinder
    private let order: WalkOrder

    init(_ predicate: MailPredicate, _ order: WalkOrder, _ finder: ThreadCoverFinder) throws {
        self.finder = finder
        self.order = order
        let (marks, parts) = ThreadCoverFinder.marks(predicate.conjuncts)
        if marks.contains(.unread) { add([try marked(.unread)]) }
        if marks.contains(.starred) { add([try marked(.starred)]) }
        let account = parts.lazy.compactMap { if case .account(let id) = $0 { id } else { nil } }.first
        for part in parts { try add(part, of: account) }
        if lists.isEmpty, rest.isEmpty { add([try everything()]) }
        for pair in try finder.pairs(parts) {
            // With few common messages, two long mailboxes meet hardly anywhere.
            if let few = try gathered(pair.keys) { lists.insert(few, at: 0) }
        }
    }

    /// The number of messages, if one list has exactly them; else nil.
    func length() throws -> Int? {
        isExact ? try whole.reduce(0) { try $0 + $1.length(finder.database) } : nil
    }

    /// The stored list that has exactly the messages; nil if there is none.
    var exact: StoredPlaces? { isExact && whole.count == 1 ? whole.first : nil }

    private var isExact: Bool { lists.count == 1 && rest.isEmpty && since == nil && before == nil && !whole.isEmpty }

    private mutating func add(_ places: [StoredPlaces]) {
        lists.append(join(places))
        whole = places
    }

    private mutating func add(_ part: MailPredicate, of account: AccountID?) throws {
        switch part {
        case .account(let id) where finder.accounts == [id]: break
        case .receivedSince(let date): since = max(since ?? .min, RowCoding.secondsUp(date))
        case .receivedBefore(let date): before = min(before ?? .max, RowCoding.secondsUp(date))
        case .mailbox(.ids(let ids)):
            var ids = Array(ids).sorted()
            if let account {
                let owners = try MailboxTable.owners(finder.database)
                ids.removeAll { owners[$0].map { $0 != account } ?? false }
            }
            add(try ids.map { try inMailbox($0) })
            if !(try finder.areDisjoint(Set(ids.map { ThreadListKey(fact: .mailbox($0)) }))) { whole = [] }
        default:
            rest.append(part)
            if let list = try list(part) { lists.append(list) }
        }
    }

    /// Returns a list with every message that a part selects, and maybe others.
    private func list(_ part: MailPredicate) throws -> (any OrderedPlaces)? {
        switch part {
        case .mailbox(.ids(let ids)): return try join(ids.sorted().map { try inMailbox($0) })
        case .keyword(.flagged): return try marked(.starred)
        case .keyword(let keyword) where ThreadListKey.Fact.isKept(keyword):
            return try gathered([.init(fact: .keyword(keyword))])
        case .address(let field, let pattern): return try addresses(field, pattern)
        case .all:
            let (marks, rest) = ThreadCoverFinder.marks(part.conjuncts)
            if marks.contains(.unread) { return try marked(.unread) }
            return try rest.lazy.compactMap { try list($0) }.first
        case .any(let parts):
            let lists = try parts.compactMap { try list($0) }
            return lists.count == parts.count ? join(lists) : nil
        default: return nil
        }
    }

    private func inMailbox(_ id: MailboxID) throws -> StoredPlaces {
        try StoredPlaces(
            finder.database, from: "messageMailbox WHERE mailbox = ?", [id.rawValue], columns: ["message"], order)
    }

    private func everything() throws -> StoredPlaces {
        try StoredPlaces(finder.database, from: "message WHERE TRUE", [], columns: ["id"], order)
    }

    private func marked(_ mark: ThreadListKey.Marks) throws -> StoredPlaces {
        let source = mark == .unread ? "messageUnread WHERE isUnread = 1" : "messageStarred WHERE isStarred = 1"
        return try StoredPlaces(finder.database, from: "message INDEXED BY " + source, [], columns: ["id"], order)
    }

    private func join(_ lists: [any OrderedPlaces]) -> any OrderedPlaces {
        lists.count == 1 ? lists[0] : JoinedPlaces(lists, order)
    }

    // MARK: Few threads, and addresses

    /// In up to this many threads, all messages are collected. With more threads, the messages of a fact are close together.
    private static let fewThreads = 4_000

    /// The messages of the threads of some lists; nil when these are many.
    private func gathered(_ keys: Set<ThreadListKey>, atMost limit: Int = fewThreads) throws -> GatheredPlaces? {
        let found = try keys.compactMap { try ThreadListTable.find(finder.database, $0) }
        guard found.reduce(0, { $0 + $1.threads }) <= limit else { return nil }
        let statement = try finder.database.cachedStatement(
            sql: """
                SELECT message.id FROM threadListRow AS place CROSS JOIN message ON message.thread = place.thread \
                WHERE place.list = ?
                """)
        let ids = Set(try found.flatMap { try Int64.fetchAll(statement, arguments: [$0.id]) })
        return GatheredPlaces(ids.map { ListPlace(date: 0, id: $0) }, order)
    }

    /// The messages that have an address, and few others, from the full-text index in the order of ids.
    private func addresses(_ field: MailPredicate.AddressField, _ pattern: String) throws -> (any OrderedPlaces)? {
        guard let address = TextPattern(pattern, blindToCase: true).wholeText,
            address.utf8.allSatisfy({ $0 < 0x80 })
        else { return nil }
        // For a sender with few threads, the list of threads is more precise.
        if field == .from, let few = try gathered([.init(fact: .sender(address))], atMost: 500) { return few }
        let words = WordSequence(words: SearchText.words(address), isPrefix: false)
        guard !words.words.isEmpty else { return nil }
        return try StoredPlaces(
            finder.database, from: "messageText WHERE messageText MATCH ?", [words.match(in: field.words)],
            columns: ["rowid"], order)
    }
}

extension MailPredicate.AddressField {
    /// The field of the index that has its words.
    fileprivate var words: MailPredicate.Field {
        switch self {
        case .from: .from
        case .to: .to
        case .cc: .cc
        case .people: .people
        }
    }
}
