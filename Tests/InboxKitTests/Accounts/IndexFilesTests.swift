import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("The files of an account over IMAP")
struct IndexFilesTests {
    private let folder: TemporaryFolder
    private let home: Home
    private let store: Store

    init() throws {
        folder = try TemporaryFolder()
        home = Home(directory: folder.path)
        try home.prepare()
        store = try Store(path: home.storePath)
    }

    private func account(_ number: Int64, url: String = "imaps://imap.example.test") -> Account {
        Account(
            id: AccountID(number), address: "ann@example.test", name: "", dialect: .imap, url: url, userName: "ann",
            hasLabels: false)
    }

    private func put(_ paths: String...) throws {
        for path in paths { try Data().write(to: URL(fileURLWithPath: path)) }
    }

    private var left: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: home.data).filter { $0.hasPrefix("imap-") }.sorted()
        }
    }

    @Test("each account and IMAP server has its own, in the folder of the store")
    func paths() throws {
        let files = try #require(IndexFiles(home, of: store))
        let path = try #require(files.path(for: account(1)))
        #expect(path == home.data + "/imap-1@imap.example.test-993.sqlite")
        #expect(files.path(for: account(1, url: "imaps://imap.example.test?smtp=smtps://out.example.test")) == path)
        let others = [account(2), account(1, url: "imaps://imap.example.test:1993")].map(files.path)
        #expect(!others.contains(path) && Set(others).count == 2)
        #expect(files.path(for: account(1, url: "imap://[::1]:1143")) == home.data + "/imap-1@___1_-1143.sqlite")
        var jmap = account(1)
        jmap.dialect = .jmap
        #expect(files.path(for: jmap) == nil)
        #expect(IndexFiles(Home(directory: folder.path + "/other"), of: store) == nil)
    }

    @Test("they are removed with the account, with all that SQLite puts beside them")
    func removal() throws {
        let files = try #require(IndexFiles(home, of: store))
        let (path, other) = (try #require(files.path(for: account(1))), try #require(files.path(for: account(12))))
        let sending = home.data + "/imap-1-sending"
        try put(path, path + "-wal", path + "-shm", other, sending, sending + "-wal")
        files.remove(AccountID(1))
        #expect(try left == ["imap-12@imap.example.test-993.sqlite"])
    }

    @Test("a start removes those of accounts that are gone, and of servers where they are no more")
    func useless() throws {
        let files = try #require(IndexFiles(home, of: store))
        let kept = try #require(files.path(for: account(1)))
        let moved = try #require(files.path(for: account(1, url: "imaps://old.example.test")))
        try put(kept, kept + "-wal", moved, moved + "-shm", try #require(files.path(for: account(3))))
        try put(home.data + "/imap-1-sending", home.data + "/imap-3-sending")
        files.removeUseless { nil }
        #expect(try left.count == 7, "who can't read the accounts removes nothing")
        files.removeUseless { [account(1)] }
        #expect(
            try left == [
                "imap-1-sending", "imap-1@imap.example.test-993.sqlite", "imap-1@imap.example.test-993.sqlite-wal",
            ], "how far a sending came is known wherever the server is")
    }
}
