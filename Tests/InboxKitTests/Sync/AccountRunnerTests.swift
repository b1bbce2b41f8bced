import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Running an account", .timeLimit(.minutes(20)))
struct AccountRunnerTests {
    /// Runs the client's runner until the body is done.
    func running(_ client: Client, _ clock: ManualClock, _ body: (AccountRunner) async throws -> Void)
        async throws
    {
        let runner = AccountRunner(
            account: client.account, store: client.store, board: client.board, clock: clock, now: { client.now }
        ) { .success(Connection(service: ScriptedService(client.server))) }
        let task = Task { await runner.run() }
        do {
            try await body(runner)
        } catch {
            task.cancel()
            await task.value
            throw error
        }
        task.cancel()
        await task.value
    }

    func until(_ client: Client, _ id: AccountID? = nil, _ isDone: (AccountStatus) -> Bool) async {
        let id = id ?? client.account.id
        let changes = client.board.changes()
        if isDone(client.board.status(of: id)) { return }
        for await _ in changes where isDone(client.board.status(of: id)) { return }
    }

    /// Half to one and a half times as long.
    private static func pause(_ seconds: Int) -> Range<Duration> {
        .milliseconds(500 * seconds)..<(.milliseconds(1_500 * seconds))
    }

    /// Makes the server answer requests, but drop every wait for news.
    private static func breakWaits(of server: ModelServer) {
        let asked = Mutex(0)
        server.setAnswersAtOnce()
        server.setFault { call in
            guard call.name == "changes" else { return nil }
            let isWait = asked.withLock { count in
                count += 1
                return count.isMultiple(of: 2)
            }
            return isWait ? .before(.unreachable) : nil
        }
    }

    /// Whether the status says that the store fails.
    static func keepsNothing(_ status: AccountStatus) -> Bool {
        if case .storeFailed = status.phase { true } else { false }
    }

    @Test("new mail is synced and actions are sent automatically")
    func live() async throws {
        let client = try Client()
        client.server.put(.remote(id: "m", unread: true))
        try await running(client, ManualClock()) { _ in
            try await client.store.until { try $0.message(RemoteID("m"), account: client.account.id) != nil }
            await until(client) { $0.phase == .live }
            client.server.put(.remote(id: "n"))
            try await client.store.until { try $0.message(RemoteID("n"), account: client.account.id) != nil }
            try await client.perform(.shake, on: "m")
            try await client.store.until { try $0.actions().isEmpty }
            #expect(client.server.messages[RemoteID("m")]?.keywords == [.seen])
        }
        #expect(try client.differences() == [])
    }

    @Test("an unreachable server is retried later, and then all waiting actions are sent")
    func away() async throws {
        let client = try await Client.synced(.remote(id: "m", unread: true))
        let clock = ManualClock()
        client.server.setFault { _ in .before(.unreachable) }
        try await client.perform(.shake, on: "m")
        try await running(client, clock) { _ in
            await until(client) { if case .offline = $0.phase { true } else { false } }
            try await client.store.until { try $0.actions().first?.attempts == 1 }
            #expect(try client.message("m")?.isUnread == false)
            await clock.untilSomeoneSleeps(for: .zero..<(.seconds(2)))
            client.server.setFault { _ in nil }
            client.wait(2)
            clock.advance(by: .seconds(2))
            try await client.store.until { try $0.actions().isEmpty }
            await until(client) { $0.phase == .live }
        }
        #expect(try client.differences() == [])
    }

    @Test("a server is live only once it has answered, whatever its service knows already")
    func unasked() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        client.server.put(.remote(id: "n"))
        client.server.setKnowsChanges()
        let phases = Mutex<[AccountStatus.Phase]>([])
        client.server.setFault { [board = client.board, id = client.account.id] call in
            guard call.name == "changes" else { return nil }
            return phases.withLock { phases in
                phases.append(board.status(of: id).phase)
                return phases.count == 1 ? nil : .before(.unreachable)
            }
        }
        try await running(client, ManualClock()) { _ in
            await until(client) { if case .offline = $0.phase { true } else { false } }
        }
        #expect(phases.withLock { Array($0.prefix(2)) } == [.connecting, .connecting])
    }

    @Test("other processes can see when the server is unreachable and when it recovers")
    func trouble() async throws {
        let client = try await Client.synced()
        let (clock, session) = (
            ManualClock(), MailSession(store: client.store) { _, _ in ScriptedService(ModelServer()) }
        )
        let id = client.account.id
        try await client.store.write { try $0.setSyncState("of before", key: AccountSync.Key.trouble, account: id) }
        client.server.setFault { _ in .before(.unreachable) }
        try await running(client, clock) { _ in
            // No commit reports this, so poll, as other processes do.
            try await eventually { try ![nil, "of before"].contains(session.trouble(of: id)) }
            #expect(try session.trouble(of: id)?.isEmpty == false)
            await clock.untilSomeoneSleeps(for: .zero..<(.seconds(2)))
            client.server.setFault { _ in nil }
            client.wait(2)
            clock.advance(by: .seconds(2))
            try await eventually { try session.trouble(of: id) == nil }
        }
    }

    @Test("what waited for the server is due even if that is connected before its watcher has its turn")
    func connectedAtOnce() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        let id = client.account.id
        try await client.perform(.star, on: "m")
        try await client.store.write { transaction in
            try transaction.holdBack(id, until: .test(9_000))
            try transaction.setSyncState("away", key: AccountSync.Key.trouble, account: id)
        }
        let runner = AccountRunner(
            account: client.account, store: client.store, board: client.board, clock: ManualClock()
        ) { .failure(.missing) }
        let changes = client.board.changes()
        client.board.update(id) { $0.phase = .live }
        await runner.makeDueWhenConnected(changes)
        let action = try #require(try client.actions().first)
        #expect(action.notBefore == nil)
        #expect(try client.store.read { try $0.syncState(AccountSync.Key.trouble, account: id) } == nil)
    }

    @Test("another process's request for a sync is fulfilled even without a push")
    func wishes() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        let other = MailSession(store: client.store) { _, _ in ScriptedService(ModelServer()) }
        try await running(client, ManualClock()) { _ in
            await until(client) { $0.phase == .live }
            client.server.fallSilent()
            client.server.put(.remote(id: "n"))
            let first = try await other.wantSync(of: client.account.id)
            let second = try await other.wantSync(of: client.account.id)
            // No commit reports a fulfilled wish, so poll, as other processes do.
            try await eventually { try other.isFulfilled(second) }
            #expect(try client.message("n") != nil)
            #expect(try other.isFulfilled(first))
        }
    }

    @Test("S-1: an action left as sending is sent at the start, and is waiting if there is no secret")
    func leftOver() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        try await client.perform(.star, on: "m")
        let action = try #require(try client.actions().first)
        func leave() async throws { try await client.store.write { try $0.setState(.sending, of: action.id) } }
        try await leave()
        let locked = AccountRunner(
            account: client.account, store: client.store, board: client.board, clock: ManualClock()
        ) { .failure(.missing) }
        let task = Task { await locked.run() }
        try await client.store.until { try $0.actions().first?.state == .waiting }
        task.cancel()
        await task.value
        try await leave()
        try await running(client, ManualClock()) { _ in
            try await client.store.until { try $0.actions().isEmpty }
        }
        #expect(client.server.messages[RemoteID("m")]?.keywords.contains(.flagged) == true)
    }

    @Test("an unreachable server is retried less and less often and never counts as connected")
    func staysAway() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        let clock = ManualClock()
        let board = client.board
        client.server.setFault { _ in .before(.unreachable) }
        try await running(client, clock) { _ in
            for seconds in [1, 2, 4] {
                let wait = Self.pause(seconds)
                await clock.untilSomeoneSleeps(for: wait)
                #expect(!board.status(of: client.account.id).isConnected)
                clock.advance(by: wait.upperBound)
            }
        }
    }

    @Test("J-62: a failing fetch is retried less and less often, even if the calls before it work")
    func failsBehindTheNews() async throws {
        let client = try Client()
        for number in 0..<3 { client.server.put(.remote(id: "m\(number)")) }
        let clock = ManualClock()
        client.server.setFault { $0.name == "messages" ? .before(.busy) : nil }
        try await running(client, clock) { _ in
            for seconds in [1, 2, 4, 8] {
                let wait = Self.pause(seconds)
                await clock.untilSomeoneSleeps(for: wait)
                clock.advance(by: wait.upperBound)
            }
        }
        #expect(client.server.calls.count { $0.name == "messages" } >= 4)
    }

    @Test("J-62: a server whose pushes keep breaking is asked less and less often and is not offline")
    func lineBreaks() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        try await client.sync.once(bodies: true)
        let (clock, board, id) = (ManualClock(), client.board, client.account.id)
        Self.breakWaits(of: client.server)
        try await running(client, clock) { runner in
            for seconds in [2, 4, 8] {
                let wait = Self.pause(seconds)
                await clock.untilSomeoneSleeps(for: wait)
                #expect(board.status(of: id).phase == .polling)
                clock.advance(by: wait.upperBound)
            }
            await clock.untilSomeoneSleeps(for: Self.pause(16))
            let asked = client.server.calls("changes").count
            #expect(asked <= 12, "three for each time that it was there")
            // The user's actions and requests don't wait for any of this.
            try await client.perform(.star, on: "m")
            await client.server.until { $0.count { $0.name == "changes" } > asked }
            await clock.untilSomeoneSleeps(for: Self.pause(1))
            runner.retryNow()
            await client.server.until { $0.count { $0.name == "changes" } > asked + 2 }
        }
    }

    @Test("one that falls silent again and again is polled between, and connecting while it is checked")
    func silentAgain() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        try await client.sync.once(bodies: true)
        let (clock, board, id) = (ManualClock(), client.board, client.account.id)
        let silent = RemoteError(.unreachable(detail: "no answer in time"), call: "push", finding: .silent)
        let checked = Mutex<[AccountStatus.Phase]>([])
        client.server.setAnswersAtOnce()
        client.server.setFault { call in
            guard call.name == "changes" else { return nil }
            return checked.withLock { checked in
                checked.append(board.status(of: id).phase)
                return checked.count.isMultiple(of: 2) ? .before(silent) : nil
            }
        }
        try await running(client, clock) { _ in
            await clock.untilSomeoneSleeps(for: Self.pause(2))
            #expect(board.status(of: id).phase == .polling)
            clock.advance(by: Self.pause(2).upperBound)
            await clock.untilSomeoneSleeps(for: Self.pause(4))
        }
        // Each check is followed by a wait for news.
        let checks = checked.withLock { phases in phases.indices.filter { $0.isMultiple(of: 2) }.map { phases[$0] } }
        #expect(checks == [.connecting, .connecting, .connecting])
    }

    @Test("J-64: a server that falls silent is connecting, not live, while it is checked")
    func fallsSilent() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        try await client.sync.once(bodies: true)
        let (board, id) = (client.board, client.account.id)
        let silent = RemoteError(.unreachable(detail: "no answer in time"), call: "push", finding: .silent)
        let asked = Mutex<[AccountStatus.Phase]>([])
        try await running(client, ManualClock()) { _ in
            await until(client) { $0.phase == .live }
            client.server.setFault { call in
                guard call.name == "changes" else { return nil }
                let isFirst = asked.withLock { phases in
                    phases.append(board.status(of: id).phase)
                    return phases.count == 1
                }
                return isFirst ? .before(silent) : nil
            }
            client.server.put(.remote(id: "n"))
            try await client.store.until { try $0.message(RemoteID("n"), account: id) != nil }
            await until(client) { $0.phase == .live }
        }
        #expect(asked.withLock { $0.prefix(2) } == [.live, .connecting])
    }

    private static func passPause(_ seconds: Int, _ clock: ManualClock) async {
        await clock.untilSomeoneSleeps(for: pause(seconds))
        clock.advance(by: pause(seconds).upperBound)
    }

    @Test("J-62: back-off restarts after a minute of good connection")
    func healthy() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        try await client.sync.once(bodies: true)
        let clock = ManualClock()
        Self.breakWaits(of: client.server)
        try await running(client, clock) { _ in
            await Self.passPause(2, clock)
            await Self.passPause(4, clock)
            await clock.untilSomeoneSleeps(for: Self.pause(8))
            client.server.setFault { _ in nil }
            client.server.setAnswersAtOnce(false)
            clock.advance(by: .seconds(12))
            await until(client) { $0.phase == .live }
            clock.advance(by: .seconds(60))
            client.server.setFault { _ in .before(.unreachable) }
            client.server.put(.remote(id: "n"))
            await clock.untilSomeoneSleeps(for: Self.pause(2))
            #expect(!client.board.status(of: client.account.id).isConnected)
        }
    }

    @Test("the user's retry skips the back-off")
    func retryNow() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        client.server.setFault { _ in .before(.busy) }
        try await running(client, ManualClock()) { runner in
            await until(client) { if case .offline = $0.phase { true } else { false } }
            client.server.setFault { _ in nil }
            runner.retryNow()
            await until(client) { $0.phase == .live }
            #expect(client.board.status(of: client.account.id).isConnected)
        }
    }

    @Test("once the server answers an action, sync skips its back-off")
    func answersTheSender() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        client.server.setFault { _ in .before(.unreachable) }
        try await running(client, ManualClock()) { _ in
            await until(client) { if case .offline = $0.phase { true } else { false } }
            client.server.setFault { _ in nil }
            try await client.perform(.star, on: "m")
            await until(client) { $0.phase == .live }
            try await client.store.until { try $0.actions().isEmpty }
        }
        #expect(try client.differences() == [])
    }

    @Test("a failed request makes the account offline, even while the push connection is open")
    func openLine() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        try await running(client, ManualClock()) { _ in
            await until(client) { $0.phase == .live }
            client.server.fallSilent()
            client.server.setFault { _ in .before(.unreachable) }
            try await client.perform(.star, on: "m")
            await until(client) { if case .offline = $0.phase { true } else { false } }
        }
    }

    @Test("a slow server gets no second request, and stopping is immediate")
    func stops() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        try await running(client, ManualClock()) { _ in await until(client) { $0.phase == .live } }
        let calls = client.server.calls.count
        client.server.put(.remote(id: "late"))
        #expect(client.server.calls.count == calls)
        #expect(try client.message("late") == nil)
    }
}
