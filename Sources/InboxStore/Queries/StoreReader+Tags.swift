import GRDB
package import InboxModel

extension StoreReader {
    /// The tags of stored mail, most used first.
    package func tags() throws -> [Keyword] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT value FROM threadList WHERE fact = 'keyword' AND marks = 0 AND threads > 0 \
                ORDER BY threads DESC, value
                """)
        return try String.fetchAll(statement).map { Keyword($0) }.filter(\.isTag)
    }

    /// The tags by name, with their counts: the lengths of the thread lists that are kept for each. Reads no threads.
    package func tagCounts() throws -> [MailTag] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT value, marks, threads FROM threadList \
                WHERE fact = 'keyword' AND marks IN (?, ?) AND threads > 0 ORDER BY value, marks
                """)
        let marks = [ThreadListKey.Marks.any, .unread].map(\.rawValue)
        let cursor = try Row.fetchCursor(statement, arguments: StatementArguments(marks))
        var tags: [MailTag] = []
        while let row = try cursor.next() {
            let (value, marks, threads): (String, Int, Int) = (row[0], row[1], row[2])
            let keyword = Keyword(value)
            if marks == ThreadListKey.Marks.any.rawValue {
                if keyword.isTag { tags.append(MailTag(keyword, threadCount: threads)) }
            } else if tags.last?.keyword == keyword {
                tags[tags.count - 1].unreadThreadCount = threads
            }
        }
        return tags.sorted { ($0.keyword.tagName, $0.keyword) < ($1.keyword.tagName, $1.keyword) }
    }
}
