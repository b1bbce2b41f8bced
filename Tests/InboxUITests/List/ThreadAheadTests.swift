import InboxKit
import InboxModel
import InboxRemote
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@Suite("The selected thread read ahead", .timeLimit(.minutes(10))) @UI
struct ThreadAheadTests {
    /// The list drawn once, its first thread selected.
    private func mailbox() async throws -> (FakeSurroundings, ListScreen, ThreadID) {
        let (world, list) = try FakeSurroundings.mailbox()
        var last = FakeSurroundings.sixThreads[2]
        last.body = MessageBody(plain: "I am using one folder.\n\nYours\nKeith")
        try world.fill(last)
        await world.until { list.shownThreads.contains { $0.messageCount == 3 } }
        _ = world.draw(list)
        return (world, list, try world.thread("dir"))
    }

    private func rest(_ list: ListScreen, _ world: FakeSurroundings) {
        list.ahead.read(list, world, at: .now + .seconds(1))
    }

    @Test("it opens as it would have been read then, and what was read ahead is used once")
    func opens() async throws {
        let (world, list, thread) = try await mailbox()
        rest(list, world)
        let pane = try #require(list.takePane(of: thread))
        #expect(list.takePane(of: thread) == nil)
        _ = world.draw(list)
        rest(list, world)
        let screen = ThreadScreen(thread: thread, order: list, surroundings: world)
        #expect(screen.pane !== pane)
        #expect(list.takePane(of: thread) == nil)
        let drawn = world.draw(screen)
        #expect((0..<24).contains { drawn.text(row: $0).contains("I am using one folder.") })
        let fresh = world.draw(ThreadScreen(thread: thread, order: list, surroundings: world))
        for row in 0..<24 { #expect(drawn.text(row: row) == fresh.text(row: row)) }
        for row in 0..<24 where (0..<80).contains(where: { drawn[$0, row]?.style != fresh[$0, row]?.style }) {
            Issue.record("row \(row) has another look")
        }
    }

    @Test("nothing is read before the selection has rested, and a frame is asked for then")
    func waits() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let start = ContinuousClock.now
        let frame = world.draw(list, at: start).frame
        #expect(frame.redrawsAt == start + ThreadAhead.rest)
        list.ahead.read(list, world, at: start)
        #expect(list.takePane(of: try world.thread("dir")) == nil)
    }

    @Test("reading ahead marks nothing, asks the server for nothing")
    func isQuiet() async throws {
        let (world, list, thread) = try await mailbox()
        rest(list, world)
        let pane = try #require(list.takePane(of: thread))
        #expect(pane.shown.isEmpty)
        #expect(pane.isFresh)
        await world.settle()
        #expect(world.acted.isEmpty)
        #expect(world.server.calls.isEmpty)
    }

    @Test("a thread that changed, or that would be shown otherwise now, is read anew", arguments: ["mail", "settings"])
    func changes(what: String) async throws {
        let (world, list, thread) = try await mailbox()
        rest(list, world)
        if what == "mail" {
            try world.fill(
                .remote(id: "dir4", thread: "dir", from: "lars", subject: "Re: Working", at: FakeSurroundings.noon))
            await world.until { list.thread(thread)?.messageCount == 4 }
        } else {
            world.settings.authenticationServers = ["me@example.test": "mx.example.test"]
        }
        #expect(list.takePane(of: thread) == nil)
    }

    @Test("other screens, other rows and threads of very many messages leave nothing read ahead")
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
