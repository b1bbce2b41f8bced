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

    init(
        _ cover: ThreadCover, _ predicate: MailPredicate, _ search: MailPredicate.WordSearch,
        _ finder: ThreadCoverFinder
    ) throws {
        let found = try cover.keys.compactMap { try ThreadListTable.find(finder.database, $0) }
        lists = found.map(\.id).sorted()
        length = found.reduce(0) { $0 + $1.threads }
        total = try finder.wholeCover.keys.reduce(0) { try $0 + finder.length($1) }
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
    func page(isAscending: Bool, offset: Int, limit: Int, after key: SortKey?) -> SQL {
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
