import Foundation
import InboxModel
import InboxRemote
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("A secret that several processes renew", .timeLimit(.minutes(10)))
struct SecretLockTests {
    private let folder: TemporaryFolder
    private let account = AccountID(7)

    init() throws { folder = try TemporaryFolder() }

    /// The storage of one process, whose lock is a file of its own descriptor.
    private func process(_ clock: any Clock<Duration> = ContinuousClock()) -> SecretMemory {
        SecretStore(folder: folder.path).memory(of: account, clock: clock) { _ in }
    }

    /// A clock on which time passes at once.
    private struct QuickClock: Clock {
        var now: ContinuousClock.Instant { .now }
        var minimumResolution: Duration { .zero }
        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            try Task.checkCancellation()
        }
    }

    @Test("one process at a time has the lock; another waits for it, and goes without if that takes too long")
    func lock() async throws {
        let clock = ManualClock()
        var first: (any Sendable)? = await process().lock()
        #expect(first != nil)
        #expect(await process(QuickClock()).lock() == nil)
        let waiting = Task { [other = process(clock)] in await other.lock() }
        await clock.untilSomeoneSleeps(for: .zero..<(.seconds(1)))
        withExtendedLifetime(first) {}
        first = nil
        clock.advance(by: .milliseconds(100))
        let second = await waiting.value
        #expect(second != nil)
        #expect(await process(QuickClock()).lock() == nil)
        withExtendedLifetime(second) {}
    }

    @Test("a cancelled wait for the lock does not get it")
    func cancelled() async {
        let first = await process().lock()
        let waiting = Task { [other = process(ManualClock())] in await other.lock() }
        waiting.cancel()
        #expect(await waiting.value == nil)
        withExtendedLifetime(first) {}
    }

    @Test("S-7: where no lock can be made, a secret is still renewed")
    func noFolder() async {
        #expect(await SecretStore(folder: folder.file("missing")).memory(of: account) { _ in }.lock() != nil)
    }

    @Test("of two processes whose token expires, one renews it and the other takes the new one")
    func together() async throws {
        let (events, told) = AsyncStream<String>.makeStream()
        let server = RotatingServer(told)
        let secret = """
            {"accessToken": "access-0", "clientID": "c", "expiresAt": 0, "issuer": "https://id.example", "kind": "oauth2",
             "refreshToken": "refresh-0", "tokenURL": "https://id.example/token"}
            """
        try SecretStore(folder: folder.path).save(secret, for: account)
        func service(_ clock: any Clock<Duration>) -> InboxAPIService {
            InboxAPIService(
                url: "https://mail.example", secret: secret, transport: server,
                memory: RemoteMemory(read: { nil }, write: { _ in }, secret: process(clock)))
        }
        let clock = ManualClock()
        let first = Task { [service = service(ContinuousClock())] in try await service.serverTime() }
        for await event in events where event == "asked" { break }
        let second = Task { [service = service(clock)] in try await service.serverTime() }
        Task {
            await clock.untilSomeoneSleeps(for: .zero..<(.seconds(1)))
            told.yield("waits")
        }
        for await event in events {
            #expect(event == "waits", "the second process must not use the refresh token, too")
            break
        }
        server.answer()
        _ = try await first.value
        clock.advance(by: .milliseconds(100))
        _ = try await second.value
        #expect(server.used == ["Bearer access-1", "Bearer access-1"])
    }
}

/// A mail server and its sign-in server, whose first answer comes when the test says so. A refresh token that comes twice revokes all.
private final class RotatingServer: Transport {
    private let state = Mutex((renewals: 0, used: [String]()))
    private let told: AsyncStream<String>.Continuation
    private let (answers, mayAnswer) = AsyncStream<Void>.makeStream()

    init(_ told: AsyncStream<String>.Continuation) { self.told = told }

    /// The credentials of the requests for mail.
    var used: [String] { state.withLock(\.used) }

    func answer() { mayAnswer.finish() }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard request.url.hasPrefix("https://id.example") else {
            state.withLock { $0.used.append(request.headers["Authorization"] ?? "") }
            return HTTPResponse(status: 200, headers: [:], body: Array("{}".utf8))
        }
        let count = state.withLock { state in
            state.renewals += 1
            return state.renewals
        }
        told.yield("asked")
        for await _ in answers {}
        let isFirst = count == 1
        let text =
            isFirst
            ? #"{"access_token": "access-1", "refresh_token": "refresh-1", "expires_in": 3600}"#
            : #"{"error": "invalid_grant"}"#
        return HTTPResponse(status: isFirst ? 200 : 400, headers: [:], body: Array(text.utf8))
    }

    func stream(_ request: HTTPRequest) async throws(TransportError)
        -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
    { throw .unreachable(detail: "no streams here") }
}
