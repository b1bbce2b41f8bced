import GRDB
import InboxModel

/// Numbers that were given away before a rescue are not given again: what the user did, refusals and kept drafts go on naming them.
struct RescuedNumbers {
    let database: Database

    /// No store counts so far: a larger number is damage, and would leave none for what comes.
    private static let most: Int64 = 1 << 48

    /// What a damaged file says that it had given away.
    func take(from old: Database) throws {
        var rows = DamagedTable(old, "sqlite_sequence", columns: ["name", "seq"])
        try rows.read(keys: []) { values in
            guard let table = String.fromDatabaseValue(values[0]), let last = Int64.fromDatabaseValue(values[1]) else {
                return
            }
            try raise(table, to: last)
        }
    }

    /// What is named elsewhere, where the file could not say it any more.
    func takeNamed() throws {
        for (table, query) in Self.namings {
            if let last = try Int64.fetchOne(database, sql: query) { try raise(table, to: last) }
        }
        let files = try String.fetchAll(database, sql: "SELECT files FROM envelope WHERE \(Self.isOfDraft)")
        let last = files.flatMap(RowCoding.files).compactMap(\.localID?.rawValue).max()
        if let last { try raise("draftFile", to: last) }
    }

    private static let namings = [
        ("action", "SELECT max(id) FROM refusal"),
        ("action", "SELECT max(action) FROM undoStep"),
        ("mailbox", "SELECT max(mailbox) FROM action"),
        ("mailbox", "SELECT max(mailbox) FROM refusal"),
        ("draftVersion", "SELECT max(draftVersion) FROM undoStep"),
        ("draftFile", "SELECT max(file) FROM action"),
        (
            "draftFile",
            """
            SELECT max(file.value) FROM draftVersion, json_each(iif(json_valid(files), files, '[]')) AS file \
            WHERE typeof(file.value) = 'integer'
            """
        ),
    ]

    private static let isOfDraft =
        "files <> '' AND message IN (SELECT id FROM message WHERE instr(keywords, ' $draft ') > 0)"

    private func raise(_ table: String, to last: Int64) throws {
        guard last > 0, last < Self.most else { return }
        try database.execute(
            sql: """
                INSERT INTO sqlite_sequence (name, seq) SELECT name, 0 FROM sqlite_master \
                WHERE type = 'table' AND name = ?1 AND instr(sql, 'AUTOINCREMENT') > 0 \
                AND name NOT IN (SELECT name FROM sqlite_sequence)
                """, arguments: [table])
        try database.execute(
            sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", arguments: [last, table])
    }
}
