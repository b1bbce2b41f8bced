import GRDB
package import InboxModel

/// Reading and writing rows of `account`.
enum AccountTable {
    /// A setting, so that older versions of the program can still read the store.
    private static let leavingKey = "leavingAccounts"

    /// Stored where older versions of the program do not look.
    fileprivate static let closedKey = "closed"

    /// The accounts that are hidden while they are being removed.
    static func leaving(_ database: Database) throws -> [AccountID] {
        try Int64.fetchAll(
            database, sql: "SELECT json_each.value FROM setting, json_each(setting.value) WHERE setting.key = ?",
            arguments: [leavingKey]
        ).map { AccountID($0) }
    }

    static func setLeaving(_ database: Database, _ accounts: [AccountID]) throws {
        let list = "[" + accounts.map { String($0.rawValue) }.joined(separator: ",") + "]"
        try database.run("DELETE FROM setting WHERE key = ?", leavingKey)
        if !accounts.isEmpty { try database.run("INSERT INTO setting (key, value) VALUES (?, ?)", leavingKey, list) }
    }

    /// All accounts except those that are being removed.
    static func all(_ database: Database) throws -> [Account] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT id, address, name, dialect, url, userName, hasLabels, \
                (SELECT TRUE FROM syncState WHERE syncState.account = account.id AND key = ?) FROM account WHERE id NOT IN \
                (SELECT value FROM json_each((SELECT coalesce(max(value), '[]') FROM setting WHERE key = ?))) ORDER BY id
                """)
        return try Row.fetchAll(statement, arguments: [closedKey, leavingKey]).map { row in
            let dialect: String = row[3]
            var account = Account(
                id: AccountID(row[0]), address: row[1], name: row[2],
                dialect: Account.Dialect(rawValue: dialect) ?? .inbox,
                url: row[4], userName: row[5], hasLabels: row[6])
            account.isClosed = row[7]
            return account
        }
    }

    static func dialect(_ database: Database, _ id: AccountID) throws -> Account.Dialect {
        let statement = try database.cachedStatement(sql: "SELECT dialect FROM account WHERE id = ?")
        return try String.fetchOne(statement, arguments: [id.rawValue]).flatMap { Account.Dialect(rawValue: $0) }
            ?? .inbox
    }
}

extension StoreTransaction {
    /// Stores a new account and returns the id that it is given.
    package func add(_ account: Account) throws -> AccountID {
        try database.execute(
            sql: "INSERT INTO account (address, name, dialect, url, userName, hasLabels) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                account.address, account.name, account.dialect.rawValue, account.url, account.userName,
                account.hasLabels,
            ])
        let id = AccountID(database.lastInsertedRowID)
        noteAccounts()
        try Migrator.mark(database)
        try takeKeptPeople(into: id)
        return id
    }

    /// Stores what the server says the account allows.
    package func setAbility(isReadOnly: Bool, hasLabels: Bool, of id: AccountID) throws {
        guard let known = try AccountTable.all(database).first(where: { $0.id == id }),
            (known.isClosed ?? false, known.hasLabels) != (isReadOnly, hasLabels)
        else { return }
        try setSyncState(isReadOnly ? "yes" : nil, key: AccountTable.closedKey, account: id)
        try database.run("UPDATE account SET hasLabels = ? WHERE id = ?", hasLabels, id.rawValue)
        noteAccounts()
        // Waiting actions of the account may now be sent, or must not be.
        noteActions()
    }

    /// Stores where the account's server is now.
    package func setURL(_ url: String, of id: AccountID) throws {
        try database.run("UPDATE account SET url = ? WHERE id = ?", url, id.rawValue)
        noteAccounts()
    }

    /// Stores the name of the account's owner.
    package func setName(_ name: String, of id: AccountID) throws {
        try database.run("UPDATE account SET name = ? WHERE id = ?", name, id.rawValue)
        noteAccounts()
    }

    package func setSetting(_ value: String?, key: String) throws {
        if let value {
            try database.execute(
                sql: "INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)", arguments: [key, value])
        } else {
            try database.execute(sql: "DELETE FROM setting WHERE key = ?", arguments: [key])
        }
    }
}
