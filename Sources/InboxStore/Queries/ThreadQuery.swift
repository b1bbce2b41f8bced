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

    /// - Parameter after: only rows after this place in the order.
    /// - Returns: the threads in order.
    func fetch(_ database: Database, offset: Int, limit: Int, after key: SortKey?) throws -> [MailThread] {
        if var meeting = try ThreadMeeting(self, database, after: key) {
            return inOrder(try ThreadTable.find(database, meeting.threads(skipping: offset, limit: limit)))
        }
        let request = try request(database, offset: offset, limit: limit, after: key)
        return inOrder(try database.rows(of: request, read: ThreadTable.thread))
    }

    func inOrder(_ threads: [MailThread]) -> [MailThread] {
        // SQL guarantees no order for what is joined to a page.
        threads.map { (sort.key(of: $0), $0) }.sorted { $0.0.precedes($1.0, in: sort) }.map(\.1)
    }

    func request(_ database: Database, offset: Int, limit: Int, after key: SortKey?) throws -> SQLRequest<Row> {
        let page = try page(database, offset: offset, limit: limit, after: key)
        return """
            SELECT \(SQL(sql: ThreadTable.columns)) FROM (\(page)) AS page \
            CROSS JOIN \(SQL(sql: ThreadTable.source)) ON thread.id = page.thread
            """
    }

    /// The ids of a page, as `thread`.
    private func page(_ database: Database, offset: Int, limit: Int, after key: SortKey?) throws -> SQL {
        let finder = try ThreadCoverFinder(database)
        let way = try ThreadWay(predicate, finder)
        let walk = try way.cover.map { try ThreadWalk($0, predicate, way.search, finder) }
        guard let walk, sort.field == .date else { return sorted(walk, offset, limit, after: key) }
        return try walk.page(isAscending: sort.isAscending, offset: offset, limit: limit, after: key)
    }

    /// The number of threads before a place in the order. Unless the spans of a kept list tell, this reads all their places.
    func count(_ database: Database, before key: SortKey) throws -> Int {
        let finder = try ThreadCoverFinder(database)
        if sort.field == .date, predicate.requiredMatch == nil, let cover = try finder.cover(predicate) {
            let walk = try ThreadWalk(cover, predicate, .hits, finder)
            if let known = try walk.count(isAscending: sort.isAscending, before: key) { return known }
        }
        var backwards = self
        backwards.sort = MailSort(sort.field, ascending: !sort.isAscending)
        let page = try backwards.page(database, offset: 0, limit: -1, after: key)
        let request: SQLRequest<Int> = "SELECT count(*) FROM (\(page))"
        return try database.sparingCache { try request.fetchOne(database) ?? 0 }
    }

    /// Orders by a field other than the date: along its index, or by sorting all where few are selected.
    private func sorted(_ walk: ThreadWalk?, _ offset: Int, _ limit: Int, after key: SortKey?) -> SQL {
        let column = sort.threadColumn
        // The index of a text is in the table of texts, where only that table's id can follow the text.
        let id: SQL = sort.isByText ? "heading.thread" : "thread.id"
        let source: SQL = sort.isByText ? "heading JOIN thread ON thread.id = heading.thread" : "thread"
        let condition: SQL =
            walk?.condition ?? "thread.id IN (SELECT message.thread FROM mail AS message WHERE \(predicate.sql))"
        return """
            SELECT \(id) AS thread FROM \(source) WHERE \(condition) \(sort.isBehind(key, column, id)) \
            ORDER BY \(column) \(sort.direction), \(id) \(sort.direction) LIMIT \(limit) OFFSET \(offset)
            """
    }

    /// Whether its threads are found by looking up some thousand hits of its words at most.
    func readsFewHits(_ database: Database) throws -> Bool {
        try predicate.requiredMatch != nil && ThreadWay(predicate, ThreadCoverFinder(database)).search == .hits
    }

    /// The number of threads, if kept lists tell it without a walk; else nil.
    func knownCount(_ database: Database) throws -> Int? {
        guard predicate.requiredMatch == nil else { return nil }
        let finder = try ThreadCoverFinder(database)
        return try finder.cover(predicate).flatMap { try finder.length($0) }
    }

    func count(_ database: Database) throws -> Int {
        let finder = try ThreadCoverFinder(database)
        let way = try ThreadWay(predicate, finder)
        guard let cover = way.cover, way.search == .hits else {
            let request: SQLRequest<Int> =
                "SELECT count(*) FROM (SELECT DISTINCT message.thread FROM mail AS message WHERE \(predicate.sql) LIMIT -1)"
            return try request.fetchOne(database) ?? 0
        }
        if let known = try finder.length(cover) { return known }
        if let count = try countLeavingOut(finder) { return count }
        var newest = self
        newest.sort = .newestFirst
        if var meeting = try ThreadMeeting(newest, database) { return try meeting.count().0 }
        let walk = try ThreadWalk(cover, predicate, way.search, finder)
        let all = try walk.page(isAscending: false, offset: 0, limit: -1, after: nil)
        let request: SQLRequest<Int> = "SELECT count(*) FROM (\(all))"
        return try database.sparingCache { try request.fetchOne(database) ?? 0 }
    }

    /// Counts where mailboxes are excluded, as trash and junk mostly are: all threads of the other parts, which a list knows, less those that
    /// are in an excluded mailbox with every such message. Nil if the other parts can't be counted without a walk, too.
    private func countLeavingOut(_ finder: ThreadCoverFinder) throws -> Int? {
        let parts = predicate.conjuncts
        let excluded = parts.compactMap(\.excludedMailboxes)
        guard !excluded.isEmpty, predicate.requiredMatch == nil else { return nil }
        let others = parts.filter { $0.excludedMailboxes == nil }
        guard let all = try finder.cover(.all(others)).flatMap({ try finder.length($0) }) else { return nil }
        let aside = MailPredicate.all(others + [.mailbox(.ids(excluded.reduce(into: []) { $0.formUnion($1) }))])
        guard let cover = try finder.cover(aside) else { return nil }
        let threads = try ThreadWalk(cover, aside, .hits, finder).page(
            isAscending: false, offset: 0, limit: -1, after: nil)
        let request: SQLRequest<Int> = """
            SELECT count(*) FROM (\(threads)) AS page WHERE NOT EXISTS \
            (SELECT 1 FROM mail AS message WHERE message.thread = page.thread AND (\(predicate.sql)))
            """
        return try all - (finder.database.sparingCache { try request.fetchOne(finder.database) ?? 0 })
    }
}

extension MailPredicate {
    /// The mailboxes of a part that asks for none of them.
    fileprivate var excludedMailboxes: Set<MailboxID>? {
        if case .not(.mailbox(.ids(let ids))) = self { ids } else { nil }
    }
}
