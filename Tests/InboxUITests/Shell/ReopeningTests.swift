import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Reopening after restart", .timeLimit(.minutes(10)))
struct ReopeningTests {
    /// Starts the program again on the same store.
    private func restarted(_ client: ShellClient, _ start: Start = Start()) -> Shell {
        let shell = Shell(
            session: client.session, settings: Settings(), clock: WallClock(), make: .standard, startDemo: nil)
        shell.begin(start)
        return shell
    }

    private func openSecond() async throws -> (ShellClient, ThreadID) {
        let client = try ShellClient()
        _ = client.draw()
        client.press("j", .enter)
        await client.sees("‹ Second")
        return (client, try #require(try client.session.named("t-b").threads.first))
    }

    @Test("a thread open at exit reopens at its scroll position, over the list with it selected")
    func opensAgain() async throws {
        let (client, second) = try await openSecond()
        let sight = try #require((client.shell.flows.screens.last as? ThreadScreen)?.pane.sight)
        await client.shell.end()
        #expect(client.session.setting(ListPlaces.key) != nil)
        let next = restarted(client)
        let list = try #require(next.flows.screens.first as? ListScreen)
        let screen = try #require(next.flows.screens.last as? ThreadScreen)
        #expect(next.flows.screens.count == 2 && screen.thread == second)
        #expect(next.threadSights[second] == sight)
        #expect(screen.perform(.previousThread) && screen.thread != second, "it goes on in the list")
        #expect(screen.perform(.nextThread) && screen.perform(.back))
        #expect(next.flows.screens.last === list && list.selected == second)
        await next.end()
        let third = restarted(client)
        #expect(third.flows.screens.count == 1, "what was closed stays so")
        await third.end()
    }

    @Test("an account that is asked for begins in its inbox, unless one was in that account anyway")
    func beginsElsewhere() async throws {
        let (client, second) = try await openSecond()
        await client.shell.end()
        let other = try client.store.addTestAccount(.test("other@example.test"))
        let same = restarted(client, Start(account: client.account))
        #expect((same.flows.screens.last as? ThreadScreen)?.thread == second)
        await same.end()
        let next = restarted(client, Start(account: other))
        #expect((next.flows.screens.last as? ListScreen)?.view == .role(other, .inbox))
        await next.end()
    }

    @Test("the selection is saved for a restart after a crash once keys pause, but not while keys come")
    func crashed() async throws {
        let client = try ShellClient()
        _ = client.draw()
        let (rests, rest) = AsyncStream<Void>.makeStream()
        client.shell.pause = { _ in for await _ in rests { break } }
        client.press("j")
        await client.settle(80, 24)
        client.press("j")
        rest.yield()
        await client.settle(80, 24)
        #expect(client.session.setting(ListPlaces.key) == nil)
        rest.yield()
        await client.sees(80, 24) { client.session.setting(ListPlaces.key) != nil }
        let next = restarted(client)
        let second = try #require(try client.session.named("t-b").threads.first)
        #expect((next.flows.screens.first as? ListScreen)?.selected == second)
        await next.end()
    }

    @Test("a deleted thread is not reopened, nor any thread if another is requested; after a crash it reopens once")
    func opensNothing() async throws {
        let (client, second) = try await openSecond()
        await client.shell.end()
        let first = try #require(try client.session.named("t-a").threads.first)
        let asked = restarted(client, Start(opening: first))
        #expect(asked.flows.screens.count == 2)
        #expect((asked.flows.screens.last as? ThreadScreen)?.thread == first)
        await asked.end()
        #expect(client.session.setting(OpenThread.key) == nil, "it was opened from no list")
        try await client.session.setSetting(OpenThread(ThreadID(999)).jsonText(), key: OpenThread.key)
        let gone = restarted(client)
        #expect(gone.flows.screens.count == 1)
        await gone.end()
        try await client.session.setSetting(OpenThread(second).jsonText(), key: OpenThread.key)
        let crashed = restarted(client)
        #expect(crashed.flows.screens.count == 2)
        await crashed.jobs.finish()
        #expect(client.session.setting(OpenThread.key) == nil)
        await crashed.end()
    }
}
