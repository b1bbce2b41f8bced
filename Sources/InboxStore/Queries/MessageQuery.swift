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

    func fetch(_ database: Database, offset: Int, limit: Int, after key: SortKey?) throws -> [Message] {
        if let halves = MarkedHalves(self, after: key) {
            return try halves.fetch(database, offset: offset, limit: limit)
        }
        if let walked = try walked(database, offset: offset, limit: limit, after: key) { return walked }
        let search = sort.field == .date ? try MailPredicate.WordSearch.best(for: predicate, database) : .hits
        return try database.rows(
            of: request(search, offset: offset, limit: limit, after: key), read: MessageTable.message)
    }

    /// The places of the rows are found first, in the narrow rows of `message` where these are enough.
    /// - Parameter after: only rows after this place in the order.
    func request(_ search: MailPredicate.WordSearch, offset: Int, limit: Int, after key: SortKey? = nil) -> SQLRequest<
        Row
    > {
        let column = sort.messageColumn
        let order: SQL = "ORDER BY \(column) \(sort.direction), message.id \(sort.direction)"
        return """
            SELECT \(SQL(sql: MessageTable.columns)) FROM ( \
            SELECT message.id AS found FROM mail AS message WHERE (\(condition(search))) \
            \(sort.isBehind(key, column, "message.id")) \(order) LIMIT \(limit) OFFSET \(offset)) AS page \
            CROSS JOIN mail AS message ON message.id = page.found \(order)
            """
    }

    /// The condition on a row. In orders other than by date the messages of a mailbox are read from its list: as a part of the
    /// predicate it would be examined for each message of all.
    private func condition(_ search: MailPredicate.WordSearch) -> SQL {
        var parts = predicate.conjuncts
        guard sort.field != .date,
            let found = parts.firstIndex(where: { if case .mailbox(.ids) = $0 { true } else { false } }),
            case .mailbox(.ids(let ids)) = parts.remove(at: found)
        else { return predicate.sql(search) }
        return """
            message.id IN (SELECT message FROM messageMailbox WHERE mailbox IN \(ids.map(\.rawValue).sorted())) \
            AND (\(MailPredicate.all(parts).sql(search)))
            """
    }

    func count(_ database: Database) throws -> Int {
        try walkedCount(database) ?? countRequest.fetchOne(database) ?? 0
    }

    /// The number of messages before a place in the order. All of them are walked over.
    func count(_ database: Database, before key: SortKey) throws -> Int {
        var backwards = self
        backwards.sort = MailSort(sort.field, ascending: !sort.isAscending)
        if let halves = MarkedHalves(backwards, after: key) { return try halves.count(database) }
        return try backwards.count(database, after: key)
    }

    /// The number of messages after a place in the order; of all without one.
    func count(_ database: Database, after key: SortKey?) throws -> Int {
        guard let key else { return try count(database) }
        if let count = try walkedCount(database, after: key) { return count }
        let isBehind = sort.isBehind(key, sort.messageColumn, "message.id")
        let request: SQLRequest<Int> =
            "SELECT count(*) FROM (SELECT 1 FROM mail AS message WHERE (\(predicate.sql)) \(isBehind) LIMIT -1)"
        return try request.fetchOne(database) ?? 0
    }

    /// Counts over a subquery: in a plain count SQLite would look up the texts of each message, needed or not.
    private var countRequest: SQLRequest<Int> {
        "SELECT count(*) FROM (SELECT 1 FROM mail AS message WHERE \(predicate.sql) LIMIT -1)"
    }
}
