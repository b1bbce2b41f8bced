import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("A number before a key", .timeLimit(.minutes(10)))
struct NumberTests {
    @Test(
        "goes with rows, messages and lines, however high; before an action it is always used",
        arguments: [KeyContext.list, .thread, .drawer, .outbox, .contacts, .reader])
    func read(context: KeyContext) {
        let map = KeyMap()
        var reader = KeyReader()
        func press(_ keys: Key...) -> KeyReader.Outcome {
            keys.map { reader.press($0, in: context, map) }.last ?? .waiting
        }
        #expect(press("5", "G") == .numbered(.bottom, 5))
        #expect(press("1", "2", "0", "0", "0", "0", "G") == .numbered(.bottom, 120_000))
        #expect(press("3", "j") == .command(.down, count: 3))
        #expect(press("1", "2", "0", "0", "0", "0", "j") == .command(.down, count: 9_999))
        #expect(press("3", .enter) == (context == .reader ? .command(.fetch, count: 1) : .numbered(.open, 3)))
        if context == .list { #expect(press("3", "J") == .command(.previewDown, count: 3)) }
        if context == .drawer { #expect(press("2", "J") == .command(.pinDown, count: 2)) }
        if context == .thread { #expect(press("3", "e") == .numbered(.archive, 3)) }
        if context == .outbox { #expect(press("3", "x") == .numbered(.discard, 3)) }
    }

    @Test("acts on that many rows, even on rows not loaded yet, and on no others")
    func far() async throws {
        let (world, list) = try long()
        #expect(list.shown.count < 500)
        let first = try #require(list.selected)
        #expect(list.perform(.archive, number: 500))
        #expect(world.acted.isEmpty && list.selected == first, "they are awaited")
        await world.until { world.acted.count == 1 && list.provider.count == 400 }
        #expect(world.acted.first?.split(separator: ",").count == 500)
        #expect(world.acted.first?.hasPrefix("archive \(first),") == true)
        await world.until { list.selected.flatMap { list.thread($0)?.subject } == "Number 500" }
        #expect(list.selectedCount == 0)
        await world.until { list.shown.count <= ListScreen.widest }
        // More than there are: all rows to the end.
        #expect(list.perform(.star, number: 5_000))
        await world.until { world.acted.count == 2 }
        #expect(world.acted.last?.split(separator: ",").count == 400)
    }

    @Test(
        "selects the row after those it acted on, however many, or the last remaining row at the end of the list",
        arguments: [
            (Command.archive, 3, 53), (.archive, 150, 200), (.archive, 400, 450), (.archive, 700, 750),
            (.archive, 5_000, 49), (.shake, 3, 53), (.shake, 150, 200), (.shake, 400, 450), (.shake, 5_000, 899),
        ])
    func goesOn(command: Command, count: Int, next: Int) async throws {
        let (world, list) = try long()
        #expect(list.perform(.bottom, number: 51))
        #expect(list.perform(command, number: count))
        await world.until { world.acted.count == 1 }
        let left = command == .archive ? max(50, 900 - count) : 900
        await world.until { list.provider.count == left && list.landing.target == nil }
        #expect(list.selected.flatMap { list.thread($0)?.subject } == "Number \(next)")
        #expect(list.selectedCount == 0)
    }

    @Test(
        "selects nothing if a key opens a box: the box gives the count, and Esc there changes nothing",
        arguments: [
            (Command.move, "Move 3 threads to"), (.copyTo, "Copy 3 threads to"), (.label, "of 3 threads"),
            (.snooze, "Snooze 3 threads"),
        ])
    func box(command: Command, title: String) async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        #expect(list.perform(.down))
        let (all, selected) = (list.shown, list.selected)
        #expect(list.perform(command, number: 3))
        let box = try #require(world.pushed.last)
        #expect(world.text(box).joined().contains(title))
        #expect(box.perform(.back) && world.pops == 1)
        #expect(list.selectedCount == 0 && list.selected == selected && world.acted.isEmpty)
        // Without a number, the key acts on the row at the cursor again.
        #expect(list.perform(.unread) && world.acted == ["unread \(all[1])"])
        guard command == .move else { return }
        #expect(list.perform(command, number: 3))
        let picker = try #require(world.pushed.last as? MovePickerScreen)
        picker.type("work")
        #expect(picker.handle(.key(.enter)) && list.selectedCount == 0)
        #expect(world.acted.last == "move \(all[1]),\(all[2]),\(all[3])")
    }

    @Test("is dropped with a message if the rows don't load in time, and no other key acts instead")
    func tooLate() throws {
        let (world, list) = try long()
        (list.provider as? ModelProvider<MailThread>)?.pause()
        #expect(list.perform(.archive, number: 500))
        list.landing.waitForRows(since: .now - .seconds(2))
        #expect(list.perform(.trash))
        #expect(world.said == ["The rows did not arrive in time. Nothing was done."])
        #expect(world.acted.isEmpty && list.awaiting.isEmpty && list.landing.target == nil)
        #expect(list.perform(.archive) && world.acted.count == 1)
    }

    @Test("is refused if too large for an action, with the key that selects any number")
    func tooMany() throws {
        let (world, list) = try long()
        #expect(list.perform(.archive, number: 500_000))
        let refusal = "There are not that many rows here at once; X selects any number."
        #expect(world.acted.isEmpty && world.said == [refusal])
    }

    @Test("goes to the row of that number with the keys for the ends, or else to the last row")
    func row() async throws {
        let (world, list) = try long()
        for (command, number, subject) in [(Command.bottom, 5, 4), (.top, 700, 699), (.bottom, 99_999, 899)] {
            #expect(list.perform(command, number: number))
            await world.until { list.selected.flatMap { list.thread($0)?.subject } == "Number \(subject)" }
        }
    }

    @Test("goes to a message of a thread, or to a row of the drawer, skipping headings")
    func elsewhere() async throws {
        let world = try ThreadScreenTests().conversation()
        let thread = ThreadScreen(thread: try world.thread("t"), order: nil, around: world)
        _ = world.draw(thread)
        #expect(thread.perform(.bottom, number: 1) && thread.pane.currentMessage == thread.pane.items.first)
        #expect(thread.perform(.top, number: 99) && thread.pane.currentMessage == thread.pane.items.last)
        let (around, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.drawer))
        _ = around.draw(list)
        let places = list.drawer.rows.rows.filter(\.canBeSelected)
        #expect(list.perform(.bottom, number: 3) && list.drawer.rows.selection == places[2])
        #expect(list.perform(.bottom, number: 99) && list.drawer.rows.selection == places.last)
        #expect(list.perform(.open, number: 2) && list.drawer.rows.selection == places[1] && list.drawer.isOpen)
        #expect(!list.perform(.archive, number: 3) && around.acted.isEmpty)
    }

    @Test("follows the current message's link of that number, or says that there is none")
    func link() async throws {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(
                id: "m1", thread: "t", subject: "Pages", at: 86_400,
                body: "See https://one.example/a and https://two.example/b"))
        let thread = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(thread)
        #expect(thread.perform(.open, number: 2) && thread.question?.target == "https://two.example/b")
        #expect(thread.perform(.back) && thread.question == nil)
        #expect(thread.perform(.open, number: 3) && thread.question == nil)
        #expect(world.said == ["No link [3] in this message"])
    }

    @Test("before Enter goes to a row of the contacts, as in a list, and opens nothing")
    func rows() throws {
        let client = try ShellClient([
            .remote(id: "a", from: "anna"), .remote(id: "b", from: "bob"), .remote(id: "c", from: "carl"),
        ])
        client.shell.begin()
        _ = client.draw()
        client.type("gc")
        let contacts = try #require(client.shell.flows.screens.last as? ContactsScreen)
        #expect(contacts.perform(.open, number: 2))
        #expect(contacts.list.selection == contacts.list.rows[1] && client.shell.flows.screens.last === contacts)
    }

    @Test("is refused before a key that acts on a single thing, unless it is 1")
    func refused() async throws {
        let client = try ShellClient()
        _ = client.draw()
        client.type("Enter 3e")
        #expect(client.shows("A number does nothing before “e” here"))
        #expect(client.shell.flows.screens.last is ThreadScreen)
        client.type("1e")
        await client.sees("Archived")
    }

    @Test("goes with a key of the user's own that acts on mail; before one that goes somewhere it is dropped")
    func ownKeys() {
        var settings = Settings()
        settings.keys = ["move:Work": ["gR"], "go:Work": ["gW"]]
        let map = KeyMap(settings: settings)
        var reader = KeyReader()
        func press(_ keys: Key...) -> KeyReader.Outcome {
            keys.map { reader.press($0, in: .list, map) }.last ?? .waiting
        }
        #expect(press("3", "g", "R") == .ownNumbered(OwnKey(.move, "Work"), 3))
        #expect(press("g", "R") == .own(OwnKey(.move, "Work")))
        #expect(press("3", "g", "W") == .own(OwnKey(.go, "Work")))
        #expect(!reader.isWaiting)
    }

    @Test("is refused before the user's own keys in a thread, which is one, unless it is 1")
    func refusedOwn() async throws {
        var settings = Settings()
        settings.keys = ["move:Archive": ["gR"]]
        let client = try ShellClient(settings: settings)
        _ = client.draw()
        client.type("Enter 3gR")
        #expect(client.shows("A number does nothing before “gR” here"))
        #expect(client.shell.flows.screens.last is ThreadScreen)
        client.type("1gR")
        await client.sees("Moved")
        await client.shell.end()
    }

    /// 900 threads.
    private func long() throws -> (FakeSurroundings, ListScreen) {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        try world.fill(
            (0..<900).map { .remote(id: "m\($0)", subject: "Number \($0)", at: FakeSurroundings.noon - $0 * 60) })
        let list = world.list()
        _ = world.draw(list)
        return (world, list)
    }
}
