import Foundation
import GRDB
import InboxModel
import TestSupport
import Testing

@testable import InboxStore

@Suite("A file with a lost table list")
struct LostTableListTests {
    private typealias Filled = StoreRepairTests.Filled
    private typealias Held = StoreRepairTests.Held

    enum Damage: CaseIterable {
        case zeros, noise, half

        func spoil(_ path: String) throws {
            var random = SeededRandom(seed: 7)
            let file = try FileHandle(forUpdating: URL(filePath: path))
            defer { try? file.close() }
            let range = self == .half ? 48..<3_000 : 0..<4_096
            try file.seek(toOffset: UInt64(range.lowerBound))
            let bytes = range.map { _ in self == .zeros ? UInt8(0) : UInt8(random.int(0..<256)) }
            try file.write(contentsOf: Data(bytes))
        }
    }

    @Test(
        "S-8: whatever happens to the first page, mail, actions, drafts and files are saved",
        arguments: Damage.allCases)
    func firstPage(damage: Damage) throws {
        var random = SeededRandom(seed: 11)
        let filled = try Filled(&random)
        try damage.spoil(filled.path)
        let damaged = try Data(contentsOf: filled.url)
        let report = try StoreRepair(path: filled.path).run()
        guard case .rescued(let old) = report.outcome else {
            Issue.record("\(report)")
            return
        }
        #expect(try Data(contentsOf: URL(filePath: old)) == damaged)
        #expect(report.unreadable == [])
        let store = try Store(path: filled.path)
        #expect(try store.read { try Held($0) } == filled.held)
        #expect(try store.integrityProblems() == [])
        #expect(try store.read { try StoreTruth($0).problems() } == [])
    }

    @Test("S-8: content only in the write-ahead log is saved too", arguments: Damage.allCases)
    func log(damage: Damage) throws {
        let folder = try TemporaryFolder()
        let (path, copy) = (folder.file("store.sqlite"), folder.file("copy.sqlite"))
        let store = try Store(path: path)
        let account = try store.addTestAccount()
        // The file has the first message and the log the second, without the first page.
        try store.receive(.remote(id: "a", subject: "One"), account: account)
        try store.database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        let message = try #require(try store.read { try $0.message(RemoteID("a"), account: account) }).id
        try store.writeNow { _ = try $0.enqueue(.test(account, message, MessagePatch(addKeywords: [.flagged]))) }
        let held = try store.read { try Held($0) }
        #expect(!held.actions.isEmpty)
        for suffix in ["", "-wal", ".tables"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        try damage.spoil(copy)
        _ = try StoreRepair(path: copy).run()
        #expect(try Store(path: copy).read { try Held($0) } == held)
        withExtendedLifetime(store) {}
    }

    @Test("a table list of another schema version is unused")
    func anotherStep() throws {
        var random = SeededRandom(seed: 12)
        let filled = try Filled(&random)
        let file = try DatabaseQueue(path: filled.path)
        let name = try #require(Migration.all.last).name
        try file.write { try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [name]) }
        try file.close()
        try Damage.zeros.spoil(filled.path)
        #expect(try StoreRepair(path: filled.path).run().messages == 0)
    }

    @Test("the table list follows moved tables and is rebuilt on opening")
    func follows() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        let store = try Store(path: path)
        func isRight() throws -> Bool {
            try TableList.kept(beside: path)?.entries == store.read { try TableList.Entry.all($0.database) }
        }
        #expect(try isRight())
        let account = try store.addTestAccount()
        for number in 0..<40 { try store.receive(.remote(id: "m\(number)"), account: account) }
        try store.writeNow { try $0.remove(account) }
        try await store.wipeTraces()
        #expect(try isRight())
        try FileManager.default.removeItem(atPath: TableList.path(of: path))
        _ = try Store(path: path)
        #expect(try isRight())
    }
}
