import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxStore

@Suite("Blind copies of sent mail", .timeLimit(.minutes(10)))
struct BlindCopyTests {
    /// A message that was sent to Bo and to a blind copy, which the server no longer reports.
    private func sent(_ client: Client) async throws -> RemoteMessage {
        let server = client.server
        let session = client.session()
        let content = DraftContent(
            to: [.person("bo")], bcc: [.person("hidden")], subject: "Plan", body: MessageBody(plain: "Text"))
        _ = try await session.send(content, account: client.account.id, at: client.now)
        for _ in 0..<4 {
            client.wait(60)
            _ = try await client.sender.sendAll()
            for id in server.messages.keys { server.edit(id.rawValue) { $0.bcc = [] } }
            try await client.sync.catchUp()
        }
        let sent = server.messages.values.filter { $0.mailboxes.contains(RemoteID("sent")) }
        #expect(sent.count == 1 && sent.first?.bcc == [])
        return try #require(sent.first)
    }

    private func blind(_ client: Client, _ id: RemoteID) throws -> [String] {
        try #require(try client.message(id.rawValue)).bcc.map(\.email)
    }

    private let hidden = [MailAddress.person("hidden").email]

    @Test("J-57: blind recipients are kept with the sent message and can be searched, though the server has none")
    func kept() async throws {
        let client = try await Client.synced()
        let message = try await sent(client)
        #expect(try blind(client, message.id) == hidden)
        let found = try client.store.read { reader in
            try reader.messages(
                MessageQuery(predicate: .address(.cc, pattern: "hidden@example.test"), sort: .newestFirst), limit: 10)
        }
        #expect(found.map(\.remoteID) == [message.id])
        // Moved elsewhere and reported again.
        client.server.edit(message.id.rawValue) { $0.mailboxes = [RemoteID("archive")] }
        try await client.sync.catchUp()
        #expect(try blind(client, message.id) == hidden)
    }

    @Test("a sent copy that syncs before the answer keeps the blind recipients")
    func toldBeforeTheAnswer() async throws {
        let client = try await Client.synced()
        let server = client.server
        let session = client.session()
        let content = DraftContent(
            to: [.person("bo")], bcc: [.person("hidden")], subject: "Plan", body: MessageBody(plain: "Text"))
        _ = try await session.send(content, account: client.account.id, at: client.now)
        server.setFault { $0.name == "send" ? .after(.unreachable) : nil }
        for _ in 0..<5 {
            client.wait(60)
            _ = try await client.sender.sendAll()
            if server.messages.values.contains(where: { $0.mailboxes.contains(RemoteID("sent")) }) {
                server.setFault { _ in nil }
            }
            for id in server.messages.keys { server.edit(id.rawValue) { $0.bcc = [] } }
            try await client.sync.catchUp()
        }
        #expect(try client.store.read { try $0.actions() }.isEmpty)
        let sent = try #require(server.messages.values.first { $0.mailboxes.contains(RemoteID("sent")) })
        #expect(try blind(client, sent.id) == hidden)
    }

    @Test("a blind recipient removed before sending is not kept")
    func takenOut() async throws {
        let client = try await Client.synced()
        let server = client.server
        let session = client.session()
        var content = DraftContent(
            to: [.person("bo")], bcc: [.person("hidden")], subject: "Plan", body: MessageBody(plain: "Text"))
        let id = try await session.save(content, account: client.account.id)
        _ = try await client.sender.sendAll()
        let draft = try #require(try client.store.read { try $0.message(id) })
        try await client.store.write { try $0.keepBlindCopies(of: draft) }
        content.bcc = []
        try await session.save(content, as: id, account: client.account.id)
        try await session.send(id)
        for _ in 0..<3 {
            client.wait(60)
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
        let sent = try #require(server.messages.values.first { $0.mailboxes.contains(RemoteID("sent")) })
        #expect(try blind(client, sent.id) == [])
    }

    @Test("blind recipients return after a resync, for sent mail only")
    func readAnew() async throws {
        let client = try await Client.synced()
        let message = try await sent(client)
        client.server.remove(message.id.rawValue)
        try await client.sync.catchUp()
        #expect(try client.message(message.id.rawValue) == nil)
        var (again, forged) = (message, message)
        (again.id, forged.id) = (RemoteID("again"), RemoteID("forged"))
        forged.mailboxes = [RemoteID("inbox")]
        client.server.put([again, forged])
        try await client.sync.catchUp()
        #expect(try blind(client, again.id) == hidden)
        #expect(try blind(client, forged.id) == [])
    }
}
