import GRDB

/// An account of this server, as loaded at its start.
struct ServedAccount: Sendable, Equatable {
    let id: Int64
    let publicID: String
    let email: String
    let name: String
    let token: String
    let hasLabels: Bool

    /// The API's object type of this account's mailboxes.
    var mailboxObject: ChangeObject { hasLabels ? .label : .folder }
}

extension ServedAccount {
    /// Opens the account with that address, and creates it with its mailboxes if it does not exist yet.
    static func open(_ wanted: AccountConfiguration, hasLabels: Bool, in transaction: MailTransaction) throws
        -> ServedAccount
    {
        let db = transaction.db
        if let row = try Row.fetchOne(
            db, sql: "SELECT id, publicID, email, name, token, hasLabels FROM account WHERE email = ?",
            arguments: [wanted.address])
        {
            if let token = wanted.token {
                try db.execute(
                    sql: "UPDATE account SET token = ? WHERE id = ?", arguments: [token, row["id"] as Int64])
            }
            return ServedAccount(
                id: row["id"], publicID: row["publicID"], email: row["email"], name: row["name"],
                token: wanted.token ?? row["token"], hasLabels: row["hasLabels"])
        }
        let publicID = PublicID.random()
        let token = wanted.token ?? PublicID.randomToken()
        try db.execute(
            sql: "INSERT INTO account (publicID, email, name, token, hasLabels) VALUES (?, ?, ?, ?, ?)",
            arguments: [publicID, wanted.address, wanted.name, token, hasLabels])
        let account = ServedAccount(
            id: db.lastInsertedRowID, publicID: publicID, email: wanted.address, name: wanted.name, token: token,
            hasLabels: hasLabels)
        for role in MailboxRow.Role.allCases where role.exists(withLabels: hasLabels) {
            _ = try transaction.createMailbox(role: role, displayName: role.displayName, account: account)
        }
        return account
    }
}
