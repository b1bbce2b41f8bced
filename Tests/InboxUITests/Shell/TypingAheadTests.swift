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

    private func subjects(_ list: ListScreen) -> String { list.items.map(\.thread.subject).joined() }

    private func said(_ client: ShellClient, _ words: String) -> Bool {
        client.shell.journal.lines(width: 200, clock: client.shell.clock, glyphs: .unicode)
            .contains { $0.text.contains(words) }
    }

    @Test(
        "keys that come in one piece each act on what the one before leaves selected",
        arguments: [("eee", "DE"), ("eje", "BDE"), ("xxee", "DE"), ("jezee", "ADE"), ("e2je", "BCE")])
    func onePiece(keys: String, left: String) async throws {
        let (client, list) = try brought()
        client.type(keys)
        await client.sees(80, 24) { subjects(list) == left }
        #expect(subjects(list) == left)
        #expect(!said(client, "Nothing"))
        await client.shell.end()
    }

    @Test("a key of the user's own waits like any other")
    func ownKey() async throws {
        var settings = Settings()
        settings.keys = ["move:Archive": ["y"]]
        let client = try ShellClient(settings: settings)
        _ = client.draw()
        let list = try #require(client.shell.flows.screens.first as? ListScreen)
        list.deeds.patience = .seconds(600)
        client.type("yy")
        await client.sees(80, 24) { list.items.isEmpty }
        #expect(list.items.isEmpty && !said(client, "Nothing"))
        await client.shell.end()
    }

    @Test("while the store is slow other keys answer at once, and behind one that waits after a moment")
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
        while !(client.shell.flows.screens.last is HelpScreen) { await Task.yield() }
        // From the row that disappears to the next one, and one further.
        #expect(list.rows.selectedIndex == 2)
        take.finish()
        await client.shell.end()
    }

    @Test(
        "what waits longer than the rows take is done to the row that is selected once they show what was done before",
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

    @Test("behind a search for what to select a key is done to what it finds, and the next to the row that is left")
    func behindSelecting() async throws {
        let (client, list) = try brought(["Apple", "Bread", "Cream"])
        client.type("X subject:cream Enter ee")
        #expect(list.holdsEvents && !list.isActing)
        await client.sees(80, 24) { subjects(list) == "Bread" }
        #expect(subjects(list) == "Bread" && !list.holdsEvents)
        await client.shell.end()
    }

    @Test("letters behind a key that asks are for its question, also where it waits for what is selected")
    func letters() async throws {
        let (client, list) = try brought(["Apple", "Bread", "Cream"])
        client.type("X subject:cream Enter marc Enter")
        await client.sees(80, 24) { subjects(list) == "AppleBread" }
        #expect(subjects(list) == "AppleBread" && client.shell.flows.screens.last === list)
        await client.shell.end()
    }

    @Test("Esc stops a search for what to select, with all that was typed behind it")
    func selectingStopped() async throws {
        let (client, list) = try brought(["Apple", "Bread", "Cream"])
        client.type("X subject:cream Enter ee Esc")
        #expect(!list.holdsEvents && list.awaiting.isEmpty && said(client, "Stopped: Finding matches"))
        for _ in 0..<5 { await client.settle(80, 24) }
        #expect(subjects(list) == "AppleBreadCream" && list.selectedCount == 0)
        await client.shell.end()
    }

    @Test("behind the Enter that chooses a file of another mail keys are for the screen that comes then")
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

    @Test("Esc stops what an Enter waits for in a box, with all that was typed behind it")
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

    @Test("what would change mail of a view that is left before its rows came is said not to be done")
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

    @Test("where it is not known which row that will be, nothing is done, and that is said")
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

    @Test("a tag that a mailbox does not show yet keeps none of its rows from what is done next; a step back does")
    func unknownRows() async throws {
        let (client, list) = try brought()
        list.deedBegan(.mark, on: [])
        #expect(list.isActing && !list.refusesTaken())
        list.deedBegan(nil, on: [])
        #expect(list.refusesTaken())
        await client.shell.end()
    }

    @Test("what was typed ahead when the program is ended is done to the rows that were meant")
    func end() async throws {
        let (client, list) = try brought()
        let threads = list.items.map(\.thread.id)
        client.type("eje")
        await client.shell.end()
        let actions = try client.session.actions()
        #expect(actions.map(\.command) == [.archive, .archive])
        let left = try client.session.threads(.mailbox(.role(.inbox)), limit: 9).map(\.id)
        #expect(left == [threads[1], threads[3], threads[4]])
    }
}
