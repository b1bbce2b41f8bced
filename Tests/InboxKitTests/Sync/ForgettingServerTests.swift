import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("A server that forgets each state at once", .timeLimit(.minutes(10)))
struct ForgettingServerTests {
    private static let forgotten = RemoteError(.stateTooOld, call: "changes")

    private func client() async throws -> Client {
        let client = try await Client.synced(.remote(id: "m", at: 1), .remote(id: "n"))
        client.server.setAnswersAtOnce()
        client.server.setFault { $0.name == "changes" ? .before(Self.forgotten) : nil }
        return client
    }

    @Test(
        "J-34: a sync with it throws instead of running forever, and works once the server keeps states",
        arguments: [true, false])
    func ends(isWhole: Bool) async throws {
        let client = try await client()
        for _ in 0..<2 {
            let before = client.server.calls("latestState").count
            await #expect(throws: AccountSync.Failure.remote(Self.forgotten)) {
                if isWhole { try await client.sync.once(bodies: false) } else { try await client.sync.catchUp() }
            }
            #expect((1..<20).contains(client.server.calls("latestState").count - before))
        }
        client.server.setFault { _ in nil }
        client.server.remove("m")
        try await client.sync.once(bodies: false)
        #expect(try client.differences() == [])
    }

    @Test("J-62: it is asked less and less")
    func seldom() async throws {
        let (client, clock) = (try await client(), ManualClock())
        let runner = AccountRunner(
            account: client.account, store: client.store, board: client.board, clock: clock, now: { client.now }
        ) { .success(Connection(service: ScriptedService(client.server))) }
        let task = Task { await runner.run() }
        for seconds in [1, 2, 4] {
            let wait: Range<Duration> = .milliseconds(500 * seconds)..<(.milliseconds(1_500 * seconds))
            await clock.untilSomeoneSleeps(for: wait)
            let phase = client.board.status(of: client.account.id).phase
            if case .offline(let error, _) = phase {
                #expect(error == Self.forgotten)
            } else {
                Issue.record("\(phase)")
            }
            clock.advance(by: wait.upperBound)
        }
        task.cancel()
        await task.value
    }
}
