import GRDB

extension MailTransaction {
    func createThread(account: Int64) throws -> Int64 {
        let publicID = PublicID.random()
        try db.cachedStatement(sql: "INSERT INTO thread (accountID, publicID) VALUES (?, ?)").execute(arguments: [
            account, publicID,
        ])
        note(.create, .thread, publicID, account: account)
        return db.lastInsertedRowID
    }

    /// Returns the thread for mail with these ids: the thread that knows any of them, merged if several do, otherwise a new
    /// one. Never by subject (RFC 5256 §2.2 step 5 is left out on purpose).
    func thread(forReferences references: [String], account: Int64) throws -> Int64 {
        let lookUp = try db.cachedStatement(sql: "SELECT threadID FROM reference WHERE accountID = ? AND header = ?")
        var known: Set<Int64> = []
        for header in references {
            if let thread = try Int64.fetchOne(lookUp, arguments: [account, header]) { known.insert(thread) }
        }
        guard let thread = known.min() else { return try createThread(account: account) }
        for other in known where other != thread {
            try merge(other, into: thread, account: account)
        }
        return thread
    }

    /// Assigns these message ids to the thread.
    func remember(references: [String], thread: Int64, account: Int64) throws {
        let insert = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO reference (accountID, header, threadID) VALUES (?, ?, ?)")
        for header in references { try insert.execute(arguments: [account, header, thread]) }
    }

    func merge(_ other: Int64, into thread: Int64, account: Int64) throws {
        for row in try Row.fetchAll(
            db, sql: "SELECT publicID, isDraft, id FROM message WHERE threadID = ?", arguments: [other])
        {
            note(.modify, row[1] ? .draft : .message, row[0], account: account)
            try renewEmail(row[2], account: account)
        }
        try db.execute(sql: "UPDATE message SET threadID = ? WHERE threadID = ?", arguments: [thread, other])
        try db.execute(sql: "UPDATE reference SET threadID = ? WHERE threadID = ?", arguments: [thread, other])
        try db.execute(
            sql: "UPDATE thread SET isUnseen = 1 WHERE id = ? AND (SELECT isUnseen FROM thread WHERE id = ?)",
            arguments: [thread, other])
        touch(thread: other, of: account)
        touch(thread: thread, of: account)
    }

    /// Marks the thread as seen: it is no longer new.
    func see(thread: Int64, of account: Int64) throws {
        try db.cachedStatement(sql: "UPDATE thread SET isUnseen = 0 WHERE id = ? AND isUnseen").execute(
            arguments: [thread])
        if db.changesCount > 0 { touch(thread: thread, of: account) }
    }

    /// Recomputes the columns of a thread's row from its messages; deletes a thread without any.
    func refreshThread(_ thread: Int64, of account: Int64) throws {
        let publicIDs = try db.cachedStatement(sql: "SELECT publicID FROM thread WHERE id = ?")
        guard let publicID = try String.fetchOne(publicIDs, arguments: [thread]) else { return }
        try db.cachedStatement(sql: "DELETE FROM threadMailbox WHERE threadID = ?").execute(arguments: [thread])
        guard let facts = try ThreadFacts(db, thread: thread) else {
            try db.execute(sql: "DELETE FROM reference WHERE threadID = ?", arguments: [thread])
            try db.execute(sql: "DELETE FROM thread WHERE id = ?", arguments: [thread])
            note(.delete, .thread, publicID, account: account)
            return
        }
        try facts.store(in: db, thread: thread)
        try db.cachedStatement(
            sql: """
                INSERT INTO threadMailbox (mailboxID, lastDate, threadID)
                SELECT DISTINCT messageMailbox.mailboxID, thread.lastDate, thread.id
                FROM thread JOIN message ON message.threadID = thread.id
                JOIN messageMailbox ON messageMailbox.messageID = message.id WHERE thread.id = ?
                """
        ).execute(arguments: [thread])
        note(.modify, .thread, publicID, account: account)
    }
}
