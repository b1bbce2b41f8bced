import GRDB
import InboxModel

/// A walk along kept lists, in date order, that skips threads which the predicate does not select.
struct ThreadWalk {
    /// The lists that exist: a list without threads does not.
    private let lists: [Int64]
    private let length: Int
    private let total: Int
    /// The conditions that a thread in them must meet.
    private let tests: [SQL]
    /// Whether the spans of the lists tell where their n-th thread is.
    private let hasSpans: Bool
    private let database: Database

    init(
        _ cover: ThreadCover, _ predicate: MailPredicate, _ search: MailPredicate.WordSearch,
        _ finder: ThreadCoverFinder
    ) throws {
        let found = try cover.keys.compactMap { try ThreadListTable.find(finder.database, $0) }
        lists = found.map(\.id).sorted()
        length = found.reduce(0) { $0 + $1.threads }
        total = try finder.wholeCover.keys.reduce(0) { try $0 + finder.length($1) }
        database = finder.database
        hasSpans = try cover.isExact && !cover.keys.contains(where: \.fact.isSender) && finder.areDisjoint(cover.keys)
        guard !cover.isExact else {
            tests = []
            return
        }
        var tests: [SQL] = try cover.probes.map { keys in
            let probes = try keys.compactMap { try ThreadListTable.find(finder.database, $0)?.id }.sorted()
            return """
                EXISTS (SELECT 1 FROM threadListRow AS probe WHERE probe.list IN \(probes) \
                AND probe.lastDate = place.lastDate AND probe.thread = place.thread)
                """
        }
        tests.append(
            "EXISTS (SELECT 1 FROM mail AS message WHERE message.thread = place.thread AND (\(predicate.sql(search))))")
        self.tests = tests
    }

    /// The `lastDate` and `thread` of a page. Several lists are merged during the walk.
    func page(isAscending: Bool, offset: Int, limit: Int, after key: SortKey?) throws -> SQL {
        let (key, offset) = try start(isAscending, offset: offset, after: key)
        let direction: SQL = isAscending ? "ASC" : "DESC"
        let comparison: SQL = isAscending ? ">" : "<"
        var conditions = tests
        if let key {
            conditions.insert("(lastDate, thread) \(comparison) (\(key.databaseValue), \(key.id))", at: 0)
        }
        let arms = lists.map { list -> SQL in
            let rest = conditions.map { SQL(" AND \($0)") }.joined(separator: "")
            return "SELECT lastDate, thread FROM threadListRow AS place WHERE list = \(list)\(rest)"
        }
        guard !arms.isEmpty else { return "SELECT 0 AS lastDate, 0 AS thread WHERE FALSE" }
        return """
            \(arms.joined(separator: " UNION ")) \
            ORDER BY lastDate \(direction), thread \(direction) LIMIT \(limit) OFFSET \(offset)
            """
    }

    /// Up to this many rows are skipped one by one.
    private static let fewRows = 2_000

    /// Returns a nearer place from which fewer rows are skipped to the same row.
    private func start(_ isAscending: Bool, offset: Int, after key: SortKey?) throws -> (key: SortKey?, offset: Int) {
        guard hasSpans, offset > Self.fewRows else { return (key, offset) }
        let passed = try key.map {
            try ThreadListSpan.count(database, of: lists, isAscending: isAscending, before: $0, at: true)
        }
        guard let passed = passed ?? 0,
            let start = try ThreadListSpan.start(
                database, of: lists, isAscending: isAscending, offset: passed + offset)
        else { return (key, offset) }
        return (start.key, start.offset)
    }

    /// The number of threads before a place; nil if only a walk can tell.
    func count(isAscending: Bool, before key: SortKey) throws -> Int? {
        guard hasSpans else { return nil }
        return try ThreadListSpan.count(database, of: lists, isAscending: isAscending, before: key)
    }

    /// The same threads as a condition over `thread`, for orders without kept lists. If few are selected, they are found
    /// first and sorted; otherwise each thread in turn is looked up in the lists.
    var condition: SQL {
        guard !lists.isEmpty else { return "FALSE" }
        let rest = tests.map { SQL(" AND \($0)") }.joined(separator: "")
        if length * length < 16 * total {
            return "thread.id IN (SELECT thread FROM threadListRow AS place WHERE list IN \(lists)\(rest))"
        }
        return """
            EXISTS (SELECT 1 FROM threadListRow AS place WHERE place.list IN \(lists) \
            AND place.lastDate = thread.lastDate AND place.thread = thread.id\(rest))
            """
    }
}
