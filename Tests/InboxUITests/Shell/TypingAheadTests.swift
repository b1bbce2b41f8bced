import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Keys that are faster than the screen", .timeLimit(.minutes(10)))
struct TypingAheadTests {
    /// The threads A to E, in a list that waits however long a busy machine takes.
    private func brought() throws -> (ShellClient, ListScreen) {
        let mail = "ABCDE".enumerated().map { place, name in
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
        #expect(list.rows.selectedIndex == 1)
        take.finish()
        await client.shell.end()
    }

    @Test("what was typed ahead when the program is ended is done")
    func end() async throws {
        let (client, _) = try brought()
        client.type("eje")
        await client.shell.end()
        #expect(try client.session.actions().map(\.command) == [.archive, .archive])
    }
}
