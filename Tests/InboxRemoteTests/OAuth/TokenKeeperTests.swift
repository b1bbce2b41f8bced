import Foundation
import Synchronization
import TestSupport
import Testing

@testable import InboxRemote

/// A stored grant with this access token, which expires so many seconds after the reference date.
private func secret(_ token: String, expiresAt: Int) -> String {
    """
    {"accessToken": "\(token)", "clientID": "c", "expiresAt": \(expiresAt), "issuer": "https://id.example", "kind": "oauth2",
     "refreshToken": "refresh-\(token)", "tokenURL": "https://id.example/token"}
    """
}

@Suite("Storing renewed tokens", .timeLimit(.minutes(10)))
struct TokenKeeperTests {
    private static let old = secret("a", expiresAt: 0)

    private let transport = ScriptedTransport()
    private let disk = Disk(TokenKeeperTests.old)

    private final class Disk: Sendable {
        let secret: Mutex<String>
        let isFull = Mutex(false)
        let writes = Mutex(0)

        init(_ secret: String) { self.secret = Mutex(secret) }

        func read() -> String { secret.withLock(\.self) }

        func write(_ new: String) -> Bool {
            if isFull.withLock(\.self) { return false }
            secret.withLock { $0 = new }
            writes.withLock { $0 += 1 }
            return true
        }
    }

    /// A keeper of the old grant, whose server renews it once.
    private func keeper(reading read: @escaping @Sendable () -> String?) throws -> TokenKeeper {
        transport.answer(
            "POST /token", json: #"{"access_token": "b", "refresh_token": "refresh-b", "expires_in": 3600}"#)
        let memory = SecretMemory(read: { read() }, write: { [disk] in disk.write($0) }, lock: { true })
        return TokenKeeper(
            try #require(OAuthGrant(secret: Self.old)), transport: transport, memory: memory,
            now: { Date(timeIntervalSinceReferenceDate: 1_000) })
    }

    @Test(
        "S-7: a token that a full disk did not take is stored later, but not over what the user signed in with meanwhile",
        arguments: [
            (nil, "b"), (secret("c", expiresAt: 9_000), "c"), ("a password", "b"),
        ] as [(String?, String)])
    func storedLater(newer: String?, token: String) async throws {
        let keeper = try keeper { [disk] in disk.read() }
        disk.isFull.withLock { $0 = true }
        #expect(try await keeper.token() == "b")
        #expect(disk.read() == Self.old)
        disk.isFull.withLock { $0 = false }
        if let newer { disk.secret.withLock { $0 = newer } }
        for _ in 0..<2 { #expect(try await keeper.token() == token) }
        #expect(disk.writes.withLock(\.self) == (newer == nil ? 1 : 0))
        if let newer {
            #expect(disk.read() == newer)
        } else {
            #expect(OAuthGrant(secret: disk.read())?.accessToken == "b")
        }
        #expect(transport.requests.count == 1)
    }

    @Test("a token that arrives after the user signed in again is not stored over that")
    func signedInMeanwhile() async throws {
        let stored = Mutex([Self.old, secret("c", expiresAt: 9_000)])
        let keeper = try keeper { stored.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }
        #expect(try await keeper.token() == "c")
        #expect(disk.writes.withLock(\.self) == 0)
    }
}
