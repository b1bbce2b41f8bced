extension Migration {
    static let threadLists = Migration(
        "2026-11-21 thread lists", rebuilds: .all,
        sql: """
            DROP TABLE threadMailbox;
            DROP INDEX threadByDate;
            ALTER TABLE mailbox DROP COLUMN threadCount;
            ALTER TABLE mailbox DROP COLUMN unreadThreadCount;
            -- The lists that the thread stands in, so that its places are found when it moves.
            ALTER TABLE thread ADD COLUMN lists TEXT NOT NULL DEFAULT '';

            -- A list of threads that is kept in order: those with a message of one fact and some marks.
            CREATE TABLE threadList (
                id INTEGER PRIMARY KEY,
                fact TEXT NOT NULL,
                value TEXT NOT NULL,
                marks INTEGER NOT NULL,
                threads INTEGER NOT NULL DEFAULT 0,
                UNIQUE (fact, value, marks)
            ) STRICT;
            CREATE TABLE threadListRow (
                list INTEGER NOT NULL,
                lastDate INTEGER NOT NULL,
                thread INTEGER NOT NULL,
                PRIMARY KEY (list, lastDate, thread)
            ) STRICT, WITHOUT ROWID;

            -- Parts of the full-text index are put together seldomer: a first sync writes thousands of them.
            INSERT INTO messageText (messageText, rank) VALUES ('automerge', 8);
            """)
}
