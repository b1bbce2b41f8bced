import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@Suite("Preparing the neighbour of the thread that is shown", .timeLimit(.minutes(10))) @UI
struct NextAheadTests {
    /// A list, and its thread at a position, drawn a second ago.
    private func opened(at index: Int = 0) async throws -> (FakeSurroundings, ListScreen, ThreadScreen) {
        let (world, list) = try FakeSurroundings.mailbox()
        var second = FakeSurroundings.sixThreads[3]
        second.body = MessageBody(plain: "Hi all, I have been lurking here.")
        try world.fill(second)
        await world.until { list.thread(list.shown[1])?.snippet.isEmpty == false }
        _ = world.draw(list)
        list.rows.select(index: index)
        let thread = try #require(list.selected)
        let screen = ThreadScreen(thread: thread, order: list, around: world)
        list.disappear()
        _ = world.draw(screen, at: .now - .seconds(1))
        await world.settle()
        return (world, list, screen)
    }

    private func go(_ command: Command, _ screen: ThreadScreen, _ world: FakeSurroundings) {
        #expect(screen.perform(command))
        _ = world.draw(screen, at: .now - .seconds(1))
    }

    @Test("the next thread is read and laid out while nothing is pressed, and shown as if it had been read then")
    func next() async throws {
        let (world, list, screen) = try await opened()
        #expect(list.ahead.pane == nil)
        #expect(!screen.prepare())
        let pane = try #require(list.ahead.pane)
        #expect(pane.thread == list.shown[1] && pane.timesLaid > 0)
        let laid = pane.timesLaid
        #expect(screen.perform(.nextThread) && screen.pane === pane && list.selected == pane.thread)
        let drawn = world.draw(screen)
        #expect(pane.timesLaid == laid)
        let fresh = world.draw(ThreadScreen(thread: pane.thread, order: list, around: world))
        #expect((0..<24).map { drawn.text(row: $0) } == (0..<24).map { fresh.text(row: $0) })
        #expect(drawn.cells == fresh.cells)
    }

    @Test("nothing is prepared before the thread has rested, and a frame is due then")
    func rests() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        let screen = ThreadScreen(thread: list.shown[0], order: list, around: world)
        let start = ContinuousClock.now
        #expect(world.draw(screen, at: start).frame.redrawsAt == start + ThreadAhead.rest)
        list.ahead.read(list, world, columns: 80, glyphs: .unicode, at: start)
        #expect(list.ahead.pane == nil)
    }

    @Test("preparing marks nothing as read, asks no server and starts nothing")
    func isQuiet() async throws {
        let (world, list, screen) = try await opened()
        world.settings.commands = ["Sky": NamedCommand(run: "true", isBlock: true)]
        let (acted, calls) = (world.acted, world.server.calls.count)
        _ = screen.prepare()
        let pane = try #require(list.ahead.pane)
        await world.settle()
        #expect(world.acted == acted && world.server.calls.count == calls)
        #expect(pane.shown.isEmpty && pane.known.blocks?.tasks.isEmpty == true && !pane.known.asks)
        #expect(try world.session.thread(pane.thread)?.isUnread == true)
    }

    @Test("who goes back finds the thread before prepared; at an end of the list there is none")
    func direction() async throws {
        let (world, list, screen) = try await opened(at: 2)
        go(.previousThread, screen, world)
        _ = screen.prepare()
        #expect(list.ahead.pane?.thread == list.shown[0])
        go(.previousThread, screen, world)
        _ = screen.prepare()
        #expect(screen.thread == list.shown[0] && list.ahead.pane == nil)
        go(.nextThread, screen, world)
        _ = screen.prepare()
        #expect(list.ahead.pane?.thread == list.shown[2])
    }

    @Test("a thread that changed since it was prepared is read anew")
    func changes() async throws {
        let (world, list, screen) = try await opened()
        _ = screen.prepare()
        let pane = try #require(list.ahead.pane)
        try world.fill(
            .remote(id: "new2", thread: "t-new", subject: "Re: New to the list", at: FakeSurroundings.noon - 9_500))
        await world.until { list.thread(pane.thread)?.messageCount == 2 }
        #expect(screen.perform(.nextThread))
        #expect(screen.thread == pane.thread && screen.pane !== pane && screen.pane.items.count == 2)
    }

    @Test("what was shown is released as soon as nothing is pressed, in the thread and back in the list")
    func releases() async throws {
        let (world, list, screen) = try await opened()
        weak let first = screen.pane
        go(.nextThread, screen, world)
        #expect(first != nil)
        _ = screen.prepare()
        await world.until { first == nil }
        weak let last = screen.pane
        #expect(screen.perform(.back))
        #expect(list.ahead.former === last)
        _ = world.draw(list)
        _ = list.prepare()
        #expect(list.ahead.former == nil)
    }

    @Test("an order that a key sets in a thread holds for threads that were prepared before")
    func order() async throws {
        let (world, list, screen) = try await opened()
        _ = screen.prepare()
        #expect(screen.perform(.threadOrder) && screen.pane.messages.isByReplies)
        #expect(screen.perform(.nextThread) && screen.pane.messages.isByReplies)
        await world.settle()
        func prepare() {
            _ = world.draw(list, at: .now - .seconds(1))
            while list.prepare() {}
        }
        list.rows.select(index: 2)
        prepare()
        let pane = try #require(list.ahead.pane)
        #expect(!pane.messages.isByReplies, "it is not stored yet")
        await world.session.setSetting(world.kept[ThreadScreen.orderKey], key: ThreadScreen.orderKey)
        prepare()
        #expect(list.ahead.pane === pane && pane.messages.isByReplies)
    }

    @Test("that a thread was seen is stored only if it was not known")
    func seen() async throws {
        let (world, list, screen) = try await opened(at: 5)
        #expect(screen.perform(.back))
        screen.noteSeen()
        await world.settle()
        let newest = try #require(world.session.newestSeen(in: screen.thread))
        await world.session.noteSeen(screen.thread, newest: newest)
        let again = ThreadScreen(thread: screen.thread, order: list, around: world)
        await world.session.noteSeen(screen.thread, newest: newest - 60)
        again.noteSeen()
        await world.settle()
        #expect(world.session.newestSeen(in: screen.thread) == newest - 60, "nothing was written")
    }
}
