import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxKit

@Suite("Unreadable parts of a server's answers", .timeLimit(.minutes(10)))
struct LeftOutTests {
    private func count(_ client: Client) throws -> Int { try client.session().leftOutCount(of: client.account.id) }

    @Test("are counted once each, across restarts, and from zero after a resync")
    func counted() async throws {
        let client = try Client()
        client.server.put(.remote(id: "m"))
        client.server.leftOut = [1, .max]
        try await client.sync.once(bodies: true)
        #expect(try count(client) == 2)
        // As after a restart, when the service has no record of it.
        client.server.leftOut = []
        try await client.sync.catchUp()
        #expect(try count(client) == 2)
        client.server.leftOut = [1, 3]
        client.server.put(.remote(id: "n"))
        try await client.sync.catchUp()
        #expect(try count(client) == 3)
        client.server.leftOut = []
        try await client.sync.readAnew()
        #expect(try count(client) == 0)
    }

    @Test("are part of the account's status")
    func told() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        client.server.leftOut = [1, 2]
        let changes = client.board.changes()
        let sync = client.sync
        let task = Task { _ = try? await sync.run() }
        for await _ in changes where client.board.status(of: client.account.id).leftOut == 2 { break }
        task.cancel()
        await task.value
    }
}
