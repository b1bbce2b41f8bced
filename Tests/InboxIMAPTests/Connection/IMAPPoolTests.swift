import InboxModel
import InboxRemote
import Synchronization
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Kept connections")
struct IMAPPoolTests {
    /// Opens connections to servers of its own, one each.
    private final class Transport: MailTransport {
        struct State {
            var servers: [ScriptedIMAP] = []
            var errors: [MailTransportError?] = []
        }

        let state = Mutex(State())
        let capabilities: String

        init(_ capabilities: String = "IMAP4rev1 IDLE", errors: [MailTransportError?] = []) {
            self.capabilities = capabilities
            state.withLock { $0.errors = errors }
        }

        var servers: [ScriptedIMAP] { state.withLock { $0.servers } }

        func openIMAP(_: MailPlace, _: MailCredential) async throws(MailTransportError) -> ByteStream {
            let error = state.withLock { state in state.errors.isEmpty ? nil : state.errors.removeFirst() }
            if let error { throw error }
            let server = ScriptedIMAP(capabilities) { _ in "* 3 EXISTS\nOK" }
            state.withLock { $0.servers.append(server) }
            return server.stream()
        }

        func submit(_: SMTPSubmission, to _: MailPlace, _: MailCredential) async throws(MailTransportError) -> [String:
            String]
        { [:] }
        func proveSMTP(_: MailPlace, _: MailCredential) async throws(MailTransportError) {}
    }

    /// Holds calls until they are let go.
    private final class Gate: Sendable {
        private let (stream, continuation) = AsyncStream<Void>.makeStream()
        func open() { continuation.finish() }
        func pass() async { for await _ in stream {} }
    }

    private let clock = ManualClock()

    private func pool(_ transport: Transport) throws -> IMAPPool {
        let places = try #require(IMAPPlaces(url: "imaps://mail.example.org"))
        return IMAPPool(
            places: places, credential: MailCredential(userName: "a", secret: "b"), transport: transport, clock: clock)
    }

    private func work(_ pool: IMAPPool) async throws {
        _ = try await pool.run { connection throws(RemoteError) in try await connection.select("A") }
    }

    @Test("a connection is used again, also after a refusal, but not after another error")
    func again() async throws {
        let transport = Transport()
        let pool = try pool(transport)
        try await work(pool)
        try await work(pool)
        let refusal = RemoteError(.notFound(message: "x"), call: "x")
        await #expect(throws: refusal) { try await pool.run { _ throws(RemoteError) in throw refusal } }
        try await work(pool)
        #expect(transport.servers.count == 1)
        let failure = RemoteError(.busy(status: 0, message: "x"), call: "x")
        await #expect(throws: failure) { try await pool.run { _ throws(RemoteError) in throw failure } }
        try await work(pool)
        #expect(transport.servers.count == 2)
    }

    @Test("at most three connections work at a time")
    func three() async throws {
        let transport = Transport()
        let pool = try pool(transport)
        let gate = Gate()
        let calls = (0..<8).map { _ in
            Task {
                try await pool.run { connection throws(RemoteError) in
                    await gate.pass()
                    _ = try await connection.select("A")
                }
            }
        }
        while transport.servers.count < 3 { await Task.yield() }
        for _ in 0..<100 { await Task.yield() }
        #expect(transport.servers.count == 3)
        gate.open()
        for call in calls { try await call.value }
        #expect(transport.servers.count == 3)
    }

    @Test("where the server accepts one connection only, work comes before waiting, and nothing fails")
    func one() async throws {
        let busy = MailTransportError.busy(message: "Maximum number of connections reached")
        let transport = Transport(errors: [nil, busy, nil, busy])
        let pool = try pool(transport)
        let waiting = Task { try await pool.wait(in: "INBOX", atMost: .seconds(60)) }
        // The first asks what the server can do, the second is given up for the one that waits.
        #expect(try await waiting.value)
        #expect(transport.servers.count == 2)
        try await work(pool)
        #expect(transport.servers.count == 3)
        // Until there is room again, news is only asked for.
        let later = Task { try await pool.wait(in: "INBOX", atMost: .seconds(60)) }
        await clock.untilSomeoneSleeps(for: .seconds(60)..<(.seconds(61)))
        clock.advance(by: .seconds(60))
        #expect(try await !later.value)
        #expect(transport.servers.count == 3)
    }

    @Test("who waits for a connection can be cancelled, and takes none from others")
    func cancelled() async throws {
        let transport = Transport()
        let pool = try pool(transport)
        let gate = Gate()
        let calls = (0..<3).map { _ in Task { try await pool.run { _ throws(RemoteError) in await gate.pass() } } }
        while transport.servers.count < 3 { await Task.yield() }
        let waiting = Task { try await work(pool) }
        for _ in 0..<50 { await Task.yield() }
        waiting.cancel()
        let error = await #expect(throws: RemoteError.self) { try await waiting.value }
        #expect(error?.reason == .cancelled && error?.isBeforeWork == true)
        gate.open()
        for call in calls { try await call.value }
        try await work(pool)
    }

    @Test("a kept connection that died is replaced before anything is done on it")
    func dead() async throws {
        let transport = Transport()
        let pool = try pool(transport)
        try await work(pool)
        transport.servers[0].hangUp()
        clock.advance(by: .seconds(20))
        try await work(pool)
        #expect(transport.servers.count == 2)
    }

    @Test("a connection that was kept for a while must answer first")
    func proved() async throws {
        let transport = Transport()
        let pool = try pool(transport)
        try await work(pool)
        clock.advance(by: .seconds(20))
        try await work(pool)
        #expect(transport.servers.count == 1)
        #expect(transport.servers[0].told == ["SELECT \"A\"", "NOOP", "SELECT \"A\""])
    }

    @Test("connections are closed after five minutes without work")
    func swept() async throws {
        let transport = Transport()
        let pool = try pool(transport)
        try await work(pool)
        await clock.untilSomeoneSleeps(for: .seconds(300)..<(.seconds(301)))
        clock.advance(by: .seconds(300))
        try await work(pool)
        for _ in 0..<10 where transport.servers.count == 1 { await Task.yield() }
        #expect(transport.servers.count == 2 || transport.servers[0].told.count == 3)
    }

    @Test("doubted connections are not used again, also not those that work")
    func doubted() async throws {
        let transport = Transport()
        let pool = try pool(transport)
        let gate = Gate()
        let call = Task { try await pool.run { _ throws(RemoteError) in await gate.pass() } }
        while transport.servers.isEmpty { await Task.yield() }
        for _ in 0..<50 { await Task.yield() }
        await pool.doubtConnections()
        gate.open()
        try await call.value
        try await work(pool)
        #expect(transport.servers.count == 2)
    }

    @Test(
        "what can't be opened means that nothing was done",
        arguments: [
            (MailTransportError.signedOut(message: "a"), RemoteError.Reason.signedOut(message: "a")),
            (.refused(message: "a"), .busy(status: 0, message: "a")),
            (.busy(message: "a"), .busy(status: 0, message: "a")),
            (.transport(.unconnected(detail: "a")), .unreachable(detail: "a")),
            (.transport(.insecure(detail: "a")), .insecure(detail: "a")), (.transport(.cancelled), .cancelled),
        ])
    func unopened(error: MailTransportError, reason: RemoteError.Reason) async throws {
        let pool = try pool(Transport(errors: [error]))
        let told = await #expect(throws: RemoteError.self) { try await work(pool) }
        #expect(told?.reason == reason)
        #expect(told?.isBeforeWork == true)
        try await work(pool)
    }

    @Test("a server that accepts only one connection gets one")
    func few() async throws {
        let transport = Transport(errors: [nil] + Array(repeating: .refused(message: "too many"), count: 2))
        let pool = try pool(transport)
        let gate = Gate()
        let first = Task { try await pool.run { _ throws(RemoteError) in await gate.pass() } }
        while transport.servers.isEmpty { await Task.yield() }
        for _ in 0..<50 { await Task.yield() }
        let others = (0..<5).map { _ in Task { try await work(pool) } }
        while !transport.state.withLock({ $0.errors.isEmpty }) { await Task.yield() }
        gate.open()
        try await first.value
        for other in others { try await other.value }
        #expect(transport.servers.count == 1)
    }

    @Test("a wait has a connection of its own, is kept, and can be woken")
    func waiting() async throws {
        let transport = Transport()
        let pool = try pool(transport)
        #expect(try await pool.wait(in: "INBOX", atMost: .seconds(600)))
        #expect(transport.servers.count == 2)
        let wait = Task { try await pool.wait(in: "INBOX", atMost: .seconds(600)) }
        await transport.servers[1].untilTold("IDLE")
        await pool.wake()
        #expect(try await wait.value == false)
        // One that comes while nobody waits ends the next wait.
        await pool.wake()
        #expect(try await pool.wait(in: "INBOX", atMost: .seconds(600)) == false)
        #expect(transport.servers.count == 2)
    }

    @Test(
        "a wait whose connection is lost or doubted tells that something may have happened", arguments: [true, false])
    func lostWait(isDoubted: Bool) async throws {
        let transport = Transport()
        let pool = try pool(transport)
        _ = try await pool.wait(in: "INBOX", atMost: .seconds(600))
        let wait = Task { try await pool.wait(in: "INBOX", atMost: .seconds(600)) }
        await transport.servers[1].untilTold("IDLE")
        if isDoubted { await pool.doubtConnections() } else { transport.servers[1].hangUp() }
        #expect(try await wait.value)
    }

    @Test("a wait whose server fell silent says so, instead of trying another connection")
    func silentWait() async throws {
        let transport = Transport()
        let pool = try pool(transport)
        _ = try await pool.wait(in: "INBOX", atMost: .seconds(25))
        let wait = Task { try await pool.wait(in: "INBOX", atMost: .seconds(25)) }
        await clock.untilSomeoneSleeps(for: .seconds(25)..<(.seconds(26)))
        transport.servers[1].fallSilent()
        clock.advance(by: .seconds(25))
        await clock.untilSomeoneSleeps(for: .seconds(10)..<(.seconds(11)))
        clock.advance(by: .seconds(10))
        let error = await #expect(throws: RemoteError.self) { try await wait.value }
        #expect(error?.finding == .silent)
        // What else was open is as dead.
        try await work(pool)
        #expect(transport.servers.count == 3)
    }

    @Test("work that meets a silent server ends the wait for news, too")
    func silentWork() async throws {
        let transport = Transport()
        let pool = try pool(transport)
        _ = try await pool.wait(in: "INBOX", atMost: .seconds(600))
        let wait = Task { try await pool.wait(in: "INBOX", atMost: .seconds(600)) }
        await transport.servers[1].untilTold("IDLE")
        for server in transport.servers { server.fallSilent() }
        clock.advance(by: .seconds(20))
        let call = Task { try await work(pool) }
        await clock.untilSomeoneSleeps(for: .seconds(10)..<(.seconds(11)))
        clock.advance(by: .seconds(10))
        let error = await #expect(throws: RemoteError.self) { try await wait.value }
        #expect(error?.finding == .silent)
        try await call.value
        #expect(transport.servers.count == 3)
    }

    @Test("a server without IDLE is only waited for")
    func noIdle() async throws {
        let transport = Transport("IMAP4rev1")
        let pool = try pool(transport)
        let wait = Task { try await pool.wait(in: "INBOX", atMost: .seconds(40)) }
        await clock.untilSomeoneSleeps(for: .seconds(40)..<(.seconds(41)))
        clock.advance(by: .seconds(40))
        #expect(try await wait.value == false)
        let other = Task { try await pool.wait(in: "INBOX", atMost: .seconds(40)) }
        await clock.untilSomeoneSleeps(for: .seconds(40)..<(.seconds(41)))
        await pool.wake()
        #expect(try await other.value == false)
        #expect(transport.servers.count == 1)
    }
}
