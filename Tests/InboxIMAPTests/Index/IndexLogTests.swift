import GRDB
import InboxModel
import Testing

@testable import InboxIMAP

@Suite("The log of the index")
struct IndexLogTests {
    private let index: IMAPIndex
    private let inbox: Int64
    private let archive: Int64

    init() throws {
        index = try IMAPIndex.with("INBOX", "Archive", next: 10)
        (inbox, archive) = (try index.folder("INBOX"), try index.folder("Archive"))
    }

    @Test("news is told, old mail is left to walks until something changes")
    func news() throws {
        let before = try index.latest()
        try index.put(1, "old", in: inbox)
        try index.put(10, "new", in: inbox)
        #expect(try index.told(after: before) == ["message new"])
        try index.setFlags([1, 10], in: inbox, add: ["\\Seen"], remove: [])
        #expect(try index.told(after: before) == ["message new", "marks old"])
        let middle = try index.latest()
        try index.take(outlines: [.seen(10, ["\\Answered"])], in: inbox, addsOld: false)
        #expect(try index.told(after: middle) == ["marks new"])
        #expect(try index.message("new")?.keywords == [.answered])
    }

    @Test("flags of old mail that nobody read are told by whoever reads it")
    func unread() throws {
        try index.take(outlines: [.seen(1)], in: inbox, addsOld: true)
        let before = try index.latest()
        try index.take(outlines: [.seen(1, ["\\Seen"])], in: inbox, addsOld: true)
        try index.remove([2], in: inbox)
        #expect(try index.latest() == before)
    }

    @Test("a message that is in two folders has the flags of both, and is read when both are")
    func twoCopies() throws {
        try index.put(1, "a", in: inbox, ["\\Seen"])
        let before = try index.latest()
        let message = try index.put(1, "a", in: archive, ["\\Flagged", "Work"])
        #expect(message?.keywords == [.flagged, Keyword("work")])
        #expect(message?.mailboxes.count == 2)
        #expect(message?.copies.count == 2)
        #expect(try index.told(after: before) == ["marks a"])
        try index.remove([1], in: inbox)
        #expect(try index.message("a")?.keywords == [.flagged, Keyword("work")])
        #expect(try index.told(after: before) == ["marks a"])
    }

    @Test("two copies in one folder are one message")
    func twice() throws {
        try index.put(1, "a", in: inbox)
        try index.put(2, "a", in: inbox)
        #expect(try index.message("a")?.mailboxes.count == 1)
        try index.remove([1], in: inbox)
        try index.endLook()
        try index.endLook()
        #expect(try index.message("a")?.copies.map(\.uid) == [2])
    }

    @Test("a message that is lost is gone after one more look")
    func gone() throws {
        try index.put(1, "a", in: inbox)
        let before = try index.latest()
        try index.remove([1], in: inbox)
        #expect(try index.message("a") == nil)
        #expect(try index.told(after: before) == [])
        #expect(try index.endLook())
        #expect(try index.told(after: before) == [])
        #expect(try !index.endLook())
        #expect(try index.told(after: before) == ["gone a"])
    }

    @Test("one that turns up elsewhere is told whole, since it was in no walk meanwhile")
    func found() throws {
        try index.put(1, "a", in: inbox)
        let before = try index.latest()
        try index.remove([1], in: inbox)
        try index.put(10, "a", in: archive)
        try index.endLook()
        try index.endLook()
        #expect(try index.told(after: before) == ["message a"])
    }

    @Test("one that comes back after it was gone is told whole, also as old mail")
    func back() throws {
        try index.put(1, "a", in: inbox)
        try index.remove([1], in: inbox)
        try index.endLook()
        try index.endLook()
        let before = try index.latest()
        try index.put(1, "a", in: inbox)
        #expect(try index.told(after: before) == ["message a"])
        #expect(try !index.told().contains("gone a"))
    }

    @Test("a copy whose mail turns out to be another is told as that")
    func other() throws {
        try index.put(1, "a", in: inbox)
        let before = try index.latest()
        _ = try index.take(heads: [.read(1, "b")], in: inbox)
        #expect(try index.told(after: before) == ["message b"])
        try index.endLook()
        try index.endLook()
        #expect(try index.told(after: before) == ["message b", "gone a"])
    }

    @Test("whoever reads the log in parts gets new mail whole before its marks")
    func parts() throws {
        let before = try index.latest()
        try index.put(10, "a", in: inbox)
        try index.put(11, "b", in: inbox)
        let half = try index.changes(after: before, limit: 1)
        #expect(half.hasMore)
        // b was not read yet, and moves to the end of the log.
        try index.setFlags([11], in: inbox, add: ["\\Seen"], remove: [])
        let rest = try index.changes(after: half.number, limit: 1)
        guard case .message(let message)? = rest.changes.first else {
            Issue.record("\(rest)")
            return
        }
        #expect(message.id == RemoteID("b"))
        #expect(message.keywords == [.seen])
        #expect(rest.hasMore == false)
        #expect(
            try index.changes(after: rest.number, limit: 1)
                == IndexedChanges(changes: [], number: rest.number, hasMore: false))
    }

    @Test("the log is read by its indexes, without sorting")
    func plan() throws {
        let plan = try index.read { database in
            try Row.fetchAll(
                database, sql: "EXPLAIN QUERY PLAN \(LogEntry.query)", arguments: [0, 0, 0, 0, 0, 10]
            ).map { $0["detail"] as String? ?? "" }
        }
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN message") || $0.hasPrefix("SCAN gone") }, "\(plan)")
    }
}
