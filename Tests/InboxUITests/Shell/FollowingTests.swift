import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Two clients side by side", .timeLimit(.minutes(10)))
struct FollowingTests {
    @Test("the toast of a deed offers its undo until another client takes the deed back, or does something")
    func undoneElsewhere() async throws {
        let client = try ShellClient([.remote(id: "a", subject: "First", at: 200)], connects: false)
        client.shell.begin()
        _ = client.draw()
        client.press("e")
        await client.sees("Archived “First”   z undo")
        let deed = try await client.session.undo()
        #expect(deed?.title == "First")
        #expect(await client.sees(80, 24) { client.shows("Archived “First”") && !client.shows("”   z undo") })
        await client.shell.end()
    }

    @Test("S-9: the second client starts syncing when the first ends")
    func takesOver() async throws {
        let folder = try TemporaryFolder()
        let home = Home(directory: folder.file("home"))
        let server = ModelServer()
        let first = try MailSession(home: home) { _, _ in ScriptedService(server) }
        #expect(first.start())
        let second = try MailSession(home: home) { _, _ in ScriptedService(server) }
        let shell = Shell(
            session: second, settings: Settings(), clock: WallClock(), make: .standard, startDemo: nil)
        let (pauses, pause) = AsyncStream<Void>.makeStream()
        let waits = AsyncStream<Void>.makeStream()
        shell.pause = { _ in
            waits.continuation.yield()
            for await _ in pauses { return }
        }
        shell.start()
        for await _ in waits.stream { break }
        #expect(shell.status.isFollowing)
        pause.yield()
        for await _ in waits.stream { break }
        #expect(shell.status.isFollowing, "the first still runs")
        await first.stopAndWait()
        pause.yield()
        try await eventually { !shell.status.isFollowing }
        #expect(second.start(), "it holds the lock now")
        await shell.end()
        await second.stopAndWait()
    }
}
