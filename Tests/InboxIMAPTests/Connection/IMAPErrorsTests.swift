import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Refusals and broken connections")
struct IMAPErrorsTests {
    @Test(
        "a refusal means what its code says",
        arguments: [
            ("NO [NONEXISTENT] a", RemoteError.Reason.notFound(message: "a")),
            ("NO [TRYCREATE] a", .notFound(message: "a")),
            ("NO Mailbox doesn't exist: x", .notFound(message: "Mailbox doesn't exist: x")),
            ("NO [UNAVAILABLE] a", .busy(status: 0, message: "a")), ("NO [LIMIT] a", .limited(message: "a")),
            ("NO [INUSE] a", .busy(status: 0, message: "a")),
            ("NO [OVERQUOTA] full", .refused(status: 0, message: "full (the mailbox is full: delete mail there)")),
            ("NO [CONTACTADMIN]", .refused(status: 0, message: "only the provider can help: ask its support")),
            ("NO [ALERT] Rate limit hit", .busy(status: 0, message: "Rate limit hit")),
            (
                "BAD User is authenticated but not connected.",
                .busy(status: 0, message: "User is authenticated but not connected.")
            ),
            ("NO [EXPIRED] a", .signedOut(message: "a (the password has expired: set a new one at the provider)")),
            ("NO [AUTHENTICATIONFAILED] a", .signedOut(message: "a")),
            ("NO a\u{7}b", .refused(status: 0, message: "a b")),
            ("BAD [NONEXISTENT] a", .refused(status: 0, message: "a")),
            ("NO", .refused(status: 0, message: "the server gives no reason")),
        ])
    func refusals(answer: String, reason: RemoteError.Reason) async throws {
        let server = ScriptedIMAP { $0 == "NOOP" ? "OK" : answer }
        let connection = try await IMAPConnection(server.stream())
        let error = await #expect(throws: RemoteError.self) { try await connection.select("A") }
        #expect(error?.reason == reason)
        #expect(error?.type == (answer.contains("OVERQUOTA") ? "overQuota" : nil))
        // The connection goes on.
        #expect(connection.isOpen)
        try await connection.prove()
    }

    @Test("a folder that could not be opened is not taken for open")
    func notOpen() async throws {
        let server = ScriptedIMAP {
            $0.hasPrefix("SELECT \"B\"") ? "NO no" : $0.contains("SEARCH") ? "* SEARCH 1\nOK" : "* 1 EXISTS\nOK"
        }
        let connection = try await IMAPConnection(server.stream())
        _ = try await connection.uids(in: "A")
        await #expect(throws: RemoteError.self) { try await connection.uids(in: "B") }
        _ = try await connection.uids(in: "A")
        #expect(server.told == ["SELECT \"A\"", "UID SEARCH ALL", "SELECT \"B\"", "SELECT \"A\"", "UID SEARCH ALL"])
    }

    @Test("a server that hangs up is unreachable, and so it stays", arguments: [true, false])
    func end(saysBye: Bool) async throws {
        let server = ScriptedIMAP { _ in "" }
        let connection = try await IMAPConnection(server.stream())
        let call = Task { try await connection.select("A") }
        await server.untilTold("SELECT")
        if saysBye { server.say("* BYE [UNAVAILABLE] going down\r\n") } else { server.hangUp(.timedOut) }
        let error = await #expect(throws: RemoteError.self) { try await call.value }
        #expect(error?.reason == .unreachable(detail: saysBye ? "going down" : "no answer in time"))
        #expect(error?.finding == (saysBye ? nil : .silent))
        #expect(!connection.isOpen)
        await #expect(throws: RemoteError.self) { try await connection.select("A") }
    }

    @Test("a silent server is given up, but not one that is slow")
    func silent() async throws {
        let clock = ManualClock()
        let server = ScriptedIMAP { _ in "" }
        let connection = try await IMAPConnection(server.stream(), clock: clock)
        let call = Task { try await connection.select("A") }
        await server.untilTold("SELECT")
        await clock.untilSomeoneSleeps(for: .seconds(60)..<(.seconds(61)))
        clock.advance(by: .seconds(40))
        server.say("* 3 EXISTS\r\n")
        while connection.link.exists == 0 { await Task.yield() }
        clock.advance(by: .seconds(20))
        await clock.untilSomeoneSleeps(for: .seconds(40)..<(.seconds(41)))
        #expect(connection.isOpen)
        clock.advance(by: .seconds(40))
        let error = await #expect(throws: RemoteError.self) { try await call.value }
        #expect(error?.finding == .silent)
        #expect(error?.reason == .unreachable(detail: "the server does not answer"))
    }

    @Test(
        "an answer that makes no sense ends the connection",
        arguments: ["garbage\r\n", "A99 OK\r\n", "* SEARCH x\r\n", "* 1 FETCH {999999999}\r\n"])
    func malformed(text: String) async throws {
        let server = ScriptedIMAP { _ in "" }
        let connection = try await IMAPConnection(server.stream())
        let call = Task { try await connection.select("A") }
        await server.untilTold("SELECT")
        server.say(text)
        let error = await #expect(throws: RemoteError.self) { try await call.value }
        guard case .unreadableAnswer? = error?.reason else { return #expect(Bool(false)) }
        #expect(!connection.isOpen)
    }

    @Test("a folder that is opened without its number of messages is not taken for empty")
    func untold() async throws {
        let server = ScriptedIMAP { _ in "" }
        let connection = try await IMAPConnection(server.stream())
        let call = Task { try await connection.select("A") }
        await server.untilTold("SELECT")
        server.say("* OK [UIDVALIDITY 1] x\r\n* OK [UIDNEXT 9] x\r\nA2 OK\r\n")
        let error = await #expect(throws: RemoteError.self) { try await call.value }
        guard case .unreadableAnswer? = error?.reason else { return #expect(Bool(false)) }
        #expect(!connection.isOpen)
    }

    @Test("an answer that does not end is broken off")
    func endless() async throws {
        let (incoming, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        let stream = ByteStream(incoming: incoming) { _ in
            for _ in 0..<100 { continuation.yield(Array("* 1 FETCH (UID 1 FLAGS ())\r\n".utf8)) }
        }
        let link = IMAPLink(stream, clock: ContinuousClock(), alerts: AlertBoard(), longestAnswer: 1000)
        var count = 0
        let error = await #expect(throws: RemoteError.self) {
            _ = try await link.run([IMAPCommand("NOOP")], IMAPCapabilities([])) { _ in count += 1 }
        }
        #expect(error?.reason == .unreadableAnswer(detail: "the answer does not end"))
        #expect(count < 40 && !link.isOpen)
    }

    @Test("cancelling a call ends the connection, and another call is not cancelled by it")
    func cancelled() async throws {
        let server = ScriptedIMAP { _ in "" }
        let connection = try await IMAPConnection(server.stream())
        let call = Task { try await connection.select("A") }
        await server.untilTold("SELECT")
        let waiting = Task { try await connection.select("B") }
        call.cancel()
        let error = await #expect(throws: RemoteError.self) { try await call.value }
        #expect(error?.reason == .cancelled)
        let other = await #expect(throws: RemoteError.self) { try await waiting.value }
        #expect(other?.reason == .unreachable(detail: "the connection was closed"))
        #expect(server.told == ["SELECT \"A\""])
    }

    @Test("calls run one after the other")
    func order() async throws {
        let server = ScriptedIMAP { $0.contains("\"A\"") ? "" : "* 5 EXISTS\nOK" }
        let connection = try await IMAPConnection(server.stream())
        let first = Task { try await connection.select("A") }
        await server.untilTold("SELECT \"A\"")
        let second = Task { try await connection.select("B") }
        await Task.yield()
        server.say("* 7 EXISTS\r\nA2 OK\r\n")
        #expect(try await first.value.messages == 7)
        #expect(try await second.value.messages == 5)
    }

    @Test("a connection that nobody holds hangs up")
    func dropped() async throws {
        let (incoming, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        let (ends, ended) = AsyncStream<Void>.makeStream()
        continuation.onTermination = { _ in ended.finish() }
        do {
            let stream = ByteStream(incoming: incoming) { _ in
                continuation.yield(Array("* CAPABILITY IMAP4rev1\r\nA1 OK\r\n".utf8))
            }
            _ = try await IMAPConnection(stream)
        }
        for await _ in ends {}
    }

    @Test("unknown news at any time does no harm, whatever random answers come", arguments: 0..<60)
    func garbage(seed: Int) async throws {
        let server = ScriptedIMAP { command in
            var random = SeededRandom(seed: seed)
            let lines = [
                "* 5 EXISTS", "* 2 EXPUNGE", "* 9 FETCH (FLAGS (x))", "* 1 FETCH (UID 3 FLAGS (\\Seen) BODY[] {2}\nab)",
                "* FLAGS ()",
                "* OK hi", "* NO careful", "* VANISHED 1:5", "* 1 FETCH (", "* STATUS a (", "* X", "* CAPABILITY A",
                "* LIST () x y",
            ]
            return (0..<random.int(0..<12)).map { _ in random.pick(lines) + "\n" }.joined()
                + random.pick(["OK", "NO", "BAD", "NO [LIMIT]"])
        }
        let connection = try await IMAPConnection(server.stream())
        _ = try? await connection.outlines(in: "A", nil)
        _ = try? await connection.heads(in: "A", UIDSet(1...5))
        _ = try? await connection.bytes(in: "A", [3], section: "")
        _ = try? await connection.folders()
        _ = try? await connection.status(of: "A")
        _ = try? await connection.move(in: "A", [3], to: "B")
        _ = try? await connection.append([1], to: "A", flags: [], date: nil)
        await connection.close()
    }
}
