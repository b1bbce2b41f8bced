import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Keys typed behind one whose screen is still to come", .timeLimit(.minutes(10)))
struct OpeningErrandTests {
    /// A list that waits for headers before a screen opens.
    /// - Parameter opens: whether it does open.
    private func waiting(opens: Bool) throws -> (ShellClient, AsyncStream<Void>.Continuation) {
        let client = try ShellClient()
        let (answered, answer) = AsyncStream<Void>.makeStream()
        var errand = Errand("Looking", for: client.shell.flows.screens.last) { [shell = client.shell] in
            for await _ in answered {}
            return {
                guard opens else { return shell.say("There is none.", kind: .info) }
                shell.push(EntryScreen("Note", deed: "keep", around: shell, note: { .init(text: $0) }, done: { _ in }))
            }
        }
        errand.opensForKeys = true
        client.shell.start(errand)
        return (client, answer)
    }

    private func nothingWasDone(_ client: ShellClient) throws {
        #expect(try client.store.read { try $0.actions().isEmpty })
        #expect(client.shell.heldEvents.isEmpty)
        let list = try #require(client.shell.flows.screens.first as? ListScreen)
        #expect(list.rows.selectedIndex == 0)
        client.press("j")
        #expect(list.rows.selectedIndex == 1)
    }

    @Test("are letters of that screen, not commands of the one beneath")
    func opens() async throws {
        let (client, answer) = try waiting(opens: true)
        client.type("es#")
        answer.finish()
        await client.sees(80, 24) { client.shell.flows.screens.last is EntryScreen }
        #expect((client.shell.flows.screens.last as? EntryScreen)?.field.text == "es#")
        client.press(.escape)
        try nothingWasDone(client)
        await client.shell.end()
    }

    @Test("are dropped if it does not open")
    func opensNot() async throws {
        let (client, answer) = try waiting(opens: false)
        client.type("es#")
        answer.finish()
        await client.sees(80, 24) { client.shows("There is none.") }
        try nothingWasDone(client)
        await client.shell.end()
    }

    @Test("are dropped if Esc stops the wait")
    func stops() async throws {
        let (client, answer) = try waiting(opens: true)
        client.type("es#")
        client.press(.escape)
        #expect(client.shows("Stopped: Looking"))
        answer.finish()
        try nothingWasDone(client)
        await client.shell.end()
    }
}
