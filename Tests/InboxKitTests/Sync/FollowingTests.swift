import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Messages whose id on the server changes")
struct FollowingTests {
    /// Simulates a server that assigns a new id instead of moving: m becomes m2.
    private static func renew(_ server: ModelServer, in mailboxes: [String] = ["work"], thread: String = "t-m2") {
        server.remove("m")
        server.put(copy("m2", in: mailboxes, thread: thread))
    }

    private static func copy(_ id: String, in mailboxes: [String], thread: String? = nil) -> RemoteMessage {
        var copy = RemoteMessage.remote(id: id, thread: thread, in: mailboxes)
        copy.messageIDHeader = "<m@example.test>"
        return copy
    }

    private static func trouble(_ client: Client, _ body: () async throws -> Void) async throws -> [Notice] {
        let notices = client.board.notices()
        let heard = Task { await notices.reduce(into: [Notice]()) { $0.append($1) } }
        try await body()
        heard.cancel()
        return await heard.value
    }

    @Test(
        "a queued action follows a message that was moved to a new id, whichever notices first",
        arguments: [true, false])
    func moved(readsChangesFirst: Bool) async throws {
        let client = try await Client.synced(.remote(id: "m"), .remote(id: "n"))
        let row = try #require(try client.message("m")?.id)
        try await client.perform(.star, on: "m", "n")
        Self.renew(client.server)
        let trouble = try await Self.trouble(client) {
            if readsChangesFirst { try await client.sync.catchUp() }
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
        #expect(trouble == [])
        #expect(client.server.messages.values.allSatisfy { $0.keywords.contains(.flagged) })
        #expect(try client.message("m2")?.id == row, "whoever reads it goes on reading")
        #expect(try client.differences() == [])
    }

    @Test(
        "queued actions follow a message whose new id is reported long before the old one goes",
        arguments: [1, 2, 1000])
    func inPieces(page: Int) async throws {
        let client = try await Client.synced(.remote(id: "m"))
        try await client.perform(.star, on: "m")
        client.server.setChangesPage(page)
        client.server.put(Self.copy("m2", in: ["inbox"]))
        client.server.put(.remote(id: "other"))
        client.server.remove("m")
        let trouble = try await Self.trouble(client) {
            try await client.sync.catchUp()
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
        #expect(trouble == [])
        #expect(client.server.messages[RemoteID("m2")]?.keywords.contains(.flagged) == true)
        #expect(try client.differences() == [])
    }

    @Test(
        "a snooze follows a message whose new id is reported in a later step than the loss of the old one",
        arguments: [1, 2, 1000])
    func lostFirst(page: Int) async throws {
        let server = ModelServer()
        server.put(.remote(id: "m", thread: "t"))
        let client = try Client(server, hasLabels: true, dialect: .jmap)
        try await client.sync.once(bodies: false)
        try await client.perform(.snooze, on: "m", date: .test(100))
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        server.setChangesPage(page)
        server.remove("m")
        server.put(.remote(id: "other"))
        server.put(Self.copy("m2", in: ["archive"], thread: "t"))
        try await client.sync.catchUp()
        let message = try #require(try client.message("m2"))
        #expect(try client.store.read { try $0.thread(message.thread) }?.snoozedUntil == .test(100))
        #expect(try client.differences() == [])
    }

    @Test("Threads: a mail with another subject is no copy, even with the same Message-ID", arguments: [true, false])
    func imposter(readsChangesFirst: Bool) async throws {
        let client = try await Client.synced(.remote(id: "m", subject: "Yours"))
        try await client.perform(.star, on: "m")
        client.server.remove("m")
        var other = Self.copy("m2", in: ["inbox"])
        other.subject = "Mine"
        client.server.put(other)
        let trouble = try await Self.trouble(client) {
            if readsChangesFirst { try await client.sync.catchUp() }
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
        #expect(trouble.count == 1)
        #expect(client.server.messages[RemoteID("m2")]?.keywords.contains(.flagged) == false)
        #expect(try client.differences() == [])
    }

    @Test("J-34: queued actions survive a server's reset that gives all mail new ids")
    func allNew() async throws {
        let client = try await Client.synced(.remote(id: "m"), .remote(id: "n"))
        try await client.perform(.star, on: "m")
        client.server.forgetChanges()
        Self.renew(client.server, in: ["inbox"])
        let trouble = try await Self.trouble(client) {
            try await client.sync.once(bodies: false)
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
        #expect(trouble == [])
        #expect(client.server.messages[RemoteID("m2")]?.keywords.contains(.flagged) == true)
        #expect(try client.differences() == [])
    }

    @Test("Threads: a copy in another mailbox does not get the action")
    func otherCopy() async throws {
        let client = try await Client.synced(.remote(id: "m"), Self.copy("sent", in: ["sent"]))
        try await client.perform(.star, on: "m")
        let action = try #require(try client.actions().first)
        client.server.remove("m")
        let trouble = try await Self.trouble(client) { try await client.sync.catchUp() }
        #expect(trouble.map(\.action?.id) == [action.id])
        #expect(client.server.messages[RemoteID("sent")]?.keywords.contains(.flagged) == false)
        #expect(try client.differences() == [])
    }

    @Test(
        "an action on a deleted message is reported, unless it is a trashing",
        arguments: [true, false], [Action.Command.star, .archive, .trash])
    func gone(readsChangesFirst: Bool, command: Action.Command) async throws {
        let client = try await Client.synced(.remote(id: "m"), .remote(id: "n"))
        try await client.perform(command, on: "m", "n")
        let action = try #require(try client.actions().first)
        client.server.remove("m")
        client.server.remove("n")
        let trouble = try await Self.trouble(client) {
            if readsChangesFirst { try await client.sync.catchUp() }
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
        #expect(trouble.map(\.action?.id) == (command == .trash ? [] : [action.id]), "once, of however many messages")
        #expect(try client.message("m") == nil)
        #expect(try client.differences() == [])
    }
}
