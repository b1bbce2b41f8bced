import GRDB
import InboxModel

/// The threads of a kept list by spans of time. Where the n-th thread is, and how many stand before a place, is found by adding up
/// spans and reading the rows of one.
enum ThreadListSpan {
    /// A span lasts this power of two in seconds: twelve days, of which there are some thirty in a year.
    static let bits = 20

    static func of(_ date: Int64) -> Int64 { date >> bits }

    /// Where a walk begins instead of at an end of its lists, and how many rows it still skips.
    struct Start: Equatable {
        var key: SortKey
        var offset: Int
    }

    /// Returns where to begin for rows from an offset on; nil if the lists have fewer.
    /// - Parameter lists: lists that have spans, no two of which share a thread.
    static func start(_ database: Database, of lists: [Int64], isAscending: Bool, offset: Int) throws -> Start? {
        var rest = offset
        var start: Start?
        try database.forEachRow(
            """
            SELECT span, sum(threads) FROM threadListSpan WHERE list IN (SELECT value FROM json_each(?1)) \
            GROUP BY span ORDER BY span * ?2
            """, array(lists), isAscending ? 1 : -1
        ) { row in
            let (span, threads): (Int64, Int) = (row[0], row[1])
            guard start == nil else { return }
            guard rest >= threads else {
                start = Start(key: edge(of: span, isAscending), offset: rest)
                return
            }
            rest -= threads
        }
        return start
    }

    private static func array(_ lists: [Int64]) -> String { "[" + RowCoding.joined(lists, by: ",") + "]" }

    /// The place just before a span, in an order.
    private static func edge(of span: Int64, _ isAscending: Bool) -> SortKey {
        isAscending
            ? SortKey(value: .number((span << bits) - 1), id: .max)
            : SortKey(value: .number((span + 1) << bits), id: .min)
    }

    /// The number of threads before a place in an order.
    /// - Parameter at: whether a thread at the place counts, too.
    static func count(
        _ database: Database, of lists: [Int64], isAscending: Bool, before key: SortKey, at: Bool = false
    ) throws -> Int? {
        guard case .number(let date) = key.value else { return nil }
        let (span, ids) = (of(date), array(lists))
        let whole = try database.number(
            """
            SELECT coalesce(sum(threads), 0) FROM threadListSpan \
            WHERE list IN (SELECT value FROM json_each(?)) AND span \(isAscending ? "<" : ">") ?
            """, ids, span)
        let part = try database.number(
            """
            SELECT count(*) FROM json_each(?) AS list CROSS JOIN threadListRow AS place ON place.list = list.value \
            WHERE place.lastDate BETWEEN ? AND ? \
            AND (place.lastDate, place.thread) \(isAscending ? "<" : ">")\(at ? "=" : "") (?, ?)
            """, ids, isAscending ? span << bits : date, isAscending ? date : ((span + 1) << bits) - 1, date, key.id)
        return Int((whole ?? 0) + (part ?? 0))
    }
}
