import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

/// What `z` brings back to the deck.
@UI
extension DeckScreenTests {
    @Test("z restores the last card")
    func undo() async throws {
        let world = try world()
        let screen = screen(world)
        world.front = screen
        let first = screen.state.current
        _ = screen.perform(.shake)
        await world.settle()
        _ = screen.perform(.undo)
        await world.settle()
        await world.until { screen.state.current == first }
        #expect(world.acted.last == "undo")
    }

    @Test("z undoes the last action, even from another screen, and restores only that action's card")
    func undoElsewhere() async throws {
        let world = try world()
        let screen = screen(world)
        world.front = screen
        let first = try #require(screen.state.current)
        _ = screen.perform(.shake)
        await world.settle()
        let second = try #require(screen.state.current)
        _ = try await world.session.perform(.star, on: [second])
        _ = screen.perform(.undo)
        await world.settle()
        #expect(screen.state.current == second && screen.state.steps.count == 1)
        _ = screen.perform(.undo)
        await world.settle()
        await world.until { screen.state.current == first }
        #expect(screen.state.steps.isEmpty)
    }
}
