import GRDB
import Testing

@testable import InboxServer

@Suite("Data files of older versions")
struct SchemaTests {
    @Test("a data file without keywords migrates with all its content")
    func beforeKeywords() async throws {
        try await TestFolder.with { folder in
            let path = folder.path + "/old.db"
            let queue = try DatabaseQueue(path: path)
            try Schema.migrator.migrate(queue, upTo: "2026-11-21 first")
            try await queue.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO account (id, publicID, email, name, token, hasLabels)
                            VALUES (1, 'a', 'ann@example.test', '', 't', 0);
                        INSERT INTO mailbox (id, accountID, publicID, role, displayName)
                            VALUES (7, 1, 'm', 'inbox', 'INBOX'), (8, 1, 'n', NULL, 'Place');
                        INSERT INTO thread (id, accountID, publicID) VALUES (1, 1, 't');
                        INSERT INTO threadMailbox (mailboxID, lastDate, threadID) VALUES (7, 0, 1);
                        """)
            }
            try queue.close()
            let database = try MailDatabase(path: path)
            let list = try await database.read { try MailboxList($0, account: 1) }
            #expect(list.all.map(\.displayName) == ["INBOX", "Place"] && list.keywords.isEmpty)
            #expect(list[.inbox]?.id == 7)
            let thread = try await database.read { try ThreadRow.fetch($0, publicID: "t", account: 1) }
            #expect(thread?.isUnseen == false)
            let references = try await database.read { db in
                try String.fetchAll(db, sql: "SELECT \"table\" FROM pragma_foreign_key_list('threadMailbox')")
            }
            #expect(references == ["mailbox"])
            let counted = try await database.read { try Int.fetchOne($0, sql: "SELECT threadCount FROM account") }
            #expect(counted == 1)
            database.close()
        }
    }

    @Test("a data file of a Maildir whose folders were never renamed halfway knows them")
    func beforeRenaming() async throws {
        try await TestFolder.with { folder in
            let path = folder.path + "/old.db"
            let queue = try DatabaseQueue(path: path)
            try Schema.migrator.migrate(queue, upTo: "2026-11-30 maildir")
            try await queue.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO account (id, publicID, email, name, token, hasLabels)
                            VALUES (1, 'a', 'ann@example.test', '', 't', 0);
                        INSERT INTO maildirPlace (accountID, path, mailboxID, name) VALUES (1, '.Work', 8, 'Work');
                        """)
            }
            try queue.close()
            let database = try MailDatabase(path: path)
            let places = try await database.read { try MaildirTable.places($0, account: 1) }
            #expect(places == [MaildirPlace(path: ".Work", mailbox: 8, name: "Work")])
            database.close()
        }
    }
}
