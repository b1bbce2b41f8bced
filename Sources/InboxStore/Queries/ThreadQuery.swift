import GRDB
package import InboxModel

/// A list of threads: what to select, in what order.
package struct ThreadQuery: Sendable, Hashable {
    /// Resolved: no roles, names or spans.
    package var predicate: MailPredicate
    package var sort: MailSort

    package init(predicate: MailPredicate, sort: MailSort) {
        self.predicate = predicate
        self.sort = sort
    }

    /// - Parameter after: only rows behind this place in the order.
    /// - Returns: in order.
    func fetch(_ database: Database, offset: Int, limit: Int, after key: SortKey?) throws -> [MailThread] {
        let request = try request(database, offset: offset, limit: limit, after: key)
        let threads = try request.fetchAll(database).map(ThreadTable.thread)
        // SQL promises no order for what is joined to a page.
        return threads.map { (sort.key(of: $0), $0) }.sorted { $0.0.precedes($1.0, in: sort) }.map(\.1)
    }

    func request(_ database: Database, offset: Int, limit: Int, after key: SortKey?) throws -> SQLRequest<Row> {
        let finder = try ThreadCoverFinder(database)
        let cover = try finder.cover(predicate) ?? (predicate.isSelective ? nil : finder.wholeCover)
        let columns = SQL(sql: ThreadTable.columns)
        let page: SQL
        if let cover, sort.field == .date {
            let walk = try ThreadWalk(cover, predicate, finder)
            page = walk.page(isAscending: sort.isAscending, offset: offset, limit: limit, after: key)
        } else {
            page = sorted(try cover.map { try ThreadWalk($0, predicate, finder) }, offset, limit, after: key)
        }
        return "SELECT \(columns) FROM (\(page)) AS page CROSS JOIN thread ON thread.id = page.thread"
    }

    /// By another field than the date: along its index, or all sorted where few are selected.
    private func sorted(_ walk: ThreadWalk?, _ offset: Int, _ limit: Int, after key: SortKey?) -> SQL {
        let direction: SQL = sort.isAscending ? "ASC" : "DESC"
        let comparison: SQL = sort.isAscending ? ">" : "<"
        let column: SQL = sort.field == .date ? "thread.lastDate" : "thread.subjectKey"
        let place: SQL = key.map { "AND (\(column), thread.id) \(comparison) (\($0.databaseValue), \($0.id))" } ?? ""
        let condition: SQL
        if let walk {
            condition = walk.condition
        } else {
            condition = "thread.id IN (SELECT message.thread FROM message WHERE \(predicate.sql))"
        }
        return """
            SELECT thread.id AS thread FROM thread WHERE \(condition) \(place) \
            ORDER BY \(column) \(direction), thread.id \(direction) LIMIT \(limit) OFFSET \(offset)
            """
    }

    func count(_ database: Database) throws -> Int {
        let finder = try ThreadCoverFinder(database)
        guard let cover = try finder.cover(predicate) ?? (predicate.isSelective ? nil : finder.wholeCover) else {
            let request: SQLRequest<Int> = "SELECT count(DISTINCT message.thread) FROM message WHERE \(predicate.sql)"
            return try request.fetchOne(database) ?? 0
        }
        if cover.isExact, try finder.areDisjoint(cover.keys) {
            return try cover.keys.reduce(0) { try $0 + finder.length($1) }
        }
        let all = try ThreadWalk(cover, predicate, finder).page(isAscending: false, offset: 0, limit: -1, after: nil)
        let request: SQLRequest<Int> = "SELECT count(*) FROM (\(all))"
        return try request.fetchOne(database) ?? 0
    }
}

extension MailPredicate {
    /// Whether some part that must hold picks few messages by an index of messages.
    fileprivate var isSelective: Bool {
        switch self {
        case .words(_, let sequence): !sequence.words.isEmpty
        case .thread, .message: true
        case .all(let parts): parts.contains(where: \.isSelective)
        default: false
        }
    }
}

extension SortKey {
    var databaseValue: DatabaseValue {
        switch value {
        case .number(let number): number.databaseValue
        case .text(let text): text.databaseValue
        }
    }
}

extension MailSort {
    package func key(of thread: MailThread) -> SortKey {
        switch field {
        case .date: SortKey(value: .number(RowCoding.seconds(thread.lastDate)), id: thread.id.rawValue)
        case .subject: SortKey(value: .text(thread.subjectKey), id: thread.id.rawValue)
        }
    }

    package func key(of message: Message) -> SortKey {
        switch field {
        case .date: SortKey(value: .number(RowCoding.seconds(message.receivedAt)), id: message.id.rawValue)
        case .subject:
            SortKey(value: .text(SearchText.words(message.subject).joined(separator: " ")), id: message.id.rawValue)
        }
    }
}
