import GRDB
import InboxModel

/// The ids that were assigned before a rescue. They are not reused: undo steps, refusals and kept drafts still refer to them.
struct RescuedNumbers {
    let database: Database

    /// No store counts this far. A larger number is damage, and would leave no ids for new rows.
    private static let most: Int64 = 1 << 48

    /// Takes over the last ids that a damaged file has recorded.
    func take(from old: Database) throws {
        var rows = DamagedTable(old, "sqlite_sequence", columns: ["name", "seq"])
        try rows.read(keys: []) { values in
            guard let table = String.fromDatabaseValue(values[0]), let last = Int64.fromDatabaseValue(values[1]) else {
                return
            }
            try raise(table, to: last)
        }
    }

    /// Takes over the ids that other rows refer to, in case the file's own record is lost.
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
