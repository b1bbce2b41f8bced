import GRDB
import InboxModel
import Testing

@testable import InboxIMAP

@Suite("Threads in the index")
struct IndexThreadTests {
    private let index: IMAPIndex
    private let inbox: Int64

    init() throws {
        index = try IMAPIndex.with("INBOX")
        inbox = try index.folder("INBOX")
    }

    private func thread(_ id: String) throws -> RemoteID? { try index.message(id)?.thread }

    @Test("mail is of one thread if Message-IDs connect it, in any order")
    func connected() throws {
        try index.put(1, "c", in: inbox, messageID: "<c>", references: ["<a>", "<b>"])
        try index.put(2, "a", in: inbox, messageID: "<a>")
        try index.put(3, "x", in: inbox, messageID: "<x>")
        try index.put(4, "d", in: inbox, messageID: "<d>", references: ["<b>"])
        #expect(try thread("a") == thread("c"))
        #expect(try thread("d") == thread("c"))
        #expect(try thread("x") != thread("c"))
        let found = try index.messages(ofThreads: [try #require(try thread("a"))])
        #expect(Set(found.map(\.id.rawValue)) == ["a", "c", "d"])
    }

    @Test("the thread that was known first stays, and what joins it is told whole")
    func joining() throws {
        try index.put(1, "a", in: inbox, messageID: "<a>")
        try index.put(2, "b", in: inbox, messageID: "<b>")
        try index.put(3, "e", in: inbox, messageID: "<e>", references: ["<b>"])
        let (first, before) = (try thread("a"), try index.latest())
        try index.put(4, "c", in: inbox, messageID: "<c>", references: ["<b>", "<a>"])
        for id in ["a", "b", "c", "e"] { #expect(try thread(id) == first) }
        #expect(try index.told(after: before) == ["message b", "message e", "message c"])
        #expect(try index.messages(ofThreads: Set(["a", "b"].compactMap { try? thread($0) })).count == 4)
    }

    @Test("ids of threads are the same in an index made anew")
    func again() throws {
        try index.put(1, "a", in: inbox, messageID: "<a>")
        try index.put(2, "b", in: inbox, messageID: "<b>", references: ["<a>"])
        try index.put(3, "n", in: inbox)
        let anew = try IMAPIndex.with("INBOX")
        let id = try anew.folder("INBOX")
        try anew.put(3, "n", in: id)
        try anew.put(2, "b", in: id, messageID: "<b>", references: ["<a>"])
        try anew.put(1, "a", in: id, messageID: "<a>")
        for message in ["a", "b", "n"] { #expect(try anew.message(message)?.thread == thread(message)) }
    }

    @Test("mail without Message-ID and References is a thread of its own")
    func alone() throws {
        try index.put(1, "a", in: inbox)
        try index.put(2, "b", in: inbox)
        try index.put(3, "c", in: inbox, messageID: "", references: [""])
        #expect(try Set([thread("a"), thread("b"), thread("c")]).count == 3)
    }

    @Test("what the server says decides alone")
    func servers() throws {
        try index.put(1, "a", in: inbox, messageID: "<a>", thread: "1")
        try index.put(2, "b", in: inbox, messageID: "<b>", references: ["<a>"], thread: "2")
        try index.put(3, "c", in: inbox, messageID: "<c>", references: ["<a>", "<b>"], thread: "1")
        #expect(try thread("a") == thread("c"))
        #expect(try thread("a") != thread("b"))
        let before = try index.latest()
        _ = try index.take(heads: [.read(2, "b", thread: "1")], in: inbox)
        #expect(try thread("b") == thread("a"))
        #expect(try index.told(after: before) == ["message b"])
    }

    @Test("of many references the first and the last count")
    func limit() throws {
        let many = (0..<1000).map { "<\($0)>" }
        try index.put(1, "a", in: inbox, messageID: "<a>", references: many)
        for (uid, reference) in [(2, 0), (3, 49), (4, 950), (5, 999)] {
            try index.put(UInt32(uid), "m\(uid)", in: inbox, messageID: "<\(reference)>")
            #expect(try thread("m\(uid)") == thread("a"))
        }
        try index.put(6, "other", in: inbox, messageID: "<500>")
        #expect(try thread("other") != thread("a"))
    }

    @Test("a thread of which nothing is left leaves nothing behind, and is found again under the same id")
    func tidy() throws {
        try index.put(1, "a", in: inbox, messageID: "<a>", references: ["<r>"])
        let id = try thread("a")
        try index.remove([1], in: inbox)
        try index.endLook()
        try index.endLook()
        let left = try index.read { database in
            try ["message", "thread", "mention", "copy"].map { table in
                try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)")
            }
        }
        #expect(left == [0, 0, 0, 0])
        try index.put(2, "b", in: inbox, messageID: "<b>", references: ["<r>"])
        #expect(try thread("b") == id)
    }

    @Test("messages are found by their Message-ID")
    func byMessageID() throws {
        try index.put(1, "a", in: inbox, messageID: "<a@x>")
        try index.put(2, "b", in: inbox, messageID: "<a@x>")
        try index.put(3, "c", in: inbox, references: ["<a@x>"])
        #expect(try index.messages(withMessageID: "<a@x>").map(\.id.rawValue) == ["a", "b"])
        #expect(try index.messages(withMessageID: "<A@x>").isEmpty)
    }
}
