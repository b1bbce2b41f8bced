import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Junk and not junk")
struct JunkTests {
    private static func synced(_ dialect: Account.Dialect, hasLabels: Bool) async throws -> Client {
        let server = ModelServer()
        server.put(
            .remote(id: "m", in: ["inbox"]), .remote(id: "spam", in: ["junk"]), .remote(id: "old", in: ["trash"]))
        let client = try Client(server, hasLabels: hasLabels, dialect: dialect)
        try await client.sync.once(bodies: false)
        return client
    }

    private static func settle(_ client: Client) async throws {
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
    }

    private static func words(_ client: Client, _ id: String) -> Set<Keyword> {
        client.server.messages[RemoteID(id)]?.keywords.intersection([.junk, .notJunk]) ?? []
    }

    @Test(
        "junk moves to the junk mailbox and back to the inbox, and JMAP servers get the matching keyword",
        arguments: [(Account.Dialect.jmap, true), (.jmap, false), (.inbox, true), (.inbox, false)])
    func thereAndBack(dialect: Account.Dialect, hasLabels: Bool) async throws {
        let client = try await Self.synced(dialect, hasLabels: hasLabels)
        func told(_ keyword: Keyword) -> Set<Keyword> { dialect == .jmap ? [keyword] : [] }
        func places() -> Set<RemoteID>? { client.server.messages[RemoteID("m")]?.mailboxes }
        try await client.perform(.junk, on: "m")
        try await Self.settle(client)
        #expect(places() == [RemoteID("junk")] && Self.words(client, "m") == told(.junk))
        try await client.perform(.notJunk, on: "m")
        try await Self.settle(client)
        #expect(places() == [RemoteID("inbox")] && Self.words(client, "m") == told(.notJunk))
        try await client.perform(.junk, on: "m")
        try await Self.settle(client)
        #expect(Self.words(client, "m") == told(.junk))
    }

    @Test("undo restores the mailbox and the keywords, before and after sending", arguments: [false, true])
    func undo(isSent: Bool) async throws {
        let client = try await Self.synced(.jmap, hasLabels: true)
        let session = client.session()
        for (command, id) in [(Action.Command.junk, "m"), (.notJunk, "spam")] {
            let before = try #require(client.server.messages[RemoteID(id)])
            try await client.perform(command, on: id)
            if isSent { try await Self.settle(client) }
            #expect(try await session.undo()?.command == command)
            try await Self.settle(client)
            let after = try #require(client.server.messages[RemoteID(id)])
            #expect(after.keywords == before.keywords && after.mailboxes == before.mailboxes)
        }
    }

    @Test("“not junk” changes only messages that are in junk")
    func onlyJunk() async throws {
        let client = try await Self.synced(.jmap, hasLabels: true)
        #expect(try await client.perform(.notJunk, on: "m") == nil)
        #expect(try await client.perform(.notJunk, on: "old") == nil)
        #expect(try await client.perform(.notJunk, on: "m", "old", "spam") != nil)
        try await Self.settle(client)
        #expect(client.server.messages[RemoteID("old")]?.mailboxes == [RemoteID("trash")])
        #expect(client.server.messages[RemoteID("spam")]?.mailboxes == [RemoteID("inbox")])
    }

    @Test(
        "junk moves without keywords if its mailbox or the target forbids them", arguments: [MailboxRole.inbox, .junk])
    func rights(role: MailboxRole) async throws {
        var mailboxes = RemoteMailbox.usual
        let place = try #require(mailboxes.firstIndex { $0.role == role })
        mailboxes[place].rights = .all.subtracting(.setKeywords)
        let server = ModelServer(mailboxes: mailboxes)
        server.put(.remote(id: "m"))
        let client = try Client(server, dialect: .jmap)
        try await client.sync.once(bodies: false)
        #expect(try await client.perform(.junk, on: "m") != nil)
        try await Self.settle(client)
        #expect(server.messages[RemoteID("m")]?.mailboxes == [RemoteID("junk")] && Self.words(client, "m") == [])
    }
}
