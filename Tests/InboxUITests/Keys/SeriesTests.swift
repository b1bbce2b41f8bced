import Foundation
import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Command series under a key", .timeLimit(.minutes(10)))
struct SeriesTests {
    static let name = "filed"

    /// Parses steps as in `config.json`.
    func series(_ steps: [String]) -> [String: Series] {
        let list = steps.map { "\"\($0)\"" }.joined(separator: ", ")
        let reading = SettingsReading(Data("{\"commands\": {\"\(Self.name)\": {\"do\": [\(list)]}}}".utf8))
        #expect(reading.notices == [])
        return reading.settings.series
    }

    func world(_ steps: String...) throws -> (FakeSurroundings, ListScreen) {
        let (world, list) = try FakeSurroundings.mailbox()
        world.settings.series = series(steps)
        _ = world.draw(list)
        return (world, list)
    }

    func press(on screen: any Screen) { #expect(screen.perform(OwnKey(.run, Self.name))) }

    /// The state of a thread: its mailboxes, and whether it is starred and unread.
    struct Look: Hashable {
        var mailboxes: Set<String>
        var isStarred, isUnread: Bool
    }

    func look(_ thread: ThreadID, _ world: FakeSurroundings) throws -> Look {
        let thread = try #require(try world.session.thread(thread))
        let names = try world.session.mailboxes().filter { thread.mailboxes.contains($0.id) }
        return Look(
            mailboxes: Set(names.map { Wording.name(of: $0) }), isStarred: thread.isStarred, isUnread: thread.isUnread)
    }

    // MARK: Lists

    @Test("all commands act on the initial selection, even if it leaves the list, and one undo reverts them")
    func list() async throws {
        let (world, list) = try world("archive", "label:Work", "addStar", "shake")
        let (first, second) = (try #require(list.selected), list.shown[1])
        let before = (try look(first, world), try look(second, world))
        press(on: list)
        await world.until { list.selected == second && !list.shown.contains(first) }
        #expect(world.acted == ["archive parts 4"])
        let after = try look(first, world)
        #expect(after.mailboxes.contains("Work") && !after.mailboxes.contains("Inbox"))
        #expect(after.isStarred && !after.isUnread && before.0.isUnread)
        #expect(try look(second, world) == before.1)
        world.undo()
        await world.settle()
        #expect(try look(first, world) == before.0)
        #expect(try await world.session.undo() == nil, "nothing is left to take back")
        #expect(try await world.session.redo() != nil)
        #expect(try look(first, world) == after)
    }

    @Test("with a number it acts on so many rows, and goes on past those that it marks as read")
    func counted() async throws {
        let (world, list) = try world("addStar", "shake")
        let rows = list.shown
        let before = try look(rows[2], world)
        #expect(list.perform(OwnKey(.run, Self.name), number: 2))
        #expect(list.selected == rows[2] && list.selectedCount == 0)
        await world.settle()
        #expect(world.acted == ["shake parts 2"])
        for row in rows.prefix(2) {
            let after = try look(row, world)
            #expect(after.isStarred && !after.isUnread)
        }
        #expect(try look(rows[2], world) == before)
    }

    @Test("if any of its commands can't run, none does, and that is reported")
    func allOrNothing() async throws {
        for (steps, words) in [
            (["star", "label:Nowhere", "archive"], "has no mailbox “Nowhere”: nothing was done"),
            (["star", "snooze:never"], "“never” is not a future time: nothing was done"),
            (["star", "tag:two words"], "“two words” can't be a tag: nothing was done"),
        ] {
            let (world, list) = try FakeSurroundings.mailbox()
            world.settings.series = [Self.name: Series(steps.map(step))]
            let first = try #require(list.selected)
            let before = try look(first, world)
            press(on: list)
            #expect(world.said.last?.hasSuffix(words) == true && world.acted.isEmpty, "\(world.said)")
            #expect(world.lastAct == nil)
            #expect(try look(first, world) == before)
        }
        // Only the store can know that the inbox is not a label.
        let (world, list) = try world("star", "label:Inbox", "archive")
        let first = try #require(list.selected)
        let before = try look(first, world)
        press(on: list)
        await world.settle()
        #expect(try look(first, world) == before)
        #expect(try await world.session.undo() == nil)
    }

    /// Parses a step without the checks of the settings: a time that was valid when they were read may have passed.
    func step(_ text: String) -> Series.Step {
        if let command = Command(rawValue: text) { return .command(command) }
        let parts = text.components(separatedBy: ":")
        return .own(OwnKey(OwnKey.Deed(rawValue: parts[0]) ?? .label, parts[1]), takesOff: false)
    }

    @Test("undo of a series that replaces a tag reverts that, and doesn't rename the tag")
    func replacesTag() async throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon, dialect: .jmap)
        try world.fill(FakeSurroundings.sixThreads)
        let list = world.list()
        _ = world.draw(list)
        let first = try #require(list.selected)
        try await world.session.perform(.mark, on: [first], keyword: Keyword("todo"))
        world.settings.series = series(["tag:done", "-tag:todo"])
        press(on: list)
        await world.settle()
        #expect(try world.session.thread(first)?.tags == [Keyword("done")])
        let deed = try #require(try await world.session.undo())
        #expect(Wording.undone(deed).hasPrefix("Undone: replace #todo with #done on "))
        #expect(try world.session.thread(first)?.tags == [Keyword("todo")])
    }

    @Test("a repeated series never toggles labels, tags or stars; only explicit steps remove")
    func neverTurns() async throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon, dialect: .jmap)
        try world.fill(FakeSurroundings.sixThreads)
        world.settings.series = series(["label:Work", "tag:todo", "star"])
        let list = world.list()
        _ = world.draw(list)
        let first = try #require(list.selected)
        for _ in 0..<2 {
            press(on: list)
            await world.settle()
            let thread = try #require(try world.session.thread(first))
            #expect(thread.isStarred)
            #expect(try look(first, world).mailboxes.contains("Work"))
            #expect(thread.tags == [Keyword("todo")])
        }
        world.settings.series = series(["-label:Work", "-tag:todo", "removeStar"])
        for _ in 0..<2 {
            press(on: list)
            await world.settle()
            let thread = try #require(try world.session.thread(first))
            #expect(!thread.isStarred && thread.tags.isEmpty)
            #expect(try !look(first, world).mailboxes.contains("Work"))
        }
    }

    @Test("all selected threads get the series at once; . repeats it on the next")
    func again() async throws {
        let (world, list) = try world("label:Work", "archive")
        let shown = list.shown
        #expect(list.perform(.select) && list.perform(.select))
        #expect(list.selectedCount == 2)
        press(on: list)
        #expect(world.acted == ["archive parts 2"] && list.selectedCount == 0)
        await world.until { list.shown == Array(shown.dropFirst(2)) }
        #expect(list.perform(.again))
        await world.until { list.shown == Array(shown.dropFirst(3)) }
        for thread in shown.prefix(3) { #expect(try look(thread, world).mailboxes.contains("Work")) }
        let deed = try #require(try await world.session.undo())
        #expect(deed.threads == [shown[2]])
        #expect(Set(try #require(try await world.session.undo()).threads) == Set(shown.prefix(2)))
    }

    @Test("a series that reads goes on to the next row; a series that removes no row leaves the cursor")
    func cursor() async throws {
        let (world, list) = try world("star", "shake")
        let shown = list.shown
        press(on: list)
        #expect(list.selected == shown[1])
        world.settings.series = series(["star", "label:Work"])
        press(on: list)
        #expect(list.selected == shown[1])
        await world.settle()
        world.settings.series = series(["shake", "label:Inbox"])
        press(on: list)
        #expect(list.selected == shown[2])
        await world.settle()
        #expect(list.selected == shown[1], "it could not be done")
    }

    @Test("when another program takes the selected row away, the whole series waits for the next press")
    func loss() async throws {
        let (world, list) = try world("star", "archive")
        #expect(list.perform(.down))
        let shown = list.shown
        let account = world.account
        try world.store.writeNow { try $0.remove(message: RemoteID("new"), account: account) }
        await world.until { list.shown.count == shown.count - 1 }
        _ = world.draw(list)
        list.loss.since = list.loss.since.map { _ in .now + .seconds(60) }
        press(on: list)
        #expect(world.acted.isEmpty)
        #expect(world.said.last == "The selected row has just gone. Nothing was done.")
        press(on: list)
        await world.settle()
        #expect(world.acted == ["archive parts 2"])
        #expect(try look(shown[2], world).isStarred)
    }

    @Test("messages of several accounts get their own account's label, and one undo reverts all")
    func severalAccounts() async throws {
        let (world, list) = try world("label:Work", "star")
        let other = try world.store.addTestAccount(.test("work@example.test"))
        try world.store.receive(.remote(id: "o", from: "zoe", at: FakeSurroundings.noon), account: other)
        list.goStraight(to: .allInboxes)
        await world.until { list.shownThreads.contains { $0.account == other } }
        #expect(list.perform(.top) && list.perform(.select) && list.perform(.select))
        let threads = list.targetThreads.map(\.id)
        #expect(threads.count == 2 && Set(list.targetThreads.map(\.account)).count == 2)
        let before = try threads.map { try look($0, world) }
        press(on: list)
        await world.settle()
        for thread in threads {
            let look = try look(thread, world)
            #expect(look.mailboxes.contains("Work") && look.isStarred)
        }
        let deed = try #require(try await world.session.undo())
        #expect(Set(deed.threads) == Set(threads) && deed.others.map(\.command) == [.star])
        #expect(try threads.map { try look($0, world) } == before)
    }

    @Test("in a list of messages, a series acts on the message alone, and . in a thread on a single message")
    func messages() async throws {
        let (world, list) = try FakeSurroundings.messages()
        world.settings.series = series(["star", "archive"])
        let third = try #require(try world.session.named("dir3", isMessage: true).messages.first)
        list.select(third)
        press(on: list)
        await world.until { list.shownMessages.count == 8 }
        let dir = try world.session.messages(of: try world.thread("dir"))
        #expect(dir.filter(\.isStarred).map(\.id) == [third])
        let screen = ThreadScreen(thread: try world.thread("t-new"), order: list, around: world)
        _ = world.draw(screen)
        #expect(screen.perform(.again))
        #expect(world.acted.last == "archive parts 2")
        await world.until { list.shownMessages.count == 7 }
    }

    // MARK: Threads and the deck

    @Test("in a thread, a series acts on that thread, and its commands pick what follows")
    func thread() async throws {
        let (world, list) = try world("star", "archive")
        let shown = list.shown
        let screen = ThreadScreen(thread: shown[0], order: list, around: world)
        _ = world.draw(screen)
        press(on: screen)
        #expect(world.acted.last == "archive parts 2" && screen.thread == shown[1])
        await world.settle()
        #expect(try look(shown[0], world).isStarred)
        world.settings.series = series(["label:Work", "star"])
        press(on: screen)
        #expect(screen.thread == shown[1] && world.pops == 0)
        world.settings.series = series(["star", "unread"])
        press(on: screen)
        #expect(world.pops == 1, "back in the list it stays unread")
        await world.settle()
        #expect(try look(shown[1], world).isUnread)
    }

    @Test("in the deck, a series acts on the card; it leaves if a command removes it, and undo restores it")
    func deck() async throws {
        let (world, _) = try world("star", "archive")
        let deck = DeckScreen(filter: .mailbox(.role(.inbox)), title: "Inbox", around: world)
        world.front = deck
        let first = try #require(deck.card?.id)
        press(on: deck)
        #expect(deck.card?.id != first && world.acted == ["archive parts 2"])
        await world.settle()
        #expect(deck.perform(.undo))
        await world.settle()
        await world.until { deck.card?.id == first }
        world.settings.series = series(["label:Work", "star"])
        press(on: deck)
        #expect(deck.card?.id == first)
        await world.settle()
        world.settings.series = series(["label:Inbox", "archive"])
        press(on: deck)
        #expect(deck.card?.id != first)
        await world.settle()
        #expect(deck.card?.id == first, "it could not be done")
    }

    // MARK: Words

    func client(_ steps: String...) throws -> ShellClient {
        var settings = Settings()
        settings.series = series(steps)
        settings.keys = ["run:filed": ["F11"]]
        return try ShellClient(settings: settings)
    }

    @Test("the messages for a series, its undo and its redo name all its commands in order")
    func told() async throws {
        let client = try client("label:Work", "-label:Home", "star", "archive")
        client.type("F11")
        await client.sees("Done")
        // The thread has no label Home to remove.
        #expect(client.shows("Done: label “First” with Work, star, archive"))
        client.type(": undo")
        #expect(client.shows("undo: label “First” with Work, star, archive"))
        client.type("Enter")
        await client.sees("Undone")
        #expect(client.shows("Undone: label “First” with Work, star, archive"))
        client.type("Z")
        await client.sees("Redone")
        #expect(client.shows("Redone: label “First” with Work, star, archive"))
        #expect(client.shell.doneToday == "Today: 1 archived")
        await client.shell.end()
    }

    @Test("only the first command names the mail, if the others read well without it")
    func words() {
        #expect(
            Wording.order([.archive, .star, .unstar, .trash], "“Lunch”", areSeveral: false)
                == "archive “Lunch”, star, unstar, move to the trash")
        #expect(Wording.order([.star], "3 threads", areSeveral: true) == "star 3 threads")
    }

    @Test("the command box acts only on the mail that was selected when it opened")
    func chosenLate() throws {
        let (world, list) = try world("star", "archive")
        #expect(list.perform(.runCommand))
        let choice = try #require(world.pushed.last as? ChoiceScreen)
        #expect(list.perform(.down))
        #expect(choice.handle(.key(.enter)))
        #expect(world.acted.isEmpty)
        #expect(world.said.last == "The selected mail is no longer here. Nothing was done.")
    }

    @Test("a series without effect says so, and . doesn't repeat it")
    func nothing() async throws {
        let client = try client("removeStar", "-label:Work")
        client.type("F11")
        await client.sees("Nothing to change")
        #expect(client.shows(Wording.nothingInSeries) && client.shell.lastAct == nil)
        await client.shell.end()
    }

    @Test("a series appears by name in help, in the palette and in the command box, and runs from there")
    func places() async throws {
        let client = try client("star", "archive")
        client.type("? / filed")
        #expect(client.draw().contains { $0.contains("F11") && $0.contains("run filed") })
        client.type("Esc Esc : filed")
        #expect(client.draw().contains { $0.contains("run filed") && $0.contains("F11") })
        #expect(client.draw().contains { $0.contains("filed") && $0.contains("yours") })
        client.type("Enter")
        await client.sees("Done: star “First”, archive")
        #expect(client.shows("Done: star “First”, archive"))
        client.type("; filed Enter")
        await client.sees("Done: star “Second”, archive")
        #expect(client.shows("Done: star “Second”, archive"))
        await client.shell.end()
    }

    @Test(
        "a key right after a series acts on the row selected then, however slow the store is",
        arguments: [true, false])
    func typedAhead(isSlow: Bool) async throws {
        let client = try client("label:Work", "archive")
        _ = client.draw()
        let list = try #require(client.shell.flows.screens.first as? ListScreen)
        list.deeds.patience = isSlow ? .zero : .seconds(600)
        let (taken, take) = AsyncStream<Void>.makeStream()
        if isSlow { client.shell.jobs.add { for await _ in taken {} } }
        client.type("F11 #")
        if isSlow { while list.holdsEvents { await list.waitIsOver() } }
        take.finish()
        await client.sees(80, 24) { list.loaded.items.isEmpty }
        #expect(list.loaded.items.isEmpty)
        await client.sees("To the trash: “Second”")
        #expect(client.shows("To the trash: “Second”"))
        await client.shell.end()
    }
}
