import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Paused accounts", .timeLimit(.minutes(10)))
struct PausingTests {
    private func session(_ client: Client) -> MailSession {
        let session = MailSession(store: client.store, clock: ManualClock()) { [server = client.server] _, _ in
            ScriptedService(server)
        }
        session.running.withLock { $0.services[client.account.id] = ScriptedService(client.server) }
        return session
    }

    private func paused(_ client: Client) async throws -> MailSession {
        let session = session(client)
        session.start()
        #expect(await session.pause(client.account.id))
        #expect(session.status(of: client.account.id).phase == .paused)
        return session
    }

    @Test("an account that another process syncs can't be paused here")
    func following() async throws {
        let session = session(try await Client.synced())
        #expect(await !session.pause(AccountID(1)))
        #expect(session.status(of: AccountID(1)).phase != .paused)
    }

    @Test("searching and scrolling don't ask its server")
    func quiet() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        let session = try await paused(client)
        let before = client.server.calls.count
        let found = await session.searchServer(of: client.account, for: .unread)
        #expect(found.outcome == .paused)
        session.wantOlder([client.account.id])
        #expect(session.running.withLock(\.pages).isEmpty)
        #expect(client.server.calls.count == before)
        await session.stopAndWait()
    }

    @Test("a snoozed thread wakes in it, and the server hears of it after the pause")
    func waking() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        let session = try await paused(client)
        try await client.perform(.snooze, on: "m", date: .test(10))
        try await client.store.until { reader in
            try reader.actions().contains { $0.command == .wake }
        }
        #expect(session.status(of: client.account.id).phase == .paused)
        #expect(client.server.calls("update").isEmpty)
        await session.stopAndWait()
    }
}
