import GRDB
import InboxModel

/// Reading and writing rows of `contact`.
enum ContactTable {
    static let columns =
        "contact.id, contact.account, contact.remoteID, contact.name, contact.email, contact.mailCount, contact.sentCount, "
        + "contact.lastMailAt, contact.card, contact.isHidden"

    static func contact(_ row: Row) -> Contact {
        let remoteID: String? = row[2]
        let lastMailAt: Int64? = row[7]
        return Contact(
            id: ContactID(row[0]), account: AccountID(row[1]), remoteID: remoteID.map { RemoteID($0) },
            address: MailAddress(name: row[3], email: row[4]), mailCount: row[5], sentCount: row[6],
            lastMailAt: lastMailAt.map { RowCoding.date($0) }, card: ContactCard(jsonText: row[8]), isHidden: row[9])
    }

    /// Puts a blank before each word, so that a search can match the beginning of a word.
    private static func text(_ words: [String]) -> String { " " + words.joined(separator: " ") }

    static func all(_ database: Database) throws -> [Contact] {
        try Row.fetchAll(database, sql: "SELECT \(columns) FROM contact ORDER BY id").map(contact)
    }

    static func find(_ database: Database, _ id: ContactID) throws -> Contact? {
        let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM contact WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.rawValue]).map(contact)
    }

    static func find(_ database: Database, account: AccountID, remoteID: RemoteID) throws -> Contact? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(columns) FROM contact WHERE account = ? AND remoteID = ?")
        return try Row.fetchOne(statement, arguments: [account.rawValue, remoteID.rawValue]).map(contact)
    }

    /// The oldest contact with that address.
    static func find(_ database: Database, account: AccountID, email: String) throws -> Contact? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(columns) FROM contact WHERE account = ? AND emailKey = ? ORDER BY id LIMIT 1")
        return try Row.fetchOne(statement, arguments: [account.rawValue, email.lowercased()]).map(contact)
    }

    static func insert(_ database: Database, account: AccountID, _ address: MailAddress) throws -> ContactID {
        try insert(database, Contact(id: ContactID(0), account: account, remoteID: nil, address: address))
    }

    private static func insert(_ database: Database, _ contact: Contact) throws -> ContactID {
        try database.run(
            """
            INSERT INTO contact (account, name, email, emailKey, nameKey, words, useKey, mailCount, sentCount, \
            lastMailAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, contact.account.rawValue, contact.address.name, contact.address.email,
            contact.address.email.lowercased(),
            contact.nameKey, text(contact.words), contact.useKey, contact.mailCount, contact.sentCount,
            contact.lastMailAt.map { RowCoding.seconds($0) })
        return ContactID(database.lastInsertedRowID)
    }

    /// Writes everything of a contact but its id and account.
    static func write(_ database: Database, _ contact: Contact) throws {
        try database.run(
            """
            UPDATE contact SET remoteID = ?, name = ?, email = ?, emailKey = ?, nameKey = ?, useKey = ?, words = ?, \
            mailCount = ?, sentCount = ?, lastMailAt = ?, card = ?, isHidden = ? WHERE id = ?
            """, contact.remoteID?.rawValue, contact.address.name, contact.address.email,
            contact.address.email.lowercased(),
            contact.nameKey, contact.useKey, text(contact.words), contact.mailCount,
            contact.sentCount, contact.lastMailAt.map { RowCoding.seconds($0) }, try contact.card?.jsonText(),
            contact.isHidden,
            contact.id.rawValue)
    }

    static func delete(_ database: Database, _ id: ContactID) throws {
        try database.run("DELETE FROM contact WHERE id = ?", id.rawValue)
    }

    /// Adds what new mail says about a person to their contact.
    /// - Parameter note: called with the contact that changes and its previous value, which is nil for a new one.
    static func gather(
        _ database: Database, _ person: ContactGathering.Person, note: (ContactID, Contact?) -> Void = { _, _ in }
    ) throws {
        let known = try find(database, account: person.account, email: person.address.email)
        var contact =
            known ?? Contact(id: ContactID(0), account: person.account, remoteID: nil, address: person.address)
        contact.mailCount += person.mailCount
        contact.sentCount += person.sentCount
        contact.lastMailAt = max(contact.lastMailAt ?? person.lastMailAt, person.lastMailAt)
        if contact.address.name.isEmpty { contact.address.name = person.address.name }
        guard let known else { return note(try insert(database, contact), nil) }
        note(known.id, known)
        if contact.address != known.address { return try write(database, contact) }
        try database.run(
            "UPDATE contact SET useKey = ?, mailCount = ?, sentCount = ?, lastMailAt = ? WHERE id = ?", contact.useKey,
            contact.mailCount, contact.sentCount, contact.lastMailAt.map { RowCoding.seconds($0) },
            contact.id.rawValue)
    }
}
