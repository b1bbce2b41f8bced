import InboxKit
import InboxModel
import InboxRemote
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@Suite("Preparing the selected thread", .timeLimit(.minutes(10))) @UI
struct ThreadAheadTests {
    /// A list drawn once, with its first thread selected.
    private func mailbox(
        _ change: (inout RemoteMessage) -> Void = { _ in }
    ) async throws -> (FakeSurroundings, ListScreen, ThreadID) {
        let (world, list) = try FakeSurroundings.mailbox()
        var last = FakeSurroundings.sixThreads[2]
        last.body = MessageBody(plain: "I am using one folder.\n\nYours\nKeith")
        change(&last)
        try world.fill(last)
        await world.until { list.shownThreads.contains { $0.messageCount == 3 } }
        _ = world.draw(list)
        return (world, list, try world.thread("dir"))
    }

    private func rest(_ list: ListScreen, _ world: FakeSurroundings) {
        list.ahead.read(list, world, columns: 80, glyphs: .unicode, at: .now + .seconds(1))
    }

    @Test("the prepared thread looks like a fresh thread, and is used once")
    func opens() async throws {
        let (world, list, thread) = try await mailbox()
        rest(list, world)
        let pane = try #require(list.takePane(of: thread))
        #expect(list.takePane(of: thread) == nil)
        _ = world.draw(list)
        rest(list, world)
        let screen = ThreadScreen(thread: thread, order: list, around: world)
        #expect(screen.pane !== pane)
        #expect(list.takePane(of: thread) == nil)
        let drawn = world.draw(screen)
        #expect((0..<24).contains { drawn.text(row: $0).contains("I am using one folder.") })
        let fresh = world.draw(ThreadScreen(thread: thread, order: list, around: world))
        for row in 0..<24 { #expect(drawn.text(row: row) == fresh.text(row: row)) }
        for row in 0..<24 where (0..<80).contains(where: { drawn[$0, row]?.style != fresh[$0, row]?.style }) {
            Issue.record("row \(row) has another look")
        }
    }

    @Test("nothing is prepared until the selection rests, and a redraw is due then")
    func waits() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let start = ContinuousClock.now
        let frame = world.draw(list, at: start).frame
        #expect(frame.redrawsAt == start + ThreadAhead.rest)
        list.ahead.read(list, world, columns: 80, glyphs: .unicode, at: start)
        #expect(list.takePane(of: try world.thread("dir")) == nil)
    }

    @Test("preparing lays out the whole screen, so opening doesn't")
    func laysOut() async throws {
        let (world, list, thread) = try await mailbox()
        rest(list, world)
        let screen = ThreadScreen(thread: thread, order: list, around: world)
        let before = screen.pane.timesLaid
        #expect(before > 0 && screen.heading?.messageCount == 3)
        _ = world.draw(screen)
        #expect(screen.pane.timesLaid == before)
        _ = world.draw(screen, 60)
        #expect(screen.pane.timesLaid == before + 1)
    }

    @Test("a large text is read in the background and laid out only when opened, so no key waits")
    func large() async throws {
        let (world, list, _) = try await mailbox {
            $0.body = MessageBody(plain: String(repeating: "I am using one folder.\n", count: 4_000))
        }
        rest(list, world)
        let pane = try #require(list.ahead.pane)
        let last = try #require(pane.items.last)
        await world.until { pane.bodies.state(of: last).state.isHere }
        rest(list, world)
        #expect(list.ahead.pane === pane && pane.timesLaid == 0)
    }

    @Test("preparing marks nothing, sends no request and runs no program; opening does")
    func isQuiet() async throws {
        let (world, list, thread) = try await mailbox { last in
            last.files = RemoteMessage.remote(id: "lunch", files: ["lunch.ics"]).files
            last.files[0].contentType = "text/calendar"
        }
        world.settings.authenticationServers = ["me@example.test": "mx.example.test"]
        world.settings.commands = ["Sky": NamedCommand(run: "true", isBlock: true)]
        rest(list, world)
        let pane = try #require(list.ahead.pane)
        #expect(pane.timesLaid > 0)
        #expect(pane.shown.isEmpty)
        #expect(pane.isFresh)
        #expect(pane.known.blocks?.tasks.isEmpty == true)
        #expect(pane.known.texts.fetching.isEmpty)
        await world.settle()
        #expect(world.acted.isEmpty)
        #expect(world.server.calls.isEmpty)
        _ = world.draw(ThreadScreen(thread: thread, order: list, around: world))
        #expect(pane.known.blocks?.tasks.count == 1)
        #expect(pane.known.texts.fetching.count == 1)
    }

    @Test(
        "a thread that changed, or would now look different, is prepared again",
        arguments: ["mail", "settings", "names"])
    func changes(what: String) async throws {
        let (world, list, thread) = try await mailbox()
        rest(list, world)
        switch what {
        case "mail":
            try world.fill(
                .remote(id: "dir4", thread: "dir", from: "lars", subject: "Re: Working", at: FakeSurroundings.noon))
            await world.until { list.thread(thread)?.messageCount == 4 }
        case "names":
            _ = try await world.session.createMailbox(named: "Trips", account: world.account)
            await world.until { list.mailboxes.items.contains { $0.name == "Trips" } }
        default: world.settings.authenticationServers = ["me@example.test": "mx.example.test"]
        }
        #expect(list.takePane(of: thread) == nil)
    }

    @Test("returning to a row before another was prepared needs no rest")
    func comesBack() async throws {
        let (world, list, thread) = try await mailbox()
        rest(list, world)
        let pane = try #require(list.ahead.pane)
        for command in [Command.down, .up] {
            #expect(list.perform(command))
            _ = world.draw(list)
        }
        #expect(list.takePane(of: thread) === pane)
    }

    @Test("leaving the screen or row, or a very long thread, leaves nothing prepared")
    func forgets() async throws {
        let (world, list, thread) = try await mailbox()
        rest(list, world)
        list.disappear()
        #expect(list.takePane(of: thread) == nil)
        _ = world.draw(list)
        rest(list, world)
        #expect(list.perform(.down))
        _ = world.draw(list)
        #expect(list.takePane(of: thread) == nil)
        let long = try FakeSurroundings(now: FakeSurroundings.noon)
        try long.fill(
            (0..<60).map { .remote(id: "m\($0)", thread: "long", subject: "Long", at: FakeSurroundings.noon - $0) })
        let longList = long.list()
        _ = long.draw(longList)
        rest(longList, long)
        #expect(longList.takePane(of: try long.thread("long")) == nil)
    }
}
