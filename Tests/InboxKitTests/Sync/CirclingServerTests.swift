import InboxRemote
import TestSupport
import Testing

@testable import InboxKit

@Suite("A server whose changes go in a circle", .timeLimit(.minutes(10)))
struct CirclingServerTests {
    private func sync(_ clock: ManualClock = ManualClock()) throws -> AccountSync {
        let client = try Client()
        let service = InboxAPIService(url: "https://mail.example", secret: "token", transport: CirclingServer())
        return AccountSync(
            account: client.account, store: client.store, service: service, board: client.board, clock: clock)
    }

    @Test("reading all changes ends nevertheless")
    func ends() async throws {
        try await sync().once(bodies: true)
        try await sync().catchUp()
    }

    @Test("it is asked less and less")
    func seldom() async throws {
        let clock = ManualClock()
        let sync = try sync(clock)
        let task = Task { _ = try? await sync.run() }
        for seconds in [1, 2, 4] {
            await clock.untilSomeoneSleeps(for: .seconds(seconds)..<(.seconds(seconds + 1)))
            clock.advance(by: .seconds(seconds))
        }
        task.cancel()
        await task.value
    }
}

/// A server of the Inbox API without mail. It reports a change to every request and cycles through three cursors.
private final class CirclingServer: Transport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        if Task.isCancelled { throw .cancelled }
        return HTTPResponse(
            status: 200, headers: ["Content-Type": "application/json"], body: Array(Self.answer(to: request).utf8))
    }

    func stream(_ request: HTTPRequest) async throws(TransportError)
        -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
    {
        throw .unreachable(detail: "nothing is streamed")
    }

    private static func answer(to request: HTTPRequest) -> String {
        switch request.path {
        case "/account": return #"{"id": "a", "object": "account", "email_address": "me@example.test"}"#
        case "/delta/latest_cursor": return #"{"cursor": "0"}"#
        case "/delta", "/delta/longpoll":
            let start = request.query["cursor"].flatMap { Int($0) } ?? 0
            let change = #"{"id": "m", "object": "message", "event": "delete"}"#
            return #"{"cursor_start": "\#(start)", "cursor_end": "\#((start + 1) % 3)", "deltas": [\#(change)]}"#
        default: return "[]"
        }
    }
}
