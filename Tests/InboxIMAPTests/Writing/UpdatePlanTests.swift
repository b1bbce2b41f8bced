import Foundation
import InboxModel
import Testing

@testable import InboxIMAP

@Suite("Plans of updates")
struct UpdatePlanTests {
    private static let folders = PlannedMail.folders

    private func plan(
        _ updates: [RemoteID: RemoteUpdate], _ messages: IndexedMessage..., isGmail: Bool = false,
        withoutKeywords: Set<Int64> = []
    ) -> UpdatePlan {
        UpdatePlan(
            updates, of: Dictionary(uniqueKeysWithValues: messages.map { ($0.id, $0) }),
            in: .init(Self.folders, isGmail: isGmail, withoutKeywords: withoutKeywords))
    }

    private func step(_ work: UpdatePlan.Work, _ targets: (UInt32, RemoteID)...) -> UpdatePlan.Step {
        UpdatePlan.Step(work: work, targets: targets.map { .init(uid: $0.0, message: $0.1) })
    }

    // MARK: Keywords

    @Test("the same mark on many messages is one command for each folder")
    func marks() {
        let plan = plan(
            ["a": RemoteUpdate(addKeywords: [.seen]), "b": RemoteUpdate(addKeywords: [.seen])],
            .planned("a", [1: 7, 2: 3]), .planned("b", [1: 9]))
        #expect(
            plan.steps == [
                step(.store(in: 1, add: ["\\Seen"], remove: []), (7, "a"), (9, "b")),
                step(.store(in: 2, add: ["\\Seen"], remove: []), (3, "a")),
            ])
    }

    @Test("ten thousand messages in three folders need three commands")
    func many() {
        var updates: [RemoteID: RemoteUpdate] = [:]
        var messages: [RemoteID: IndexedMessage] = [:]
        for number in 1...10_000 {
            let id = RemoteID("m\(number)")
            updates[id] = RemoteUpdate(addKeywords: [.seen], removeKeywords: [.flagged])
            messages[id] = .planned(id, [Int64(number % 3) + 1: UInt32(number)])
        }
        let plan = UpdatePlan(updates, of: messages, in: .init(Self.folders))
        #expect(plan.steps.count == 3)
        #expect(plan.steps.map(\.targets.count).reduce(0, +) == 10_000)
    }

    @Test("a mark is taken off in every spelling that a copy has")
    func spellings() {
        var message = IndexedMessage.planned("a", [1: 1])
        message.copies[0].flags = ["$forwarded", "Important"]
        let plan = plan(["a": RemoteUpdate(removeKeywords: [.forwarded, Keyword("important")])], message)
        #expect(
            plan.steps == [
                step(
                    .store(in: 1, add: [], remove: ["$Forwarded", "$forwarded", "Important", "important"]), (1, "a"))
            ])
    }

    @Test("a tag is refused where no folder takes it, and marks of programs are left out")
    func withoutKeywords() {
        let plan = plan(
            [
                "a": RemoteUpdate(addKeywords: [Keyword("trip"), .seen]),
                "b": RemoteUpdate(addKeywords: [.notJunk, .seen], removeKeywords: [.junk]),
                "c": RemoteUpdate(addKeywords: [Keyword("trip")]),
            ], .planned("a", [1: 1]), .planned("b", [1: 2]), .planned("c", [1: 3, 2: 4]), withoutKeywords: [1])
        #expect(plan.refusals.keys.sorted() == ["a"])
        #expect(plan.refusals["a"]?.summary == "the server keeps no mark called “trip” here")
        #expect(
            plan.steps == [
                step(.store(in: 1, add: ["\\Seen"], remove: []), (2, "b")),
                step(.store(in: 2, add: ["trip"], remove: []), (4, "c")),
            ])
    }

    // MARK: Mailboxes

    @Test("what leaves one folder for another is moved, with all its copies there")
    func moves() {
        var message = IndexedMessage.planned("a", [1: 7])
        message.copies.append(IndexedCopy(folder: 1, uid: 8, flags: [], date: .distantPast, message: "a"))
        let plan = plan(["a": .moving(from: "inbox", to: "archive")], message)
        #expect(plan.steps == [step(.move(from: 1, to: 2), (7, "a"), (8, "a"))])
    }

    @Test("what is there already is only deleted where it leaves, and only while it is still there")
    func deletes() {
        let plan = plan(["a": .moving(from: "inbox", to: "archive")], .planned("a", [1: 7, 2: 5]))
        #expect(plan.steps == [step(.delete(in: 1), (7, "a"))])
        #expect(plan.relies["a"]?.map(\.uid) == [5])
    }

    @Test("what is added is copied once, with its flags set before")
    func copies() {
        let plan = plan(
            ["a": RemoteUpdate(addKeywords: [.seen], addMailboxes: ["work"])], .planned("a", [1: 7, 2: 5]))
        #expect(
            plan.steps == [
                step(.store(in: 1, add: ["\\Seen"], remove: []), (7, "a")),
                step(.store(in: 2, add: ["\\Seen"], remove: []), (5, "a")), step(.copy(from: 1, to: 4), (7, "a")),
            ])
        #expect(plan.copied == [4])
    }

    @Test("of several folders that are left, one is moved and the others are deleted, last")
    func severalLeft() {
        let plan = plan(
            ["a": RemoteUpdate(addMailboxes: ["trash"], removeMailboxes: ["inbox", "archive", "work"])],
            .planned("a", [1: 7, 2: 5, 4: 1]))
        #expect(
            plan.steps == [
                step(.move(from: 1, to: 3), (7, "a")), step(.delete(in: 2), (5, "a")), step(.delete(in: 4), (1, "a")),
            ])
    }

    @Test("a message is never in no folder")
    func lastCopy() {
        let plan = plan(
            ["a": RemoteUpdate(addKeywords: [.seen], removeMailboxes: ["inbox", "work"])], .planned("a", [1: 7, 4: 1]))
        #expect(plan.steps.isEmpty)
        #expect(plan.refusals["a"]?.summary == "the message would be in no folder")
    }

    @Test("messages and mailboxes that are not known are refused, and nothing else is")
    func unknown() {
        let plan = plan(
            [
                "a": .moving(from: "inbox", to: "nowhere"), "b": RemoteUpdate(addKeywords: [.seen]),
                "c": .moving(from: "inbox", to: "archive"),
            ], .planned("a", [1: 7]), .planned("c", [1: 9]))
        #expect(plan.refusals["a"]?.summary == "its mailbox is gone")
        #expect(plan.refusals["b"]?.isNotFound == true)
        #expect(plan.steps == [step(.move(from: 1, to: 2), (9, "c"))])
    }

    @Test("without MOVE, a move is a copy that must not be made twice")
    func withoutMove() {
        let plan = plan(["a": .moving(from: "inbox", to: "archive")], .planned("a", [1: 7]))
        #expect(plan.copied == [2])
    }

    // MARK: Gmail

    @Test("on Gmail, archiving takes the label of the inbox off")
    func archivesOnGmail() {
        let update = RemoteUpdate(addMailboxes: ["all"], removeMailboxes: ["inbox", "trash", "junk"])
        let known = plan(["a": update], .planned("a", [1: 7, 5: 70]), isGmail: true)
        #expect(known.steps == [step(.delete(in: 1), (7, "a"))])
        #expect(known.relies.isEmpty)
        let unknown = plan(["a": update], .planned("a", [1: 7]), isGmail: true)
        #expect(unknown.steps == [step(.move(from: 1, to: 5), (7, "a"))])
    }

    @Test("on Gmail, a move to the trash takes all labels off")
    func trashOnGmail() {
        let plan = plan(
            ["a": RemoteUpdate(addMailboxes: ["trash"], removeMailboxes: ["inbox", "all"])],
            .planned("a", [1: 7, 4: 2, 5: 70]), isGmail: true)
        #expect(
            plan.steps == [
                step(.move(from: 1, to: 3), (7, "a")), step(.forget(in: 4), (2, "a")), step(.forget(in: 5), (70, "a")),
            ])
    }

    @Test("on Gmail, a label that is the last one gives way to all mail")
    func lastLabelOnGmail() {
        #expect(
            plan(["a": RemoteUpdate(removeMailboxes: ["work"])], .planned("a", [4: 2]), isGmail: true).steps
                == [step(.move(from: 4, to: 5), (2, "a"))])
        #expect(
            plan(["a": RemoteUpdate(removeMailboxes: ["work"])], .planned("a", [4: 2, 5: 9]), isGmail: true).steps
                == [step(.delete(in: 4), (2, "a"))])
    }

    @Test("on Gmail, nothing is taken out of all mail")
    func allMailOnGmail() {
        let plan = plan(["a": RemoteUpdate(removeMailboxes: ["all"])], .planned("a", [5: 9]), isGmail: true)
        #expect(plan.steps.isEmpty)
        #expect(plan.refusals.isEmpty)
    }
}
