import Foundation
import GRDB

/// What is known of a message's file: where both were in step last.
struct MaildirRecord: Hashable, Sendable {
    /// 0 before it is stored.
    fileprivate(set) var id: Int64
    /// The public id of the message.
    let message: String
    var folder: MaildirTree.Path
    /// What identifies the file in its folder; empty before it is written.
    var key: String
    /// The file's flags.
    var flags: Set<Character>
    /// The message's marks.
    var marks: MaildirMarks
    /// The message's mailbox.
    var mailbox: Int64
    /// Changes when the message itself does. Empty if the file is to be written again.
    var revision: String
    /// The name that the file gets, noted before it is renamed or written: after a crash it is known by that.
    var target: Target?

    struct Target: Hashable, Sendable {
        let folder: MaildirTree.Path
        let key: String
    }

    fileprivate init(row: Row) {
        (id, message, folder, key) = (row[0], row[1], row[2], row[3])
        flags = Set(row[4] as String)
        marks = MaildirMarks(rawValue: row[5])
        (mailbox, revision) = (row[6], row[7])
        if let folder: String = row[8], let key: String = row[9] { target = Target(folder: folder, key: key) }
    }

    /// A message in step with its file; nil if it has none yet.
    init(id: Int64, of message: MaildirMessage, file: MaildirTree.File?) {
        self.init(
            id: id, message: message.publicID, file: file, marks: message.marks, mailbox: message.mailbox,
            revision: message.revision)
    }

    init(
        id: Int64, message: String, file: MaildirTree.File?, marks: MaildirMarks, mailbox: Int64, revision: String
    ) {
        (self.id, self.message, self.marks) = (id, message, marks)
        (self.mailbox, self.revision) = (mailbox, revision)
        let name = file?.name
        (folder, key, flags) = (file?.folder ?? "", name?.key ?? "", name?.flags ?? [])
    }

    /// Whether the message has a file on disk.
    var isWritten: Bool { !key.isEmpty }
}

/// A mailbox and its folder on disk.
struct MaildirPlace: Hashable, Sendable {
    var path: MaildirTree.Path
    let mailbox: Int64
    /// The mailbox's name when the folder got its own.
    var name: String
    /// Where its mail is being moved, noted before it is: after a crash it is known for what it is.
    var target: MaildirTree.Path?
}

/// The tables of what was in step last.
enum MaildirTable {
    static let schema = """
        CREATE TABLE maildir (
            accountID INTEGER PRIMARY KEY REFERENCES account(id),
            root TEXT NOT NULL
        ) STRICT;
        CREATE TABLE maildirPlace (
            accountID INTEGER NOT NULL REFERENCES account(id),
            path TEXT NOT NULL,
            mailboxID INTEGER NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (accountID, path)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE maildirFile (
            id INTEGER PRIMARY KEY,
            accountID INTEGER NOT NULL REFERENCES account(id),
            message TEXT NOT NULL,
            folder TEXT NOT NULL,
            key TEXT NOT NULL,
            flags TEXT NOT NULL,
            marks INTEGER NOT NULL,
            mailboxID INTEGER NOT NULL,
            revision TEXT NOT NULL,
            targetFolder TEXT,
            targetKey TEXT
        ) STRICT;
        CREATE INDEX maildirFileByAccount ON maildirFile(accountID);
        """

    static func records(_ db: Database, account: Int64) throws -> [MaildirRecord] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, message, folder, key, flags, marks, mailboxID, revision, targetFolder, targetKey
                FROM maildirFile WHERE accountID = ?
                """, arguments: [account]
        ).map(MaildirRecord.init(row:))
    }

    /// Stores a record, which gets its id.
    static func insert(_ db: Database, _ record: MaildirRecord, account: Int64) throws -> MaildirRecord {
        try db.cachedStatement(
            sql: """
                INSERT INTO maildirFile (accountID, message, folder, key, flags, marks, mailboxID, revision)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            account, record.message, record.folder, record.key, String(record.flags.sorted()), record.marks.rawValue,
            record.mailbox, record.revision,
        ])
        var stored = record
        stored.id = db.lastInsertedRowID
        return stored
    }

    static func save(_ db: Database, _ record: MaildirRecord) throws {
        try db.cachedStatement(
            sql: """
                UPDATE maildirFile SET folder = ?, key = ?, flags = ?, marks = ?, mailboxID = ?, revision = ?,
                    targetFolder = ?, targetKey = ? WHERE id = ?
                """
        ).execute(arguments: [
            record.folder, record.key, String(record.flags.sorted()), record.marks.rawValue, record.mailbox,
            record.revision, record.target?.folder, record.target?.key, record.id,
        ])
    }

    static func delete(_ db: Database, _ record: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM maildirFile WHERE id = ?").execute(arguments: [record])
    }

    static func places(_ db: Database, account: Int64) throws -> [MaildirPlace] {
        try Row.fetchAll(
            db, sql: "SELECT path, mailboxID, name, target FROM maildirPlace WHERE accountID = ? ORDER BY path",
            arguments: [account]
        ).map { MaildirPlace(path: $0[0], mailbox: $0[1], name: $0[2], target: $0[3]) }
    }

    static func save(_ db: Database, _ place: MaildirPlace, account: Int64) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO maildirPlace (accountID, path, mailboxID, name, target) VALUES (?, ?, ?, ?, ?)
                """, arguments: [account, place.path, place.mailbox, place.name, place.target])
    }

    static func delete(_ db: Database, place path: MaildirTree.Path, account: Int64) throws {
        try db.execute(
            sql: "DELETE FROM maildirPlace WHERE accountID = ? AND path = ?", arguments: [account, path])
    }
}
