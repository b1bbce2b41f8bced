import InboxKit
import InboxModel
import InboxRemote
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Asking about a sender", .timeLimit(.minutes(10)))
struct SenderProofsTests {
    private let world: FakeSurroundings
    private let screen: ThreadScreen

    /// Opens a mail whose server does not answer.
    init() async throws {
        world = try await .paused()
        world.settings.authenticationServers = ["me@example.test": "mx.example.test"]
        let message = RemoteMessage.remote(id: "m1", thread: "t", from: "lars", at: 86_400, body: "Offers")
        try world.fill(message)
        world.server.put(message)
        world.server.setHeaders(
            "Authentication-Results: mx.example.test; dmarc=pass header.from=example.test\r\n"
                + "List-Unsubscribe: <https://shop.test/leave>\r\n", of: "m1")
        let failure = RemoteError(.unreachable(detail: "timed out"), call: "rawMessage")
        world.server.setFault { $0.name == "rawMessage" ? .before(failure) : nil }
        screen = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(screen)
        await world.server.until { calls in calls.count { $0.name == "rawMessage" } == 2 }
    }

    private var isTold: Bool {
        let lines = world.text(screen)
        return lines.contains { $0.contains(" verified") && !$0.contains("not verified") }
            && lines.contains { $0.contains("U unsubscribe") }
    }

    @Test("H-6: what could not be asked for is asked for again when the server is connected anew, and not before")
    func connectedAgain() async {
        for _ in 0..<20 {
            #expect(!isTold)
            await Task.yield()
        }
        #expect(world.server.calls("rawMessage").count == 2)
        world.server.setFault { _ in nil }
        world.session.resume(world.account)
        await world.until { isTold }
        world.session.stop()
    }

    @Test("H-6: asking the server now asks for what could not be asked for before")
    func askedNow() async {
        world.server.setFault { _ in nil }
        _ = screen.perform(.refresh)
        await world.until { isTold }
    }
}
