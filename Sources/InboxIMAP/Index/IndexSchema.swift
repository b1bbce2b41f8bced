import GRDB

/// The tables of the index. There are no migrations: a file of another version is made anew.
enum IndexSchema {
    /// In `user_version`.
    static let version: Int64 = 2

    static func create(_ database: Database, epoch: String) throws {
        try database.execute(sql: tables)
        try database.execute(literal: "INSERT INTO meta VALUES (1, \(epoch), 0, 0, 0)")
        try database.execute(sql: "PRAGMA user_version = \(version)")
    }

    /// - `copy.message`, `message.thread` and `mention.thread` are row ids.
    /// - `message.lost`: how many looks had ended when its last copy was removed; NULL while it has copies.
    /// - `message.whole` and `.changed`: the numbers of the last changes that are told whole, or as marks; NULL if there was none since it
    ///   was walked. A message may be in the log under both, so that whoever has read up to a number between them is told both.
    /// - `mention.hash`: of a Message-ID (`IndexHash`).
    private static let tables = """
        CREATE TABLE meta (
            id INTEGER PRIMARY KEY CHECK (id = 1), epoch TEXT NOT NULL, number INTEGER NOT NULL, looks INTEGER NOT NULL,
            hasFolders INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE folder (
            id INTEGER PRIMARY KEY AUTOINCREMENT, rawName TEXT NOT NULL, name TEXT NOT NULL, delimiter TEXT,
            mailbox TEXT NOT NULL UNIQUE, role TEXT, rights INTEGER NOT NULL,
            objectID TEXT, uidValidity INTEGER NOT NULL, uidNext INTEGER NOT NULL,
            firstNews INTEGER NOT NULL, highestModSeq INTEGER NOT NULL, isOutlined INTEGER NOT NULL,
            outlinedSince INTEGER NOT NULL, listed INTEGER NOT NULL, count INTEGER NOT NULL DEFAULT 0, changed INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX folderByChange ON folder (changed);
        CREATE TABLE copy (
            folder INTEGER NOT NULL, uid INTEGER NOT NULL, flags TEXT NOT NULL, date INTEGER NOT NULL, message INTEGER,
            isNews INTEGER NOT NULL, PRIMARY KEY (folder, uid)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX copyByDate ON copy (date, folder, uid);
        CREATE INDEX copyByFolderAndDate ON copy (folder, date, uid);
        CREATE INDEX copyByMessage ON copy (message) WHERE message IS NOT NULL;
        CREATE INDEX unreadByFolder ON copy (folder) WHERE message IS NULL;
        CREATE INDEX newsByDate ON copy (date, folder, uid) WHERE isNews = 1 AND message IS NULL;
        CREATE TRIGGER copyAdded AFTER INSERT ON copy BEGIN
            UPDATE folder SET count = count + 1 WHERE id = new.folder;
        END;
        CREATE TRIGGER copyRemoved AFTER DELETE ON copy BEGIN
            UPDATE folder SET count = count - 1 WHERE id = old.folder;
        END;
        CREATE TABLE message (
            id INTEGER PRIMARY KEY, remoteID TEXT NOT NULL UNIQUE, thread INTEGER NOT NULL, messageID INTEGER, lost INTEGER,
            changed INTEGER, whole INTEGER
        ) STRICT;
        CREATE INDEX messageByThread ON message (thread);
        CREATE INDEX messageByMessageID ON message (messageID) WHERE messageID IS NOT NULL;
        CREATE INDEX messageByLoss ON message (lost) WHERE lost IS NOT NULL;
        CREATE INDEX messageByChange ON message (changed) WHERE changed IS NOT NULL;
        CREATE INDEX messageByWhole ON message (whole) WHERE whole IS NOT NULL;
        CREATE TABLE thread (id INTEGER PRIMARY KEY, remoteID TEXT NOT NULL UNIQUE) STRICT;
        CREATE TABLE mention (hash INTEGER PRIMARY KEY, thread INTEGER NOT NULL) STRICT;
        CREATE INDEX mentionByThread ON mention (thread);
        CREATE TABLE gone (
            isMailbox INTEGER NOT NULL, remoteID TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (isMailbox, remoteID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX goneByNumber ON gone (number);
        """
}
