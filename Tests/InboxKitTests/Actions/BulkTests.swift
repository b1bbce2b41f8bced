import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Many at once")
struct BulkTests {
    @Test("an action on many threads is one commit, one change set and few requests; so is its undo")
    @MainActor
    func bulk() async throws {
        let client = try Client()
        client.server.put((0..<600).map { .remote(id: "m\($0)", unread: true, at: $0) })
        try await client.sync.once(bodies: false)
        let (store, server) = (client.store, client.server)
        // Nothing would join two change sets within a frame.
        let session = MailSession(store: store, pace: Pace(interval: .zero)) { _, _ in ScriptedService(server) }
        let inbox = session.threadProvider(
            filter: .mailbox(.role(.inbox)), window: 0..<10_000, loadsAtOnce: true)
        let rows = inbox.items
        let witness = Witness(inbox)
        func caughtUp() async { await withCheckedContinuation { done in inbox.whenCaughtUp { done.resume() } } }
        let threads = try session.threads(.everything, limit: -1).map(\.id)
        #expect(threads.count == 600)
        let commits = CommitCount()
        let listening = client.store.listen { _ in commits.add() }
        let deed = try await session.perform(.archive, on: threads)
        #expect(deed?.threadCount == 600 && commits.count == 1)
        await caughtUp()
        #expect(witness.changes == [.changed(ChangeSet(deletes: Array((0..<600).reversed())))])
        #expect(try session.count(.mailbox(.role(.inbox)), messages: false) == 0)
        #expect(try session.actions().count == 1)
        // Held at every request and every answer: two batches of at most 500 messages.
        let lane = SteppedLane()
        let service = SteppedService(client.server, lane: lane)
        let sender = ActionSender(
            account: client.account.id, store: client.store, service: service, board: client.board,
            now: { [client] in client.now })
        await lane.start { _ = try? await sender.sendAll() }
        var moves = 0
        while !lane.isIdle {
            await lane.go(.on)
            moves += 1
        }
        #expect(moves == 4)
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
        let before = commits.count
        #expect(try await session.undo()?.threads.count == 600)
        #expect(commits.count == before + 1)
        await caughtUp()
        #expect(witness.changes.dropFirst() == [.changed(ChangeSet(inserts: Array(0..<600)))])
        #expect(inbox.items.map(\.id) == rows.map(\.id) && witness.problems == [])
        withExtendedLifetime(listening) {}
    }

    @Test("undoing a bulk action in progress stops the remaining requests")
    func takenBackMeanwhile() async throws {
        let client = try Client()
        client.server.put((0..<600).map { .remote(id: "m\($0)", at: $0) })
        try await client.sync.once(bodies: false)
        let (server, store) = (client.server, client.store)
        let session = MailSession(store: store) { _, _ in ScriptedService(server) }
        try await session.perform(.star, on: try session.threads(.everything, limit: -1).map(\.id))
        let action = try #require(try client.actions().first)
        server.setFault { call in
            if call.name == "update" { _ = try? store.writeNow { try $0.drop(action.id) } }
            return nil
        }
        _ = try await client.sender.sendAll()
        #expect(server.calls("update").count == 500)
        try await client.settle()
        #expect(try client.differences() == [])
    }
}

private final class CommitCount: Sendable {
    private let number = Mutex(0)
    func add() { number.withLock { $0 += 1 } }
    var count: Int { number.withLock(\.self) }
}
