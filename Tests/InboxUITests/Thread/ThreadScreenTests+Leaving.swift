import Foundation
import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import Testing
import TerminalUI
import TestSupport

@testable import InboxUI

/// What remains after leaving a thread: the read marks, and the view.
extension ThreadScreenTests {
    @Test(
        "leaving marks visible messages read, if the settings say so",
        arguments: [Settings.MarkRead.leave, .never, .after(seconds: 1)])
    func leaving(mode: Settings.MarkRead) throws {
        let world = try conversation()
        world.settings.markRead = mode
        let screen = try screen(world)
        _ = world.draw(screen)
        _ = screen.perform(.back)
        #expect(world.pops == 1)
        #expect(world.acted == (mode == .leave ? ["shake messages 1"] : []))
    }

    @Test(
        "keys on mail say that the thread is gone; others work on",
        arguments: [
            Command.reply, .forward, .shake, .star, .archive, .trash, .move, .label, .snooze, .save, .readMessage,
            .html,
            .search,
        ])
    func gone(command: Command) async throws {
        let world = try conversation()
        let screen = try screen(world)
        try world.store.writeNow { transaction in
            for message in screen.pane.items {
                try transaction.remove(message: #require(message.remoteID), account: message.account)
            }
        }
        await world.until { screen.pane.items.isEmpty }
        #expect(screen.perform(command))
        #expect(world.said.last == ThreadScreen.goneText)
        #expect(world.acted.isEmpty && world.pushed.isEmpty)
        let foot = try #require(world.text(screen, 80, 24).last)
        #expect(foot.contains("back") && foot.contains("undo") && !foot.contains("reply") && !foot.contains("%"))
        _ = screen.perform(.back)
        #expect(world.pops == 1)
    }

    @Test("leaving before anything was in sight marks nothing")
    func unseen() throws {
        let world = try conversation()
        _ = try screen(world).perform(.back)
        #expect(world.acted.isEmpty)
    }

    @Test("with markRead open, a message is read as soon as its text is visible")
    func opening() throws {
        let world = try conversation()
        world.settings.markRead = .open
        let screen = try screen(world)
        _ = world.draw(screen)
        #expect(world.acted == ["shake messages 1"])
        _ = world.draw(screen)
        #expect(world.acted.count == 1)
    }

    @Test("with markRead in seconds, a message is read once after that time in sight, not if left before")
    func afterSeconds() throws {
        let world = try conversation()
        world.settings.markRead = .after(seconds: 5)
        let start = ContinuousClock.now
        let left = try screen(world)
        _ = world.draw(left, at: start)
        _ = world.draw(left, at: start + .seconds(4.9))
        _ = left.perform(.back)
        #expect(world.acted.isEmpty)
        let screen = try screen(world)
        #expect(world.draw(screen, at: start).frame.redrawsAt == start + .seconds(5))
        // Another screen covers it for a while.
        screen.appear()
        _ = world.draw(screen, at: start + .seconds(60))
        _ = world.draw(screen, at: start + .seconds(64))
        #expect(world.acted.isEmpty)
        // Leaving the view and returning to it restarts the time.
        _ = screen.perform(.top)
        _ = world.draw(screen, 80, 5, at: start + .seconds(64.5))
        _ = screen.perform(.bottom)
        _ = world.draw(screen, at: start + .seconds(66))
        #expect(world.acted.isEmpty)
        _ = world.draw(screen, at: start + .seconds(71))
        #expect(world.acted == ["shake messages 1"])
        _ = world.draw(screen, at: start + .seconds(80))
        _ = screen.perform(.back)
        #expect(world.acted.count == 1)
    }

    @Test("coming back shows the thread as it was left: folds, quotes and place")
    func comesBack() throws {
        let world = try conversation()
        world.settings.markRead = .never
        let first = try screen(world)
        _ = world.draw(first)
        _ = first.perform(.quotes)
        _ = world.draw(first)
        _ = first.perform(.top)
        _ = first.perform(.fold)
        _ = world.draw(first)
        _ = first.perform(.halfDown)
        let left = world.text(first)
        _ = first.perform(.back)
        #expect(world.text(try screen(world)) == left)
        // At another width the lines differ, so only the row is restored; folding stays the same.
        let narrow = try screen(world)
        _ = world.draw(narrow, 40, 12)
        #expect(narrow.pane.folding == first.pane.folding && narrow.pane.withQuotes == first.pane.withQuotes)
        // An unread arrival is opened and shown; the rest stays the same.
        try world.fill(
            .remote(
                id: "new", thread: "t", from: "keith", unread: true, at: 39 * 86_400 + 9_000, body: "The newest word"))
        let again = try screen(world)
        #expect(world.text(again).contains { $0.contains("The newest word") })
        #expect(again.pane.withQuotes == first.pane.withQuotes)
    }
}
