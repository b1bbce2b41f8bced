import GRDB

extension MailReader {
    func file(_ publicID: String) throws -> JSONValue? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(FileRow.columns) FROM file WHERE publicID = ? AND accountID = ?")
        return try Row.fetchOne(statement, arguments: [publicID, account.id]).map { try json(FileRow(row: $0)) }
    }

    func json(_ file: FileRow) throws -> JSONValue {
        let statement = try db.cachedStatement(
            sql: """
                SELECT message.publicID FROM messageFile JOIN message ON message.id = messageFile.messageID
                WHERE messageFile.fileID = ? ORDER BY message.id
                """)
        return fileObject(
            file.members(account: account, messages: try String.fetchAll(statement, arguments: [file.id])))
    }

    func contact(_ publicID: String) throws -> JSONValue? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(ContactRow.columns) FROM contact WHERE publicID = ? AND accountID = ?")
        return try Row.fetchOne(statement, arguments: [publicID, account.id]).map { json(ContactRow(row: $0)) }
    }

    func json(_ contact: ContactRow) -> JSONValue {
        object(contact.members(account: account))
    }
}
