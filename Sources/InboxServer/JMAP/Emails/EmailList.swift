import GRDB

/// The result of an email query: ids in order, read only as far as needed.
struct EmailList {
    private(set) var ids: [String] = []
    /// Whether `ids` is the whole result.
    private(set) var isWhole = true

    /// - Parameter limit: how many ids are needed; nil for all.
    init(_ db: Database, filter: SQL, sort: SQL, collapsing: Bool, limit: Int?, account: ServedAccount) throws {
        let cursor = try SQLRequest<Row>(
            literal: """
                SELECT \(sql: EmailRow.id), message.threadID FROM message
                WHERE message.accountID = \(account.id) AND \(filter) ORDER BY \(sort)
                """
        ).fetchCursor(db)
        var threads: Set<Int64> = []
        while let row = try cursor.next() {
            if collapsing, !threads.insert(row[1]).inserted { continue }
            if let limit, ids.count >= limit {
                isWhole = false
                return
            }
            ids.append(row[0])
        }
    }
}
