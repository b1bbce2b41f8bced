import Foundation
import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Tags on screens", .timeLimit(.minutes(10)))
struct TaggingTests {
    /// A folder account whose server keeps keywords, with a thread that was tagged elsewhere.
    private func mailbox() async throws -> (FakeSurroundings, ListScreen, [ThreadID]) {
        let world = try FakeSurroundings(withAccount: false)
        world.account = try world.store.addTestAccount(.test(hasLabels: false, dialect: .jmap))
        var boats = RemoteMessage.remote(id: "a", thread: "t1", subject: "Boats", at: 1)
        boats.keywords.formUnion(["harbour", "$junk", "NonJunk"].map { Keyword($0) })
        try world.fill(boats, .remote(id: "b", thread: "t2", subject: "Ropes", at: 2))
        let list = world.list()
        await world.until { list.shown.count == 2 }
        return (world, list, [try world.thread("t1"), try world.thread("t2")])
    }

    private func choose(_ letters: String, _ list: ListScreen, _ world: FakeSurroundings) throws {
        #expect(list.perform(.label))
        let picker = try #require(world.pushed.last as? LabelPickerScreen)
        picker.type(letters)
        #expect(picker.handle(.key(.enter)))
    }

    @Test(
        "a folder account has tags: rows and threads show them, a key adds and removes them, another repeats"
    )
    func tags() async throws {
        let (world, list, threads) = try await mailbox()
        #expect(list.thread(threads[0])?.tags == [Keyword("harbour")])
        #expect(world.text(list, 110, 20).contains { $0.contains("#harbour") && !$0.contains("junk") })
        #expect(list.selected == threads[1])
        #expect(list.perform(.label))
        let box = try #require(world.pushed.last)
        #expect(screenGolden("tags", { world.draw(box, $0, $1) }) == nil)
        try choose("har", list, world)
        await world.until { list.thread(threads[1])?.tags == [Keyword("harbour")] }
        await world.until { world.said.last == "Tagged “Ropes” #harbour" }
        try choose("harbour", list, world)
        await world.until { list.thread(threads[1])?.tags == [] }
        await world.until { world.said.last == "Removed #harbour from “Ropes”" }
        try choose("todo", list, world)
        await world.until { list.thread(threads[1])?.tags == [Keyword("todo")] }
        _ = list.perform(.down)
        #expect(list.selected == threads[0] && list.perform(.again))
        await world.until { list.thread(threads[0])?.tags == [Keyword("harbour"), Keyword("todo")] }
        #expect(try world.session.tags() == [Keyword("todo"), Keyword("harbour")])
        let queue = try world.session.actions().filter { $0.command == .mark }
        #expect(!queue.isEmpty && queue.allSatisfy { $0.edits.allSatisfy { $0.patch.addMailboxes.isEmpty } })
        // The outbox reads the queue without its edits, but still shows the tag.
        let listed = try world.store.read { try $0.queue() }.filter { $0.command == .mark }
        #expect(!listed.isEmpty && listed.allSatisfy { $0.edits.isEmpty && $0.tag != nil })
    }

    @Test("repeating a tag on mail that has it already says so")
    func repeated() async throws {
        let (world, list, threads) = try await mailbox()
        try choose("todo", list, world)
        await world.until { list.thread(threads[1])?.tags == [Keyword("todo")] }
        #expect(list.perform(.again))
        await world.until { world.said.last == "It has that tag already." }
        #expect(try world.session.actions().count == 1)
    }

    @Test("Space marks several tags, and Enter adds or removes them, with a newly typed tag")
    func several() async throws {
        let (world, list, threads) = try await mailbox()
        try choose("todo", list, world)
        await world.until { list.thread(threads[1])?.tags == [Keyword("todo")] }
        #expect(list.perform(.label))
        let picker = try #require(world.pushed.last as? LabelPickerScreen)
        #expect(picker.picker.list.rows.count == 2)
        for _ in 0..<2 { #expect(picker.handle(.key(.space))) }
        #expect(Set(picker.marked) == [.tag(Keyword("harbour")), .tag(Keyword("todo"))])
        #expect(world.text(picker).contains { $0.contains("Tags, 2 marked") })
        picker.type("new")
        // A tag that does not exist yet can't be marked: there a blank is a blank.
        #expect(picker.handle(.key(.space)) && picker.marked.count == 2)
        #expect(picker.handle(.key(.backspace)) && picker.handle(.key(.enter)))
        await world.until { Set(list.thread(threads[1])?.tags ?? []) == [Keyword("harbour"), Keyword("new")] }
    }

    @Test("undo, redo and the outbox name the tag")
    func named() async throws {
        let (world, list, _) = try await mailbox()
        try choose("todo", list, world)
        await world.settle()
        let queued = try #require(try world.session.actions().first { $0.command == .mark })
        #expect(Wording.order(queued) == "tag “Ropes” #todo")
        let next = try #require(try world.session.nextDeed(undoing: true))
        #expect(Wording.next(next, .undo) == "undo: tag “Ropes” #todo")
        let undone = try #require(try await world.session.undo())
        #expect(Wording.undone(undone) == "Undone: tag “Ropes” #todo")
        let redone = try #require(try await world.session.redo())
        #expect(Wording.redone(redone) == "Redone: tag “Ropes” #todo")
    }

    @Test("a custom key adds a tag, or removes it if present; an invalid tag is reported")
    func ownKey() async throws {
        let (world, list, threads) = try await mailbox()
        let key = try #require(OwnKey("tag:todo"))
        #expect(list.perform(key))
        await world.until { list.thread(threads[1])?.tags == [Keyword("todo")] }
        #expect(list.perform(key))
        await world.until { list.thread(threads[1])?.tags == [] }
        #expect(list.perform(try #require(OwnKey("tag:two words"))))
        #expect(world.said.last == "“two words” can't be a tag")
        #expect(list.perform(try #require(OwnKey("label:Work"))))
        #expect(world.said.last?.contains("has folders, not labels") == true)
    }

    /// Mail of two servers that keep tags and of one with labels, all selected.
    private func threeAccounts() async throws -> (FakeSurroundings, ListScreen, [ThreadID]) {
        let (world, list, threads) = try await mailbox()
        let second = try world.store.addTestAccount(.test("two@example.test", hasLabels: false, dialect: .jmap))
        let third = try world.store.addTestAccount(.test("three@example.test"))
        try world.store.receive(.remote(id: "c", thread: "t3", at: 30), account: second)
        try world.store.receive(.remote(id: "d", thread: "t4", at: 20), account: third)
        list.goStraight(to: .allInboxes)
        await world.until { list.shown.count == 4 }
        let all = [threads[1], try world.thread("t3"), try world.thread("t4")]
        _ = list.perform(.top)
        for _ in 0..<3 { _ = list.perform(.select) }
        #expect(Set(list.targetThreads.map(\.id)) == Set(all))
        return (world, list, all)
    }

    private func tags(_ world: FakeSurroundings, _ threads: [ThreadID]) throws -> [[String]] {
        try threads.map { try #require(try world.session.thread($0)).tags.map(\.rawValue) }
    }

    @Test(
        "across accounts, each server that keeps tags gets the tag, one undo removes all, and other accounts are reported",
        arguments: [true, false])
    func severalAccounts(byOwnKey: Bool) async throws {
        let (world, list, threads) = try await threeAccounts()
        if byOwnKey {
            #expect(list.perform(try #require(OwnKey("tag:todo"))))
        } else {
            try choose("todo", list, world)
        }
        await world.settle()
        #expect(try tags(world, threads) == [["todo"], ["todo"], []])
        #expect(world.said.last == "Tagged 2 threads #todo; three@example.test can't keep tags")
        #expect(list.targetThreads.count == 1, "nothing is selected any more")
        world.undo()
        await world.settle()
        #expect(try tags(world, threads) == [[], [], []])
    }

    @Test("several tags across accounts are one action, and accounts that keep none are reported")
    func severalInSeveral() async throws {
        let (world, list, threads) = try await threeAccounts()
        try await world.label(list, withNew: "new")
        let both: Set = ["harbour", "new"]
        #expect(try tags(world, threads).map { Set($0) } == [both, both, []])
        #expect(world.said.last?.hasSuffix("; three@example.test can't keep tags") == true, "\(world.said)")
        #expect(try #require(world.lastAct).together.count == 2)
        world.undo()
        await world.settle()
        #expect(try tags(world, threads) == [[], [], []])
    }

    @Test(
        "repeating applies only to the accounts of the first action; if none keeps tags, a message says so"
    )
    func againInSeveral() async throws {
        let (world, list, threads) = try await threeAccounts()
        #expect(list.perform(try #require(OwnKey("tag:todo"))))
        await world.settle()
        _ = list.perform(.top)
        _ = list.perform(.again)
        await world.settle()
        let last = try #require(world.lastAct)
        #expect(last.isMeant(for: list.shownThreads))
        var foreign = try #require(list.thread(threads[0]))
        foreign.account = AccountID(99)
        #expect(!last.isMeant(for: [foreign]))
        let fourth = try world.store.addTestAccount(.test("four@example.test"))
        try world.store.receive(.remote(id: "e", thread: "t5", at: 25), account: fourth)
        await world.until { list.shown.count == 5 }
        list.unmarkAll()
        list.rows.select(.thread(threads[2]))
        _ = list.perform(.select)
        list.rows.select(.thread(try world.thread("t5")))
        _ = list.perform(.select)
        #expect(list.perform(.label))
        #expect(
            world.said.last == "These accounts can't keep tags, and each has labels or folders of its own.")
        #expect(list.perform(try #require(OwnKey("tag:todo"))))
        #expect(world.said.last == "These accounts can't keep tags: nothing was done")
    }

    @Test("a program's numbered tag is found by its displayed name")
    func numbered() {
        let known = ["$label1", "harbour"].map { Keyword($0) }
        #expect(known.tag(named: "#Label1") == known[0] && known.tag(named: "label1") == known[0])
        #expect(known.tag(named: "Harbour") == known[1] && known.tag(named: "quay") == nil)
    }

    @Test("repeating doesn't put a tag on mail of another account: a box opens instead")
    func otherAccount() async throws {
        let (world, list, threads) = try await mailbox()
        try choose("harbour", list, world)
        await world.until { list.thread(threads[1])?.tags == [Keyword("harbour")] }
        let last = try #require(world.lastAct)
        var foreign = try #require(list.thread(threads[0]))
        #expect(last.isMeant(for: [foreign]) && last.isLabelling)
        foreign.account = AccountID(99)
        #expect(!last.isMeant(for: [foreign]))
    }

    @Test(
        "an invalid tag isn't offered, and the box says why",
        arguments: ["two words", "a%b", "$seen", "NonJunk"])
    func noTag(letters: String) async throws {
        let (world, list, _) = try await mailbox()
        #expect(list.perform(.label))
        let picker = try #require(world.pushed.last as? LabelPickerScreen)
        picker.type(letters)
        #expect(world.text(picker).contains { $0.contains("no spaces") })
    }

    @Test("labels come before tags, and a # in front makes a tag")
    func labelsAndTags() {
        let work = Mailbox(id: MailboxID(2), account: AccountID(1), remoteID: nil, name: "Work", role: nil)
        let choices = LabelChoices(
            mailboxes: [work], account: AccountID(1), tags: [Keyword("workshop")], recent: [])
        #expect(choices.matching("work") == [.label(MailboxID(2)), .tag(Keyword("workshop"))])
        #expect(choices.matching("new") == [.new("new")] && choices.matching("#new") == [.tag(Keyword("new"))])
    }

    @Test("a label that the user may neither add nor remove is not offered, and not offered to be created")
    func labelRights() {
        func label(_ id: Int64, _ name: String, _ rights: MailboxRights) -> Mailbox {
            Mailbox(
                id: MailboxID(id), account: AccountID(1), remoteID: nil, name: name, role: nil, rights: rights)
        }
        let choices = LabelChoices(
            mailboxes: [label(1, "Notices", [.setSeen]), label(2, "Team", .all)], account: AccountID(1), recent: [])
        #expect(choices.matching("") == [.label(MailboxID(2))])
        #expect(choices.matching("notices").isEmpty)
    }

    @Test("program keywords are no tags", arguments: ["$seen", "$junk", "Junk", "NonJunk", "$replylater", "$woken-1"])
    func programs(keyword: String) { #expect(!Keyword(keyword).isTag) }
}
