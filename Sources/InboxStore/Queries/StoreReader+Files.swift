import GRDB
import InboxModel

extension StoreReader {
    /// The number of files that the messages of a list carry.
    package func fileCount(_ query: MessageQuery) throws -> Int {
        // One more than the separators between them; messages without files are left out.
        let request: SQLRequest<Int> = """
            SELECT sum(length(files) - length(replace(files, \(RowCoding.recordText), '')) + 1) FROM mail AS message \
            WHERE message.hasFiles = 1 AND (\(query.predicate.sql))
            """
        return try request.fetchOne(database) ?? 0
    }
}
