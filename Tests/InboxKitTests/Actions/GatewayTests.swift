import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Orders whose answer a gateway lost")
struct GatewayTests {
    private static let reset = RemoteError(.busy(status: 503, message: "upstream reset"), call: "send")
    /// The same status from the server itself.
    private static let away: RemoteError = {
        var error = reset
        error.isBeforeWork = true
        return error
    }()

    /// - Parameter isBound: whether orders are bound to a state, as over JMAP.
    private func ordered(isBound: Bool) async throws -> Client {
        let client = try await Client.synced()
        client.server.orders.isBound = isBound
        let session = client.session()
        let draft = DraftContent(to: [.person("bo")], subject: "s", body: MessageBody(plain: "a"))
        let id = try await session.save(draft, account: client.account.id)
        _ = try await client.sender.sendAll()
        try await session.send(id)
        return client
    }

    private func order(_ client: Client) throws -> Action? { try client.actions().first { $0.command == .sendDraft } }

    @Test("S-2: a message that was sent behind a 503 is found as sent, and not sent again", arguments: [true, false])
    func done(isBound: Bool) async throws {
        let client = try await ordered(isBound: isBound)
        client.server.setFault { $0.name == "send" ? .after(Self.reset) : nil }
        _ = try await client.sender.sendAll()
        #expect(try order(client)?.state == .unknown)
        client.server.setFault { _ in nil }
        try await client.settle()
        #expect(client.server.orders.sentInAll == 1 && client.server.calls("send").count == 1)
        #expect(try client.differences() == [])
    }

    @Test("S-1: whom a message did not reach is reported, though the answer was lost", arguments: [true, false])
    func refused(isBound: Bool) async throws {
        let client = try await ordered(isBound: isBound)
        let notices = client.board.notices()
        client.server.orders.refusals = ["bo@mail.example": "451 it may have been sent"]
        client.server.setFault { $0.name == "send" ? .after(Self.reset) : nil }
        _ = try await client.sender.sendAll()
        client.server.setFault { _ in nil }
        try await client.settle()
        var told: Notice?
        for await notice in notices {
            told = notice
            break
        }
        guard case .partlySent(_, message: "bo@mail.example: 451 it may have been sent") = told else {
            Issue.record("\(String(describing: told))")
            return
        }
    }

    @Test("one that was not sent is sent after a look: if nothing is told of orders, not before minutes have passed")
    func notDone() async throws {
        for isBound in [true, false] {
            let client = try await ordered(isBound: isBound)
            client.server.setFault { $0.name == "send" ? .before(Self.reset) : nil }
            _ = try await client.sender.sendAll()
            client.server.setFault { _ in nil }
            client.wait(200)
            _ = try await client.sender.sendAll()
            #expect(client.server.calls("send").count == (isBound ? 2 : 1))
            client.wait(200)
            _ = try await client.sender.sendAll()
            #expect(client.server.orders.sentInAll == 1)
        }
    }

    @Test("S-10: a clock that was set back does not keep a lost message waiting for those minutes")
    func clockSetBack() async throws {
        let client = try await ordered(isBound: false)
        client.server.setFault { $0.name == "send" ? .before(Self.reset) : nil }
        _ = try await client.sender.sendAll()
        client.server.setFault { _ in nil }
        client.wait(-3_600)
        try client.store.writeNow { try $0.makeDue(account: client.account.id) }
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 1)
    }

    @Test("the server's own 503 leaves no doubt", arguments: [true, false])
    func certain(isBound: Bool) async throws {
        let client = try await ordered(isBound: isBound)
        client.server.setFault { $0.name == "send" ? .before(Self.away) : nil }
        _ = try await client.sender.sendAll()
        let waiting = try #require(try order(client))
        #expect(waiting.state == .waiting && !waiting.mayHaveBeenSent)
        client.server.setFault { _ in nil }
        client.wait(60)
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 1 && client.server.calls("whereabouts").isEmpty)
    }
}
