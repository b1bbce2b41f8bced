import Foundation
import GRDB
import InboxModel
import Synchronization
import TestSupport
import Testing

@testable import InboxStore

@Suite("Wiping removed data")
struct WipingTests {
    /// Returns the files in the folder that contain a word, as stored by the tables or by the index.
    private func holds(_ word: String, in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
            let bytes = try Data(contentsOf: URL(filePath: folder + "/" + name))
            return bytes.range(of: Data(word.utf8)) != nil
        }
    }

    @Test("N-7: no byte of a removed account stays in rows, words, addresses, free pages, log or older copies")
    func removedAccount() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(path: folder.path + "/store.sqlite")
        let account = try store.addTestAccount()
        let other = try store.addTestAccount(.test("other@example.test"))
        func mail(_ number: Int, _ mark: String) -> RemoteMessage {
            .remote(
                id: "\(mark)id\(number)", from: "\(mark)who", subject: "\(mark)subject \(number)",
                snippet: "\(mark)snippet", unread: number.isMultiple(of: 2), in: ["inbox"], at: number,
                files: ["\(mark)file"], body: String(repeating: "\(mark)body ", count: 200))
        }
        for number in 0..<40 {
            try store.receive(mail(number, "zorgle"), account: account)
            try store.receive(mail(number, "plain"), account: other)
        }
        // Earlier deletions leave free pages that the removal itself does not touch.
        try store.writeNow { transaction in
            for number in 10..<30 { try transaction.remove(message: RemoteID("zorgleid\(number)"), account: account) }
        }
        try Data("zorgle".utf8).write(to: URL(filePath: StoreFile.copyPath(of: store.path)))
        #expect(try holds("zorgle", in: folder.path).count >= 2)

        try store.writeNow { try $0.remove(account) }
        try await store.wipeTraces()

        #expect(try holds("zorgle", in: folder.path) == [])
        #expect(try !holds("plain", in: folder.path).isEmpty)
        let found = try store.read {
            try $0.messages(MessageQuery(predicate: MailQuery("plainbody").predicate, sort: .newestFirst), limit: -1)
        }
        #expect(found.count == 40)
        #expect(try store.read { try $0.setting(Store.tracesKey) } == nil)
        let lists = try store.read { reader in
            try String.fetchAll(reader.database, sql: "SELECT value FROM threadList WHERE fact = 'sender'")
        }
        #expect(lists.contains("plainwho@example.test") && !lists.contains("zorglewho@example.test"))
    }

    @Test("N-7: copies left by upgrades and rescues are deleted with an account; damaged files are listed")
    func copies() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(path: folder.path + "/store.sqlite")
        let account = try store.addTestAccount()
        #expect(store.setAside == [])
        let left = ["before-upgrade.unfinished", "reading", "reading-wal", "rescued", "rescued-journal"]
        for name in left + ["damaged", "damaged-wal", "damaged-7"] {
            try Data("zorgle".utf8).write(to: URL(filePath: "\(store.path).\(name)"))
        }
        try store.writeNow { try $0.remove(account) }
        try await store.wipeTraces()
        let kept = ["damaged", "damaged-7"].map { "\(store.path).\($0)" }
        #expect(store.setAside == kept)
        let names = kept.map { ($0 as NSString).lastPathComponent } + ["store.sqlite.damaged-wal"]
        #expect(try Set(holds("zorgle", in: folder.path)) == Set(names))
    }

    @Test("whoever wants to write goes first: then the file is rewritten once nobody does")
    func givesWay() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(path: folder.path + "/store.sqlite")
        let (account, other) = (try store.addTestAccount(), try store.addTestAccount(.test("other@example.test")))
        for number in 0..<100 {
            try store.receive(.remote(id: "a\(number)", subject: "zorgle"), account: account)
            try store.receive(.remote(id: "b\(number)", subject: "plain"), account: other)
        }
        try store.writeNow { try $0.remove(account) }
        let writer = store.queue.enter()
        let pauses = Mutex(0)
        try await store.wipeTraces {
            pauses.withLock { $0 += 1 }
            #expect((try? self.holds("zorgle", in: folder.path).isEmpty) == false)
            writer.leave()
        }
        #expect(pauses.withLock(\.self) == 1)
        #expect(try holds("zorgle", in: folder.path) == [])
        #expect(try store.read { try $0.setting(Store.tracesKey) } == nil)
    }

    @Test("a store without removals is left alone")
    func nothingToWipe() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(path: folder.path + "/store.sqlite")
        try store.receive(.remote(id: "a"), account: try store.addTestAccount())
        let copy = StoreFile.copyPath(of: store.path)
        try Data("kept".utf8).write(to: URL(filePath: copy))
        try await store.wipeTraces()
        #expect(FileManager.default.fileExists(atPath: copy))
    }
}
