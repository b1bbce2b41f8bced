import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Undo in the shake deck", .timeLimit(.minutes(10)))
struct DeckUndoTests {
    /// A client with three cards.
    private func dealt() throws -> (ShellClient, DeckScreen) {
        var settings = Settings()
        // Nothing is sent by itself, however slow the machine is.
        settings.undoSend = 120
        let mail: [RemoteMessage] = ["First", "Second", "Third"].enumerated().map { index, subject in
            .remote(id: "m\(index)", from: "keith", subject: subject, unread: true, at: 300 - index, body: "Text")
        }
        let client = try ShellClient(mail, settings: settings, connects: false)
        client.shell.begin()
        _ = client.draw()
        client.press("S")
        _ = client.draw()
        return (client, try #require(client.shell.flows.screens.last as? DeckScreen))
    }

    private func order(_ client: ShellClient) throws -> Action? {
        try client.session.actions().first { $0.command == .sendDraft }
    }

    @Test("after a card was kept and the next one answered, z takes the answer back first, and then the card")
    func answered() async throws {
        let (client, deck) = try dealt()
        client.press(.right)
        #expect(deck.card?.subject == "Second")
        client.press("r")
        let composer = try #require(client.shell.flows.screens.last as? ComposeScreen)
        composer.form.setFocus(.body)
        client.type("Yes")
        client.press(.ctrl("s"))
        await client.sees("Sending in")
        #expect(client.shows("z undo") && client.shell.turns(in: .deck)[.undo]?.contains("message") == true)
        client.press("z")
        await client.sees("Not sent; here it is again")
        #expect(try order(client) == nil && deck.card?.subject == "Second")
        client.press(.escape)
        await client.sees(80, 24) { client.shell.flows.screens.last === deck }
        client.press("z")
        #expect(deck.card?.subject == "First")
        await client.shell.end()
    }

    @Test("while a card that was kept later would come back first, the countdown of a message shows no key for undo")
    func hint() async throws {
        let (client, deck) = try dealt()
        client.write(to: "bo")
        client.press(.ctrl("s"))
        await client.sees("Sending in")
        #expect(client.shows("z undo"))
        client.press(.right)
        #expect(!client.shows("z undo") && client.shows("Sending in"))
        #expect(client.shell.turns(in: .deck)[.undo]?.contains("card") == true)
        client.press("z")
        #expect(deck.card?.subject == "First" && client.shows("z undo"))
        #expect(try order(client) != nil)
        client.press(.right, "q")
        #expect(client.shows("z undo"), "the deck is gone, and its cards with it")
        client.press("z")
        await client.sees("Not sent; here it is again")
        await client.shell.end()
    }

    @Test("after a card was kept and the next one archived in its thread, z takes back the archiving first")
    func archived() async throws {
        let (client, deck) = try dealt()
        client.press(.right, .enter)
        _ = client.draw()
        #expect(client.shell.flows.screens.last is ThreadScreen)
        client.press("e")
        await client.sees("Archived")
        while !(client.shell.flows.screens.last is DeckScreen) { client.press("q") }
        await client.sees(80, 24) { deck.card?.subject == "Third" }
        client.press("z")
        await client.sees("Undone: archive “Second”")
        #expect(deck.state.steps == [.kept(deck.state.steps[0].thread)])
        client.press("z")
        // The thread was marked as read because it was shown; that is taken back in its turn.
        await client.sees(80, 24) { deck.card?.subject == "First" }
        #expect(deck.state.steps.isEmpty)
        await client.shell.end()
    }

    @Test("in a thread above the deck, z says which card came back")
    func above() async throws {
        let (client, deck) = try dealt()
        client.shell.settings.markRead = .never
        client.press(.right, .enter)
        _ = client.draw()
        client.press("z")
        #expect(deck.card?.subject == "First" && client.shows("“First” is on top of the deck again"))
        await client.shell.end()
    }

    @Test("once a card was kept, the toast of the deed before it shows no key: undo would bring back the card")
    func toast() async throws {
        let (client, deck) = try dealt()
        client.press("*")
        await client.sees("Starred")
        func toast() -> String? { client.draw().first { $0.contains("Starred") } }
        #expect(toast()?.contains("z undo") == true)
        client.press(.right)
        #expect(toast()?.contains("z undo") == false)
        client.press("z")
        #expect(deck.card?.subject == "First")
        await client.shell.end()
    }

    @Test("a kept card that came back in another way is not taken back again: z takes back what was done before it")
    func wentBack() async throws {
        let (client, deck) = try dealt()
        client.press("*")
        await client.sees("Starred")
        client.press(.right, .up)
        #expect(deck.card?.subject == "First")
        client.press("z")
        await client.sees("Undone: star")
        await client.shell.end()
    }
}
