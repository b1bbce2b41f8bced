import GRDB
package import InboxModel

extension IMAPIndex {
    /// Notes what was read of copies, which gives them a message and a thread.
    ///
    /// A thread is what the server says it is, else all mail that is connected by Message-ID and References: the thread of the
    /// oldest known stays, others join it, and their messages are noted in the log as changed as a whole. News is noted in the log. So is a
    /// message that was known already and has one more copy, but not old mail that was read first: what reads it tells it.
    /// - Returns: the messages, by UID. Copies that are not known any more are left out.
    package func take(heads: [IndexedHead], in folder: Int64) throws -> [UInt32: IndexedMessage] {
        guard !heads.isEmpty else { return [:] }
        return try write { transaction in
            var messages: [UInt32: Int64] = [:]
            for head in heads {
                guard let copy = try transaction.copy(head.uid, in: folder) else { continue }
                messages[head.uid] = try transaction.attach(head, to: copy, in: folder)
            }
            // Only now, since one head may change the thread of another.
            return try messages.compactMapValues(transaction.database.indexedMessage)
        }
    }

    /// Without those that are not known, or of which no copy is left.
    package func messages(_ ids: some Collection<RemoteID>) throws -> [RemoteID: IndexedMessage] {
        try read { database in
            let known = try database.cachedStatement(sql: "SELECT id FROM message WHERE remoteID = ?")
            var found: [RemoteID: IndexedMessage] = [:]
            for id in ids {
                guard let row = try Int64.fetchOne(known, arguments: [id.rawValue]) else { continue }
                found[id] = try database.indexedMessage(row)
            }
            return found
        }
    }

    /// Those messages that this index never had, and so may be among mail that it has not read.
    func unheard(among ids: some Collection<RemoteID>) throws -> Set<RemoteID> {
        try read { database in
            let heard = try database.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM message WHERE remoteID = ?1)
                        OR EXISTS (SELECT 1 FROM gone WHERE isMailbox = 0 AND remoteID = ?1)
                    """)
            return Set(try ids.filter { try Bool.fetchOne(heard, arguments: [$0.rawValue]) == false })
        }
    }

    /// Those of some messages of which a folder has another one with the same Message-ID.
    /// - Parameter first: the lowest UID that counts.
    package func twins(of ids: Set<RemoteID>, in folder: Int64, from first: UInt32) throws -> Set<RemoteID> {
        try read { database in
            try ids.filter { id in
                let request: SQLRequest<Bool> = """
                    SELECT EXISTS (
                        SELECT 1 FROM message JOIN message other ON other.messageID = message.messageID
                        JOIN copy ON copy.message = other.id AND copy.folder = \(folder) AND copy.uid >= \(first)
                        WHERE message.remoteID = \(id.rawValue)
                    )
                    """
                return try request.fetchOne(database) ?? false
            }
        }
    }

    /// All known messages of some threads.
    package func messages(ofThreads threads: some Collection<RemoteID>) throws -> [IndexedMessage] {
        try read { database in
            let known = try database.cachedStatement(
                sql: "SELECT id FROM message WHERE thread = (SELECT id FROM thread WHERE remoteID = ?) ORDER BY id")
            return try Set(threads).sorted().flatMap { thread in
                try Int64.fetchAll(known, arguments: [thread.rawValue]).compactMap(database.indexedMessage)
            }
        }
    }

    /// Whether a folder has copies whose heads were not read, or may have old mail that was not even outlined.
    package func hasUnread(in folder: Int64) throws -> Bool {
        try read { database in
            let unread = try database.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM copy WHERE folder = ?1 AND message IS NULL)
                        OR EXISTS (SELECT 1 FROM folder WHERE id = ?1 AND NOT isOutlined AND firstNews > 1)
                    """)
            return try Bool.fetchOne(unread, arguments: [folder]) ?? false
        }
    }

    /// Messages of which the Message-ID was read, with angle brackets.
    package func messages(withMessageID header: String) throws -> [IndexedMessage] {
        try read { database in
            let request: SQLRequest<Int64> =
                "SELECT id FROM message WHERE messageID = \(IndexHash.number(header)) ORDER BY id"
            return try request.fetchAll(database).compactMap(database.indexedMessage)
        }
    }
}

extension Database {
    /// - Parameter row: a row id.
    /// - Returns: nil if no copy is left.
    func indexedMessage(_ row: Int64) throws -> IndexedMessage? {
        let names = try cachedStatement(
            sql: """
                SELECT message.remoteID, thread.remoteID FROM message JOIN thread ON thread.id = message.thread
                WHERE message.id = ?
                """)
        guard let name = try Row.fetchOne(names, arguments: [row]) else { return nil }
        let id = RemoteID(try name.decode(String.self, atIndex: 0))
        let (copies, mailboxes) = try copies(of: row, id)
        guard !copies.isEmpty else { return nil }
        return IndexedMessage(
            id: id, thread: RemoteID(try name.decode(String.self, atIndex: 1)), copies: copies,
            keywords: IndexedMessage.keywords(of: copies), mailboxes: mailboxes)
    }

    private func copies(of row: Int64, _ id: RemoteID) throws -> ([IndexedCopy], Set<RemoteID>) {
        let known = try cachedStatement(
            sql: """
                SELECT copy.folder, copy.uid, copy.flags, copy.date, folder.mailbox
                FROM copy JOIN folder ON folder.id = copy.folder WHERE copy.message = ? ORDER BY copy.folder, copy.uid
                """)
        var (copies, mailboxes): ([IndexedCopy], Set<RemoteID>) = ([], [])
        let rows = try Row.fetchCursor(known, arguments: [row])
        while let found = try rows.next() {
            var copy = try IndexedCopy(found)
            copy.message = id
            copies.append(copy)
            mailboxes.insert(RemoteID(try found.decode(String.self, atIndex: 4)))
        }
        return (copies, mailboxes)
    }
}
