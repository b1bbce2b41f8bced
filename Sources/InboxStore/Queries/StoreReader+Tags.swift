import GRDB
package import InboxModel

extension StoreReader {
    /// The tags that some mail here has, most of it first.
    package func tags() throws -> [Keyword] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT value FROM threadList WHERE fact = 'keyword' AND marks = 0 AND threads > 0 \
                ORDER BY threads DESC, value
                """)
        return try String.fetchAll(statement).map { Keyword($0) }.filter(\.isTag)
    }
}
