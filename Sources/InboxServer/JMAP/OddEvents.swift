import GRDB

/// What happens to the mail of an odd server all at once.
enum OddEvents {
    static func happen(to account: ServedAccount, _ host: JMAPHost) async throws {
        let oddities = host.oddities
        if oddities.happens(.newIDs) { try await host.database.write { try $0.renewAllIDs(of: account) } }
        if oddities.happens(.mergedThreads) { try await host.database.write { try $0.mergeNewestThreads(of: account) } }
        if oddities.happens(.splitThreads) { try await host.database.write { try $0.splitNewestThread(of: account) } }
    }
}

extension MailTransaction {
    /// Gives everything another id and forgets the change log: the mail of before is there, and nothing else is.
    fileprivate func renewAllIDs(of account: ServedAccount) throws {
        try db.execute(sql: "DELETE FROM change WHERE accountID = ?", arguments: [account.id])
        for row in try Row.fetchAll(
            db, sql: "SELECT id, isDraft, \(EmailRow.id) FROM message WHERE accountID = ?", arguments: [account.id])
        {
            let new = PublicID.random()
            try db.execute(
                sql: "UPDATE message SET publicID = ?, emailID = NULL WHERE id = ?", arguments: [new, row[0] as Int64])
            try db.execute(
                sql: "UPDATE submission SET emailID = ? WHERE emailID = ?", arguments: [new, row[2] as String])
            note(.create, row[1] ? .draft : .message, new, account: account.id)
        }
        for row in try Row.fetchAll(
            db, sql: "SELECT id, publicID FROM thread WHERE accountID = ?", arguments: [account.id])
        {
            let new = PublicID.random()
            try db.execute(sql: "UPDATE thread SET publicID = ? WHERE id = ?", arguments: [new, row[0] as Int64])
            try db.execute(
                sql: "UPDATE submission SET threadID = ? WHERE threadID = ?", arguments: [new, row[1] as String])
            note(.create, .thread, new, account: account.id)
        }
        for mailbox in try MailboxList(db, account: account.id).all {
            let new = PublicID.random()
            try db.execute(sql: "UPDATE mailbox SET publicID = ? WHERE id = ?", arguments: [new, mailbox.id])
            note(.create, mailbox.object(of: account), new, account: account.id)
        }
    }

    fileprivate func mergeNewestThreads(of account: ServedAccount) throws {
        let newest = try Int64.fetchAll(
            db, sql: "SELECT id FROM thread WHERE accountID = ? ORDER BY lastDate DESC, id DESC LIMIT 2",
            arguments: [account.id])
        guard newest.count == 2 else { return }
        try merge(newest[0], into: newest[1], account: account.id)
    }

    fileprivate func splitNewestThread(of account: ServedAccount) throws {
        let thread = try Int64.fetchOne(
            db,
            sql: """
                SELECT id FROM thread WHERE accountID = ? AND messageCount > 1 ORDER BY lastDate DESC, id DESC LIMIT 1
                """,
            arguments: [account.id])
        guard let thread,
            let last = try Row.fetchOne(
                db,
                sql: """
                    SELECT id, publicID, messageIDHeader FROM message WHERE threadID = ? AND NOT isDraft
                    ORDER BY date DESC, id DESC LIMIT 1
                    """, arguments: [thread])
        else { return }
        let own = try createThread(account: account.id)
        note(.modify, .message, last[1], account: account.id)
        try renewEmail(last[0], account: account.id)
        try db.execute(sql: "UPDATE message SET threadID = ? WHERE id = ?", arguments: [own, last[0] as Int64])
        try db.execute(
            sql: "UPDATE reference SET threadID = ? WHERE accountID = ? AND header = ?",
            arguments: [own, account.id, last[2] as String])
        touch(thread: thread, of: account.id)
        touch(thread: own, of: account.id)
    }
}
