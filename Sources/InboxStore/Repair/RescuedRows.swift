import GRDB

/// Rows from a damaged file, some of which miss others that they refer to.
struct RescuedRows {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Makes up what must be there for the rest to be kept, and lets go what is of no use without what was lost.
    func makeWhole() throws {
        // An account whose row is lost has to be signed in to again; its drafts can be read meanwhile.
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
        // A row that goes may be what another one refers to.
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
