import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Custom keys for mailboxes, searches, tags and commands", .timeLimit(.minutes(10)))
struct OwnKeyTests {
    private func map(_ keys: [String: [String]], commands: [String: NamedCommand] = [:]) -> KeyMap {
        var settings = Settings()
        settings.keys = keys
        settings.commands = commands
        return KeyMap(settings: settings)
    }

    private func keys(_ text: String) throws -> [Key] { try #require(KeySequence(text)).keys }

    @Test("are read as written, for all screens that support them or for a single screen")
    func reading() throws {
        let map = map(["move:Receipts": ["gR"], "thread.tag:todo": ["F11"], "search:is:unread from:a.b": ["gU"]])
        #expect(map.problems == [])
        let move = try #require(OwnKey("move:Receipts"))
        for context in [KeyContext.list, .thread, .deck] {
            #expect(map.meaning(of: try keys("gR"), in: context) == .own(move))
            #expect(map.meaning(of: try keys("g"), in: context) == .begun)
            #expect(map.continuations(of: try keys("g"), in: context).contains { $0.hint == "move to Receipts" })
        }
        #expect(map.meaning(of: try keys("gR"), in: .drawer) == .nothing)
        #expect(map.meaning(of: try keys("F11"), in: .thread) == .own(try #require(OwnKey("tag:todo"))))
        #expect(map.meaning(of: try keys("F11"), in: .list) == .nothing)
        #expect(OwnKey("search:is:unread from:a.b")?.object == "is:unread from:a.b")
        #expect(self.map(["snooze:monday 9": ["F11"]]).problems == [])
    }

    @Test("can replace a command's key; clashes and invalid keys are reported")
    func clashes() throws {
        let taken = map(["go:Work": ["w"]])
        #expect(taken.meaning(of: try keys("w"), in: .list) == .own(try #require(OwnKey("go:Work"))))
        #expect(taken.sequences(of: .replyLater, in: .list).isEmpty && taken.problems.isEmpty)
        let wrong = map([
            "file:Work": ["F11"], "move:": ["F11"], "drawer.move:Work": ["F11"], "move:Work": ["Hyper-x"],
            "run:nothing": ["F11"], "snooze:never": ["F11"], "go:Work": ["g"],
        ])
        #expect(
            Set(wrong.problems.map(\.binding)) == [
                "file:Work", "move:", "drawer.move:Work", "move:Work", "run:nothing", "snooze:never", "go:Work",
            ])
        let twice = map(["go:Work": ["F11"], "archive": ["F11"]])
        #expect(twice.problems.map(\.binding) == ["go:Work"])
    }

    // MARK: What they do

    private func press(_ text: String, on screen: any Screen) throws {
        #expect(screen.perform(try #require(OwnKey(text))))
    }

    private func world() throws -> (FakeSurroundings, ListScreen) {
        let (world, list) = try FakeSurroundings.mailbox()
        try world.fill(.remote(id: "w", thread: "tw", from: "ben", in: ["work"], at: 2 * 86_400))
        _ = world.draw(list)
        return (world, list)
    }

    @Test("move the selection to their mailbox, and . repeats that; an unknown mailbox moves nothing")
    func move() async throws {
        let (world, list) = try world()
        let first = try #require(list.selected)
        try press("move:nowhere", on: list)
        #expect(world.said.last?.hasSuffix("has no mailbox “nowhere”") == true)
        try press("move:Work", on: list)
        await world.until { world.acted.count == 1 && list.selected != first }
        let second = try #require(list.selected)
        #expect(list.perform(.again))
        await world.until { world.acted.count == 2 && list.selected != second }
        let work = try #require(world.session.mailboxes().first { $0.name.lowercased() == "work" }).id
        for thread in [first, second] {
            #expect(try #require(try world.session.thread(thread)).mailboxes == [work])
        }
    }

    @Test("with a number, act on so many rows as one, and go on to the row behind them")
    func counted() async throws {
        let (world, list) = try world()
        let rows = list.shown
        #expect(list.perform(try #require(OwnKey("move:Work")), number: 3))
        await world.until { world.acted.count == 1 && list.selected == rows[3] }
        #expect(world.acted == ["move \(rows[0]),\(rows[1]),\(rows[2])"] && list.selectedCount == 0)
    }

    @Test("accept mutt's sign before a mailbox", arguments: ["=Work", "+work", "work"])
    func muttSign(name: String) async throws {
        let (world, list) = try world()
        let first = try #require(list.selected)
        try press("move:\(name)", on: list)
        await world.until { world.acted.count == 1 }
        await world.settle()
        let work = try #require(world.session.mailboxes().first { $0.name.lowercased() == "work" }).id
        #expect(try #require(try world.session.thread(first)).mailboxes == [work])
        try press("go:\(name)", on: list)
        await world.until { list.shownThreads.contains { $0.id == first } && list.shownThreads.count == 2 }
    }

    @Test("in a thread they act on that thread, and go or search in its list")
    func thread() async throws {
        let (world, list) = try world()
        let first = try #require(list.selected)
        let screen = ThreadScreen(thread: first, order: list, around: world)
        _ = world.draw(screen)
        try press("move:work", on: screen)
        await world.until { world.acted.count == 1 }
        #expect(try #require(try world.session.thread(first)).mailboxes.count == 1)
        try press("search:from:carl", on: screen)
        await world.until { list.shownThreads.map(\.subject) == ["[PATCH] Close the file after parsing"] }
    }

    @Test("go to a mailbox by its name or role; an unknown name is reported")
    func go() async throws {
        let (world, list) = try world()
        try press("go:Work", on: list)
        await world.until { list.shownThreads.map(\.senders.first?.email) == ["ben@example.test"] }
        try press("go:inbox", on: list)
        await world.until { list.shownThreads.count == 6 }
        try press("go:nowhere", on: list)
        #expect(world.said.last == "There is no mailbox or tag “nowhere” here")
    }

    @Test("snooze until a time relative to the key press; an invalid time is reported")
    func snooze() async throws {
        let (world, list) = try world()
        let first = try #require(list.selected)
        try press("snooze:never", on: list)
        #expect(world.said.last == "“never” is not a future time" && world.acted.isEmpty)
        try press("snooze:in 2 hours", on: list)
        await world.settle()
        #expect(world.acted == ["snooze \(first)"])
        #expect(try #require(try world.session.thread(first)).snoozedUntil == .test(FakeSurroundings.noon + 7_200))
    }

    @Test("in the deck they act on the card: moving shows the next card, labelling doesn't")
    func deck() async throws {
        let (world, _) = try world()
        let deck = DeckScreen(filter: .mailbox(.role(.inbox)), title: "Inbox", around: world)
        let first = try #require(deck.card)
        try press("copy:work", on: deck)
        await world.settle()
        #expect(deck.card?.id == first.id && world.acted == ["copy \(first.id)"])
        try press("move:work", on: deck)
        #expect(world.acted.last == "move \(first.id)" && deck.card?.id != first.id)
        try press("go:work", on: deck)
        #expect(world.said.last == "Go back to the list for that")
    }

    @Test("appear in the palette with their keys and titles, and run from there")
    func palette() async throws {
        var settings = Settings()
        settings.keys = ["move:Archive": ["gR"], "search:from:ben": ["F11"]]
        let client = try ShellClient(settings: settings)
        client.type(": archiv")
        #expect(client.draw().contains { $0.contains("move to Archive") && $0.contains("gR") })
        client.type("Esc : movetoa Enter")
        await client.sees("Moved")
        #expect(client.shows("Moved “First” to Archive"))
        client.type("S : movetoa")
        #expect(client.shows("move to Archive"))
        client.type("Esc :searchfrom")
        #expect(client.shows("search from:ben"))
        client.type("Enter")
        await client.sees("from:ben")
        #expect(client.shows("0 found"), "the list beneath the deck is searched")
        await client.shell.end()
    }

    @Test(". doesn't repeat an action that was refused or changed nothing")
    func refused() async throws {
        var settings = Settings()
        settings.keys = ["move:Inbox": ["F11"], "move:nowhere": ["F12"]]
        let client = try ShellClient(settings: settings)
        client.type("*")
        await client.sees("Starred")
        client.type("F11")
        await client.sees("Already there")
        #expect(client.shell.lastAct?.command == .star)
        client.type("F12")
        #expect(client.shows("has no mailbox “nowhere”") && client.shell.lastAct?.command == .star)
        client.type("j .")
        await client.sees("Starred “Second”")
        #expect(client.shows("Starred “Second”"))
        await client.shell.end()
    }

    @Test("with several accounts, each thread goes to its own account's mailbox, and one undo reverts all")
    func severalAccounts() async throws {
        let (world, list) = try world()
        let account = world.account
        try world.store.writeNow {
            try $0.save(RemoteMailbox(id: RemoteID("rec"), name: "Receipts", role: nil), account: account)
        }
        let other = try world.store.addTestAccount(.test("work@example.test"))
        try world.store.receive(.remote(id: "o", from: "zoe", at: FakeSurroundings.noon), account: other)
        list.goStraight(to: .allInboxes)
        await world.until { list.shownThreads.contains { $0.account == other } }
        let mine = try #require(list.shownThreads.first { $0.account == world.account }).id
        let theirs = try #require(list.shownThreads.first { $0.account == other }).id
        #expect(list.perform(.top) && list.perform(.select) && list.perform(.select))
        #expect(Set(list.targetThreads.map(\.id)) == [mine, theirs])
        func places(_ thread: ThreadID) throws -> Set<MailboxID> {
            Set(try #require(try world.session.thread(thread)).mailboxes)
        }
        let before = (try places(mine), try places(theirs))
        try press("move:Receipts", on: list)
        #expect(
            world.said.last == "work@example.test has no mailbox “Receipts”: nothing was done" && world.acted.isEmpty)
        #expect(world.lastAct == nil)

        try press("move:Work", on: list)
        await world.settle()
        #expect(world.acted == ["move parts 2"])
        for (thread, account) in [(mine, world.account), (theirs, other)] {
            let work = try #require(
                try world.session.mailboxes().first { $0.name.lowercased() == "work" && $0.account == account })
            #expect(try places(thread) == [work.id])
        }
        world.undo()
        await world.settle()
        #expect(try places(mine) == before.0 && places(theirs) == before.1)

        // Moving offers common mailboxes, and each thread goes to its own account's.
        await world.until { Set(list.shownThreads.map(\.id)).isSuperset(of: [mine, theirs]) }
        #expect(list.perform(.top) && list.perform(.select) && list.perform(.select) && list.perform(.move))
        let picker = try #require(world.pushed.last as? MovePickerScreen)
        picker.type("work")
        #expect(world.text(picker).contains { $0.contains("of each account") })
        _ = picker.handle(.key(.enter))
        await world.settle()
        #expect(world.acted.last == "move parts 2")
        for thread in [mine, theirs] { #expect(try places(thread).count == 1) }
        #expect(try places(mine) != places(theirs))
    }
}
