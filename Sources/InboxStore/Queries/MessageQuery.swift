import GRDB
package import InboxModel

/// A list of single messages.
package struct MessageQuery: Sendable, Hashable {
    /// Resolved: no roles, names or spans.
    package var predicate: MailPredicate
    package var sort: MailSort

    package init(predicate: MailPredicate, sort: MailSort) {
        self.predicate = predicate
        self.sort = sort
    }

    /// - Parameter after: only rows behind this place in the order.
    func request(offset: Int, limit: Int, after key: SortKey? = nil) -> SQLRequest<Row> {
        let direction: SQL = sort.isAscending ? "ASC" : "DESC"
        let comparison: SQL = sort.isAscending ? ">" : "<"
        let column: SQL = sort.field == .date ? "message.receivedAt" : "message.subjectKey"
        let place: SQL = key.map { "AND (\(column), message.id) \(comparison) (\($0.databaseValue), \($0.id))" } ?? ""
        return """
            SELECT \(SQL(sql: MessageTable.columns)) FROM message WHERE (\(predicate.sql)) \(place) \
            ORDER BY \(column) \(direction), message.id \(direction) LIMIT \(limit) OFFSET \(offset)
            """
    }

    var countRequest: SQLRequest<Int> { "SELECT count(*) FROM message WHERE \(predicate.sql)" }
}
