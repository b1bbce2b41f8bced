import Foundation
import InboxModel
import Testing

@testable import InboxIMAP

@Suite("Copies in the index")
struct IndexCopyTests {
    @Test("flags and new copies are taken over; old mail only where it is asked for")
    func outlines() throws {
        let index = try IMAPIndex.with("INBOX", next: 10)
        let id = try index.folder("INBOX")
        try index.take(outlines: [.seen(3), .seen(12, ["\\Seen"])], in: id, addsOld: false)
        #expect(try index.uids(in: id) == [12])
        try index.take(outlines: [.seen(3), .seen(4)], in: id, addsOld: true)
        #expect(try index.uids(in: id) == [3, 4, 12])
        #expect(try index.news(limit: 9).map(\.uid) == [12])
        #expect(try index.folders().map(\.count) == [3])
        try index.take(outlines: [.seen(3, ["\\Flagged"])], in: id, addsOld: false)
        #expect(try index.walk(in: nil, from: nil, limit: 9).map(\.flags) == [["\\Seen"], [], ["\\Flagged"]])
    }

    @Test("what turns up in a folder that was outlined is news, whatever its UID")
    func undeleted() throws {
        let index = try IMAPIndex.with("INBOX", next: 10)
        let id = try index.folder("INBOX")
        try index.take(outlines: [.seen(3, ["\\Deleted"]), .seen(4)], in: id, addsOld: true)
        try index.settle(folder: id, uidNext: 10, highestModSeq: 0, isOutlined: true)
        #expect(try index.uids(in: id) == [4])
        try index.take(outlines: [.seen(3)], in: id, addsOld: false)
        #expect(try index.news(limit: 9).map(\.uid) == [3])
    }

    @Test("copies that are marked as deleted are gone, in any case of letters")
    func deleted() throws {
        let index = try IMAPIndex.with("INBOX")
        let id = try index.folder("INBOX")
        try index.put(1, "a", in: id)
        try index.put(2, "b", in: id)
        try index.take(outlines: [.seen(1, ["\\Seen", "\\DELETED"])], in: id, addsOld: true)
        try index.setFlags([2], in: id, add: ["\\Deleted"], remove: [])
        #expect(try index.uids(in: id).isEmpty)
        #expect(try index.message("a") == nil)
        #expect(try index.message("b") == nil)
    }

    @Test("an outline without a date adds nothing, and neither does UID 0")
    func noDate() throws {
        let index = try IMAPIndex.with("INBOX")
        let id = try index.folder("INBOX")
        try index.take(outlines: [IMAPOutline(uid: 1, flags: []), .seen(0)], in: id, addsOld: true)
        #expect(try index.count(in: nil) == 0)
    }

    @Test("the same flags in another order or case are no change")
    func sameFlags() throws {
        let index = try IMAPIndex.with("INBOX")
        let id = try index.folder("INBOX")
        try index.put(1, "a", in: id, ["\\SEEN", "$Forwarded", "\\Recent"])
        let before = try index.latest()
        try index.take(outlines: [.seen(1, ["$forwarded", "\\seen", "\\Seen"])], in: id, addsOld: true)
        try index.setFlags([1], in: id, add: ["\\seen"], remove: ["\\flagged"])
        #expect(try index.latest() == before)
        #expect(try index.message("a")?.copies.first?.flags == ["\\Seen", "$Forwarded"])
        #expect(try index.message("a")?.keywords == [.seen, .forwarded])
        try index.setFlags([1], in: id, add: ["work"], remove: ["\\sEEN"])
        #expect(try index.message("a")?.copies.first?.flags == ["$Forwarded", "work"])
    }

    @Test("flags with other than a name in them are left out")
    func oddFlags() throws {
        let index = try IMAPIndex.with("INBOX")
        try index.put(1, "a", in: index.folder("INBOX"), ["", "two words", "a\nb", "ok", "ünïcode"])
        #expect(try index.message("a")?.copies.first?.flags == ["ok", "ünïcode"])
    }

    @Test("many outlines at once are compared like few")
    func many() throws {
        let index = try IMAPIndex.with("INBOX")
        let id = try index.folder("INBOX")
        try index.take(outlines: (1...500).map { .seen($0) }, in: id, addsOld: true)
        _ = try index.take(heads: (1...500).map { .read($0, "m\($0)") }, in: id)
        let before = try index.latest()
        var outlines = (1...500).map { IMAPOutline.seen(UInt32($0), $0 == 7 ? ["\\Seen"] : []) }
        outlines += [.seen(8, ["\\Deleted"]), .seen(9, ["\\Seen"]), .seen(9), .seen(501), .seen(501, ["work"])]
        try index.take(outlines: outlines.reversed(), in: id, addsOld: true)
        try index.take(outlines: outlines, in: id, addsOld: true)
        #expect(try index.told(after: before) == ["marks m7", "marks m9"])
        #expect(try index.count(in: nil) == 500)
        #expect(try index.news(limit: 9).map(\.flags) == [["work"]])
    }

    @Test("ranges of UIDs that a server invents cost nothing")
    func hugeRanges() throws {
        let index = try IMAPIndex.with("INBOX", "A")
        let (id, target) = (try index.folder("INBOX"), try index.folder("A"))
        try index.put(1, "a", in: id)
        try index.put(.max, "b", in: id)
        let all = UIDSet(0...UInt32.max)
        try index.setFlags(all, in: id, add: ["\\Seen"], remove: [])
        try index.take(copied: nil, from: id, to: target, isMove: false, all)
        #expect(try index.uids(in: id) == [1, .max])
        try index.remove(all, in: id)
        #expect(try index.uids(in: id).isEmpty)
    }

    @Test("dates beyond what IMAP can write are the last or first that it can")
    func oddDates() throws {
        let index = try IMAPIndex.with("INBOX")
        let id = try index.folder("INBOX")
        let dates: [Date] = [
            .distantPast, .distantFuture, Date(timeIntervalSince1970: .infinity), Date(timeIntervalSince1970: .nan),
        ]
        let outlines = dates.enumerated().map { IMAPOutline(uid: UInt32($0 + 1), flags: [], date: $1) }
        try index.take(outlines: outlines, in: id, addsOld: true)
        #expect(try index.walk(in: nil, from: nil, limit: 9).count == 4)
        for date in dates {
            let position = IndexPosition(date: date, folder: id, uid: 1)
            #expect(IndexPosition(text: position.text)?.text == position.text)
        }
    }

    @Test("a walk goes on at a place, also if what was there is gone")
    func walk() throws {
        let index = try IMAPIndex.with("INBOX", "A")
        let (inbox, other) = (try index.folder("INBOX"), try index.folder("A"))
        try index.take(outlines: [.seen(1, at: 5), .seen(2, at: 9), .seen(3, at: 5)], in: inbox, addsOld: true)
        try index.take(outlines: [.seen(1, at: 5), .seen(2, at: 1)], in: other, addsOld: true)
        let all = try index.walk(in: nil, from: nil, limit: 9)
        #expect(all.map { [$0.folder == inbox ? 0 : 1, $0.uid] } == [[0, 2], [1, 1], [0, 3], [0, 1], [1, 2]])
        let place = try #require(IndexPosition(text: all[2].position.text))
        #expect(try index.walk(in: nil, from: place, limit: 9) == Array(all[2...]))
        #expect(try index.walk(in: nil, from: place, limit: 1) == [all[2]])
        try index.remove([3], in: inbox)
        #expect(try index.walk(in: nil, from: place, limit: 9) == Array(all[3...]))
        #expect(try index.walk(in: [inbox], from: place, limit: 9) == [all[3]])
        #expect(try index.walk(in: [other], from: place, limit: 9) == [all[4]])
        #expect(try index.walk(in: [other, inbox], from: place, limit: 9) == Array(all[3...]))
        #expect(try index.walk(in: [], from: nil, limit: 9) == [])
        #expect(try index.count(in: [other]) == 2)
    }

    @Test(
        "only what a position was written as is read as one",
        arguments: ["", "1.2", "1.2.3.4", "x.1.2.3", "1.2.-3", "1..3", "1.2.3 "])
    func positions(text: String) {
        #expect(IndexPosition(text: text) == nil)
        #expect(IndexPosition(text: "-5.2.3")?.date == Date(timeIntervalSince1970: -5))
    }
}
