import Foundation
import GRDB
import InboxModel
import TestSupport
import Testing

@testable import InboxStore

@Suite("Replacing a damaged file")
struct FileExchangeTests {
    private typealias Held = StoreRepairTests.Held

    /// Creates a file and a log that contains a message and an action, as after a kill.
    private func killed(in folder: TemporaryFolder) throws -> (path: String, held: Held) {
        let (original, path) = (folder.file("original"), folder.file("store.sqlite"))
        let store = try Store(path: original)
        let account = try store.addTestAccount()
        try store.receive(.remote(id: "a", subject: "One"), account: account)
        try store.database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try store.receive(.remote(id: "b", subject: "Two"), account: account)
        let message = try #require(try store.read { try $0.message(RemoteID("a"), account: account) }).id
        try store.writeNow { _ = try $0.enqueue(.test(account, message, MessagePatch(addKeywords: [.flagged]))) }
        for suffix in ["", "-wal", ".tables"] {
            try FileManager.default.copyItem(atPath: original + suffix, toPath: path + suffix)
        }
        return (path, try store.read { try Held($0) })
    }

    private func names(_ folder: TemporaryFolder) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("store") })
    }

    @Test("S-8: an exchange interrupted at any step is rolled back, and the log is read again", arguments: 1...3)
    func cutShort(steps: Int) throws {
        let folder = try TemporaryFolder()
        let (path, held) = try killed(in: folder)
        let kept = path + ".damaged"
        try #require(link(path, kept) == 0)
        for suffix in ["-wal", ".tables"].prefix(steps - 1) {
            try FileManager.default.moveItem(atPath: path + suffix, toPath: kept + suffix)
        }
        try FileExchange(path: path).takeBack()
        #expect(try names(folder) == ["store.sqlite", "store.sqlite-wal", "store.sqlite.tables"])
        #expect(try Store(path: path).read { try Held($0) } == held)
    }

    @Test("S-8: the next opening or repair rolls back an interrupted exchange", arguments: [true, false])
    func next(repairs: Bool) throws {
        let folder = try TemporaryFolder()
        let (path, held) = try killed(in: folder)
        try #require(link(path, path + ".damaged") == 0 && rename(path + "-wal", path + ".damaged-wal") == 0)
        if repairs { #expect(try StoreRepair(path: path).run().outcome == .sound) }
        #expect(try Store(path: path).read { try Held($0) } == held)
    }

    @Test("S-8: a damaged file is kept with its log and table list and overwrites no earlier one")
    func kept() throws {
        let folder = try TemporaryFolder()
        let (path, _) = try killed(in: folder)
        let file = try Data(contentsOf: URL(filePath: path))
        let log = try Data(contentsOf: URL(filePath: path + "-wal"))
        for name in [".rescued", ".damaged", ".damaged-2-wal"] {
            try Data(name.utf8).write(to: URL(filePath: path + name))
        }
        let kept = try FileExchange(path: path).run(with: path + ".rescued")
        #expect(kept == path + ".damaged-3")
        #expect(try Data(contentsOf: URL(filePath: kept)) == file)
        #expect(try Data(contentsOf: URL(filePath: kept + "-wal")) == log)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(".rescued".utf8))
        #expect(
            try names(folder) == [
                "store.sqlite", "store.sqlite.damaged", "store.sqlite.damaged-2-wal", "store.sqlite.damaged-3",
                "store.sqlite.damaged-3-wal", "store.sqlite.damaged-3.tables",
            ])
    }
}
