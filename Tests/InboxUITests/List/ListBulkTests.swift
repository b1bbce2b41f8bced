import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Many threads at once, labels and programs", .timeLimit(.minutes(10)))
struct ListBulkTests {
    /// A list of 700 threads with the oldest selected, more than are in view.
    func selected(_ count: Int) async throws -> (FakeSurroundings, ListScreen) {
        let noon = FakeSurroundings.noon
        let world = try FakeSurroundings(now: noon)
        try world.fill((0..<700).map { .remote(id: "m\($0)", from: $0 < 700 - count ? "ann" : "bob", at: noon - $0) })
        let list = world.list()
        _ = world.draw(list)
        list.select(matching: "from:bob")
        await world.until { list.selectedCount == count }
        return (world, list)
    }

    @Test("a command checks the selection again before it acts; if it is empty, nothing happens")
    func allTakenAway() async throws {
        let (world, list) = try await selected(1)
        (list.provider as? ModelProvider<MailThread>)?.pause()
        try await world.session.perform(.archive, on: [world.thread("t-m699")])
        #expect(list.perform(.trash))
        await world.until { world.said.last == "The selected mail is no longer here. Nothing was done." }
        #expect(list.selectedCount == 0 && world.acted.isEmpty && !list.holdsEvents)
    }

    @Test(
        "a key right after a jump acts on the rows jumped to", arguments: [Command.bottom, .top])
    func behindJump(jump: Command) async throws {
        let noon = FakeSurroundings.noon
        let world = try FakeSurroundings(now: noon)
        try world.fill((0..<700).map { .remote(id: "m\($0)", thread: "t\($0)", at: noon - $0) })
        let list = world.list()
        _ = world.draw(list)
        if jump == .top {
            #expect(list.perform(.bottom))
            await world.until { list.provider.above > 100 && list.landing.target == nil }
        }
        #expect(list.perform(jump))
        #expect(list.perform(.archive))
        await world.until { world.acted.count == 1 && list.provider.count == 699 }
        let wanted = try world.thread(jump == .top ? "t0" : "t699")
        #expect(try await world.session.undo()?.threads == [wanted])
    }

    @Test("in the trash, selecting by query deletes the matches, not the row at the cursor")
    func destroysMatching() async throws {
        let world = try FakeSurroundings()
        try world.fill(
            (0..<5).map {
                .remote(id: "m\($0)", subject: $0 < 2 ? "Old \($0)" : "New \($0)", in: ["trash"], at: $0)
            })
        let list = world.list()
        list.show(.role(world.account, .trash))
        await world.until { list.provider.count == 5 }
        list.select(matching: "subject:Old")
        await world.until { list.matching != nil }
        #expect(list.perform(.trash))
        let question = try #require(world.pushed.last as? QuestionScreen)
        #expect(world.text(question).joined().contains("Delete 2 threads for good?"))
        // The deletion cannot be undone, so an Enter pressed twice is not an answer.
        #expect(question.handle(.key(.enter)) && list.matching != nil)
        #expect(question.handle(.key("y")))
        #expect(list.matching == nil && list.selectedCount == 0)
    }

    @Test("C copies to another mailbox of the account, and the thread stays where it is")
    func copies() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let first = try #require(list.selected)
        #expect(list.perform(.copyTo))
        let picker = try #require(world.pushed.last as? MovePickerScreen)
        #expect(world.draw(picker, 60, 18).golden.contains("Copy to"))
        picker.type("=wor")
        #expect(picker.handle(.key(.enter)))
        await world.until { world.acted.count == 1 }
        #expect(list.shown.contains(first) && world.lastAct?.command == .copy)
    }

    @Test(
        "a query with a field, mailbox or account that does not exist selects nothing",
        arguments: ["-form:ann", "-in:nowhere", "-account:zoe"])
    func doubtful(query: String) throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.selectMatching))
        let entry = try #require(world.pushed.last as? EntryScreen)
        entry.type(query)
        #expect(entry.handle(.key(.enter)) && world.pops == 0 && list.matching == nil)
        #expect(world.text(entry).contains { $0.contains("column 2: ") })
    }

    @Test("a label is added, removed if all threads have it, and created if it is new")
    func labels() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let first = try #require(list.selected)
        func choose(_ letters: String) throws {
            #expect(list.perform(.label))
            let picker = try #require(world.pushed.last as? LabelPickerScreen)
            picker.type(letters)
            #expect(picker.handle(.key(.enter)))
        }
        let work = try #require(try world.session.mailboxes().first { $0.name == "Work" })
        try choose("wo")
        await world.until { list.thread(first)?.mailboxes.contains(work.id) == true }
        #expect(list.perform(.label))
        let box = try #require(world.pushed.last)
        #expect(screenGolden("labels", { world.draw(box, $0, $1) }) == nil)
        try choose("work")
        await world.until { list.thread(first)?.mailboxes.contains(work.id) == false }
        // Without a filter, or after moving the cursor, Space marks; within a name it is a blank.
        #expect(list.perform(.label))
        let several = try #require(world.pushed.last as? LabelPickerScreen)
        several.type("wo")
        #expect(several.handle(.key(.space)) && several.marked.isEmpty && several.picker.field.text == "wo ")
        _ = several.handle(.key(.backspace))
        for key in [Key.down, .up] { _ = several.handle(.key(key)) }
        #expect(several.handle(.key(.space)) && several.marked == [.label(work.id)] && several.picker.field.isEmpty)
        try choose("Brand new")
        await world.settle()
        let made = try #require(try world.session.mailboxes().first { $0.name == "Brand new" })
        await world.until { list.thread(first)?.mailboxes.contains(made.id) == true }
        // A single key does the same to the next thread.
        #expect(world.lastAct?.target == made.id)
        _ = list.perform(.down)
        let second = try #require(list.selected)
        #expect(second != first && list.perform(.again))
        await world.until { list.thread(second)?.mailboxes.contains(made.id) == true }
        #expect(!world.said.contains("Nothing was done yet."))
    }

    @Test("labels marked with Space are one action that names them all; one undo takes back all, and . repeats all")
    func labelsTogether() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let first = try #require(list.selected)
        func labels(_ thread: ThreadID) throws -> Set<String> {
            let places = try #require(try world.session.thread(thread)).mailboxes
            return Set(
                try world.session.mailboxes().filter { $0.role == nil && places.contains($0.id) }.map(\.name))
        }
        let before = try labels(first)
        #expect(list.perform(.label))
        let picker = try #require(world.pushed.last as? LabelPickerScreen)
        for _ in 0..<2 { #expect(picker.handle(.key(.space))) }
        #expect(picker.handle(.key(.enter)))
        #expect(world.acted == ["label parts 2"])
        await world.settle()
        #expect(try labels(first) == ["Home", "Work"])
        let next = try #require(try world.session.nextDeed(undoing: true))
        let words = Wording.done(next)
        #expect(words.hasPrefix("Done: label “") && words.contains("with Home") && words.contains("with Work"))
        _ = list.perform(.down)
        let second = try #require(list.selected)
        #expect(second != first && list.perform(.again))
        await world.settle()
        #expect(try labels(second) == ["Home", "Work"])
        for thread in [second, first] {
            let deed = try #require(try await world.session.undo())
            #expect(deed.threads == [thread] && deed.others.count == 1)
        }
        #expect(try labels(first) == before)
        #expect(try await world.session.undo() == nil)
    }

    @Test("a label that is created comes with the marked ones as one action")
    func labelsWithNew() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        try await world.label(list, withNew: "new")
        #expect(world.acted == ["label parts 2"])
        #expect(try world.session.mailboxes().contains { $0.name == "new" })
    }

    @Test("a key mutes a thread, and unmutes it again")
    func mute() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let first = try #require(list.selected)
        #expect(list.perform(.mute))
        await world.until { !list.shown.contains(first) }
        list.show(.search("is:muted"))
        await world.until { list.shown == [first] && list.loadingSince == nil }
        #expect(list.perform(.mute))
        await world.until { list.shown.isEmpty }
        #expect(world.acted == ["mute \(first)", "unmute \(first)"])
    }

    @Test("messages are piped into a shell command, and a named command gets the thread as JSON")
    func programs() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.runCommand))
        #expect(world.said.last?.contains("has no “commands” yet") == true)
        world.settings.commands = ["words": NamedCommand(run: "grep -o 'Working with [a-z]*' | head -1")]
        #expect(list.perform(.runCommand))
        let choice = try #require(world.pushed.last as? ChoiceScreen)
        #expect(choice.handle(.key(.enter)))
        await world.until { world.said.last == "Done: words" }
        #expect(
            world.text(try #require(world.pushed.last as? TextScreen)).contains { $0.contains("Working with folders") })
        world.settings.commands = ["fails": NamedCommand(run: "cat >/dev/null; echo no such thing >&2; exit 2")]
        #expect(list.perform(.runCommand))
        #expect(try #require(world.pushed.last as? ChoiceScreen).handle(.key(.enter)))
        await world.until { world.said.last == "fails failed (2): no such thing" }
    }

    @Test("with the setting, the previous row is selected after an action")
    func previous() async throws {
        let (world, _) = try FakeSurroundings.mailbox()
        world.settings.afterAction = .previous
        let list = world.list()
        _ = world.draw(list)
        #expect(list.perform(.down) && list.perform(.down))
        let before = list.shown[1]
        #expect(list.perform(.archive))
        await world.until { list.shown.count == 5 }
        #expect(list.selected == before)
    }
}
