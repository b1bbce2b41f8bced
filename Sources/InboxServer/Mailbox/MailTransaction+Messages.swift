import Foundation
import GRDB
import InboxModel

/// The address list of a message that an address belongs to.
enum AddressKind: Int, CaseIterable {
    case from, to, cc, bcc
}

extension MailTransaction {
    /// Stores a message or draft with its files, contacts and search text, and adds it to its thread.
    func insert(_ new: NewMessage, account: ServedAccount, mailboxes: MailboxList) throws -> Int64 {
        let thread = try new.thread ?? thread(forReferences: new.threadingIDs, account: account.id)
        if !new.isDraft { try remember(references: new.threadingIDs, thread: thread, account: account.id) }
        let id = try insertRow(new, thread: thread, account: account.id, isSent: mailboxes.isSent(new.mailboxes))
        try db.cachedStatement(sql: "INSERT INTO messageContent (messageID, html, raw, problems) VALUES (?, ?, ?, ?)")
            .execute(arguments: [id, new.html, new.raw.map { Data($0) }, new.problems.joined(separator: "\n")])
        try putNew(id, into: new.mailboxes, date: new.date)
        try addAddresses(of: new, message: id, account: account)
        try attach(new.files, to: id, account: account.id)
        if !new.uploadedFiles.isEmpty { try attachUploaded(new.uploadedFiles, to: id, account: account.id) }
        if !new.isDraft { try index(new, message: id) }
        note(.create, new.isDraft ? .draft : .message, new.publicID, account: account.id)
        if new.isUnread {
            try db.cachedStatement(sql: "UPDATE thread SET isUnseen = 1 WHERE id = ?").execute(arguments: [thread])
        }
        touch(thread: thread, of: account.id)
        return id
    }

    private func insertRow(_ new: NewMessage, thread: Int64, account: Int64, isSent: Bool) throws -> Int64 {
        try db.cachedStatement(
            sql: """
                INSERT INTO message (accountID, threadID, publicID, isDraft, subject, sender, "to", cc, bcc, replyTo, date, snippet,
                    isUnread, isStarred, isSent, attachmentCount, messageIDHeader, inReplyTo, "references", replyToMessageID, listID)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                account, thread, new.publicID, new.isDraft, new.subject, new.from.json, new.to.json, new.cc.json,
                new.bcc.json,
                new.replyTo.json, new.date, new.snippet, new.isUnread, new.isStarred, isSent, new.files.count,
                new.messageID ?? "",
                new.inReplyTo, JSONValue.array(new.references.map(JSONValue.text)).compactText, new.replyToMessageID,
                new.listID,
            ])
        return db.lastInsertedRowID
    }

    /// Replaces the stored addresses of a changed draft.
    func setAddresses(of new: NewMessage, message: Int64, account: ServedAccount) throws {
        try db.cachedStatement(sql: "DELETE FROM messageAddress WHERE messageID = ?").execute(arguments: [message])
        try addAddresses(of: new, message: message, account: account)
    }

    /// Stores the addresses for use by filters. Addresses of messages, not of drafts, become contacts.
    private func addAddresses(of new: NewMessage, message: Int64, account: ServedAccount) throws {
        let insert = try db.cachedStatement(
            sql:
                "INSERT INTO messageAddress (accountID, email, kind, messageID, position, name) VALUES (?, ?, ?, ?, ?, ?)"
        )
        for (kind, addresses) in [(AddressKind.from, new.from), (.to, new.to), (.cc, new.cc), (.bcc, new.bcc)] {
            for (position, address) in addresses.enumerated() {
                try insert.execute(arguments: [
                    account.id, address.email, kind.rawValue, message, position, address.name,
                ])
                if !new.isDraft { try gather(address, account: account) }
            }
        }
    }

    func index(_ new: NewMessage, message: Int64) throws {
        try db.cachedStatement(sql: "INSERT INTO messageText (rowid, subject, people, text) VALUES (?, ?, ?, ?)")
            .execute(arguments: [message, new.subject, new.people, new.searchText])
    }

    /// Creates a contact for the address, or raises the score of a known one, which gets the name if it has none.
    private func gather(_ address: MailAddress, account: ServedAccount) throws {
        guard address.email.contains("@"), address.email.lowercased() != account.email.lowercased() else { return }
        let lookUp = try db.cachedStatement(
            sql: "SELECT id, publicID, name FROM contact WHERE accountID = ? AND email = ?")
        guard let known = try Row.fetchOne(lookUp, arguments: [account.id, address.email]) else {
            let publicID = PublicID.random()
            try db.cachedStatement(
                sql: "INSERT INTO contact (accountID, publicID, email, name, score) VALUES (?, ?, ?, ?, 1)"
            )
            .execute(arguments: [account.id, publicID, address.email, address.name])
            note(.create, .contact, publicID, account: account.id)
            return
        }
        let isNamed = (known[2] as String).isEmpty && !address.name.isEmpty
        try db.cachedStatement(sql: "UPDATE contact SET score = score + 1, name = ? WHERE id = ?")
            .execute(arguments: [isNamed ? address.name : known[2] as String, known[0] as Int64])
        if isNamed { note(.modify, .contact, known[1], account: account.id) }
    }
}
