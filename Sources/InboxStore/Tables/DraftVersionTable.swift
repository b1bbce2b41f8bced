import Foundation
import GRDB
import InboxModel

/// Earlier versions of drafts.
enum DraftVersionTable {
    private static let columns = "id, draft, account, keptAt, isDiscarded, content"

    static func insert(_ database: Database, _ draft: KeptDraft, isDiscarded: Bool, now: Date) throws
        -> DraftVersionID
    {
        let content = try draft.jsonText()
        try database.run(
            """
            INSERT INTO draftVersion (account, draft, keptAt, isDiscarded, size, files, content) \
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, draft.message.account.rawValue, draft.message.id.rawValue, RowCoding.seconds(now), isDiscarded,
            size(of: draft, content), IDList(draft.localFiles.sorted()), content)
        return DraftVersionID(database.lastInsertedRowID)
    }

    static func update(_ database: Database, _ id: DraftVersionID, _ draft: KeptDraft) throws {
        let content = try draft.jsonText()
        try database.run(
            "UPDATE draftVersion SET size = ?, files = ?, content = ? WHERE id = ?", size(of: draft, content),
            IDList(draft.localFiles.sorted()), content, id.rawValue)
    }

    private static func size(of draft: KeptDraft, _ content: String) -> Int {
        draft.message.files.filter { $0.localID != nil }.reduce(content.utf8.count) { $0 + $1.size }
    }

    static func find(_ database: Database, _ id: DraftVersionID) throws -> (version: DraftVersion, draft: KeptDraft)? {
        let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM draftVersion WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.rawValue]).flatMap(version)
    }

    /// The versions of a draft, newest first.
    static func versions(_ database: Database, of draft: MessageID) throws -> [DraftVersion] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(columns) FROM draftVersion WHERE draft = ? ORDER BY id DESC")
        return try Row.fetchAll(statement, arguments: [draft.rawValue]).compactMap { version($0)?.version }
    }

    static func newest(_ database: Database, of draft: MessageID) throws -> (
        version: DraftVersion, draft: KeptDraft
    )? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(columns) FROM draftVersion WHERE draft = ? ORDER BY id DESC LIMIT 1")
        return try Row.fetchOne(statement, arguments: [draft.rawValue]).flatMap(version)
    }

    /// The discarded drafts, newest first.
    static func discarded(_ database: Database) throws -> [DraftVersion] {
        try Row.fetchAll(
            database, sql: "SELECT \(columns) FROM draftVersion WHERE isDiscarded = 1 ORDER BY id DESC"
        ).compactMap { version($0)?.version }
    }

    private static func version(_ row: Row) -> (version: DraftVersion, draft: KeptDraft)? {
        guard let draft = KeptDraft(jsonText: row[5]) else { return nil }
        let version = DraftVersion(
            id: DraftVersionID(row[0]), draft: MessageID(row[1]), account: AccountID(row[2]),
            keptAt: RowCoding.date(row[3]),
            isDiscarded: row[4], content: draft.content)
        return (version, draft)
    }

    /// Moves versions to another draft, or back to a draft that exists again.
    static func move(_ database: Database, from old: MessageID, to new: MessageID, account: AccountID) throws {
        try database.run(
            "UPDATE draftVersion SET draft = ?, account = ?, isDiscarded = 0 WHERE draft = ?", new.rawValue,
            account.rawValue, old.rawValue)
    }

    // MARK: Deleting

    static func ids(_ database: Database, of draft: MessageID) throws -> [DraftVersionID] {
        let statement = try database.cachedStatement(sql: "SELECT id FROM draftVersion WHERE draft = ?")
        return try Int64.fetchAll(statement, arguments: [draft.rawValue]).map { DraftVersionID($0) }
    }

    /// Returns the versions that are too old, exceed the limit per draft, or exceed the total size.
    /// - Parameters:
    ///   - first: it and newer ones stay whatever their size.
    ///   - age: counted back from the newest version that is at least a day old, so that a clock that runs ahead for a while expires
    ///     nothing.
    ///   - mail: when the newest mail arrived, by its server's clock; ages are counted from no later time. If nil, nothing expires.
    static func outlived(
        _ database: Database, age: TimeInterval, now: Date, mail: Date?, count: Int, bytes: Int,
        keepingFrom first: DraftVersionID
    ) throws -> [DraftVersionID] {
        try Int64.fetchAll(
            database,
            sql: """
                SELECT id FROM (SELECT id, keptAt, sum(size) OVER (ORDER BY id DESC) AS bytes, \
                row_number() OVER (PARTITION BY draft ORDER BY id DESC) AS placeOfDraft FROM draftVersion) \
                WHERE keptAt < min((SELECT max(keptAt) FROM draftVersion WHERE keptAt <= ?), ?) - ? \
                OR placeOfDraft > ? OR (bytes > ? AND id < ?)
                """,
            arguments: [
                RowCoding.seconds(now) - 86_400, mail.map { RowCoding.seconds($0) }, Int64(age), count, bytes,
                first.rawValue,
            ]
        ).map { DraftVersionID($0) }
    }

    /// - Returns: files that these versions referred to and no other version does.
    static func delete(_ database: Database, _ ids: [DraftVersionID]) throws -> [FileID] {
        guard !ids.isEmpty else { return [] }
        let list = IDList(ids)
        let files = try Int64.fetchAll(
            database,
            sql: """
                SELECT DISTINCT file.value FROM draftVersion, json_each(draftVersion.files) AS file \
                WHERE draftVersion.id IN (SELECT value FROM json_each(?))
                """, arguments: [list])
        try database.run("DELETE FROM draftVersion WHERE id IN (SELECT value FROM json_each(?))", list)
        return try files.map { FileID($0) }.filter { try !names(database, $0) }
    }

    /// Whether a version still refers to a file.
    static func names(_ database: Database, _ file: FileID) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: """
                SELECT 1 FROM draftVersion WHERE EXISTS \
                (SELECT 1 FROM json_each(draftVersion.files) WHERE value = ?) LIMIT 1
                """)
        return try Int.fetchOne(statement, arguments: [file.rawValue]) != nil
    }
}
