import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

/// The clock never advances here: anything that waits for a time, or for a silent server, would wait forever.
@Suite("Stopping an account", .timeLimit(.minutes(10)))
struct StoppingTests {
    private let clock = ManualClock()

    private func client(_ count: Int = 3) throws -> Client {
        let server = ModelServer()
        server.put((0..<count).map { .remote(id: "m\($0)", at: -$0, body: "text") })
        server.setWalkPage(2)
        return try Client(server)
    }

    private func run(_ client: Client) -> Task<Void, Never> {
        let runner = AccountRunner(
            account: client.account, store: client.store, board: client.board, clock: clock, now: { client.now }
        ) { .success(Connection(service: ScriptedService(client.server))) }
        return Task { await runner.run() }
    }

    /// Cancels the work, and checks that nothing continues afterwards.
    private func end(_ task: Task<Void, Never>, _ client: Client) async throws {
        task.cancel()
        await task.value
        let (asked, state) = (client.server.calls.count, try stored(client))
        client.server.put(.remote(id: "late"))
        for _ in 0..<1_000 { await Task.yield() }
        #expect(client.server.calls.count == asked)
        #expect(try stored(client) == state)
        #expect(try client.store.read { try StoreTruth($0).problems() } == [])
    }

    private func stored(_ client: Client) throws -> [String?] {
        try client.store.read { reader in
            let keys = [AccountSync.Key.state, AccountSync.Key.threads, AccountSync.Key.bodies]
            return try keys.map { try reader.syncState($0, account: client.account.id) }
                + [String(try reader.messageCount(account: client.account.id))]
        }
    }

    @Test(
        "stopping is immediate during a request to a hanging server",
        arguments: ["latestState", "threads", "messages", "changes"])
    func hangs(call: String) async throws {
        let client = try client(7)
        client.server.hang(at: call)
        let task = run(client)
        await client.server.until { $0.contains { $0.name == call } }
        try await end(task, client)
    }

    @Test("stopping is immediate while an action hangs, and the action is sent after the next start")
    func sending() async throws {
        let client = try client()
        try await client.sync.once(bodies: true)
        client.server.hang(at: "update")
        try await client.perform(.star, on: "m0")
        let task = run(client)
        await client.server.until { $0.contains { $0.name == "update" } }
        try await end(task, client)
        #expect(try client.actions().map(\.state) == [.waiting])
        client.server.hang(at: "")
        try await client.settle()
        #expect(try client.differences() == [])
    }

    @Test("stopping is immediate during back-off and while waiting for a push")
    func waiting() async throws {
        let client = try client()
        client.server.setFault { _ in .before(.unreachable) }
        let task = run(client)
        await clock.untilSomeoneSleeps(for: .milliseconds(1)..<(.seconds(2)))
        try await end(task, client)

        client.server.setFault { _ in nil }
        let live = run(client)
        await client.server.untilListenedTo()
        try await end(live, client)
    }

    @Test("stopping during a commit finishes the commit, and the next start resumes there")
    func committing() async throws {
        let client = try client(9)
        let running = Mutex<Task<Void, Never>?>(nil)
        let listening = client.store.listen { commit in
            if !commit.threads.isEmpty { running.withLock { $0 }?.cancel() }
        }
        let task = running.withLock { running in
            let task = run(client)
            running = task
            return task
        }
        await task.value
        withExtendedLifetime(listening) {}
        try await end(task, client)
        #expect(try stored(client)[1] != AccountSync.Key.done)
        try await client.sync.once(bodies: true)
        #expect(try client.differences() == [])
    }
}
