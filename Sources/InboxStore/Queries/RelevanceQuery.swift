import GRDB
package import InboxModel

/// The threads that a search is most likely about. To rank a hit costs a look at all its words, so only the newest
/// hits are ranked.
package struct RelevanceQuery: Sendable, Hashable {
    /// Resolved: no roles, names or spans.
    package var predicate: MailPredicate

    package static let newestHits = 2_000

    package init(predicate: MailPredicate) {
        self.predicate = predicate
    }

    /// By bm25 (SQLite FTS5 §5.1.1), which is lower for better hits: words of the subject, the sender and a file's name
    /// count for more than the body's. Ties are newest first.
    func request(_ search: MailPredicate.WordSearch, limit: Int) -> SQLRequest<Row> {
        let found: SQL = """
            found (id, thread) AS MATERIALIZED (SELECT message.id, message.thread FROM mail AS message \
            WHERE \(predicate.sql(search)) ORDER BY message.id DESC LIMIT \(Self.newestHits))
            """
        let columns = SQL(sql: ThreadTable.columns)
        let source = SQL(sql: ThreadTable.source)
        guard let match = predicate.soughtMatch else {
            return """
                WITH \(found) SELECT \(columns) FROM \(source) WHERE thread.id IN (SELECT thread FROM found) \
                ORDER BY thread.lastDate DESC, thread.id DESC LIMIT \(limit)
                """
        }
        return """
            WITH \(found), ranked (id, score) AS MATERIALIZED \
            (SELECT rowid, bm25(messageText, 10, 6, 2, 1, 1, 4) FROM messageText \
            WHERE messageText MATCH \(match) AND rowid >= (SELECT min(id) FROM found)) \
            SELECT \(columns) FROM (SELECT found.thread AS best, min(coalesce(ranked.score, 0)) AS score FROM found \
            LEFT JOIN ranked ON ranked.id = found.id GROUP BY found.thread) JOIN \(source) ON thread.id = best \
            ORDER BY score, thread.lastDate DESC, thread.id DESC LIMIT \(limit)
            """
    }
}

extension StoreReader {
    /// The best first.
    package func threads(_ query: RelevanceQuery, limit: Int) throws -> [MailThread] {
        let search = try ThreadWay(query.predicate, ThreadCoverFinder(database)).search
        return try query.request(search, limit: limit).fetchAll(database).map(ThreadTable.thread)
    }
}
