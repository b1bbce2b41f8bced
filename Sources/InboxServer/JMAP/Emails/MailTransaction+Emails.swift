import Foundation
import GRDB
import MailContent

extension MailTransaction {
    /// Gives an email a new id, because something changed that is immutable in JMAP (RFC 8621 §4): for JMAP it is a different
    /// email.
    func renewEmail(_ message: Int64, account: Int64) throws {
        guard let old = try emailID(of: message) else { return }
        let new = PublicID.random()
        try db.cachedStatement(sql: "UPDATE message SET emailID = ? WHERE id = ?").execute(arguments: [new, message])
        note(.delete, .email, old, account: account)
        note(.create, .email, new, account: account)
    }

    /// Logs a deletion for JMAP. Must be called before the message goes, while its JMAP id is known.
    func noteEmailGone(_ message: Int64, account: Int64) throws {
        guard let id = try emailID(of: message) else { return }
        note(.delete, .email, id, account: account)
    }

    /// Logs a change of a message that only JMAP shows.
    func noteEmailChanged(_ message: Int64, account: Int64) throws {
        guard let id = try emailID(of: message) else { return }
        note(.modify, .email, id, account: account)
    }

    private func emailID(of message: Int64) throws -> String? {
        let statement = try db.cachedStatement(sql: "SELECT \(EmailRow.id) FROM message WHERE id = ?")
        return try String.fetchOne(statement, arguments: [message])
    }

    /// Turns a draft into a message, or vice versa. Its id stays the same.
    ///
    /// - Parameter isSent: whether the message counts as sent from now on.
    func setDraft(_ isDraft: Bool, isSent: Bool, _ row: EmailRow, account: ServedAccount) throws {
        guard row.isDraft != isDraft else { return }
        let raw = try EmailBytes.of(row, account: account, in: db)
        try db.execute(sql: "UPDATE messageContent SET raw = ? WHERE messageID = ?", arguments: [Data(raw), row.rowID])
        guard let stored = try MessageRow.fetch(db, publicID: row.publicID, account: account.id) else { return }
        var message = NewMessage(stored)
        message.isDraft = isDraft
        if isDraft {
            try unindex(row, account: account, raw: raw)
            try keepFiles(ofMessage: row.rowID, raw: raw)
        } else {
            message.searchText = BodyText.forIndex(ParsedMessage.parse(raw).body)
            try index(message, message: row.rowID)
            try remember(references: message.threadingIDs, thread: row.thread, account: account.id)
        }
        try db.execute(
            sql: "UPDATE message SET isDraft = ?, isSent = ? WHERE id = ?",
            arguments: [isDraft, isSent && !isDraft, row.rowID])
        try setAddresses(of: message, message: row.rowID, account: account)
        note(.delete, isDraft ? .message : .draft, row.publicID, account: account.id)
        note(.create, isDraft ? .draft : .message, row.publicID, account: account.id)
        note(.modify, .email, row.id, account: account.id)
        touch(thread: row.thread, of: account.id)
    }

    /// Deletes an email permanently.
    func destroy(_ row: EmailRow, account: ServedAccount) throws {
        if row.isDraft, let draft = try MessageRow.fetch(db, publicID: row.publicID, account: account.id) {
            return try delete(draft, account: account)
        }
        try unindex(row, account: account, raw: EmailBytes.of(row, account: account, in: db))
        try noteEmailGone(row.rowID, account: account.id)
        let parts = try Row.fetchAll(
            db,
            sql: """
                SELECT file.id, file.publicID FROM file JOIN messageFile ON messageFile.fileID = file.id
                WHERE messageFile.messageID = ? AND file.partID IS NOT NULL
                """, arguments: [row.rowID])
        try detachFiles(from: row.rowID, account: account.id)
        for part in parts {
            try db.execute(sql: "DELETE FROM file WHERE id = ?", arguments: [part[0] as Int64])
            note(.delete, .file, part[1], account: account.id)
        }
        try db.execute(sql: "DELETE FROM message WHERE id = ?", arguments: [row.rowID])
        note(.delete, .message, row.publicID, account: account.id)
        touch(thread: row.thread, of: account.id)
    }

    /// The index stores no texts, so a removal needs the text again (SQLite FTS5 §6.4).
    private func unindex(_ row: EmailRow, account: ServedAccount, raw: [UInt8]) throws {
        guard let stored = try MessageRow.fetch(db, publicID: row.publicID, account: account.id) else { return }
        let message = NewMessage(stored)
        let text = BodyText.forIndex(ParsedMessage.parse(raw).body)
        try db.execute(
            sql: "INSERT INTO messageText (messageText, rowid, subject, people, text) VALUES ('delete', ?, ?, ?, ?)",
            arguments: [row.rowID, message.subject, message.people, text])
    }

    /// Stores the content of the message's files separately, because editing a draft may drop its bytes.
    private func keepFiles(ofMessage message: Int64, raw: [UInt8]) throws {
        let parts = try Row.fetchAll(
            db,
            sql: """
                SELECT file.id, file.partID FROM file JOIN messageFile ON messageFile.fileID = file.id
                WHERE messageFile.messageID = ? AND file.partID IS NOT NULL AND file.content IS NULL
                """, arguments: [message])
        for part in parts {
            let content = ParsedMessage.fileContents(of: raw, partID: part[1]) ?? []
            try db.execute(
                sql: "UPDATE file SET content = ?, partID = NULL WHERE id = ?",
                arguments: [Data(content), part[0] as Int64])
        }
    }
}
