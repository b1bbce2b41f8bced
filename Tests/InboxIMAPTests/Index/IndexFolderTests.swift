import InboxModel
import Testing

@testable import InboxIMAP

@Suite("Folders in the index")
struct IndexFolderTests {
    @Test("mail of the very first list is old, later folders are all news")
    func firstList() throws {
        let index = try IMAPIndex(path: nil)
        try index.take(folders: [.listed("INBOX", next: 50, modSeq: 9, role: .inbox), .listed("Empty")])
        let known = try index.folders()
        #expect(known.map(\.firstNews) == [50, 1])
        #expect(known.map(\.uidNext) == [50, 1])
        #expect(known.map(\.highestModSeq) == [9, 0])
        #expect(known.map(\.isOutlined) == [false, true])
        #expect(known.map(\.role) == [.inbox, nil])
        try index.take(folders: [.listed("INBOX", next: 50), .listed("Empty"), .listed("Later", next: 80, modSeq: 5)])
        let later = try #require(try index.folders().last)
        #expect((later.firstNews, later.uidNext, later.highestModSeq, later.isOutlined) == (1, 1, 0, true))
    }

    @Test("a list without a folder is no list")
    func noFolders() throws {
        let index = try IMAPIndex.with("INBOX")
        try index.put(1, "a", in: index.folder("INBOX"))
        try index.take(folders: [])
        try index.take(folders: [IMAPFolder(rawName: "INBOX", name: "INBOX")])
        #expect(try index.folders().map(\.rawName) == ["INBOX"])
        let fresh = try IMAPIndex(path: nil)
        try fresh.take(folders: [])
        try fresh.take(folders: [.listed("INBOX", next: 9)])
        #expect(try fresh.folders().map(\.firstNews) == [9])
    }

    @Test("folders that are not listed, or hold no messages, are gone with their copies")
    func gone() throws {
        let index = try IMAPIndex.with("INBOX", "A", "B")
        try index.put(1, "a", in: index.folder("A"))
        let (before, a) = (try index.latest(), try index.folder("A"))
        try index.take(folders: [.listed("INBOX"), IMAPFolder(rawName: "B", name: "B")])
        #expect(try index.folders().map(\.rawName) == ["INBOX"])
        #expect(try index.uids(in: a).isEmpty)
        #expect(try index.told(after: before) == ["mailbox gone", "mailbox gone"])
        try index.endLook()
        try index.endLook()
        #expect(try index.told(after: before).last == "gone a")
    }

    @Test("a folder that is listed, but of which nothing is told, stays as it is")
    func untold() throws {
        let index = try IMAPIndex.with("INBOX", "a")
        let place = try index.folder("a")
        try index.put(1, "m", in: place)
        let before = try index.folders()
        var untold = IMAPFolder(rawName: "a", name: "a")
        untold.isUntold = true
        var new = IMAPFolder(rawName: "b", name: "b")
        new.isUntold = true
        try index.take(folders: [.listed("INBOX"), untold, new])
        #expect(try index.folders() == before)
        #expect(try index.message("m")?.copies.map(\.folder) == [place])
    }

    @Test("the same list again changes nothing")
    func same() throws {
        let index = try IMAPIndex.with("INBOX", "A")
        let (before, folders) = (try index.latest(), try index.folders())
        try index.take(folders: [.listed("A"), .listed("INBOX")])
        #expect(try index.latest() == before)
        #expect(try index.folders() == folders)
    }

    @Test("UIDs that were given anew make another folder of the same mailbox, all of it news")
    func validity() throws {
        let index = try IMAPIndex.with("INBOX", next: 9)
        let old = try #require(try index.folders().first)
        try index.put(3, "a", in: old.id)
        let before = try index.latest()
        try index.take(folders: [.listed("INBOX", validity: 2, next: 9)])
        let new = try #require(try index.folders().first)
        #expect(new.id != old.id)
        #expect(new.mailbox == old.mailbox)
        #expect((new.uidValidity, new.firstNews, new.uidNext, new.count) == (2, 1, 1, 0))
        #expect(try index.told(after: before) == [])
        // What somebody still says of the old one is of no use.
        try index.settle(folder: old.id, uidNext: 9, highestModSeq: 0, isOutlined: true)
        try index.take(outlines: [.seen(4)], in: old.id, addsOld: true)
        #expect(try index.count(in: nil) == 0)
        try index.put(1, "a", in: new.id)
        #expect(try index.told(after: before) == ["message a"])
    }

    @Test("another name or role of a mailbox is told, under the same id")
    func renamedElsewhere() throws {
        let index = try IMAPIndex(path: nil)
        try index.take(folders: [.listed("A", objectID: "1"), .listed("B", objectID: "2")])
        try index.put(1, "a", in: index.folder("A"))
        let (before, ids) = (try index.latest(), try index.folders().map(\.mailbox))
        try index.take(folders: [.listed("B", objectID: "1"), .listed("A", role: .trash, objectID: "2")])
        let now = try index.folders()
        #expect(now.map(\.mailbox) == ids)
        #expect(now.map(\.name) == ["B", "A"])
        #expect(now.map(\.count) == [1, 0])
        #expect(try index.told(after: before) == ["mailbox B", "mailbox A"])
    }

    @Test("a folder of the same name with another id of the server's is another one")
    func madeAnew() throws {
        let index = try IMAPIndex(path: nil)
        try index.take(folders: [.listed("A", objectID: "1")])
        let before = try index.folders().map(\.mailbox)
        try index.take(folders: [.listed("A", objectID: "2")])
        #expect(try index.folders().map(\.mailbox) != before)
        // One that tells no ids now and then is the same.
        let named = try index.folders()
        try index.take(folders: [.listed("A")])
        #expect(try index.folders() == named)
    }

    @Test("without ids of the server's, messages of a renamed folder are found under its new name")
    func renamedWithoutIDs() throws {
        let index = try IMAPIndex.with("A", next: 9)
        try index.put(1, "a", in: index.folder("A"))
        let before = try index.latest()
        try index.take(folders: [.listed("B", next: 9)])
        try index.put(1, "a", in: index.folder("B"))
        try index.endLook()
        try index.endLook()
        #expect(try index.told(after: before) == ["mailbox gone", "mailbox B", "message a"])
    }

    @Test("a folder that was renamed from here keeps its mailbox, and so do those below it")
    func rename() throws {
        let index = try IMAPIndex.with("A", "A/x", "A/x/y", "AB")
        let ids = try index.folders().map(\.mailbox)
        let before = try index.latest()
        try index.rename(folder: index.folder("A"), toRaw: "Z/A2", name: "Z/A2")
        #expect(try index.folders().map(\.rawName) == ["Z/A2", "Z/A2/x", "Z/A2/x/y", "AB"])
        #expect(try index.folders().map(\.name) == ["Z/A2", "Z/A2/x", "Z/A2/x/y", "AB"])
        #expect(try index.told(after: before) == ["mailbox Z/A2", "mailbox Z/A2/x", "mailbox Z/A2/x/y"])
        try index.take(folders: try index.folders().map { .listed($0.rawName) })
        #expect(try index.folders().map(\.mailbox) == ids)
    }

    @Test("a look that saw the new name before does not make two folders of one")
    func renameLate() throws {
        let index = try IMAPIndex.with("A", "B")
        let (id, mailbox) = (try index.folder("A"), try index.folders().first?.mailbox)
        try index.rename(folder: id, toRaw: "B", name: "B")
        #expect(try index.folders().map(\.id) == [id])
        #expect(try index.folders().map(\.mailbox) == [mailbox])
        try index.rename(folder: 999, toRaw: "C", name: "C")
        #expect(try index.folders().map(\.rawName) == ["B"])
    }

    @Test("a new folder with the first name of a renamed one gets an id of its own")
    func secondName() throws {
        let index = try IMAPIndex.with("A")
        try index.rename(folder: index.folder("A"), toRaw: "B", name: "B")
        try index.take(folders: [.listed("B"), .listed("A")])
        #expect(try Set(index.folders().map(\.mailbox)).count == 2)
    }

    @Test("a mailbox that comes back is told again")
    func comesBack() throws {
        let index = try IMAPIndex.with("INBOX", "A")
        let id = try index.folders().last?.mailbox
        try index.take(folders: [.listed("INBOX")])
        let before = try index.latest()
        try index.take(folders: [.listed("INBOX"), .listed("A")])
        #expect(try index.folders().last?.mailbox == id)
        #expect(try index.told(after: before) == ["mailbox A"])
        #expect(try index.told() == ["mailbox INBOX", "mailbox A"])
    }

    @Test("how far a look came is kept, up to the highest number of changes")
    func settle() throws {
        let index = try IMAPIndex.with("INBOX", next: 9)
        let id = try index.folder("INBOX")
        try index.settle(folder: id, uidNext: .max, highestModSeq: .max, isOutlined: true)
        let folder = try #require(try index.folders().first)
        #expect((folder.uidNext, folder.highestModSeq, folder.isOutlined) == (.max, .max, true))
        #expect(try index.told() == ["mailbox INBOX"])
    }
}
