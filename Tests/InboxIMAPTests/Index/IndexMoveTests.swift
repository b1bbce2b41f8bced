import Foundation
import InboxModel
import Testing

@testable import InboxIMAP

@Suite("What was done from here, in the index")
struct IndexMoveTests {
    private let index: IMAPIndex
    private let inbox: Int64
    private let archive: Int64

    init() throws {
        index = try IMAPIndex.with("INBOX", "Archive", next: 10)
        (inbox, archive) = (try index.folder("INBOX"), try index.folder("Archive"))
    }

    @Test("a message that was moved is at its new place at once")
    func move() throws {
        try index.put(1, "a", in: inbox, ["\\Seen"], at: 77)
        let before = try index.latest()
        let copied = IMAPCopied(uidValidity: 1, uids: [1: 30])
        try index.take(copied: copied, from: inbox, to: archive, isMove: true, [1])
        let copy = IndexedCopy(
            folder: archive, uid: 30, flags: ["\\Seen"], date: Date(timeIntervalSince1970: 77), message: RemoteID("a"))
        #expect(try index.message("a")?.copies == [copy])
        #expect(try index.told(after: before) == ["marks a"])
        #expect(try !index.endLook())
        // The next look sees what is known.
        try index.take(outlines: [.seen(30, ["\\Seen"])], in: archive, addsOld: true)
        #expect(try index.told(after: before) == ["marks a"])
        #expect(try index.news(limit: 9).isEmpty)
    }

    @Test("one that was copied is at both")
    func copy() throws {
        try index.put(1, "a", in: inbox)
        try index.take(copied: IMAPCopied(uidValidity: 1, uids: [1: 30]), from: inbox, to: archive, isMove: false, [1])
        #expect(try index.message("a")?.copies.map(\.folder) == [inbox, archive])
    }

    @Test(
        "where the server does not tell the new place, or one that is not valid, it is lost until a look finds it",
        arguments: [nil, IMAPCopied(uidValidity: 2, uids: [1: 30]), IMAPCopied(uidValidity: 1, uids: [2: 30])])
    func untold(copied: IMAPCopied?) throws {
        try index.put(1, "a", in: inbox)
        try index.take(copied: copied, from: inbox, to: archive, isMove: true, [1])
        #expect(try index.message("a") == nil)
        #expect(try index.count(in: nil) == 0)
        try index.put(30, "a", in: archive)
        #expect(try index.message("a")?.copies.map(\.folder) == [archive])
    }

    @Test("old mail that no walk has read is news where it was moved to")
    func unread() throws {
        try index.take(outlines: [.seen(1)], in: inbox, addsOld: true)
        #expect(try index.news(limit: 9).isEmpty)
        try index.take(copied: IMAPCopied(uidValidity: 1, uids: [1: 30]), from: inbox, to: archive, isMove: true, [1])
        #expect(try index.news(limit: 9).map(\.uid) == [30])
    }

    @Test("a look that was faster is not contradicted")
    func faster() throws {
        try index.put(1, "a", in: inbox)
        try index.put(2, "b", in: inbox)
        try index.take(outlines: [.seen(30, ["\\Flagged"])], in: archive, addsOld: true)
        try index.put(31, "c", in: archive)
        let copied = IMAPCopied(uidValidity: 1, uids: [1: 30, 2: 31])
        try index.take(copied: copied, from: inbox, to: archive, isMove: true, [1, 2])
        #expect(try index.message("a")?.copies.map(\.flags) == [["\\Flagged"]])
        #expect(try index.message("c")?.copies.map(\.uid) == [31])
        #expect(try index.message("b") == nil)
    }

    @Test("a message that was written here is known and told")
    func append() throws {
        let before = try index.latest()
        let message = try index.take(
            appended: IMAPAppended(uidValidity: 1, uid: 5), in: inbox, flags: ["\\draft"],
            date: Date(timeIntervalSince1970: 5.75), head: .read(0, "d", messageID: "<d>"))
        #expect(message?.keywords == [.draft])
        #expect(message?.copies.map(\.uid) == [5])
        #expect(message?.copies.map(\.date) == [Date(timeIntervalSince1970: 5)])
        #expect(try index.told(after: before) == ["message d"])
        #expect(try index.messages(withMessageID: "<d>").map(\.id.rawValue) == ["d"])
    }

    @Test("what is written into a folder that is another one now is left to the next look")
    func appendElsewhere() throws {
        let head = IndexedHead.read(0, "d")
        for (folder, validity) in [(inbox, UInt32(2)), (999, 1)] {
            let appended = IMAPAppended(uidValidity: validity, uid: 5)
            #expect(try index.take(appended: appended, in: folder, flags: [], date: .now, head: head) == nil)
        }
        #expect(try index.count(in: nil) == 0)
    }

    @Test("a message that a look found before its answer came is taken over")
    func appendLate() throws {
        try index.take(outlines: [.seen(12, ["\\Seen"])], in: inbox, addsOld: false)
        let before = try index.latest()
        let message = try index.take(
            appended: IMAPAppended(uidValidity: 1, uid: 12), in: inbox, flags: [], date: .now, head: .read(0, "d"))
        #expect(message?.keywords == [.seen])
        #expect(try index.told(after: before) == ["message d"])
    }
}
