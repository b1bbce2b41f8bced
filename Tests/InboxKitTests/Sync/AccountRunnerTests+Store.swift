import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

/// A store that accepts no writes for a while.
extension AccountRunnerTests {
    @Test("data that the store failed to save is requested again once the store works")
    func storeWorksAgain() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        var coming = client.account
        coming.address = "coming@example.test"
        // The store accepts nothing for an account that does not exist yet.
        coming.id = AccountID(client.account.id.rawValue + 1)
        let runner = AccountRunner(
            account: coming, store: client.store, board: client.board, clock: ManualClock()
        ) { .success(Connection(service: ScriptedService(client.server))) }
        let task = Task { await runner.run() }
        await until(client, coming.id) { Self.keepsNothing($0) }
        let new = coming
        let id = try await client.store.write { try $0.add(new) }
        #expect(id == coming.id)
        await until(client, coming.id) { $0.phase == .live }
        task.cancel()
        await task.value
    }

    @Test("a failing store stays reported during its retries")
    func storeStillFails() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        var coming = client.account
        coming.id = AccountID(client.account.id.rawValue + 1)
        let runner = AccountRunner(
            account: coming, store: client.store, board: client.board, clock: ManualClock()
        ) { .success(Connection(service: ScriptedService(client.server))) }
        let task = Task { await runner.run() }
        await until(client, coming.id) { Self.keepsNothing($0) }
        let (board, asked) = (client.board, client.server.calls.count)
        let id = coming.id
        client.server.setFault { _ in Self.keepsNothing(board.status(of: id)) ? nil : .before(.signedOut) }
        runner.retryNow()
        await client.server.until { $0.count > asked }
        await until(client, coming.id) { $0.phase != .connecting }
        #expect(Self.keepsNothing(board.status(of: coming.id)))
        task.cancel()
        await task.value
    }

    @Test("a lack of room for a file of the service's own is no failure of the server, and ends by itself")
    func ownFile() async throws {
        let client = try await Client.synced(.remote(id: "m", unread: true))
        let clock = ManualClock()
        // SQLite's code for a full disk.
        let full = RemoteError(.busy(status: 0, message: "x"), call: "index", finding: .ownFile(code: 13, path: "/x/y"))
        client.server.setFault { _ in .before(full) }
        try await client.perform(.shake, on: "m")
        try await running(client, clock) { _ in
            await until(client) { $0.phase == .storeFailed(.diskFull) }
            try await client.store.until { try $0.actions().first?.attempts == 1 }
            await clock.untilSomeoneSleeps(for: .seconds(10)..<(.seconds(11)))
            client.server.setFault { _ in nil }
            client.wait(10)
            clock.advance(by: .seconds(10))
            await until(client) { $0.phase == .live }
            try await client.store.until { try $0.actions().isEmpty }
        }
        #expect(try client.differences() == [])
    }
}
