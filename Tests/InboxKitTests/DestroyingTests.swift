import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Deleting for good")
struct DestroyingTests {
    private func thread(_ client: Client, _ id: String) throws -> ThreadID {
        try #require(try client.message(id)).thread
    }

    private func session(_ client: Client) -> MailSession {
        let server = client.server
        return MailSession(store: client.store) { _, _ in ScriptedService(server) }
    }

    @Test("J-49: without a network it is refused, nothing is queued and nothing is gone; online it is done")
    func offline() async throws {
        let client = try await Client.synced(.remote(id: "m", in: ["trash"]), .remote(id: "n", in: ["inbox"]))
        let threads = [try thread(client, "m"), try thread(client, "n")]
        client.server.setFault { $0.name == "destroy" ? .before(.unreachable) : nil }
        await #expect(throws: SessionError.remote(.unreachable)) { try await session(client).destroy(threads) }
        #expect(try client.message("m") != nil && client.actions().isEmpty)
        client.server.setFault { _ in nil }
        #expect(try await session(client).destroy(threads) == 1)
        #expect(try client.message("m") == nil && client.message("n") != nil)
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
    }

    @Test("J-49: after a lost answer the message stays until the server's changes tell; asking again does no harm")
    func lostAnswer() async throws {
        let client = try await Client.synced(.remote(id: "m", in: ["trash"]))
        let threads = [try thread(client, "m")]
        client.server.setFault { $0.name == "destroy" ? .after(.unreachable) : nil }
        await #expect(throws: SessionError.self) { try await session(client).destroy(threads) }
        #expect(try client.message("m") != nil)
        client.server.setFault { _ in nil }
        _ = try await session(client).destroy(threads)
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
    }
}
