import GRDB

/// Rows from a damaged file, some of which refer to rows that are missing.
struct RescuedRows {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Adds missing rows that others need, and deletes rows that are of no use without what was lost.
    func makeWhole() throws {
        // If an account's row is lost, the user must sign in again, but can read its drafts meanwhile.
        for table in ["message", "action", "mailbox"] {
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO account (id, address, name, dialect, url, userName, hasLabels) \
                    SELECT DISTINCT account, 'lost-account-' || account, '', 'inbox', '', '', 1 FROM \(table)
                    """)
        }
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO thread (id, account) SELECT thread, min(account) FROM message GROUP BY thread;
                DELETE FROM thread WHERE id NOT IN (SELECT thread FROM message);
                DELETE FROM actionEdit WHERE message NOT IN (SELECT id FROM message);
                DELETE FROM messageText_content WHERE id NOT IN (SELECT id FROM message);
                \(StoreTransaction.forgetRead);
                """)
        // Deleting a row may orphan others.
        for _ in 0..<3 { try deleteOrphans() }
    }

    private func deleteOrphans() throws {
        for table in try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'") {
            let references = try Row.fetchAll(
                database, sql: "SELECT \"table\", \"from\", \"to\" FROM pragma_foreign_key_list(?)", arguments: [table])
            for row in references {
                let (parent, column): (String, String) = (row[0], row[1])
                let named: String? = row[2]
                let key = try named ?? primaryKey(of: parent)
                try database.execute(
                    sql: """
                        DELETE FROM \(table) WHERE \(column) IS NOT NULL AND \(column) NOT IN (SELECT \(key) FROM \(parent))
                        """)
            }
        }
    }

    private func primaryKey(of table: String) throws -> String {
        try String.fetchOne(database, sql: "SELECT name FROM pragma_table_info(?) WHERE pk = 1", arguments: [table])
            ?? "rowid"
    }
}
