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
        let column = sort.messageColumn
        return """
            SELECT \(SQL(sql: MessageTable.columns)) FROM message WHERE (\(predicate.sql)) \
            \(sort.isBehind(key, column, "message.id")) ORDER BY \(column) \(sort.direction), \
            message.id \(sort.direction) LIMIT \(limit) OFFSET \(offset)
            """
    }

    var countRequest: SQLRequest<Int> { "SELECT count(*) FROM message WHERE \(predicate.sql)" }
}
