import Foundation
import GRDB
@testable import InboxStore
import InboxModel
import TestSupport
import Testing

@Suite("Migrations")
struct MigrationTests {
    /// A file with mail, as written by the first version.
    private struct OldFile {
        let folder: TemporaryFolder
        let path: String

        init() throws {
            folder = try TemporaryFolder()
            path = folder.file("store.sqlite")
            let old = try DatabaseQueue(path: path)
            try Migrator(steps: [.first]).migrate(old)
            try old.write { (database: Database) throws in
                try database.execute(sql: Self.mail)
            }
            try old.close()
        }

        private static let mail = """
            INSERT INTO account VALUES (1, 'me@example.test', 'Me', 'inbox', 'http://127.0.0.1:1', 'me', 1);
            INSERT INTO mailbox VALUES (1, 1, 'inbox', 'Inbox', 'inbox', 1, 1);
            INSERT INTO thread (id, account, remoteID, subject, subjectKey, senders, participants, snippet, lastDate, firstDate,
                messageCount, unreadCount, starredCount, mailboxes)
            VALUES (1, 1, 't', 'Hello', 'hello', 'Anna\u{1F}Anna@example.test', 'Anna\u{1F}Anna@example.test', 'snippet', 1767225600,
                1767225600, 1, 1, 1, '1');
            INSERT INTO message (id, account, remoteID, thread, subject, subjectKey, addresses, receivedAt, snippet, keywords,
                mailboxes, isUnread, isStarred, hasFiles, files, size, hasBody)
            VALUES (1853086390681600, 1, 'm', 1, 'Hello', 'hello', 'Anna\u{1F}Anna@example.test\u{1D}\u{1D}\u{1D}\u{1D}',
                1767225600, 'snippet', ' $flagged label ', '1', 1, 1, 0, '', 5, 1);
            INSERT INTO messageMailbox VALUES (1, 1853086390681600);
            INSERT INTO threadMailbox VALUES (1, 1767225600, 1, 1, 1);
            INSERT INTO body VALUES (1853086390681600, NULL, 'hello');
            INSERT INTO messageText (rowid, subject, sender, recipient, copy, body, file)
            VALUES (1853086390681600, 'hello', 'anna example test', '', '', 'hello', '');
            """
    }

    @Test("S-11: a copy of the old file that can't be completed takes no room, and nothing is upgraded")
    func copyFails() throws {
        let old = try OldFile()
        let copy = StoreFile.copyPath(of: old.path)
        // Nothing can take the name of a folder.
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
        #expect(throws: StoreError.notWritable(path: copy)) { _ = try Store(path: old.path) }
        let left = try FileManager.default.contentsOfDirectory(atPath: old.folder.path)
        #expect(!left.contains { $0.contains("unfinished") })
        try FileManager.default.removeItem(atPath: copy)
        #expect(try Store(path: old.path).read { try $0.messageCount(account: AccountID(1)) } == 1)
    }

    @Test("a store of the first version opens with its mail, and a copy of the old file stays")
    func upgrades() throws {
        let old = try OldFile()
        let store = try Store(path: old.path)
        try store.read { reader throws in
            #expect(try StoreTruth(reader).problems() == [])
            let message = try #require(try reader.message(RemoteID("m"), account: AccountID(1)))
            #expect(message.subject == "Hello")
            #expect(try reader.body(of: message.id) == MessageBody(plain: "hello"))
        }
        #expect(try store.integrityProblems().isEmpty)
        try store.receive(.remote(id: "new", thread: "t", unread: true, answering: "m"), account: AccountID(1))
        let answers = try store.read { reader in
            try ["m", "new"].map { try reader.message(RemoteID($0), account: AccountID(1))?.inReplyToHeader }
        }
        #expect(answers == [nil, "<m@example.test>"])
        #expect(try store.read { try StoreTruth($0).problems() } == [])
    }

    @Test("mail that was stored before lists of two mailboxes is found in them")
    func pairs() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        try withExtendedLifetime(try Store(path: path)) { store in
            let account = try store.addTestAccount()
            try store.receive(.remote(id: "both", in: ["inbox", "work"]), .remote(id: "one"), account: account)
        }
        let file = try DatabaseQueue(path: path)
        try file.write { (database: Database) throws in
            try database.execute(
                sql: """
                    DELETE FROM threadListRow WHERE list IN (SELECT id FROM threadList WHERE fact = 'mailboxes');
                    DELETE FROM threadListSpan WHERE list IN (SELECT id FROM threadList WHERE fact = 'mailboxes');
                    DELETE FROM threadList WHERE fact = 'mailboxes';
                    UPDATE thread SET lists = (SELECT group_concat(list, ' ') FROM
                        (SELECT list FROM threadListRow WHERE thread = thread.id ORDER BY list));
                    DELETE FROM grdb_migrations WHERE identifier = '\(Migration.pairs.name)';
                    """)
        }
        try file.close()
        let store = try Store(path: path)
        let mailboxes = try store.read { try $0.mailboxes() }
        let predicate = MailQuery("in:inbox in:work").predicate.resolved(mailboxes: mailboxes, now: .test(0))
        let query = ThreadQuery(predicate: predicate, sort: .newestFirst)
        #expect(try store.read { try $0.threads(query, limit: -1) }.map(\.remoteID) == [RemoteID("t-both")])
        #expect(try store.read { try $0.knownCount(query) } == 1)
        #expect(try store.read { try StoreTruth($0).problems() } == [])
    }

    @Test("a thread that was answered before one's own reply counted is answered")
    func answered() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        try withExtendedLifetime(try Store(path: path)) { store in
            try store.receive(
                .remote(id: "asked", thread: "t", answered: true), .remote(id: "own", thread: "t", in: ["sent"], at: 1),
                .remote(id: "other"), account: try store.addTestAccount())
        }
        let file = try DatabaseQueue(path: path)
        try file.write { (database: Database) throws in
            try database.execute(
                sql: """
                    UPDATE thread SET isAnswered = 0;
                    DELETE FROM grdb_migrations WHERE identifier = '\(Migration.answered.name)';
                    """)
        }
        try file.close()
        let store = try Store(path: path)
        let all = ThreadQuery(predicate: .everything, sort: .newestFirst)
        let answered = try store.read { try $0.threads(all, limit: -1) }.filter(\.isAnswered)
        #expect(answered.map(\.remoteID) == [RemoteID("t")])
        #expect(try store.read { try StoreTruth($0).problems() } == [])
    }

    @Test("what a draft of before S/MIME was to be, it still is, with OpenPGP; nothing makes it unsealed")
    func seals() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        func save(_ seal: DraftSeal, _ store: Store, _ account: AccountID) throws -> MessageID {
            let text = DraftText(content: DraftContent(subject: "Plan", seal: seal), snippet: "", bodyText: "")
            return try store.writeNow {
                try $0.saveDraft(
                    nil, text, account: account, messageIDHeader: "<\(seal.rawValue)@a.test>", now: .test(5))
            }
        }
        let (signed, encrypted) = try withExtendedLifetime(try Store(path: path)) { store in
            let account = try store.addTestAccount()
            return (
                try save(DraftSeal(.openpgp), store, account),
                try save(DraftSeal(.openpgp, encrypts: true), store, account)
            )
        }
        let file = try DatabaseQueue(path: path)
        try file.write { (database: Database) throws in
            try database.execute(
                sql: """
                    ALTER TABLE draft DROP COLUMN sealKind;
                    DELETE FROM grdb_migrations WHERE identifier = '\(Migration.sealKinds.name)';
                    """)
        }
        try file.close()
        let store = try Store(path: path)
        func seal(_ id: MessageID) throws -> DraftSeal? { try store.read { try $0.draft(id)?.content.seal } }
        #expect(try seal(signed) == DraftSeal(.openpgp))
        #expect(try seal(encrypted) == DraftSeal(.openpgp, encrypts: true))
        let account = try #require(try store.read { try $0.draft(signed)?.account })
        for seal in DraftSeal.allCases where seal.kind == .smime {
            let id = try save(seal, store, account)
            #expect(try store.read { try $0.draft(id)?.content.seal } == seal)
            #expect(try store.read { try $0.actions() }.contains { $0.object == .draft(id) } == !seal.encrypts)
        }
        try store.writeNow { try $0.database.execute(sql: "UPDATE draft SET seal = 'unheard of'") }
        #expect(try seal(signed) == DraftSeal(.openpgp, encrypts: true))
    }

    @Test("failed migrations leave the file and its copy unchanged; the next start can go on")
    func allOrNothing() throws {
        let old = try OldFile()
        let steps =
            Migration.all + [
                Migration("2199-01-01 good", sql: "CREATE TABLE good (id INTEGER); DELETE FROM body"),
                Migration("2199-01-02 bad", sql: "INSERT INTO nowhere VALUES (1)"),
            ]
        #expect(throws: StoreError.self) { try Store(path: old.path, steps: steps) }
        let file = try DatabaseQueue(path: old.path)
        try file.read { (database: Database) throws in
            #expect(
                try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations") == [Migration.first.name])
            #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM body") == 1)
        }
        try file.close()
        let store = try Store(path: old.path, steps: [.first, steps[steps.count - 2]])
        #expect(try store.read { try Int.fetchOne($0.database, sql: "SELECT count(*) FROM body") } == 0)
    }

    @Test("the copy is complete, private and the old state")
    func copy() throws {
        let old = try OldFile()
        let step = Migration("2199-01-01 later", sql: "DELETE FROM body")
        withExtendedLifetime(try Store(path: old.path, steps: Migration.all + [step])) {}
        #expect(try old.folder.mode("store.sqlite.before-upgrade") == 0o600)
        #expect(!FileManager.default.fileExists(atPath: old.path + ".before-upgrade.unfinished"))
        let copy = try DatabaseQueue(path: old.path + ".before-upgrade")
        try copy.read { (database: Database) throws in
            #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM body") == 1)
            #expect(try String.fetchOne(database, sql: "PRAGMA integrity_check") == "ok")
        }
    }

    @Test("a migration with dangling references fails")
    func references() throws {
        let old = try OldFile()
        let step = Migration("2199-01-01 careless", sql: "DELETE FROM message")
        #expect(throws: StoreError.self) { try Store(path: old.path, steps: Migration.all + [step]) }
        let store = try Store(path: old.path)
        #expect(try store.read { try $0.messageCount(account: AccountID(1)) } == 1)
    }
}
