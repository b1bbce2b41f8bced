import InboxModel
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Another process's wish for a sync", .timeLimit(.minutes(10)))
struct SyncWishTests {
    /// A server that is asked because of a wish, and fails.
    private final class Failing: Sendable {
        let clock = ManualClock()
        let wishes: SyncWishes
        private let client: Client
        private let failure: Mutex<FetchFailure?>
        private let tries = Mutex(0)

        init(_ failure: FetchFailure) async throws {
            client = try await Client.synced(.remote(id: "m"))
            wishes = SyncWishes(account: client.account.id, store: client.store, clock: clock)
            self.failure = Mutex(failure)
            try await wish()
        }

        var count: Int { tries.withLock(\.self) }
        func recover() { failure.withLock { $0 = nil } }
        func wish() async throws { _ = try await client.session().wantSync(of: client.account.id) }

        func heeding(_ body: () async throws -> Void) async throws {
            let running = Task {
                await wishes.heed(connectNow: {}) {
                    self.tries.withLock { $0 += 1 }
                    return self.failure.withLock(\.self)
                }
            }
            defer { running.cancel() }
            try await body()
        }

        func isFulfilled() async throws {
            let wish = SyncWish(account: client.account.id, number: 1)
            let session = client.session()
            // No commit reports that, so poll, as other processes do.
            try await eventually { try session.isFulfilled(wish) }
        }
    }

    @Test("that fails is tried less and less often, and a new one at once")
    func backsOff() async throws {
        let server = try await Failing(.remote(.unreachable))
        try await server.heeding {
            for seconds in [1, 2, 4, 8] {
                await server.clock.untilSomeoneSleeps(
                    for: .milliseconds(500 * seconds)..<(.milliseconds(1_500 * seconds)))
                server.clock.advance(by: .milliseconds(1_500 * seconds))
            }
            await server.clock.untilSomeoneSleeps(for: .seconds(8)..<(.seconds(24)))
            #expect(server.count == 5)
            try await server.wish()
            server.wishes.look()
            await server.clock.untilSomeoneSleeps(for: .milliseconds(500)..<(.milliseconds(1_500)))
            #expect(server.count == 6)
        }
    }

    @Test("is not tried again and again with a refused sign-in, but at once when the server answers again")
    func refused() async throws {
        let server = try await Failing(.remote(.signedOut))
        try await server.heeding {
            await server.clock.untilSomeoneSleeps(for: .seconds(299)..<(.seconds(301)))
            #expect(server.count == 1)
            server.recover()
            server.wishes.look()
            try await server.isFulfilled()
        }
    }
}
