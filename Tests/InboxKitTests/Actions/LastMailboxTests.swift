import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("The last mailbox of a message (JMAP)")
struct LastMailboxTests {
    private func client() async throws -> Client {
        let server = ModelServer()
        server.setNeedsMailbox()
        server.put(.remote(id: "m", in: ["work"]))
        let client = try Client(server, dialect: .jmap)
        try await client.sync.once(bodies: false)
        return client
    }

    private func places(_ client: Client) -> Set<RemoteID>? { client.server.messages[RemoteID("m")]?.mailboxes }

    private func settle(_ client: Client) async throws {
        try await client.settle()
        #expect(try client.store.read { try $0.refusals() } == [])
        #expect(try client.differences() == [])
    }

    @Test("J-49: taking away the only label archives the message, and undo puts it back")
    func onlyLabel() async throws {
        let client = try await client()
        try await client.perform(.unlabel, on: "m", to: "work")
        #expect(try client.shown()[RemoteID("m")]?.mailboxes == [RemoteID("archive")])
        try await settle(client)
        #expect(places(client) == [RemoteID("archive")])
        _ = try await client.session().undo()
        try await settle(client)
        #expect(places(client) == [RemoteID("work")])
    }

    @Test("a label that is not the only one is just taken away")
    func oneOfTwo() async throws {
        let client = try await client()
        try await client.perform(.label, on: "m", to: "home")
        try await client.perform(.unlabel, on: "m", to: "work")
        try await settle(client)
        #expect(places(client) == [RemoteID("home")])
    }

    @Test("J-52: what cancels out stays queued where the rest would leave the message in no mailbox for a moment")
    func cancelled() async throws {
        let client = try await client()
        try await client.perform(.label, on: "m", to: "home")
        try await client.perform(.unlabel, on: "m", to: "work")
        try await client.perform(.archive, on: "m")
        try await client.perform(.unlabel, on: "m", to: "home")
        try await settle(client)
        #expect(places(client) == [RemoteID("archive")])
    }
}
