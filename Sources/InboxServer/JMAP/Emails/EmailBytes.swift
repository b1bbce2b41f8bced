import Foundation
import GRDB
import MailContent

/// The bytes of emails. Of a draft written through the Inbox API only the fields are stored; its bytes are made from them,
/// each time the same.
enum EmailBytes {
    static func of(_ row: EmailRow, account: ServedAccount, in db: Database) throws -> [UInt8] {
        let statement = try db.cachedStatement(sql: "SELECT raw FROM messageContent WHERE messageID = ?")
        if let raw = try Data.fetchOne(statement, arguments: [row.rowID]) { return Array(raw) }
        guard let message = try MessageRow.fetch(db, publicID: row.publicID, account: account.id) else { return [] }
        let files = try MailReader(db, account: account).fileIDs(of: message).compactMap { id in
            try FileContent.read(db, publicID: id, account: account.id).map { file, content in
                OutgoingFile(id: id, name: file.fileName, contentType: file.contentType, content: content)
            }
        }
        return MessageComposer(message: NewMessage(message), files: files).bytes
    }

    /// Returns only the header fields, as needed for lists, without reading large messages in full.
    static func headers(of row: EmailRow, account: ServedAccount, in db: Database) throws -> [RawHeader] {
        let statement = try db.cachedStatement(
            sql: "SELECT substr(raw, 1, 262144) FROM messageContent WHERE messageID = ?")
        if let head = try Data.fetchOne(statement, arguments: [row.rowID]) { return RawHeader.all(in: Array(head)) }
        return RawHeader.all(in: try of(row, account: account, in: db))
    }
}
