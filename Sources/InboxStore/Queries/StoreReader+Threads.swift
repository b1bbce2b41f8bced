import GRDB
package import InboxModel

extension StoreReader {
    /// The threads of messages, as far as these still exist.
    package func threads(of messages: [MessageID]) throws -> [MessageID: ThreadID] {
        var threads: [MessageID: ThreadID] = [:]
        try database.forEachRow(
            "SELECT message.id, thread FROM json_each(?) AS list CROSS JOIN message ON message.id = list.value",
            IDList(messages)
        ) { threads[MessageID($0[0])] = ThreadID($0[1]) }
        return threads
    }

    /// All messages that a server has in the threads of some messages, with what it last said of their marks, oldest first.
    package func wholeThreads(of messages: [MessageID]) throws -> [RemoteID: [(id: RemoteID, base: MessageMarks)]] {
        var threads: [RemoteID: [(id: RemoteID, base: MessageMarks)]] = [:]
        try database.forEachRow(
            """
            SELECT thread.remoteID, message.remoteID, coalesce(base.keywords, message.keywords), \
            coalesce(base.mailboxes, message.mailboxes) FROM thread JOIN message ON message.thread = thread.id \
            LEFT JOIN base ON base.message = message.id \
            WHERE thread.id IN (SELECT thread FROM message WHERE id IN (SELECT value FROM json_each(?))) \
            AND thread.remoteID IS NOT NULL AND message.remoteID IS NOT NULL ORDER BY message.receivedAt, message.id
            """, IDList(messages)
        ) { row in
            let marks = MessageMarks(keywords: RowCoding.keywords(row[2]), mailboxes: RowCoding.mailboxes(row[3]))
            threads[RemoteID(row[0]), default: []].append((RemoteID(row[1]), marks))
        }
        return threads
    }
}
