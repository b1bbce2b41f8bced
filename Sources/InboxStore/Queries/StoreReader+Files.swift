import GRDB
import InboxModel

extension StoreReader {
    /// The number of files that the messages of a list carry.
    package func fileCount(_ query: MessageQuery) throws -> Int {
        try fileCount(query.predicate, where: "TRUE")
    }

    /// Continues counting the files of a list, from new messages to old.
    /// - Parameter cost: the number of messages to read, with files or not.
    package func fileCount(_ query: MessageQuery, from slice: CountSlice, costing cost: Int) throws -> CountSlice {
        var slice = slice
        let end = slice.pause?.id ?? .max
        let part = try database.first(
            "SELECT min(id), count(*) FROM (SELECT id FROM message WHERE id < ? ORDER BY id DESC LIMIT ?)", end, cost
        ) { row in (begin: row[0] as Int64?, messages: row[1] as Int) }
        if let begin = part?.begin {
            slice.count += try fileCount(query.predicate, where: "message.id >= \(begin) AND message.id < \(end)")
            slice.pause = SortKey(value: .number(0), id: begin)
        }
        slice.isDone = (part?.messages ?? 0) < cost
        if slice.isDone { slice.pause = nil }
        return slice
    }

    private func fileCount(_ predicate: MailPredicate, where range: SQL) throws -> Int {
        // One more than the separators between them; messages without files are left out.
        let request: SQLRequest<Int> = """
            SELECT sum(length(files) - length(replace(files, \(RowCoding.recordText), '')) + 1) FROM mail AS message \
            WHERE message.hasFiles = 1 AND \(range) AND (\(predicate.sql))
            """
        return try request.fetchOne(database) ?? 0
    }
}
