import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import EightBall

/// The example, signed in to a model server.
@UI
@Suite("EightBall", .timeLimit(.minutes(5)))
struct EightBallTests {
    private let server = ModelServer()
    private let session: MailSession
    private let ball: Ball

    init() throws {
        server.put(
            .remote(id: "a", from: "ann", to: ["me"], subject: "Lunch", snippet: "At one?", unread: true, at: 300),
            .remote(id: "b", from: "bo", subject: "Read already", at: 200),
            .remote(id: "c", from: "carl", subject: "Ferry", snippet: "It is late", unread: true, at: 100))
        session = MailSession(store: try Store()) { [server] _, _ in ScriptedService(server) }
        ball = Ball(session: session)
    }

    private func text() -> String {
        var grid = Grid(size: Size(width: 80, height: 24))
        ball.draw(into: &grid)
        return (0..<24).map { grid.text(row: $0) }.joined(separator: "\n")
    }

    /// Returns once the words are on the screen.
    private func sees(_ words: String) async throws {
        try await eventually { text().contains(words) }
    }

    private func signIn() async { await ball.signIn(url: "http://127.0.0.1:5555", token: "t") }

    @Test("it shows the newest unread thread with its people, and shaking goes on until none is left")
    func shaking() async throws {
        #expect(text().contains("Fetching mail…"), "nothing is known yet")
        await signIn()
        try await sees("2 unread")
        #expect(text().contains("Lunch") && text().contains("At one?") && text().contains("Ann"))
        #expect(!text().contains("Ferry"), "one at a time")
        await ball.shake()
        try await sees("Ferry")
        await ball.shake()
        try await sees("No unread threads!")
        await ball.shake()
        #expect(text().contains("No unread threads!"), "there is nothing to shake")
        session.stop()
    }

    @Test("one's own address is shown as Me")
    func own() async throws {
        server.put(.remote(id: "d", from: "me", to: ["ann"], subject: "Mine", unread: true, at: 400))
        await signIn()
        try await sees("Mine")
        #expect(text().contains("Me") && !text().contains("me@example.test"))
        session.stop()
    }

    @Test("a server that does not answer is named as the trouble, and one that refuses a change gives the thread back")
    func trouble() async throws {
        server.setFault { _ in .before(RemoteError(.unreachable(detail: "no route"), call: "any")) }
        await signIn()
        #expect(text().contains("The server did not respond as it should"))
        server.setFault {
            $0.name == "update" ? .before(RemoteError(.refused(status: 400, message: "no"), call: "update")) : nil
        }
        await signIn()
        try await sees("Lunch")
        await ball.shake()
        try await sees("2 unread")
        try await eventually { !server.calls("update").isEmpty }
        try await eventually { try session.count(.unread, messages: false) == 2 }
        try await sees("Lunch")
        session.stop()
    }
}
