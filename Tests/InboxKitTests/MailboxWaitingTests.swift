import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxStore

@Suite("Mailboxes that no server knows yet")
struct MailboxWaitingTests {
    private func session(_ client: Client) -> MailSession {
        let server = client.server
        return MailSession(store: client.store) { _, _ in ScriptedService(server) }
    }

    private func settle(_ client: Client) async throws {
        for _ in 0..<6 {
            client.wait(4_000)
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
    }

    @Test("a move into a mailbox made offline waits for the mailbox", arguments: [false, true])
    func mailbox(isLost: Bool) async throws {
        let client = try await Client.synced(.remote(id: "m"))
        let session = session(client)
        let box = try await session.createMailbox(named: "New", account: client.account.id)
        let message = try #require(try client.message("m")).id
        try await session.perform(.move, onMessages: [message], target: box)
        if isLost { client.server.setFault { $0.name == "createMailbox" ? .after(.unreachable) : nil } }
        _ = try await client.sender.sendAll()
        client.server.setFault { _ in nil }
        try await settle(client)
        #expect(client.server.messages[RemoteID("m")]?.mailboxes == [RemoteID("b-New")])
        #expect(try client.store.read { try $0.mailboxes() }.filter { $0.name == "New" }.map(\.id) == [box])
        #expect(try client.differences() == [])
    }

    @Test("a refused mailbox goes, and what was moved there stays where it was")
    func refusedMailbox() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        let session = session(client)
        let box = try await session.createMailbox(named: "New", account: client.account.id)
        try await session.perform(.move, onMessages: [try #require(try client.message("m")).id], target: box)
        client.server.setFault { $0.name == "createMailbox" ? .before(.refused) : nil }
        try await settle(client)
        #expect(client.server.messages[RemoteID("m")]?.mailboxes == [RemoteID("inbox")])
        #expect(try client.differences() == [])
    }

    @Test("renamed and renamed back sends nothing; a refused name goes back")
    func rename() async throws {
        let client = try await Client.synced()
        let session = session(client)
        client.server.put(RemoteMailbox(id: RemoteID("own"), name: "Own", role: nil))
        try await client.sync.catchUp()
        let own = try #require(try client.store.mailboxID("own"))
        try await session.renameMailbox(own, to: "Other")
        try await session.renameMailbox(own, to: "Own")
        #expect(try client.actions().isEmpty)
        try await session.renameMailbox(own, to: "Third")
        client.server.setFault { $0.name == "renameMailbox" ? .before(.refused) : nil }
        try await settle(client)
        #expect(try client.store.read { try $0.mailboxes() }.first { $0.id == own }?.name == "Own")
        #expect(try client.differences() == [])
    }
}
