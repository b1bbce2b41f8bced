import Foundation
import GRDB
import InboxModel
import Synchronization
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Sendings and files of drafts")
struct SendingJournalTests {
    @Test(
        "how far a sending came is known",
        arguments: [
            IndexedSubmission.begun, .failed, .taken(refusals: [:]), .taken(refusals: ["a@b": "550 \"no\"\näöü"]),
        ])
    func stages(stage: IndexedSubmission) throws {
        let index = try IMAPIndex(path: nil)
        #expect(try index.submission(of: "<a>") == nil)
        try index.note(.begun, of: "<a>")
        try index.note(stage, of: "<a>")
        #expect(try index.submission(of: "<a>") == stage)
        #expect(try index.submission(of: "<b>") == nil)
    }

    @Test("it is known after it was opened again, and in another process")
    func reopen() throws {
        let folder = try TemporaryFolder()
        let first = try IMAPIndex(path: folder.file("index"))
        let second = try IMAPIndex(path: folder.file("index"))
        try first.note(.begun, of: "<a>")
        #expect(try second.submission(of: "<a>") == .begun)
        try second.note(.failed, of: "<a>")
        #expect(try IMAPIndex(path: folder.file("index")).submission(of: "<a>") == .failed)
    }

    @Test("what a later version notes may have been sent")
    func laterVersion() throws {
        let folder = try TemporaryFolder()
        let index = try IMAPIndex(path: folder.file("index"))
        try index.note(.failed, of: "<a>")
        try index.journal.write { database, _ in
            try database.execute(sql: "ALTER TABLE submission ADD COLUMN more TEXT")
            try database.execute(sql: "UPDATE submission SET stage = 'halfway'")
        }
        #expect(try index.submission(of: "<a>") == .begun)
        try index.note(.begun, of: "<b>")
        #expect(try index.submission(of: "<b>") == .begun)
    }

    @Test("a damaged file is set aside, also while it is open")
    func damaged() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("index")
        let file = SendingJournal.path(beside: path)
        try IMAPIndex(path: path).note(.begun, of: "<a>")
        for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + end) }
        try Data("nothing".utf8).write(to: URL(fileURLWithPath: file))
        let index = try IMAPIndex(path: path)
        try index.note(.begun, of: "<b>")
        #expect(try index.submission(of: "<b>") == .begun)
        #expect(FileManager.default.fileExists(atPath: SendingJournal.damagedPath(of: file)))
        // Somebody takes it away: what is noted must not go there.
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + end) }
        try index.note(.begun, of: "<c>")
        #expect(try IMAPIndex(path: path).submission(of: "<c>") == .begun)
    }

    @Test("what can be read of a damaged file is kept")
    func rescue() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("index")
        let file = SendingJournal.path(beside: path)
        do {
            let index = try IMAPIndex(path: path)
            for number in 0..<5 { try index.note(.begun, of: "<\(number)>") }
        }
        // An index that lacks an entry is what a check calls damage.
        let queue = try DatabaseQueue(path: file)
        try queue.writeWithoutTransaction { database in
            try database.execute(
                sql: """
                    PRAGMA writable_schema = ON;
                    UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_upload_1')
                    WHERE name = 'sqlite_autoindex_submission_1'
                    """)
        }
        try queue.close()
        let index = try IMAPIndex(path: path)
        for number in 0..<5 { #expect(try index.submission(of: "<\(number)>") == .begun) }
        #expect(FileManager.default.fileExists(atPath: SendingJournal.damagedPath(of: file)))
    }

    @Test("files of drafts are kept for a month")
    func uploads() throws {
        let clock = SetClock(Date(timeIntervalSince1970: 1_000_000))
        let index = try IMAPIndex(path: nil, now: { clock.date })
        let file = RemoteUpload(fileName: "ä.pdf", contentType: "application/pdf", bytes: [0, 255, 10])
        let id = try index.keep(upload: file)
        #expect(id.rawValue.hasPrefix("upload/"))
        #expect(try index.upload(id) == file)
        #expect(try index.keep(upload: file) != id)
        #expect(try index.upload(RemoteID("upload/other")) == nil)
        clock.date += 29 * 86_400
        _ = try index.keep(upload: file)
        #expect(try index.upload(id) == file)
        clock.date += 2 * 86_400
        let last = try index.keep(upload: RemoteUpload(fileName: "", contentType: "", bytes: []))
        #expect(try index.upload(id) == nil)
        #expect(try index.upload(last)?.bytes == [])
    }
}

private final class SetClock: Sendable {
    private let value: Mutex<Date>
    init(_ date: Date) { value = Mutex(date) }
    var date: Date {
        get { value.withLock(\.self) }
        set { value.withLock { $0 = newValue } }
    }
}
