import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Waiting for news")
struct IMAPWaitingTests {
    private let clock = ManualClock()

    /// A connection in whose folder a wait was before.
    private func connection(_ server: ScriptedIMAP) async throws -> IMAPConnection {
        let connection = try await IMAPConnection(server.stream(), clock: clock)
        #expect(try await connection.wait(in: "INBOX", atMost: .seconds(1)))
        return connection
    }

    @Test("a new message ends the wait", arguments: ["* 4 EXISTS", "* 1 EXPUNGE", "* 2 FETCH (FLAGS ())"])
    func news(text: String) async throws {
        let server = ScriptedIMAP { _ in "* 3 EXISTS\nOK" }
        let connection = try await connection(server)
        let wait = Task { try await connection.wait(in: "INBOX", atMost: .seconds(600)) }
        await server.untilTold("IDLE")
        server.say("* OK Still here\r\n* 3 EXISTS\r\n* 0 RECENT\r\n")
        server.say(text + "\r\n")
        #expect(try await wait.value)
        #expect(server.told == ["SELECT \"INBOX\"", "IDLE"])
        try await connection.prove()
    }

    @Test("news between two waits are not lost")
    func between() async throws {
        let server = ScriptedIMAP { _ in "* 3 EXISTS\nOK" }
        let connection = try await connection(server)
        server.say("* 4 EXISTS\r\n")
        while connection.link.exists == 3 { await Task.yield() }
        #expect(try await connection.wait(in: "INBOX", atMost: .seconds(600)))
        #expect(server.told == ["SELECT \"INBOX\""])
    }

    @Test("without news the wait ends after its time")
    func time() async throws {
        let server = ScriptedIMAP { _ in "* 3 EXISTS\nOK" }
        let connection = try await connection(server)
        let wait = Task { try await connection.wait(in: "INBOX", atMost: .seconds(600)) }
        await clock.untilSomeoneSleeps(for: .seconds(600)..<(.seconds(601)))
        clock.advance(by: .seconds(600))
        #expect(try await wait.value == false)
        #expect(connection.isOpen)
    }

    @Test("a long wait is several, because servers hang up after half an hour")
    func long() async throws {
        let server = ScriptedIMAP { _ in "* 3 EXISTS\nOK" }
        let connection = try await connection(server)
        let wait = Task { try await connection.wait(in: "INBOX", atMost: .seconds(3000)) }
        await clock.untilSomeoneSleeps(for: .seconds(1740)..<(.seconds(1741)))
        clock.advance(by: .seconds(1740))
        await clock.untilSomeoneSleeps(for: .seconds(1260)..<(.seconds(1261)))
        #expect(server.told.filter { $0 == "IDLE" }.count == 2)
        connection.endWait()
        #expect(try await wait.value == false)
    }

    @Test("a wait can be ended early")
    func ended() async throws {
        let server = ScriptedIMAP { _ in "* 3 EXISTS\nOK" }
        let connection = try await connection(server)
        let wait = Task { try await connection.wait(in: "INBOX", atMost: .seconds(600)) }
        await server.untilTold("IDLE")
        connection.endWait()
        #expect(try await wait.value == false)
        #expect(connection.isOpen)
    }

    @Test("a server without IDLE is asked now and then")
    func polling() async throws {
        let server = ScriptedIMAP("IMAP4rev1") { $0 == "NOOP" ? "* 4 EXISTS\nOK" : "* 3 EXISTS\nOK" }
        let connection = try await connection(server)
        let wait = Task { try await connection.wait(in: "INBOX", atMost: .seconds(600)) }
        await clock.untilSomeoneSleeps(for: .seconds(30)..<(.seconds(31)))
        clock.advance(by: .seconds(30))
        #expect(try await wait.value)
    }

    @Test("a server that does not answer soon when a wait ends has fallen silent")
    func silent() async throws {
        let server = ScriptedIMAP { _ in "* 3 EXISTS\nOK" }
        let connection = try await connection(server)
        let wait = Task { try await connection.wait(in: "INBOX", atMost: .seconds(25)) }
        await clock.untilSomeoneSleeps(for: .seconds(25)..<(.seconds(26)))
        server.fallSilent()
        clock.advance(by: .seconds(25))
        await clock.untilSomeoneSleeps(for: .seconds(10)..<(.seconds(11)))
        clock.advance(by: .seconds(10))
        let error = await #expect(throws: RemoteError.self) { try await wait.value }
        #expect(error?.finding == .silent)
    }

    @Test("cancelling a wait ends the connection")
    func cancelled() async throws {
        let server = ScriptedIMAP { _ in "* 3 EXISTS\nOK" }
        let connection = try await connection(server)
        let wait = Task { try await connection.wait(in: "INBOX", atMost: .seconds(600)) }
        await server.untilTold("IDLE")
        wait.cancel()
        let error = await #expect(throws: RemoteError.self) { try await wait.value }
        #expect(error?.reason == .cancelled)
        #expect(!connection.isOpen)
    }
}
