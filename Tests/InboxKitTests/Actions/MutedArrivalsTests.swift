import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Replies in muted threads")
struct MutedArrivalsTests {
    /// Lets a client mute the thread "t" and receive a reply; returns the reply as it is shown.
    private func reply(to people: [String], muting: Bool = true, client made: (Client) -> Void = { _ in }) async throws
        -> Message
    {
        let client = try await Client.synced(.remote(id: "first", thread: "t"), .remote(id: "other"))
        if muting { try await client.perform(.mute, on: "first") }
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        client.server.put(
            .remote(id: "reply", thread: "t", to: people, unread: true, at: 10),
            .remote(id: "new", unread: true, at: 11))
        try await client.sync.catchUp()
        let inbox = try client.message("new")?.mailboxes
        let reply = try #require(try client.message("reply"))
        #expect(try client.message("new")?.isUnread == true)
        #expect((reply.mailboxes == inbox) == reply.isUnread)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
        made(client)
        return reply
    }

    @Test("a reply in a muted thread is archived and marked read, here and on the server")
    func quiet() async throws {
        let reply = try await reply(to: ["list"]) { client in
            #expect(client.server.messages[RemoteID("reply")]?.mailboxes == [RemoteID("archive")])
            #expect(client.server.messages[RemoteID("reply")]?.keywords.contains(.seen) == true)
        }
        #expect(!reply.isUnread)
    }

    @Test("a reply addressed to the user stays unread in the inbox, as in threads not muted")
    func named() async throws {
        #expect(try await reply(to: ["list", "me"]).isUnread)
        #expect(
            try await reply(to: ["list", "me+news"]).isUnread, "an address with something behind a plus is the user's")
        #expect(try await reply(to: ["list"], muting: false).isUnread)
    }

    @Test("undo after such a reply undoes the muting")
    func undo() async throws {
        let client = try await Client.synced(.remote(id: "first", thread: "t"))
        try await client.perform(.mute, on: "first")
        client.server.put(.remote(id: "reply", thread: "t", to: ["list"], unread: true, at: 10))
        try await client.sync.catchUp()
        let session = client.session()
        #expect(try await session.undo()?.command == .mute)
    }

    @Test("a reply that the server files elsewhere stays unread", arguments: ["junk", "work", "trash"])
    func elsewhere(place: String) async throws {
        let client = try await Client.synced(.remote(id: "first", thread: "t"), .remote(id: "other"))
        try await client.perform(.mute, on: "first")
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        client.server.put(.remote(id: "reply", thread: "t", to: ["list"], unread: true, in: [place], at: 10))
        try await client.sync.catchUp()
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(client.server.messages[RemoteID("reply")]?.mailboxes == [RemoteID(place)])
        #expect(try client.message("reply")?.isUnread == true)
        #expect(try client.differences() == [])
    }
}
