import Foundation
import GRDB

extension MailTransaction {
    /// Adds files that are part of the message's own bytes.
    func attach(_ files: [NewFile], to message: Int64, account: Int64) throws {
        guard !files.isEmpty else { return }
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO file (accountID, publicID, fileName, contentType, size, contentID, partID) VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        let link = try db.cachedStatement(sql: "INSERT INTO messageFile (messageID, position, fileID) VALUES (?, ?, ?)")
        for (position, file) in files.enumerated() {
            let publicID = PublicID.random()
            try insert.execute(
                arguments: [account, publicID, file.fileName, file.contentType, file.size, file.contentID, file.partID])
            try link.execute(arguments: [message, position, db.lastInsertedRowID])
            note(.create, .file, publicID, account: account)
        }
    }

    /// Replaces the files of a draft with these uploaded files.
    func attachUploaded(_ publicIDs: [String], to message: Int64, account: Int64) throws {
        try detachFiles(from: message, account: account)
        for (position, publicID) in publicIDs.enumerated() {
            guard
                let file = try Int64.fetchOne(
                    db, sql: "SELECT id FROM file WHERE accountID = ? AND publicID = ?", arguments: [account, publicID])
            else { throw APIError.invalid("Invalid attachment id \(publicID)") }
            try db.execute(
                sql: "INSERT INTO messageFile (messageID, position, fileID) VALUES (?, ?, ?)",
                arguments: [message, position, file])
            note(.modify, .file, publicID, account: account)
        }
        try db.execute(
            sql: "UPDATE message SET attachmentCount = ? WHERE id = ?", arguments: [publicIDs.count, message])
    }

    func detachFiles(from message: Int64, account: Int64) throws {
        let attached = try String.fetchAll(
            db, sql: "SELECT publicID FROM file JOIN messageFile ON fileID = file.id WHERE messageID = ?",
            arguments: [message])
        for publicID in attached { note(.modify, .file, publicID, account: account) }
        try db.execute(sql: "DELETE FROM messageFile WHERE messageID = ?", arguments: [message])
    }

    func createFile(name: String, contentType: String, content: [UInt8], account: Int64) throws -> String {
        let publicID = PublicID.random()
        try db.execute(
            sql:
                "INSERT INTO file (accountID, publicID, fileName, contentType, size, content) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [account, publicID, name, contentType, content.count, Data(content)])
        note(.create, .file, publicID, account: account)
        return publicID
    }
}
