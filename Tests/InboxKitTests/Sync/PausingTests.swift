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

    @Test("an account that another process syncs can't be paused here, even while a page of it is fetched")
    func fetchingForOther() async throws {
        let folder = try TemporaryFolder()
        let home = Home(directory: folder.path)
        func session() throws -> MailSession { try MailSession(home: home) { _, _ in ScriptedService(ModelServer()) } }
        let (other, own) = (try session(), try session())
        let id = try other.store.addTestAccount()
        let account = try #require(try own.accounts().first)
        #expect(other.lockForSync() && !own.start())
        let (work, ending) = AsyncStream<Void>.makeStream()
        own.fetchPages(id) { for await _ in work {} }
        #expect(await !own.pause(id))
        let pages = own.running.withLock { $0.pages[id]?.count }
        #expect(own.status(of: id).phase != .paused && pages == 1)
        ending.finish()
        await other.stopAndWait()
        // Also not late, where everything was just stopped.
        for session in [own, other] {
            session.startRunner(account)
            let runs = session.running.withLock { !$0.runners.isEmpty }
            #expect(!runs)
        }
        await own.stopAndWait()
    }

    @Test("paused twice at once, it is paused, and nobody is told that another process syncs it")
    func twice() async throws {
        let client = try await Client.synced()
        let session = session(client)
        session.start()
        async let first = session.pause(client.account.id)
        async let second = session.pause(client.account.id)
        let paused = await [first, second]
        #expect(paused == [true, true])
        await session.stopAndWait()
    }

    @Test("what stops everything while an account is being paused waits for that, and nothing runs for it afterwards")
    func stopped() async throws {
        let client = try await Client.synced()
        let session = session(client)
        let account = client.account.id
        session.start()
        // Ends only when it is told to, as a write does.
        let (work, ending) = AsyncStream<Void>.makeStream()
        let page = Task { await Task { for await _ in work {} }.value }
        session.running.withLock { $0.pages[account] = [nil: page] }
        async let paused = session.pause(account)
        try await eventually { session.running.withLock { $0.pausing[account] != nil } }
        async let stopped: Void = session.stopAndWait()
        try await eventually { session.running.withLock { $0.pausing[account] == nil } }
        ending.finish()
        await stopped
        #expect(session.status(of: account).phase == .paused)
        #expect(await paused)
        #expect(session.running.withLock(\.wakers).isEmpty)
    }

    @Test("what stops everything waits for the work of an account removed elsewhere, which leaves no status behind")
    func removed() async throws {
        let client = try await Client.synced()
        let session = session(client)
        let account = client.account.id
        session.start()
        let (work, ending) = AsyncStream<Void>.makeStream()
        let late = Task { [board = session.board] in
            // Ends only when it is told to, as a write does.
            await Task { for await _ in work {} }.value
            board.update(account) { $0.phase = .connecting }
        }
        let begun = session.running.withLock { running -> Task<Void, Never>? in
            guard let (runner, task) = running.runners[account] else { return nil }
            running.runners[account] = (runner, late)
            return task
        }
        let task = try #require(begun)
        task.cancel()
        await task.value
        try client.store.writeNow { try $0.hide(account) }
        session.matchAccounts()
        ending.finish()
        await session.stopAndWait()
        await late.value
        #expect(session.board.all.isEmpty)
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
