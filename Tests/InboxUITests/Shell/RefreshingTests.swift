import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Asking the servers", .timeLimit(.minutes(10)))
struct RefreshingTests {
    private static let failure = FetchFailure.remote(RemoteError(.unreachable(detail: "timed out"), call: "changes"))

    private func world() throws -> FakeSurroundings {
        let world = try FakeSurroundings()
        try world.fill(.remote(id: "a", unread: true, body: "Hello"))
        return world
    }

    @Test("in a thread the result is told, too")
    func inThread() async throws {
        let world = try world()
        let screen = ThreadScreen(thread: try world.thread("t-a"), around: world)
        #expect(screen.perform(.refresh) && world.said == ["Asking the server now"])
        guard let tell = screen.pane.refreshed else {
            Issue.record("the result is not awaited")
            return
        }
        tell(nil)
        #expect(world.said.last == "Up to date.")
        tell(Self.failure)
        #expect(world.said.last == Wording.sentence(Self.failure))
        await world.until { screen.pane.refreshed == nil }
        #expect(world.said.count == 4)
    }

    @Test("in the deck the result is told, too")
    func inDeck() async throws {
        let world = try world()
        let deck = DeckScreen(filter: .mailbox(.role(.inbox)), title: "Inbox", around: world)
        #expect(deck.perform(.refresh) && deck.isRefreshing)
        await world.until { !deck.isRefreshing }
        #expect(world.said.count == 1)
    }
}
