import GRDB
package import InboxModel

/// Reading and writing rows of `account`.
enum AccountTable {
    static func all(_ database: Database) throws -> [Account] {
        try Row.fetchAll(
            database, sql: "SELECT id, address, name, dialect, url, userName, hasLabels FROM account ORDER BY id"
        ).map { row in
            let dialect: String = row[3]
            return Account(
                id: AccountID(row[0]), address: row[1], name: row[2],
                dialect: Account.Dialect(rawValue: dialect) ?? .inbox,
                url: row[4], userName: row[5], hasLabels: row[6])
        }
    }

    static func dialect(_ database: Database, _ id: AccountID) throws -> Account.Dialect {
        let statement = try database.cachedStatement(sql: "SELECT dialect FROM account WHERE id = ?")
        return try String.fetchOne(statement, arguments: [id.rawValue]).flatMap { Account.Dialect(rawValue: $0) }
            ?? .inbox
    }
}

extension StoreTransaction {
    /// Keeps a new account; its id is given here.
    package func add(_ account: Account) throws -> AccountID {
        try database.execute(
            sql: "INSERT INTO account (address, name, dialect, url, userName, hasLabels) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                account.address, account.name, account.dialect.rawValue, account.url, account.userName,
                account.hasLabels,
            ])
        noteAccounts()
        return AccountID(database.lastInsertedRowID)
    }

    /// Removes an account with all its mail, queue and index.
    package func remove(_ account: AccountID) throws {
        try dropTransfers(to: account)
        let threads = try Int64.fetchAll(
            database, sql: "SELECT id FROM thread WHERE account = ?", arguments: [account.rawValue])
        for thread in threads {
            try touch(ThreadID(thread))
            for message in try MessageTable.messages(database, of: ThreadID(thread)) {
                words.remove(message.id)
                try MessageTable.delete(database, message)
            }
            // Now, while its row says in which lists it stands.
            try rewrite(ThreadID(thread))
        }
        try forgetCommits()
        // Rows that refer to the account by a foreign key go with it.
        try database.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [account.rawValue])
        try setSetting("yes", key: Store.tracesKey)
        noteAccounts()
        noteMailboxes(names: true)
        noteActions()
        contacts.areLost = true
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
