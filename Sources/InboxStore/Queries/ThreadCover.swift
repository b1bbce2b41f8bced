import GRDB
import InboxModel

/// Kept lists which together hold every thread that a predicate selects. A walk along them finds all, in order.
struct ThreadCover {
    var keys: Set<ThreadListKey>
    /// Whether the lists hold nothing else, so that no message needs to be read.
    var isExact: Bool
    /// How many of the parts of an AND it answers.
    var parts = 1
    /// Further sets of lists: every selected thread is in a list of each set. Checking that is cheaper than reading messages.
    var probes: [Set<ThreadListKey>] = []
}

/// A finder of the shortest cover.
struct ThreadCoverFinder {
    let database: Database
    let accounts: [AccountID]

    init(_ database: Database) throws {
        self.database = database
        accounts = try Int64.fetchAll(database.cachedStatement(sql: "SELECT id FROM account")).map { AccountID($0) }
    }

    /// A cover of every thread of every account.
    var wholeCover: ThreadCover {
        ThreadCover(keys: Set(accounts.map { ThreadListKey(fact: .account($0)) }), isExact: false)
    }

    /// A cover of a predicate; nil when no lists are kept for a part of it, so that every thread must be checked.
    func cover(_ predicate: MailPredicate) throws -> ThreadCover? {
        switch predicate {
        case .any(let parts):
            var union = ThreadCover(keys: [], isExact: true)
            for part in parts {
                guard let cover = try cover(part) else { return nil }
                union.keys.formUnion(cover.keys)
                union.isExact = union.isExact && cover.isExact
            }
            return union
        case .mailbox(.ids(let ids)): return exact(ids.map { .mailbox($0) })
        case .mailbox, .newer, .older, .sinceDay, .beforeDay: return exact([])
        case .account(let account): return exact([.account(account)])
        case .keyword(let keyword) where ThreadListKey.Fact.isKept(keyword): return exact([.keyword(keyword)])
        case .address(.from, let pattern):
            return TextPattern(pattern, blindToCase: true).wholeText.map { exact([.sender($0)]) }
        case .all, .keyword(.flagged): return try cover(all: predicate.conjuncts)
        default: return nil
        }
    }

    private func exact(_ facts: [ThreadListKey.Fact]) -> ThreadCover {
        ThreadCover(keys: Set(facts.map { ThreadListKey(fact: $0) }), isExact: true)
    }

    /// One message must meet all of the parts, so its marks apply to whichever list is walked.
    private func cover(all parts: [MailPredicate]) throws -> ThreadCover? {
        let (marks, rest) = Self.marks(try withoutNeedlessAccounts(parts))
        let pairs = try pairs(rest)
        var covers = try pairs + rest.filter { pairs.isEmpty || $0.mailboxIDs == nil }.compactMap(cover)
        for index in covers.indices {
            let keys = covers[index].keys
            covers[index].keys = Set(keys.map { ThreadListKey(fact: $0.fact, marks: $0.marks.union(marks)) })
        }
        guard !covers.isEmpty else {
            guard !marks.isEmpty || rest.isEmpty else { return nil }
            let keys = accounts.map { ThreadListKey(fact: .account($0), marks: marks) }
            return ThreadCover(keys: Set(keys), isExact: rest.isEmpty)
        }
        let lengths = try covers.map { try $0.keys.reduce(0) { try $0 + length($1) } }
        guard let shortest = lengths.indices.min(by: { lengths[$0] < lengths[$1] }) else { return nil }
        var chosen = covers.remove(at: shortest)
        chosen.isExact = chosen.isExact && rest.count == chosen.parts
        chosen.probes += covers.map(\.keys)
        return chosen
    }

    /// Covers of two mailboxes each. In two long mailboxes without common messages, a walk that looks for some goes on to the end.
    func pairs(_ parts: [MailPredicate]) throws -> [ThreadCover] {
        let mailboxes = parts.compactMap(\.mailboxIDs)
        guard mailboxes.count > 1 else { return [] }
        let isAnyInMany = try ThreadListTable.find(database, ThreadListKey(fact: .manyMailboxes)) != nil
        var covers: [ThreadCover] = []
        for (index, some) in mailboxes.enumerated() {
            for others in mailboxes[..<index] {
                guard some.count * others.count <= Self.mostPairs else { return [] }
                let facts = some.flatMap { one in others.map { ThreadListKey.Fact.both(one, $0) } }
                var cover = exact(facts + (isAnyInMany ? [.manyMailboxes] : []))
                cover.isExact = !isAnyInMany
                cover.parts = 2
                covers.append(cover)
            }
        }
        return covers
    }

    /// Every account has mailboxes of its own, so a name may stand for several.
    private static let mostPairs = 64

    /// Leaves out accounts that a mailbox implies, because it belongs to one account.
    private func withoutNeedlessAccounts(_ parts: [MailPredicate]) throws -> [MailPredicate] {
        guard parts.contains(where: { if case .account = $0 { true } else { false } }) else { return parts }
        let mailboxes = parts.compactMap(\.mailboxIDs)
        guard !mailboxes.isEmpty else { return parts }
        let owners = try MailboxTable.owners(database)
        return parts.filter { part in
            guard case .account(let account) = part else { return true }
            return !mailboxes.contains { ids in ids.allSatisfy { owners[$0] == account } }
        }
    }

    func length(_ key: ThreadListKey) throws -> Int { try ThreadListTable.find(database, key)?.threads ?? 0 }

    /// The number of threads in a cover; nil when only a walk can tell.
    func length(_ cover: ThreadCover) throws -> Int? {
        guard cover.isExact, try areDisjoint(cover.keys) else { return nil }
        return try cover.keys.reduce(0) { try $0 + length($1) }
    }

    static func marks(_ parts: [MailPredicate]) -> (ThreadListKey.Marks, rest: [MailPredicate]) {
        var marks = ThreadListKey.Marks.any
        var rest = parts
        let unread: [MailPredicate] = [.not(.keyword(.seen)), .not(.keyword(.draft))]
        if unread.allSatisfy(parts.contains) {
            marks.insert(.unread)
            rest.removeAll(where: unread.contains)
        }
        if parts.contains(.starred) {
            marks.insert(.starred)
            rest.removeAll { $0 == .starred }
        }
        return (marks, rest)
    }

    /// Whether no thread can be in two of the lists, so that their lengths can be added up.
    func areDisjoint(_ keys: Set<ThreadListKey>) throws -> Bool {
        if keys.count <= 1 { return true }
        var accounts: Set<AccountID> = []
        var owners: [MailboxID: AccountID]?
        for key in keys {
            switch key.fact {
            case .account(let id): if !accounts.insert(id).inserted { return false }
            case .mailbox(let id):
                let known = try owners ?? MailboxTable.owners(database)
                owners = known
                guard let owner = known[id], accounts.insert(owner).inserted else { return false }
            case .mailboxes, .manyMailboxes, .keyword, .sender: return false
            }
        }
        return true
    }
}

extension ThreadListKey.Fact {
    fileprivate static func both(_ one: MailboxID, _ other: MailboxID) -> Self {
        one == other ? .mailbox(one) : .mailboxes(min(one, other), max(one, other))
    }
}

extension MailPredicate {
    /// The mailboxes of a part that asks for any of them.
    fileprivate var mailboxIDs: Set<MailboxID>? { if case .mailbox(.ids(let ids)) = self { ids } else { nil } }

    /// The parts that one message must meet together, each once, without `all` inside `all`.
    var conjuncts: [MailPredicate] {
        guard case .all(let parts) = self else { return [self] }
        var found: [MailPredicate] = []
        for part in parts.flatMap(\.conjuncts) where !found.contains(part) { found.append(part) }
        return found
    }
}
