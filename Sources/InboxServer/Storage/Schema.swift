import GRDB

/// The tables of the embedded server, and the migrations of older files.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("2026-11-21 first") { db in
            try db.execute(sql: accounts)
            try db.execute(sql: threads)
            try db.execute(sql: messages)
            try db.execute(sql: files)
            try db.execute(sql: contactsAndText)
            try db.execute(sql: logs)
        }
        migrator.registerMigration("2026-11-21 keywords and news") { try $0.execute(sql: keywordsAndNews) }
        migrator.registerMigration("2026-11-21 jmap") { try $0.execute(sql: jmap) }
        migrator.registerMigration("2026-11-22 problems") {
            // The defects of a message, one on each line.
            try $0.execute(sql: "ALTER TABLE messageContent ADD COLUMN problems TEXT NOT NULL DEFAULT ''")
        }
        migrator.registerMigration("2026-11-22 handing over") {
            // The version of a draft last handed over to the sending command, while the outcome is unknown.
            try $0.execute(sql: "ALTER TABLE message ADD COLUMN handedOver INTEGER")
        }
        migrator.registerMigration("2026-11-23 origins outlive their mail") { try $0.execute(sql: origins) }
        migrator.registerMigration("2026-11-28 lists") {
            // What List-Id says, empty without one; null for mail of before.
            try $0.execute(sql: "ALTER TABLE message ADD COLUMN listID TEXT")
        }
        migrator.registerMigration("2026-11-29 counts") { try $0.execute(sql: counts) }
        migrator.registerMigration("2026-11-30 maildir") { try $0.execute(sql: MaildirTable.schema) }
        migrator.registerMigration("2026-11-30 folders that are renamed") {
            try $0.execute(sql: "ALTER TABLE maildirPlace ADD COLUMN target TEXT")
        }
        return migrator
    }

    /// Imported mail is identified by its digest and number of occurrences alone, whatever has become of the mail.
    private static let origins = """
        CREATE TABLE newOrigin (
            accountID INTEGER NOT NULL,
            source TEXT NOT NULL,
            digest TEXT NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (accountID, source, digest)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO newOrigin SELECT accountID, source, digest, count(*) FROM origin GROUP BY 1, 2, 3;
        DROP TABLE origin;
        ALTER TABLE newOrigin RENAME TO origin;
        """

    /// Keywords are the user's own marks on the messages of an account with folders. They are stored like mailboxes, so that
    /// they are found and paged in the same way. A thread is unseen from the arrival of an unread message until somebody
    /// looks at it.
    private static let keywordsAndNews = """
        CREATE TABLE newMailbox (
            id INTEGER PRIMARY KEY,
            accountID INTEGER NOT NULL REFERENCES account(id),
            publicID TEXT NOT NULL UNIQUE,
            role TEXT,
            displayName TEXT NOT NULL COLLATE NOCASE,
            isKeyword INTEGER NOT NULL DEFAULT 0,
            UNIQUE (accountID, isKeyword, displayName)
        ) STRICT;
        INSERT INTO newMailbox (id, accountID, publicID, role, displayName)
            SELECT id, accountID, publicID, role, displayName FROM mailbox;
        DROP TABLE mailbox;
        ALTER TABLE newMailbox RENAME TO mailbox;
        ALTER TABLE thread ADD COLUMN isUnseen INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX threadUnseen ON thread(accountID, lastDate, id) WHERE isUnseen;
        """

    /// The data of JMAP alone: ids of emails that differ from those of their messages, blobs, and submissions.
    private static let jmap = """
        ALTER TABLE message ADD COLUMN emailID TEXT;
        CREATE UNIQUE INDEX messageByEmailID ON message(emailID) WHERE emailID IS NOT NULL;
        CREATE INDEX changeByObject ON change(accountID, object, number);
        CREATE TABLE blob (
            id INTEGER PRIMARY KEY,
            accountID INTEGER NOT NULL REFERENCES account(id),
            publicID TEXT NOT NULL UNIQUE,
            contentType TEXT NOT NULL,
            time INTEGER NOT NULL,
            content BLOB NOT NULL
        ) STRICT;
        CREATE INDEX blobByTime ON blob(time);
        CREATE TABLE submission (
            id INTEGER PRIMARY KEY,
            accountID INTEGER NOT NULL REFERENCES account(id),
            publicID TEXT NOT NULL UNIQUE,
            emailID TEXT NOT NULL,
            threadID TEXT NOT NULL,
            sender TEXT NOT NULL,
            recipients TEXT NOT NULL,
            sendAt INTEGER NOT NULL,
            status TEXT NOT NULL,
            deliveries TEXT NOT NULL,
            raw BLOB
        ) STRICT;
        CREATE INDEX submissionByAccount ON submission(accountID, id);
        CREATE INDEX submissionWaiting ON submission(status) WHERE status IN ('sending', 'pending');
        """

    private static let accounts = """
        CREATE TABLE account (
            id INTEGER PRIMARY KEY,
            publicID TEXT NOT NULL UNIQUE,
            email TEXT NOT NULL UNIQUE COLLATE NOCASE,
            name TEXT NOT NULL,
            token TEXT NOT NULL,
            hasLabels INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE mailbox (
            id INTEGER PRIMARY KEY,
            accountID INTEGER NOT NULL REFERENCES account(id),
            publicID TEXT NOT NULL UNIQUE,
            role TEXT,
            displayName TEXT NOT NULL COLLATE NOCASE,
            UNIQUE (accountID, displayName)
        ) STRICT;
        """

    /// A thread stores what lists show and filter by, so that a page costs as much as its rows.
    private static let threads = """
        CREATE TABLE thread (
            id INTEGER PRIMARY KEY,
            accountID INTEGER NOT NULL REFERENCES account(id),
            publicID TEXT NOT NULL UNIQUE,
            subject TEXT NOT NULL DEFAULT '',
            snippet TEXT NOT NULL DEFAULT '',
            participants TEXT NOT NULL DEFAULT '[]',
            firstDate INTEGER NOT NULL DEFAULT 0,
            lastDate INTEGER NOT NULL DEFAULT 0,
            lastReceived INTEGER,
            lastSent INTEGER,
            messageCount INTEGER NOT NULL DEFAULT 0,
            unreadCount INTEGER NOT NULL DEFAULT 0,
            starredCount INTEGER NOT NULL DEFAULT 0,
            attachmentCount INTEGER NOT NULL DEFAULT 0,
            version INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX threadByDate ON thread(accountID, lastDate, id);
        CREATE INDEX threadUnread ON thread(accountID, lastDate, id) WHERE unreadCount > 0;
        CREATE INDEX threadStarred ON thread(accountID, lastDate, id) WHERE starredCount > 0;
        CREATE INDEX threadBySubject ON thread(accountID, subject);
        CREATE TABLE threadMailbox (
            mailboxID INTEGER NOT NULL REFERENCES mailbox(id),
            lastDate INTEGER NOT NULL,
            threadID INTEGER NOT NULL,
            PRIMARY KEY (mailboxID, lastDate, threadID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX threadMailboxByThread ON threadMailbox(threadID);
        CREATE TABLE reference (
            accountID INTEGER NOT NULL,
            header TEXT NOT NULL,
            threadID INTEGER NOT NULL,
            PRIMARY KEY (accountID, header)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX referenceByThread ON reference(threadID);
        """

    /// Address lists and references are JSON in the API's format. `origin` records where imported messages came from.
    private static let messages = """
        CREATE TABLE message (
            id INTEGER PRIMARY KEY,
            accountID INTEGER NOT NULL REFERENCES account(id),
            threadID INTEGER NOT NULL REFERENCES thread(id),
            publicID TEXT NOT NULL UNIQUE,
            isDraft INTEGER NOT NULL,
            version INTEGER NOT NULL DEFAULT 0,
            subject TEXT NOT NULL,
            sender TEXT NOT NULL,
            "to" TEXT NOT NULL,
            cc TEXT NOT NULL,
            bcc TEXT NOT NULL,
            replyTo TEXT NOT NULL,
            date INTEGER NOT NULL,
            snippet TEXT NOT NULL,
            isUnread INTEGER NOT NULL,
            isStarred INTEGER NOT NULL,
            isSent INTEGER NOT NULL DEFAULT 0,
            attachmentCount INTEGER NOT NULL DEFAULT 0,
            messageIDHeader TEXT NOT NULL,
            inReplyTo TEXT,
            "references" TEXT NOT NULL,
            replyToMessageID TEXT
        ) STRICT;
        CREATE INDEX messageByDate ON message(accountID, isDraft, date, id);
        CREATE INDEX messageByThread ON message(threadID, isDraft, date, id);
        CREATE INDEX messageBySubject ON message(accountID, subject);
        CREATE INDEX messageUnread ON message(accountID, isDraft, date, id) WHERE isUnread;
        CREATE INDEX messageStarred ON message(accountID, isDraft, date, id) WHERE isStarred;
        CREATE TABLE messageContent (
            messageID INTEGER PRIMARY KEY REFERENCES message(id) ON DELETE CASCADE,
            html TEXT NOT NULL,
            raw BLOB
        ) STRICT;
        CREATE TABLE messageMailbox (
            mailboxID INTEGER NOT NULL REFERENCES mailbox(id),
            date INTEGER NOT NULL,
            messageID INTEGER NOT NULL REFERENCES message(id) ON DELETE CASCADE,
            PRIMARY KEY (mailboxID, date, messageID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX messageMailboxByMessage ON messageMailbox(messageID);
        CREATE TABLE messageAddress (
            accountID INTEGER NOT NULL,
            email TEXT NOT NULL,
            kind INTEGER NOT NULL,
            messageID INTEGER NOT NULL REFERENCES message(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (accountID, email, kind, messageID, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX messageAddressByMessage ON messageAddress(messageID, kind, position);
        CREATE TABLE origin (
            accountID INTEGER NOT NULL,
            source TEXT NOT NULL,
            digest TEXT NOT NULL,
            messageID INTEGER NOT NULL,
            PRIMARY KEY (accountID, source, digest, messageID)
        ) STRICT, WITHOUT ROWID;
        """

    /// The bytes of an uploaded file are stored here; those of a received file are in its message, under `partID`.
    private static let files = """
        CREATE TABLE file (
            id INTEGER PRIMARY KEY,
            accountID INTEGER NOT NULL REFERENCES account(id),
            publicID TEXT NOT NULL UNIQUE,
            fileName TEXT NOT NULL,
            contentType TEXT NOT NULL,
            size INTEGER NOT NULL,
            contentID TEXT,
            partID TEXT,
            content BLOB
        ) STRICT;
        CREATE INDEX fileByAccount ON file(accountID, id);
        CREATE INDEX fileByName ON file(accountID, fileName);
        CREATE TABLE messageFile (
            messageID INTEGER NOT NULL REFERENCES message(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            fileID INTEGER NOT NULL REFERENCES file(id),
            PRIMARY KEY (messageID, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX messageFileByFile ON messageFile(fileID);
        """

    private static let contactsAndText = """
        CREATE TABLE contact (
            id INTEGER PRIMARY KEY,
            accountID INTEGER NOT NULL REFERENCES account(id),
            publicID TEXT NOT NULL UNIQUE,
            email TEXT NOT NULL COLLATE NOCASE,
            name TEXT NOT NULL,
            score INTEGER NOT NULL DEFAULT 0,
            UNIQUE (accountID, email)
        ) STRICT;
        CREATE INDEX contactByAccount ON contact(accountID, id);
        CREATE VIRTUAL TABLE messageText USING fts5(
            subject, people, text, content='', tokenize='unicode61 remove_diacritics 2'
        );
        """

    /// `change` is the delta log: its `number` only ever grows, and cursors refer to it.
    private static let logs = """
        CREATE TABLE change (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            accountID INTEGER NOT NULL,
            time INTEGER NOT NULL,
            object TEXT NOT NULL,
            event TEXT NOT NULL,
            publicID TEXT NOT NULL
        ) STRICT;
        CREATE INDEX changeByAccount ON change(accountID, number);
        CREATE INDEX changeByTime ON change(accountID, time, number);
        """
}
