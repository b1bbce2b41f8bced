import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("What a screen waits for", .timeLimit(.minutes(10)))
struct ErrandTests {
    /// A server that never answers; it says when it was asked and when nobody waits any more.
    private final class Silence: Sendable {
        let asked = AsyncStream<Void>.makeStream()
        let givenUp = AsyncStream<Void>.makeStream()

        func answer() async {
            asked.continuation.yield()
            await withTaskCancellationHandler {
                let (never, _) = AsyncStream<Void>.makeStream()
                for await _ in never {}
            } onCancel: {
                givenUp.continuation.yield()
            }
        }
    }

    private func begin(_ client: ShellClient, _ silence: Silence, endsWithScreen: Bool = true) async throws {
        let screen = try #require(client.shell.flows.screens.last)
        var errand = Errand("Getting the message", for: screen) {
            await silence.answer()
            return { Issue.record("an answer that was stopped is not used") }
        }
        errand.endsWithScreen = endsWithScreen
        client.shell.start(errand)
        for await _ in silence.asked.stream { break }
    }

    private func isGivenUp(_ silence: Silence) async {
        for await _ in silence.givenUp.stream { break }
    }

    @Test("S-1, S-3: a server that hangs holds up no action, no draft and no end of the program")
    func holdsNothingUp() async throws {
        let client = try ShellClient()
        let silence = Silence()
        try await begin(client, silence)
        client.press("e")
        try await client.store.until { try !$0.actions().isEmpty }
        await client.shell.end()
        await isGivenUp(silence)
    }

    @Test("it is shown, and Esc stops it before it leaves the screen")
    func stops() async throws {
        let client = try ShellClient()
        client.press(.enter)
        let depth = client.shell.flows.screens.count
        let silence = Silence()
        try await begin(client, silence)
        let later = ContinuousClock.now + .seconds(7)
        #expect(client.draw(at: later).joined().contains("Getting the message…   q stops it"))
        client.press(.escape)
        await isGivenUp(silence)
        #expect(client.shell.flows.screens.count == depth)
        #expect(client.shows("Stopped: Getting the message"))
        client.press(.escape)
        #expect(client.shell.flows.screens.count == depth - 1)
        await client.shell.end()
    }

    @Test("it ends with its screen, but for what outlives it")
    func leaving() async throws {
        let client = try ShellClient()
        client.press(.enter)
        let (short, long) = (Silence(), Silence())
        try await begin(client, short)
        try await begin(client, long, endsWithScreen: false)
        client.shell.pop()
        await isGivenUp(short)
        #expect(client.draw(at: .now + .seconds(7)).joined().contains("stops it"))
        client.press(.escape)
        await isGivenUp(long)
        await client.shell.end()
    }
}
