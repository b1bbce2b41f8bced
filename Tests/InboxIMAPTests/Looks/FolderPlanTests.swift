import InboxModel
import Testing

@testable import InboxIMAP

@Suite("What a look asks about a folder")
struct FolderPlanTests {
    private func folder(
        uidNext: UInt32 = 11, firstNews: UInt32 = 1, modSeq: UInt64 = 5, isOutlined: Bool = true, count: Int = 10
    ) -> IndexedFolder {
        IndexedFolder(
            id: 1, rawName: "A", name: "A", delimiter: "/", mailbox: RemoteID("a"), role: nil, uidValidity: 7,
            uidNext: uidNext,
            firstNews: firstNews, highestModSeq: modSeq, isOutlined: isOutlined, count: count)
    }

    private func memory(uidNext: UInt32 = 11, messages: Int = 10, unseen: Int? = 0) -> FolderMemory {
        FolderMemory(
            uidValidity: 7, compared: .init(uidNext: uidNext, messages: messages), messages: messages, unseen: unseen)
    }

    private func view(uidNext: UInt32 = 11, messages: Int = 10, modSeq: UInt64 = 5) -> IMAPSelected {
        IMAPSelected(uidValidity: 7, uidNext: uidNext, messages: messages, highestModSeq: modSeq)
    }

    private func status(uidNext: UInt32 = 11, messages: Int = 10, unseen: Int = 0, modSeq: UInt64 = 5)
        -> IMAPFolderStatus
    {
        IMAPFolderStatus(
            uidValidity: 7, uidNext: uidNext, messages: messages, unseen: unseen, highestModSeq: modSeq)
    }

    private func differs(
        _ folder: IndexedFolder, _ status: IMAPFolderStatus, _ memory: FolderMemory?, isWatched: Bool = false,
        isThorough: Bool = false
    ) -> Bool {
        FolderPlan.differs(folder, status, memory, isWatched: isWatched, isThorough: isThorough)
    }

    private func plan(
        _ folder: IndexedFolder, _ view: IMAPSelected, _ memory: FolderMemory?, isThorough: Bool = false
    ) -> FolderPlan {
        FolderPlan(folder, view, memory, isThorough: isThorough)
    }

    @Test("a folder that is as it was is left alone")
    func same() {
        #expect(!differs(folder(), status(), memory()))
        #expect(!differs(folder(), status(), nil), "all that is there is known, and no change was numbered since")
        let same = plan(folder(), view(), memory())
        #expect(same.newsFrom == nil)
        #expect(same.flags == .none)
        #expect(!same.mayHaveLost(found: []))
    }

    @Test("new messages, changes and other counts are looked at")
    func differing() {
        #expect(differs(folder(), status(uidNext: 12), memory()))
        #expect(differs(folder(), status(uidNext: 10), memory()))
        #expect(differs(folder(), status(modSeq: 6), memory()))
        #expect(differs(folder(), status(messages: 9), memory()))
        #expect(differs(folder(), status(messages: 9), nil))
    }

    @Test("of a folder of which nothing is known, only news counts")
    func unknown() {
        let folder = folder(firstNews: 11, isOutlined: false, count: 0)
        #expect(!differs(folder, status(messages: 900, unseen: 3, modSeq: 99), nil))
        #expect(differs(folder, status(uidNext: 12, messages: 901), nil))
        let plan = plan(folder, view(uidNext: 12, messages: 901, modSeq: 99), nil)
        #expect(plan.newsFrom == 11)
        #expect(plan.flags == .none)
        #expect(!plan.mayHaveLost(found: [11]))
    }

    @Test("a folder whose messages are all marked as deleted is followed, since one may be taken back")
    func deleted() {
        let folder = folder(count: 0)
        #expect(differs(folder, status(messages: 2, modSeq: 6), memory(messages: 2)))
        #expect(!differs(folder, status(messages: 2), memory(messages: 2)))
        #expect(plan(folder, view(messages: 2, modSeq: 6), memory(messages: 2)).flags == .changed(since: 5))
        #expect(plan(folder, view(messages: 2, modSeq: 0), nil).flags == .all)
        #expect(plan(folder, view(messages: 0, modSeq: 0), nil).flags == .none)
        #expect(!differs(self.folder(uidNext: 11, firstNews: 11, isOutlined: false, count: 0), status(modSeq: 9), nil))
    }

    @Test("a folder with some known messages is compared once")
    func partly() {
        let folder = folder(uidNext: 12, firstNews: 11, isOutlined: false, count: 1)
        #expect(differs(folder, status(uidNext: 12, messages: 901), nil))
        let first = plan(folder, view(uidNext: 12, messages: 901), nil)
        #expect(first.mayHaveLost(found: []))
        #expect(first.extent == .init(uidNext: 12, messages: 901))
        #expect(!differs(folder, status(uidNext: 12, messages: 901), memory(uidNext: 12, messages: 901)))
    }

    @Test("new messages alone need no comparison; a loss among them does")
    func lost() {
        let plan = plan(folder(), view(uidNext: 13, messages: 12), memory())
        #expect(plan.newsFrom == 11)
        #expect(!plan.mayHaveLost(found: [11, 12]))
        #expect(!plan.mayHaveLost(found: [11, 12], own: [11]))
        #expect(plan.mayHaveLost(found: [11, 12], own: [13]), "a copy made from here came and went")
        #expect(plan.mayHaveLost(found: [11]), "two came and one of them went, or an old one went")
        #expect(!plan.mayHaveLost(found: [11, 12, 13]), "one that came after the folder was opened counts later")
        let fewer = self.plan(folder(), view(uidNext: 13, messages: 11), memory())
        #expect(fewer.mayHaveLost(found: [11, 12]))
    }

    @Test("a comparison that was made behind what the index was settled at counts from there")
    func comparedLater() {
        // Two messages came between opening the folder and comparing it.
        let plan = plan(folder(), view(uidNext: 14, messages: 13), memory(uidNext: 13, messages: 12))
        #expect(!plan.mayHaveLost(found: [11, 12, 13]))
        #expect(plan.mayHaveLost(found: [11, 12]))
    }

    @Test("flags are asked for by the number of the last change")
    func flags() {
        #expect(plan(folder(), view(modSeq: 9), memory()).flags == .changed(since: 5))
        #expect(plan(folder(modSeq: 0), view(modSeq: 9), memory()).flags == .all)
        #expect(plan(folder(), view(modSeq: 3), memory()).flags == .all, "a folder that was put back")
    }

    @Test("without numbers of changes, flags are asked for again and again")
    func unnumbered() {
        let folder = folder(modSeq: 0)
        #expect(plan(folder, view(modSeq: 0), nil).flags == .all)
        #expect(plan(folder, view(modSeq: 0), memory()).flags == .newest)
        #expect(plan(folder, view(modSeq: 0), memory(), isThorough: true).flags == .all)
        let now = status(modSeq: 0)
        #expect(differs(folder, now, nil))
        #expect(differs(folder, now, memory(), isWatched: true))
        #expect(differs(folder, now, memory(), isThorough: true))
        #expect(!differs(folder, now, memory()))
        #expect(differs(folder, status(unseen: 1, modSeq: 0), memory()))
        #expect(differs(folder, now, memory(unseen: nil)))
    }

    @Test("a server that does not tell what UID comes next is asked each time")
    func withoutUIDNext() {
        let plan = plan(folder(), view(uidNext: 0), memory())
        #expect(plan.newsFrom == 11)
        #expect(plan.uidNext(found: []) == 11)
        #expect(plan.uidNext(found: [11, 15]) == 16)
        #expect(plan.uidNext(found: [.max]) == .max)
        #expect(plan.mayHaveLost(found: []))
    }

    @Test("a folder whose next UID went back is asked from there")
    func wentBack() {
        let plan = plan(folder(uidNext: 100), view(uidNext: 80), memory(uidNext: 100))
        #expect(plan.newsFrom == 80)
        #expect(plan.uidNext(found: []) == 80)
    }

    @Test("takes the newest UIDs of a set")
    func newest() {
        let set = UIDSet([1, 2, 3, 7, 8, 20])
        #expect(set.newest(3) == UIDSet([7, 8, 20]))
        #expect(set.newest(2) == UIDSet([8, 20]))
        #expect(set.newest(0).isEmpty)
        #expect(set.newest(9) == set)
        #expect(UIDSet(1...UInt32.max).newest(2) == UIDSet([.max - 1, .max]))
    }
}
