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
}
