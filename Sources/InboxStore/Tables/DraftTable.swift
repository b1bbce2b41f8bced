import Foundation
import GRDB
import GRDBSQLite
import InboxModel

/// What drafts have besides their message rows: the message that they answer, and the files attached to them here.
enum DraftTable {
    /// The account's draft with a Message-ID, if the server does not have it yet, or has its text and the queue has no actions
    /// about it.
    static func draft(_ database: Database, account: AccountID, messageIDHeader: String) throws -> Message? {
        try database.first(
            """
            SELECT \(MessageTable.columns) FROM draft JOIN \(MessageTable.source) ON message.id = draft.message \
            WHERE message.id IN (SELECT message FROM envelope WHERE messageIDHeader = ?2) \
            AND message.account = ?1 AND (message.remoteID IS NULL OR draft.ownSave IS NOT ?3 \
            AND NOT EXISTS (SELECT 1 FROM action WHERE action.draft = message.id))
            """, account.rawValue, messageIDHeader, onlyHere, read: MessageTable.message)
    }

    static func inReplyTo(_ database: Database, _ id: MessageID) throws -> MessageID? {
        try number(database, id, "inReplyTo").map { MessageID($0) }
    }

    static func forwards(_ database: Database, _ id: MessageID) throws -> MessageID? {
        try number(database, id, "forwards").map { MessageID($0) }
    }

    static func references(_ database: Database, _ id: MessageID) throws -> [String] {
        try text(database, id, "\"references\"")?.split(separator: " ").map(String.init) ?? []
    }

    private static func number(_ database: Database, _ id: MessageID, _ column: String) throws -> Int64? {
        try Int64.fetchOne(statement(database, column), arguments: [id.rawValue])
    }

    private static func text(_ database: Database, _ id: MessageID, _ column: String) throws -> String? {
        try String.fetchOne(statement(database, column), arguments: [id.rawValue])
    }

    private static func statement(_ database: Database, _ column: String) throws -> Statement {
        try database.cachedStatement(sql: "SELECT \(column) FROM draft WHERE message = ?")
    }

    /// Writes a draft's row, and gives it a new mark. Clears its sealed bytes, which belong to the previous text.
    /// - Parameter references: Message-IDs; whitespace in them is removed.
    static func write(
        _ database: Database, _ id: MessageID, inReplyTo: MessageID?, forwards: MessageID?, references: [String],
        headers: [DraftHeader], seal: DraftSeal?, unfinished: UnfinishedRecipients?
    ) throws {
        let ids = references.map { $0.filter { !$0.isWhitespace } }.joined(separator: " ")
        try database.run(
            """
            INSERT INTO draft (message, inReplyTo, forwards, "references", headers, seal, sealKind, unfinished, mark) \
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, random()) \
            ON CONFLICT (message) DO UPDATE SET inReplyTo = excluded.inReplyTo, forwards = excluded.forwards, \
            "references" = excluded."references", headers = excluded.headers, seal = excluded.seal, \
            sealKind = excluded.sealKind, sealed = NULL, unfinished = excluded.unfinished, \
            mark = excluded.mark
            """, id.rawValue, inReplyTo?.rawValue, forwards?.rawValue, ids,
            try headers.isEmpty ? nil : headers.jsonText(), seal.map { $0.encrypts ? encrypted : signed },
            seal?.kind.rawValue, try unfinished?.jsonText())
    }

    static func headers(_ database: Database, _ id: MessageID) throws -> [DraftHeader] {
        [DraftHeader](jsonText: try text(database, id, "headers")) ?? []
    }

    /// The number made up for the last text that was written here.
    static func mark(_ database: Database, _ id: MessageID) throws -> Int64? { try number(database, id, "mark") }

    static func seal(_ database: Database, _ id: MessageID) throws -> DraftSeal? {
        guard let word = try text(database, id, "seal") else { return nil }
        // Drafts of before S/MIME have no kind. A word that nobody knows must not let a message leave unencrypted.
        let kind = try text(database, id, "sealKind").flatMap(SealKind.init)
        return DraftSeal(kind ?? .openpgp, encrypts: word != signed)
    }

    private static let signed = "signed"
    private static let encrypted = "encrypted"

    static func unfinished(_ database: Database, _ id: MessageID) throws -> UnfinishedRecipients? {
        UnfinishedRecipients(jsonText: try text(database, id, "unfinished"))
    }

    /// The sealed bytes that are sent in place of a draft; nil while it is not sealed.
    static func sealed(_ database: Database, _ id: MessageID) throws -> [UInt8]? {
        try Row.fetchOne(statement(database, "sealed"), arguments: [id.rawValue]).flatMap { row in
            try row.withUnsafeData(atIndex: 0) { $0.map { [UInt8]($0) } }
        }
    }

    static func setSealed(_ database: Database, _ bytes: [UInt8], of id: MessageID) throws {
        try database.run("UPDATE draft SET sealed = ? WHERE message = ?", Data(bytes), id.rawValue)
    }

    /// The draft's last writer: a name that each writer makes up.
    static func writer(_ database: Database, _ id: MessageID) throws -> String? {
        try text(database, id, "writer")
    }

    static func setWriter(_ database: Database, _ name: String, of id: MessageID) throws {
        try database.run("UPDATE draft SET writer = ? WHERE message = ?", name, id.rawValue)
    }

    /// The `saveName` of the last save of ours that the server accepted; nil if it has accepted none.
    static func ownSave(_ database: Database, _ id: MessageID) throws -> String? {
        try text(database, id, "ownSave")
    }

    /// An older save than the discarded one may be accepted yet; it does not have the newest text.
    static func setOwnSave(_ database: Database, _ draft: Message) throws {
        try database.run(
            "UPDATE draft SET ownSave = ? WHERE message = ? AND ownSave IS NOT ?", draft.saveName, draft.id.rawValue,
            onlyHere)
    }

    /// Stands in `ownSave` while the newest text is only here because its save was discarded. No `saveName` is like it.
    private static let onlyHere = "-"

    /// Whether the newest text of a draft is only here, and no save waits that would bring it to the server.
    static func isOnlyHere(_ database: Database, _ id: MessageID) throws -> Bool {
        try ownSave(database, id) == onlyHere
    }

    /// The number of an account's drafts that are only here: those to be encrypted, and those whose save was discarded.
    static func countOnlyHere(_ database: Database, account: AccountID) throws -> Int {
        try Int.fetchOne(
            database,
            sql: """
                SELECT count(*) FROM draft JOIN \(MessageTable.source) ON message.id = draft.message \
                WHERE message.account = ? AND (draft.seal = '\(encrypted)' OR (message.remoteID IS NULL OR draft.ownSave = ?) \
                AND NOT EXISTS (SELECT 1 FROM action WHERE action.draft = message.id))
                """, arguments: [account.rawValue, onlyHere]) ?? 0
    }

    static func setOnlyHere(_ database: Database, _ id: MessageID) throws {
        try database.run("UPDATE draft SET ownSave = ? WHERE message = ?", onlyHere, id.rawValue)
    }

    /// From now on, a save brings the newest text to the server.
    static func endOnlyHere(_ database: Database, _ id: MessageID) throws {
        try database.run("UPDATE draft SET ownSave = NULL WHERE message = ? AND ownSave = ?", id.rawValue, onlyHere)
    }

    /// The drafts that a file is attached to.
    static func drafts(_ database: Database, with file: FileID) throws -> [Message] {
        try all(database).filter { $0.files.contains { $0.localID == file } }
    }

    private static func all(_ database: Database) throws -> [Message] {
        try database.rows(
            "SELECT \(MessageTable.columns) FROM draft JOIN \(MessageTable.source) ON message.id = draft.message",
            read: MessageTable.message)
    }

    /// The files that are attached to drafts.
    static func filesOfDrafts(_ database: Database) throws -> Set<FileID> {
        Set(try all(database).flatMap(\.files).compactMap(\.localID))
    }

    /// The files of deleted drafts, which come back if the server refuses the deletion.
    static func filesOfDeletedDrafts(_ database: Database) throws -> Set<FileID> {
        let details = try String.fetchAll(
            database, sql: "SELECT detail FROM action WHERE command = 'deleteDraft' AND detail IS NOT NULL")
        return Set(details.compactMap { KeptDraft(jsonText: $0) }.flatMap(\.message.files).compactMap(\.localID))
    }

    // MARK: Files

    static func insert(_ database: Database, _ file: RemoteUpload, account: AccountID, now: Date) throws -> FileID {
        try database.run(
            "INSERT INTO draftFile (account, fileName, contentType, size, content, attachedAt) VALUES (?, ?, ?, ?, ?, ?)",
            account.rawValue, file.fileName, file.contentType, file.bytes.count, Data(file.bytes),
            RowCoding.seconds(now))
        return FileID(database.lastInsertedRowID)
    }

    /// Inserts a file whose bytes are written piece by piece.
    static func insertEmpty(
        _ database: Database, name: String, type: String, size: Int, account: AccountID, now: Date
    ) throws -> FileID {
        try database.run(
            """
            INSERT INTO draftFile (account, fileName, contentType, size, content, attachedAt) \
            VALUES (?, ?, ?, ?, zeroblob(?), ?)
            """, account.rawValue, name, type, size, size, RowCoding.seconds(now))
        return FileID(database.lastInsertedRowID)
    }

    /// Writes bytes into a file at an offset. SQLite writes them in place and never holds the whole file.
    static func write(_ database: Database, _ bytes: [UInt8], at offset: Int, of id: FileID) throws {
        var blob: OpaquePointer?
        let opened = sqlite3_blob_open(database.sqliteConnection, "main", "draftFile", "content", id.rawValue, 1, &blob)
        defer { sqlite3_blob_close(blob) }
        guard opened == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: opened)) }
        let written = bytes.withUnsafeBytes { sqlite3_blob_write(blob, $0.baseAddress, Int32($0.count), Int32(offset)) }
        guard written == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: written)) }
    }

    /// Copies a file for another account, whose server does not have it.
    static func copy(_ database: Database, _ id: FileID, to account: AccountID) throws -> FileID {
        try database.run(
            """
            INSERT INTO draftFile (account, fileName, contentType, size, content, attachedAt) \
            SELECT ?, fileName, contentType, size, content, attachedAt FROM draftFile WHERE id = ?
            """, account.rawValue, id.rawValue)
        return FileID(database.lastInsertedRowID)
    }

    /// A file, and the account that it was attached for.
    static func file(_ database: Database, _ id: FileID) throws -> (file: MessageFile, account: AccountID)? {
        let statement = try database.cachedStatement(
            sql: "SELECT remoteID, fileName, contentType, size, account FROM draftFile WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.rawValue]).map { row in
            let remoteID: String? = row[0]
            let file = MessageFile(
                remoteID: RemoteID(remoteID ?? ""), fileName: row[1], contentType: row[2], size: row[3], localID: id)
            return (file, AccountID(row[4]))
        }
    }

    static func upload(_ database: Database, _ id: FileID) throws -> RemoteUpload? {
        let statement = try database.cachedStatement(
            sql: "SELECT fileName, contentType, content FROM draftFile WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.rawValue]).map { row in
            let bytes = try row.withUnsafeData(atIndex: 2) { $0.map { [UInt8]($0) } ?? [] }
            return RemoteUpload(fileName: row[0], contentType: row[1], bytes: bytes)
        }
    }

    static func setRemoteID(_ database: Database, _ id: FileID, _ remoteID: RemoteID) throws {
        try database.run("UPDATE draftFile SET remoteID = ? WHERE id = ?", remoteID.rawValue, id.rawValue)
    }

    static func files(_ database: Database, attachedBefore date: Date) throws -> [FileID] {
        try Int64.fetchAll(
            database, sql: "SELECT id FROM draftFile WHERE attachedAt < ?", arguments: [RowCoding.seconds(date)]
        ).map { FileID($0) }
    }

    static func delete(_ database: Database, _ id: FileID) throws {
        try database.run("DELETE FROM draftFile WHERE id = ?", id.rawValue)
    }
}

extension Message {
    /// The name of the save of a draft that a server has. Servers store each save as another message, or number the
    /// saves. Nil while the server has none.
    package var saveName: String? { remoteID.map { "\($0.rawValue) \(version.map { "\($0)" } ?? "")" } }
}
