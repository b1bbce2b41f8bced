import Foundation
import GRDB
import InboxModel
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("The files of an index")
struct IndexFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("mail.index") }

    init() throws { folder = try TemporaryFolder() }

    private func filled() throws -> IMAPIndex {
        let index = try IMAPIndex(path: path)
        try index.take(folders: [.listed("INBOX")])
        try index.put(1, "a", in: index.folder("INBOX"))
        try index.note(.begun, of: "<a>")
        return index
    }

    @Test("only the owner can read them, and they are all named")
    func modes() throws {
        let index = try filled()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        for file in files {
            #expect(try folder.mode(file) == 0o600, "\(file)")
            #expect(IMAPIndex.files(at: path).contains(folder.file(file)))
        }
        #expect(try index.latest() > 0)
    }

    @Test("it is the same after it was opened again, and from another process")
    func reopen() throws {
        let first = try filled()
        let second = try IMAPIndex(path: path)
        #expect(second.epoch == first.epoch)
        try second.put(2, "b", in: second.folder("INBOX"))
        #expect(try first.told() == second.told())
        #expect(try first.message("b") != nil)
    }

    @Test("what was told is on the disk, so that a loss of power gives no number twice")
    func synchronous() throws {
        let index = try filled()
        let mode = try index.write { try Int.fetchOne($0.database, sql: "PRAGMA synchronous") }
        #expect(mode == 2)
        #expect(try index.journal.write { database, _ in try Int.fetchOne(database, sql: "PRAGMA synchronous") } == 2)
        #expect(try index.journal.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
    }

    @Test(
        "a file that is none of an index is made anew, but sendings are kept",
        arguments: ["", "no database at all", String(repeating: "x", count: 10_000)])
    func damaged(text: String) throws {
        var epoch = ""
        do { epoch = try filled().epoch }
        try remove(beside: path)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let index = try IMAPIndex(path: path)
        #expect(index.epoch != epoch)
        #expect(try index.folders().isEmpty)
        #expect(try index.submission(of: "<a>") == .begun)
        #expect(try folder.mode("mail.index") & 0o077 == 0 || text.isEmpty)
    }

    @Test(
        "so is one of another version, or with other tables",
        arguments: ["PRAGMA user_version = 99", "DROP TABLE meta"])
    func otherVersion(sql: String) throws {
        var epoch = ""
        do {
            let index = try filled()
            epoch = index.epoch
            try index.write { try $0.database.execute(sql: sql) }
        }
        let index = try IMAPIndex(path: path)
        #expect(index.epoch != epoch)
        #expect(try index.submission(of: "<a>") == .begun)
    }

    @Test("damage that shows later makes it anew at the next use")
    func damagedLater() throws {
        let keeper = IndexKeeper(path: path)
        let epoch = try keeper.index().epoch
        try keeper.use { index in
            try index.take(folders: [.listed("INBOX")])
            try index.take(outlines: (1...3000).map { .seen($0) }, in: index.folder("INBOX"), addsOld: true)
            try index.write { _ in }
        }
        try spoilPages()
        let error = #expect(throws: RemoteError.self) {
            try keeper.use { _ = try $0.walk(in: nil, from: nil, limit: 5000) }
        }
        // Nobody needs to be told of what mends itself.
        #expect(error?.finding == nil)
        #expect(try keeper.index().epoch != epoch)
        #expect(try keeper.use { try $0.walk(in: nil, from: nil, limit: 5000) } == [])
    }

    @Test("a file that another process made anew is opened again")
    func replaced() throws {
        let keeper = IndexKeeper(path: path)
        let old = try keeper.index()
        try remove(beside: path)
        #expect(throws: RemoteError.self) { try keeper.use { try $0.latest() } }
        let other = try IMAPIndex(path: path)
        #expect(other.epoch != old.epoch)
        #expect(try keeper.index().epoch == other.epoch)
        #expect(throws: (any Error).self) { try old.latest() }
        #expect(try keeper.use { try $0.latest() } == 0)
    }

    @Test("where it can't be, opening says so, and that it is no fault of the server")
    func noPlace() throws {
        let path = folder.file("missing/index")
        #expect(throws: (any Error).self) { try IMAPIndex(path: path) }
        let error = #expect(throws: RemoteError.self) { try IndexKeeper(path: path).index() }
        #expect(error?.finding == .ownFile(code: ResultCode.SQLITE_CANTOPEN.rawValue, path: path))
    }

    @Test("a full disk is told as such, and what is in the file stays; once there is room it takes more")
    func noRoom() throws {
        let keeper = IndexKeeper(path: path)
        let limit = { (pages: Int) in
            try keeper.use { index in
                _ = try index.write { try Int.fetchOne($0.database, sql: "PRAGMA max_page_count = \(pages)") }
            }
        }
        let fill = {
            try keeper.use { index in
                try index.take(outlines: (1...3000).map { .seen($0) }, in: index.folder("INBOX"), addsOld: true)
            }
        }
        try keeper.use { try $0.take(folders: [.listed("INBOX")]) }
        let epoch = try keeper.index().epoch
        try limit(1)
        let error = #expect(throws: RemoteError.self) { try fill() }
        #expect(error?.finding == .ownFile(code: ResultCode.SQLITE_FULL.rawValue, path: path))
        #expect(error?.nextStep == .retry(after: nil))
        #expect(try keeper.use { try $0.folders().count } == 1)
        try limit(1_000_000)
        try fill()
        #expect(try keeper.index().epoch == epoch)
    }

    private func remove(beside path: String) throws {
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }

    /// Writes over everything but the first page.
    private func spoilPages() throws {
        let other = try DatabaseQueue(path: path)
        try other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        try other.close()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 4096)
        try file.write(contentsOf: Data(repeating: 0xEE, count: Int(size) - 4096))
        try file.close()
    }
}
