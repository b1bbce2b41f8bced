import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

/// A server that does not accept the secret any more.
extension AccountRunnerTests {
    @Test("a refused secret is not tried again for new actions, only when the user retries")
    func refusedSecret() async throws {
        let client = try await Client.synced(.remote(id: "m"), .remote(id: "n"))
        let clock = ManualClock()
        client.server.setFault { _ in .before(.signedOut) }
        try await running(client, clock) { runner in
            await until(client) { if case .signedOut = $0.phase { true } else { false } }
            await clock.untilSomeoneSleeps(for: .seconds(299)..<(.seconds(301)))
            // From here on, sync waits a second less.
            clock.advance(by: .seconds(2))
            try await client.perform(.star, on: "m")
            await client.server.until { $0.contains { $0.name == "update" } }
            await clock.untilSomeoneSleeps(for: .seconds(299)..<(.seconds(301)))
            try await client.perform(.archive, on: "n")
            for _ in 0..<1_000 { await Task.yield() }
            #expect(client.server.calls("update").count == 1)
            runner.retryNow()
            await client.server.until { $0.count { $0.name == "update" } == 2 }
        }
    }

    @Test("an account that needs a sign-in does not count as connected by an open push")
    func openLineSignedOut() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        let clock = ManualClock()
        try await running(client, clock) { _ in
            await until(client) { $0.phase == .live }
            // From now on waits end without a request, at first in sequence.
            client.server.setEndsWaiting()
            client.server.put(.remote(id: "n"))
            await clock.untilSomeoneSleeps(for: .seconds(1)..<(.seconds(2)))
            client.server.setFault { _ in .before(.signedOut) }
            try await client.perform(.star, on: "m")
            await until(client) { $0.needsSignIn }
            clock.advance(by: .seconds(1))
            await clock.untilSomeoneSleeps(for: .seconds(2)..<(.seconds(3)))
            let status = client.board.status(of: client.account.id)
            #expect(status.needsSignIn)
        }
    }

    @Test("a signed-out account waits for a new secret and does not retry the old one")
    func signedOut() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        client.server.setFault { _ in .before(.signedOut) }
        let clock = ManualClock()
        try await running(client, clock) { runner in
            await until(client) { if case .signedOut = $0.phase { true } else { false } }
            await clock.untilSomeoneSleeps(for: .seconds(300)..<(.seconds(301)))
            let asked = client.server.calls.count
            try await client.perform(.star, on: "m")
            await client.server.until { $0.count { $0.name == "update" } == 1 }
            try await client.store.until { try $0.actions().first?.attempts == 1 }
            try await client.perform(.unread, on: "m")
            #expect(client.server.calls.count <= asked + 2)
            client.server.setFault { _ in nil }
            runner.retryNow()
            await until(client) { $0.phase == .live }
            try await client.store.until { try $0.actions().isEmpty }
        }
        #expect(try client.differences() == [])
    }
}
