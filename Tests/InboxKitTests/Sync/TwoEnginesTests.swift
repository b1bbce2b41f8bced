import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxKit

/// A refresh reads beside the engine that always runs.
@Suite("Two engines that read one account", .timeLimit(.minutes(10)))
struct TwoEnginesTests {
    private let server = ModelServer.filled(12)
    private let client: Client

    init() throws { client = try Client(server) }

    /// An engine whose calls are moved by hand.
    private func engine(_ lane: SteppedLane) -> AccountSync {
        AccountSync(
            account: client.account, store: client.store,
            service: SteppedService(server, lane: lane), board: client.board, asksAhead: false)
    }

    /// Moves an engine on until the server has answered a call so often, and the answer is under way.
    private func move(_ lane: SteppedLane, to call: String, _ count: Int) async throws {
        while server.calls(call).count < count || lane.place == .before {
            try #require(!lane.isIdle, "\(call) was never asked")
            await lane.go(.on)
        }
    }

    @Test("S-4: if the server forgets the state at the end of a walk, mail that it told of in between is still found")
    func readingAnew() async throws {
        let (lane, other) = (SteppedLane(), SteppedLane())
        let (first, second) = (engine(lane), engine(other))
        await lane.start { try? await first.once(bodies: false) }
        try await move(lane, to: "drafts", 1)
        server.put(.remote(id: "late", in: ["work"], at: -1_000_000))
        server.forgetChanges()
        // The second engine begins to read anew, and the first one ends its walk before the second has got far.
        await other.start { try? await second.catchUp() }
        try await move(other, to: "latestState", 2)
        while !lane.isIdle, server.calls("drafts").count < 2 { await lane.go(.on) }
        while !other.isIdle { await other.go(.on) }
        while !lane.isIdle { await lane.go(.on) }
        try await client.sync.once(bodies: false)
        #expect(try client.message("late") != nil)
        #expect(try client.differences() == [])
    }
}
