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
    /// A mailbox of folders whose server keeps keywords; one thread there was tagged elsewhere.
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
        for letter in letters { _ = picker.handle(.key(Key(letter))) }
        #expect(picker.handle(.key(.enter)))
    }

    @Test(
        "a folder account has tags: rows and threads say them, one key puts them on and takes them off, another repeats"
    )
    func tags() async throws {
        let (world, list, threads) = try await mailbox()
        #expect(list.thread(threads[0])?.tags == [Keyword("harbour")])
        #expect(world.text(list, 110, 20).contains { $0.contains("#harbour") && !$0.contains("junk") })
        #expect(list.selected == threads[1])
        #expect(list.perform(.label))
        #expect(screenGolden("tags", world.draw(try #require(world.pushed.last), 60, 18)) == nil)
        try choose("har", list, world)
        await world.until { list.thread(threads[1])?.tags == [Keyword("harbour")] }
        await world.until { world.said.last == "Tagged “Ropes” #harbour" }
        try choose("harbour", list, world)
        await world.until { list.thread(threads[1])?.tags == [] }
        await world.until { world.said.last == "#harbour taken from “Ropes”" }
        try choose("todo", list, world)
        await world.until { list.thread(threads[1])?.tags == [Keyword("todo")] }
        _ = list.perform(.down)
        #expect(list.selected == threads[0] && list.perform(.again))
        await world.until { list.thread(threads[0])?.tags == [Keyword("harbour"), Keyword("todo")] }
        #expect(try world.session.tags() == [Keyword("todo"), Keyword("harbour")])
        let queue = try world.session.actions().filter { $0.command == .mark }
        #expect(!queue.isEmpty && queue.allSatisfy { $0.edits.allSatisfy { $0.patch.addMailboxes.isEmpty } })
    }

    @Test("a key of the user's own puts a tag on, and takes it off where it is; what is no tag is told")
    func ownKey() async throws {
        let (world, list, threads) = try await mailbox()
        let key = try #require(OwnKey("tag:todo"))
        #expect(list.perform(key))
        await world.until { list.thread(threads[1])?.tags == [Keyword("todo")] }
        #expect(list.perform(key))
        await world.until { list.thread(threads[1])?.tags == [] }
        #expect(list.perform(try #require(OwnKey("tag:two words"))))
        #expect(world.said.last == "“two words” can be no tag")
        #expect(list.perform(try #require(OwnKey("label:Work"))))
        #expect(world.said.last?.contains("keeps mail in folders") == true)
    }

    @Test("a tag is not put by repeating on mail of an account that it was not given in: that one is asked about")
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
        "what no server keeps as a mark is not offered, and why is said",
        arguments: ["two words", "a%b", "$seen", "NonJunk"])
    func noTag(letters: String) async throws {
        let (world, list, _) = try await mailbox()
        #expect(list.perform(.label))
        let picker = try #require(world.pushed.last as? LabelPickerScreen)
        for letter in letters { _ = picker.handle(.key(Key(letter))) }
        #expect(world.text(picker).contains { $0.contains("without blanks") })
    }

    @Test("labels come before tags, and a sign in front makes the one or the other")
    func labelsAndTags() {
        let work = Mailbox(id: MailboxID(2), account: AccountID(1), remoteID: nil, name: "Work", role: nil)
        let choices = LabelChoices(
            mailboxes: [work], account: AccountID(1), tags: [Keyword("workshop")], recent: [])
        #expect(choices.matching("work") == [.label(MailboxID(2)), .tag(Keyword("workshop"))])
        #expect(choices.matching("new") == [.new("new")] && choices.matching("#new") == [.tag(Keyword("new"))])
    }

    @Test("marks of programs are no tags", arguments: ["$seen", "$junk", "Junk", "NonJunk", "$replylater", "$woken-1"])
    func programs(keyword: String) { #expect(!Keyword(keyword).isTag) }
}
