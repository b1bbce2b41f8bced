import Foundation
import GRDB
@testable import InboxStore
import InboxModel
import TestSupport
import Testing

@Suite("The store's file")
struct StoreFileTests {
    @Test("N-4: the store file and its side files have mode 0600")
    func modes() throws {
        let folder = try TemporaryFolder()
        let store = try Store(path: folder.file("store.sqlite"))
        _ = try store.addTestAccount()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            #expect(try folder.mode(name) == 0o600, "\(name)")
        }
        withExtendedLifetime(store) {}
    }

    @Test("a reopened file has what was written")
    func reopens() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        let account: AccountID = try {
            let store = try Store(path: path)
            let account = try store.addTestAccount()
            try store.receive(.remote(id: "m"), account: account)
            return account
        }()
        let store = try Store(path: path)
        #expect(try store.read { try $0.message(RemoteID("m"), account: account) }?.subject == "Hello")
        #expect(try store.integrityProblems().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: path + ".before-upgrade"))
    }

    @Test("opening a file in which nothing has to change writes nothing to it")
    func opensWithoutWriting() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        let account = try Store(path: path).addTestAccount()
        let file = try Data(contentsOf: URL(filePath: path))
        let list = try FileManager.default.attributesOfItem(atPath: path + ".tables")[.systemFileNumber] as? Int
        try {
            let store = try Store(path: path)
            #expect(try store.read { try $0.accounts().map(\.id) } == [account])
        }()
        #expect(try Data(contentsOf: URL(filePath: path)) == file)
        #expect(try FileManager.default.attributesOfItem(atPath: path + ".tables")[.systemFileNumber] as? Int == list)
    }

    @Test("S-1: what the user does is on the disk once it is written, whatever was written before it without that")
    func durability() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(path: folder.file("store.sqlite"))
        @Sendable func mode(_ transaction: StoreTransaction) throws -> Int? {
            try Int.fetchOne(transaction.database, sql: "PRAGMA synchronous")
        }
        // 2 is FULL, 1 is NORMAL.
        for _ in 0..<2 {
            #expect(try await store.write { try mode($0) } == 2)
            #expect(try await store.write(waitsForDisk: false) { try mode($0) } == 1)
            #expect(try store.writeNow { try mode($0) } == 2)
            #expect(try store.writeNow(waitsForDisk: false) { try mode($0) } == 1)
        }
    }

    @Test("S-1: what the user does is written though its task is cancelled, but not what a server will tell again")
    func cancelled() async throws {
        let store = try Store()
        let account = try store.addTestAccount()
        let task = Task {
            withUnsafeCurrentTask { task in
                guard let task else { return }
                task.cancel()
            }
            try await store.write { try $0.setSyncState("done", key: "user", account: account) }
            try await store.write(waitsForDisk: false) { try $0.setSyncState("done", key: "server", account: account) }
        }
        await #expect(throws: StoreError.self) { try await task.value }
        #expect(try store.read { try $0.syncState("user", account: account) } == "done")
        #expect(try store.read { try $0.syncState("server", account: account) } == nil)
    }

    @Test("the memory that a large commit filled with pages is free again after a small one")
    func cache() throws {
        let folder = try TemporaryFolder()
        let store = try Store(path: folder.file("store.sqlite"))
        let account = try store.addTestAccount()
        // Without listeners, no commit tells of single threads.
        let listening = store.listen { _ in }
        let text = String(repeating: "A line of a long text. ", count: 500)
        try store.writeNow { transaction in
            for number in 0..<2_000 {
                try transaction.receive(.remote(id: "m\(number)", body: text), account: account, bodyText: nil)
            }
        }
        let full = store.database.writeWithoutTransaction { $0.cacheSize }
        try store.receive(.remote(id: "last"), account: account)
        let emptied = store.database.writeWithoutTransaction { $0.cacheSize }
        #expect(full > 12_000_000 && emptied < 4_000_000, "\(full), \(emptied)")
        withExtendedLifetime(listening) {}
    }

    /// Creates a file as written by a future version.
    private func newerFile(in folder: TemporaryFolder) throws -> String {
        let path = folder.file("store.sqlite")
        _ = try Store(path: path).addTestAccount()
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('2199-01-01 later')") }
        try queue.close()
        return path
    }

    @Test("S-11: a newer version's file is refused and left unchanged")
    func newerVersion() throws {
        let folder = try TemporaryFolder()
        let path = try newerFile(in: folder)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(throws: StoreError.newerVersion(path: path)) { try Store(path: path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("S-11: one that can't be checked without writing is refused, too")
    func newerVersionUnseen() throws {
        let folder = try TemporaryFolder()
        let path = try newerFile(in: folder)
        // SQLite deletes a leftover journal before it reads, which is impossible where it must not write.
        try Data("left".utf8).write(to: URL(fileURLWithPath: path + "-journal"))
        #expect(throws: StoreError.newerVersion(path: path)) { try Store(path: path) }
    }

    @Test("S-11: a store upgraded by a newer process accepts no more writes from the older one")
    func overtaken() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        let old = try Store(path: path)
        let account = try old.addTestAccount()
        let step = Migration("2199-01-01 later", sql: "CREATE TABLE later (id INTEGER)")
        let new = try Store(path: path, steps: Migration.all + [step])
        #expect(throws: StoreError.newerVersion(path: path)) { try old.receive(.remote(id: "a"), account: account) }
        #expect(throws: StoreError.newerVersion(path: path)) { try old.receive(.remote(id: "a"), account: account) }
        #expect(try old.read { try $0.messageCount(account: account) } == 0, "it still reads")
        try new.receive(.remote(id: "b"), account: account)
        #expect(try new.read { try $0.messageCount(account: account) } == 1)
    }

    @Test("S-9: a store opened on a full disk is exclusive; once there is room it admits others and keeps its data")
    func admitsOthers() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        let store = try Store(path: path, steps: Migration.all, isAlone: true)
        let account = try store.addTestAccount()
        try store.receive(.remote(id: "a"), account: account)
        #expect(store.isAlone)
        #expect(try await store.admitOthers())
        #expect(!store.isAlone)
        let other = try Store(path: path)
        try other.receive(.remote(id: "b"), account: account)
        try store.receive(.remote(id: "c"), account: account)
        for each in [store, other] { #expect(try each.read { try $0.messageCount(account: account) } == 3) }
        #expect(try store.integrityProblems().isEmpty)
    }

    @Test("S-7: a used-up quota is told from a full disk, and looking for room leaves no file")
    func quota() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        #expect(StoreError.lack(at: path) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        for (code, lack) in [(EDQUOT, StoreError.quotaUsed), (ENOSPC, .diskFull), (EROFS, nil), (0, nil)] {
            #expect(StoreError.lack(at: path, trying: { _, _ in code }) == lack, "error \(code)")
        }
    }

    @Test("an unrelated schema change blocks no writes")
    func otherSchemaChange() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        let store = try Store(path: path)
        let account = try store.addTestAccount()
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "CREATE TABLE other (id INTEGER)") }
        try queue.close()
        try store.receive(.remote(id: "a"), account: account)
        #expect(try store.read { try $0.messageCount(account: account) } == 1)
    }

    @Test(
        "S-7: nothing is written to a file that was moved, replaced or deleted since it was opened; reading goes on",
        arguments: ["moved", "replaced", "deleted"])
    func movedFile(fate: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        let store = try Store(path: path)
        let account = try store.addTestAccount()
        try store.receive(.remote(id: "a"), account: account)
        try FileManager.default.moveItem(atPath: path, toPath: folder.file("elsewhere.sqlite"))
        switch fate {
        case "replaced": try Data().write(to: URL(fileURLWithPath: path))
        case "deleted": try FileManager.default.removeItem(atPath: folder.file("elsewhere.sqlite"))
        default: break
        }
        #expect(throws: StoreError.moved(path: path)) { try store.receive(.remote(id: "b"), account: account) }
        #expect(try store.read { try $0.messageCount(account: account) } == 1)
    }

    @Test("a missing folder or a file in its place throws with the path")
    func noFolder() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(fileURLWithPath: folder.file("plain")))
        for path in [folder.file("missing/store.sqlite"), folder.file("plain/store.sqlite")] {
            #expect(throws: StoreError.notWritable(path: path)) { try Store(path: path) }
        }
    }

    @Test(
        "an unwritable folder throws an error with the path",
        .enabled(if: getuid() != 0, "root may write everywhere"))
    func readOnlyFolder() throws {
        let folder = try TemporaryFolder()
        chmod(folder.path, 0o500)
        defer { chmod(folder.path, 0o700) }
        let path = folder.file("store.sqlite")
        #expect(throws: StoreError.notWritable(path: path)) { try Store(path: path) }
    }

    @Test("S-8: a file that is no database is damaged and kept")
    func notAStore() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        let bytes = Data(
            "this is no database, but it is long enough to look at\n".utf8 + [UInt8](repeating: 7, count: 4_096))
        try bytes.write(to: URL(fileURLWithPath: path))
        #expect(throws: StoreError.corrupt(path: path)) { try Store(path: path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }

    @Test("S-7: a full disk throws its error and rolls back")
    func fullDisk() throws {
        let folder = try TemporaryFolder()
        let store = try Store(path: folder.file("store.sqlite"))
        let account = try store.addTestAccount()
        try store.receive(.remote(id: "first"), account: account)
        let heard = CommitCounter()
        let listening = store.listen { _ in heard.count() }
        try store.writeNow { transaction in
            let pages = try Int.fetchOne(transaction.database, sql: "PRAGMA page_count") ?? 0
            try transaction.database.execute(sql: "PRAGMA max_page_count = \(pages + 4)")
        }
        #expect(throws: StoreError.diskFull) {
            try store.writeNow { transaction in
                for number in 0..<400 {
                    let long = String(repeating: "word\(number) ", count: 100)
                    try transaction.receive(
                        .remote(id: "m\(number)", thread: number % 2 == 0 ? "t-first" : nil, snippet: long, at: number),
                        account: account,
                        bodyText: long)
                }
                try transaction.setSyncState("later", key: "state", account: account)
            }
        }
        #expect(heard.value == 0)
        try store.read { reader throws in
            #expect(try reader.messageCount(account: account) == 1)
            #expect(try reader.syncState("state", account: account) == nil)
            #expect(try StoreTruth(reader).problems() == [])
        }
        #expect(try store.integrityProblems().isEmpty)
        try store.writeNow { try $0.database.execute(sql: "PRAGMA max_page_count = 1000000") }
        try store.receive(.remote(id: "second"), account: account)
        #expect(try store.read { try $0.messageCount(account: account) } == 2)
        withExtendedLifetime(listening) {}
    }

    @Test("S-6: an error inside a transaction rolls it back, and listeners hear nothing")
    func failure() throws {
        let store = try Store()
        let account = try store.addTestAccount()
        let heard = CommitCounter()
        let listening = store.listen { _ in heard.count() }
        #expect(throws: StoreError.notFound) {
            try store.writeNow { transaction in
                try transaction.receive(.remote(id: "m"), account: account, bodyText: nil)
                throw StoreError.notFound
            }
        }
        #expect(heard.value == 0)
        #expect(try store.read { try $0.messageCount(account: account) } == 0)
        withExtendedLifetime(listening) {}
    }
}
