import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("An account that lacks a needed mailbox")
struct MissingMailboxTests {
    private static let few = RemoteMailbox.usual.filter { $0.role == .inbox || $0.role == .sent }

    private static func synced() async throws -> (Client, MailSession) {
        let server = ModelServer(mailboxes: few)
        server.put(.remote(id: "a"), .remote(id: "b"))
        let client = try Client(server, dialect: .jmap)
        try await client.sync.once(bodies: false)
        return (client, MailSession(store: client.store) { _, _ in ScriptedService(server) })
    }

    private static func settle(_ client: Client) async throws {
        for _ in 0..<3 {
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
        #expect(try client.differences() == [])
    }

    @Test(
        "J-47: it is created once and reported, then reused",
        arguments: [(Action.Command.archive, "Archive"), (.trash, "Trash"), (.junk, "Junk"), (.mute, "Archive")])
    func made(command: Action.Command, name: String) async throws {
        let (client, _) = try await Self.synced()
        #expect(try await client.perform(command, on: "a")?.mailboxes == [name])
        #expect(try await client.perform(command, on: "b")?.mailboxes == [])
        try await Self.settle(client)
        #expect(client.server.calls("createMailbox").map(\.subject) == [name])
        #expect(Set(client.server.messages.values.map(\.mailboxes)) == [[RemoteID("b-\(name)")]])
    }

    @Test("J-47: undo also deletes the created mailbox if it is otherwise empty", arguments: [false, true])
    func takenBack(isSent: Bool) async throws {
        let (client, session) = try await Self.synced()
        try await client.perform(.archive, on: "a")
        if isSent { try await Self.settle(client) }
        #expect(try await session.undo()?.mailboxes == ["Archive"])
        try await Self.settle(client)
        #expect(client.server.mailboxes.count == 2 && client.server.calls("createMailbox").count == (isSent ? 1 : 0))
        let again = try await session.redo()
        #expect(again?.command == .archive && again?.mailboxes == ["Archive"])
        try await client.perform(.archive, on: "b")
        try await Self.settle(client)
        let made = try #require(client.server.mailboxes.values.first { $0.name == "Archive" }?.id)
        #expect(client.server.messages.values.allSatisfy { $0.mailboxes == [made] })
        // Undo of one of two moves: the mailbox stays for the other.
        _ = try await session.undo()
        try await Self.settle(client)
        client.server.edit("b") { $0.mailboxes = [made] }
        try await client.sync.catchUp()
        #expect(try await session.undo()?.mailboxes == [])
        try await Self.settle(client)
        #expect(client.server.messages[RemoteID("a")]?.mailboxes == [RemoteID("inbox")])
        #expect(client.server.mailboxes[made] != nil)
    }

    @Test("J-47: if the server refuses to create it, the mail stays and both are reported")
    func refused() async throws {
        let (client, _) = try await Self.synced()
        try await client.perform(.trash, on: "a")
        client.server.setFault { $0.name == "createMailbox" ? .before(.refused) : nil }
        try await Self.settle(client)
        #expect(client.server.messages[RemoteID("a")]?.mailboxes == [RemoteID("inbox")])
        let refused = try client.store.read { try $0.refusals(withEdits: true) }
        #expect(Set(refused.map(\.command)) == [.createMailbox, .trash])
        #expect(refused.contains { $0.lastError?.hasPrefix("its mailbox was not created: ") == true })
    }

    @Test("J-47: a mailbox of that name without the role is left alone")
    func taken() async throws {
        let (client, session) = try await Self.synced()
        try await session.createMailbox(named: "archive", account: client.account.id)
        await #expect(throws: SessionError.action(.noMailbox(.archive))) {
            try await client.perform(.archive, on: "a")
        }
    }
}
