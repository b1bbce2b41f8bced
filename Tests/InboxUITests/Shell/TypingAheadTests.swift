import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Keys that are faster than the screen", .timeLimit(.minutes(10)))
struct TypingAheadTests {
    /// The threads A to E, or others, in a list that waits however slow the machine is.
    private func brought(_ names: [String] = ["A", "B", "C", "D", "E"]) throws -> (ShellClient, ListScreen) {
        let mail = names.enumerated().map { place, name in
            RemoteMessage.remote(id: "\(name)", subject: "\(name)", at: 500 - place)
        }
        let client = try ShellClient(mail)
        client.shell.begin()
        _ = client.draw()
        let list = try #require(client.shell.flows.screens.first as? ListScreen)
        list.deeds.patience = .seconds(600)
        return (client, list)
    }

    private func subjects(_ list: ListScreen) -> String { list.loaded.items.map(\.thread.subject).joined() }

    private func said(_ client: ShellClient, _ words: String) -> Bool {
        client.shell.journal.lines(width: 200, clock: client.shell.clock, glyphs: .unicode)
            .contains { $0.text.contains(words) }
    }

    @Test(
        "keys read together each act on what the previous key leaves selected",
        arguments: [("eee", "DE"), ("eje", "BDE"), ("xxee", "DE"), ("jezee", "ADE"), ("e2je", "BCE"), ("e3Ge", "BCE")])
    func onePiece(keys: String, left: String) async throws {
        let (client, list) = try brought()
        client.type(keys)
        await client.sees(80, 24) { subjects(list) == left }
        #expect(subjects(list) == left)
        #expect(!said(client, "Nothing"))
        await client.shell.end()
    }

    @Test("keys held for a list whose last account another program removes do not reach the login")
    func removed() async throws {
        let (client, list) = try brought()
        let (taken, take) = AsyncStream<Void>.makeStream()
        client.shell.jobs.add { for await _ in taken {} }
        client.type("ejx")
        #expect(list.holdsEvents && !client.shell.heldEvents.isEmpty)
        try await client.session.removeAccount(client.account)
        try await eventually { client.shell.flows.current == .login }
        #expect(client.shell.heldEvents.isEmpty)
        take.finish()
        await client.shell.end()
    }

    @Test(
        "a click that waits behind a key is dropped if another row has come to its place meanwhile",
        arguments: [true, false])
    func heldClick(comesBetween: Bool) async throws {
        let (client, list) = try brought()
        let (taken, take) = AsyncStream<Void>.makeStream()
        client.shell.jobs.add { for await _ in taken {} }
        let rows = list.rows.rows
        let line = try #require((0..<24).first { list.rows.row(at: Point(x: 10, y: $0)) == rows[3] })
        client.type("ej")
        #expect(list.holdsEvents)
        client.shell.handle(.mouse(Mouse(.press(.left), at: Point(x: 10, y: line))), in: client.application)
        if comesBetween {
            try client.store.receive(.remote(id: "F", subject: "F", at: 900), account: client.account)
            try await eventually { subjects(list) == "FABCDE" }
            _ = client.draw()
        }
        take.finish()
        while list.holdsEvents { await list.waitIsOver() }
        #expect(list.rows.selection == (comesBetween ? rows[2] : rows[3]))
        #expect(said(client, "The rows have moved") == comesBetween)
        await client.shell.end()
    }

    @Test("a click that waits does not press the key of a message that has come to its place meanwhile")
    func heldClickUnderMessage() async throws {
        let (client, list) = try brought()
        var grid = client.grid(80, 24)
        let place = try #require((0..<24).map { Point(x: 10, y: $0) }.first { list.rows.row(at: $0) != nil })
        let click = InputEvent.mouse(Mouse(.press(.left), at: place))
        let before = grid.frame.hints
        let held = HeldEvent(click, on: list, before)
        #expect(!held.missesTarget(before))
        grid.place(hint: "z", x: 8, y: place.y, width: 6)
        #expect(held.missesTarget(grid.frame.hints))
        #expect(!HeldEvent(click, on: list, grid.frame.hints).missesTarget(grid.frame.hints))
        await client.shell.end()
    }

    @Test("a user-defined key waits like any other")
    func ownKey() async throws {
        var settings = Settings()
        settings.keys = ["move:Archive": ["y"]]
        let client = try ShellClient(settings: settings)
        _ = client.draw()
        let list = try #require(client.shell.flows.screens.first as? ListScreen)
        list.deeds.patience = .seconds(600)
        client.type("yy")
        await client.sees(80, 24) { list.loaded.items.isEmpty }
        #expect(list.loaded.items.isEmpty && !said(client, "Nothing"))
        await client.shell.end()
    }

    @Test("with a slow store other keys work at once, or after a moment behind a waiting key")
    func slowStore() async throws {
        let (client, list) = try brought()
        let (taken, take) = AsyncStream<Void>.makeStream()
        client.shell.jobs.add { for await _ in taken {} }
        client.press("e", "?")
        #expect(client.shell.flows.screens.last is HelpScreen)
        client.press(.escape)
        list.deeds.patience = .zero
        client.press("j", "?")
        #expect(client.shell.flows.screens.last === list && list.rows.selectedIndex == 0)
        try await eventually { client.shell.flows.screens.last is HelpScreen }
        // From the row that disappears to the next one, and one further.
        #expect(list.rows.selectedIndex == 2)
        take.finish()
        await client.shell.end()
    }

    @Test(
        "a key that outwaits the rows acts on the row selected once they show the earlier change",
        arguments: [("e#", "CDE"), ("eje", "BDE"), ("ee#", "DE"), ("se", "ACDE")])
    func slowRows(keys: String, left: String) async throws {
        let (client, list) = try brought()
        let (taken, take) = AsyncStream<Void>.makeStream()
        client.shell.jobs.add { for await _ in taken {} }
        list.deeds.patience = .zero
        client.type(keys)
        while list.holdsEvents { await list.waitIsOver() }
        #expect(list.isActing)
        take.finish()
        await client.sees(80, 24) { subjects(list) == left }
        #expect(subjects(list) == left)
        await client.shell.end()
    }

    @Test("a key behind a selecting search acts on its matches, and the next key on the row left")
    func behindSelecting() async throws {
        let (client, list) = try brought(["Apple", "Bread", "Cream"])
        client.type("X subject:cream Enter ee")
        #expect(list.holdsEvents && !list.isActing)
        await client.sees(80, 24) { subjects(list) == "Bread" }
        #expect(subjects(list) == "Bread" && !list.holdsEvents)
        await client.shell.end()
    }

    @Test("letters behind a key that asks go to its question, even while it waits for a selection")
    func letters() async throws {
        let (client, list) = try brought(["Apple", "Bread", "Cream"])
        client.type("X subject:cream Enter marc Enter")
        await client.sees(80, 24) { subjects(list) == "AppleBread" }
        #expect(subjects(list) == "AppleBread" && client.shell.flows.screens.last === list)
        await client.shell.end()
    }

    @Test("Esc stops a selecting search and drops all keys typed behind it")
    func selectingStopped() async throws {
        let (client, list) = try brought(["Apple", "Bread", "Cream"])
        client.type("X subject:cream Enter ee Esc")
        #expect(!list.holdsEvents && list.awaiting.isEmpty && said(client, "Stopped: Finding matches"))
        for _ in 0..<5 { await client.settle(80, 24) }
        #expect(subjects(list) == "AppleBreadCream" && list.selectedCount == 0)
        await client.shell.end()
    }

    @Test("keys behind the Enter that chooses a mail's file go to the screen that follows")
    func behindChoosing() async throws {
        let (client, list) = try brought(["Apple", "Bread", "Cream"])
        var chosen: [String] = []
        client.shell.push(MailFilePickerScreen(around: client.shell) { message, _ in chosen.append(message.subject) })
        client.type("subject:cream Enter jx")
        #expect(chosen.isEmpty)
        await client.sees(80, 24) { list.selectedCount == 1 }
        #expect(chosen == ["Cream"] && client.shell.flows.screens.last === list)
        await client.shell.end()
    }

    @Test("Esc stops what Enter waits for in a box and drops the keys typed behind it")
    func boxStopped() async throws {
        let (client, list) = try brought(["Apple", "Bread", "Cream"])
        var chosen: [String] = []
        client.shell.push(MailFilePickerScreen(around: client.shell) { message, _ in chosen.append(message.subject) })
        let box = try #require(client.shell.flows.screens.last)
        client.type("subject:cream Enter jx Esc")
        #expect(said(client, "Stopped: Looking through the mail"))
        await client.sees(80, 24) { !box.holdsEvents }
        #expect(chosen.isEmpty && list.selectedCount == 0 && client.shell.flows.screens.last === box)
        await client.shell.end()
    }

    @Test("leaving a view before its rows load reports that its waiting actions were not done")
    func otherView() async throws {
        let (client, list) = try brought()
        let words = "Another view is shown now. Nothing was done."
        list.awaiting = [.command(.down)]
        list.show(.starred(client.account))
        #expect(list.awaiting.isEmpty && !said(client, words))
        list.awaiting = [.command(.down), .command(.archive)]
        list.show(.role(client.account, .inbox))
        #expect(list.awaiting.isEmpty && said(client, words))
        await client.shell.end()
    }

    @Test("if the next row is unknown, the key does nothing and says so")
    func unknownRow() async throws {
        let (client, list) = try brought()
        client.type("e")
        await client.sees(80, 24) { subjects(list) == "BCDE" }
        let (taken, take) = AsyncStream<Void>.makeStream()
        client.shell.jobs.add { for await _ in taken {} }
        list.deeds.patience = .zero
        client.type("ze")
        while list.holdsEvents { await list.waitIsOver() }
        #expect(said(client, "The last change is not shown yet. Nothing was done."))
        take.finish()
        await client.sees(80, 24) { subjects(list) == "ABCDE" }
        #expect(subjects(list) == "ABCDE")
        await client.shell.end()
    }

    @Test("a pending tag does not block the next action on the rows; a pending undo does")
    func unknownRows() async throws {
        let (client, list) = try brought()
        list.deedBegan(.mark, on: [])
        #expect(list.isActing && !list.refusesTaken())
        list.deedBegan(nil, on: [])
        #expect(list.refusesTaken())
        await client.shell.end()
    }

    @Test("keys typed ahead of quitting act on the rows they were meant for")
    func end() async throws {
        let (client, list) = try brought()
        let threads = list.loaded.items.map(\.thread.id)
        client.type("eje")
        await client.shell.end()
        let actions = try client.session.actions()
        #expect(actions.map(\.command) == [.archive, .archive])
        let left = try client.session.threads(.mailbox(.role(.inbox)), limit: 9).map(\.id)
        #expect(left == [threads[1], threads[3], threads[4]])
    }
}
