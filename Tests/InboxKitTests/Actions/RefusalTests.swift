import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Keeping refused actions visible")
struct RefusalTests {
    /// Two messages on which the user acted. The server refuses all changes to `a`.
    private func refused(_ command: Action.Command, dialect: Account.Dialect = .jmap, date: Date? = nil) async throws
        -> (Client, MailSession)
    {
        let server = ModelServer()
        server.put(.remote(id: "a", thread: "t"), .remote(id: "b"))
        let client = try Client(server, dialect: dialect)
        try await client.sync.once(bodies: false)
        server.setFault { $0.subject == "a" ? .before(.refused) : nil }
        try await client.perform(command, on: "a", "b", date: date)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        let session = client.session()
        return (client, session)
    }

    private func refusals(_ client: Client) throws -> [Action] { try client.store.read { try $0.refusals() } }

    @Test("a refused action shows what failed and why, and blocks nothing")
    func keeps() async throws {
        let (client, session) = try await refused(.star)
        let row = try #require(try session.actions().first)
        #expect(try session.actions().count == 1 && client.actions().isEmpty)
        #expect(row.state == .refused && row.command == .star)
        #expect(try row.title == client.message("a")?.subject, "what was done to the other is not said to be refused")
        #expect(row.lastError == "not allowed" && row.createdAt == client.now && row.edits.count == 1)
        #expect(!row.isQueued && !row.isUnanswered)
        client.server.setFault { _ in nil }
        try await client.perform(.shake, on: "a")
        try await client.perform(.unread, on: "a", "b")
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(try client.differences() == [] && refusals(client).map(\.id) == [row.id])
        #expect(try client.store.read { try $0.queue() }.isEmpty)
    }

    @Test("retrying repeats the action on the same messages and removes the row; undo reverses it")
    func again() async throws {
        let (client, session) = try await refused(.archive)
        let row = try #require(try refusals(client).first)
        client.server.setFault { _ in nil }
        try await session.retry(row.id)
        #expect(try refusals(client).isEmpty && client.actions().map(\.command) == [.archive])
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(client.server.messages[RemoteID("a")]?.mailboxes == [RemoteID("archive")])
        _ = try await session.undo()
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(client.server.messages[RemoteID("a")]?.mailboxes == [RemoteID("inbox")])
        #expect(client.server.messages[RemoteID("b")]?.mailboxes == [RemoteID("archive")])
        #expect(try client.differences() == [])
    }

    @Test("a retry by a command is not undone by the screen")
    func againByCommand() async throws {
        let (client, screen) = try await refused(.archive)
        let row = try #require(try refusals(client).first)
        let server = client.server
        server.setFault { _ in nil }
        _ = try await screen.undo()
        let command = client.session(origin: .command)
        try await command.retry(row.id)
        #expect(try await screen.undo() == nil)
        #expect(try await command.undo()?.command == .archive)
    }

    @Test("retrying a refused snooze uses the same time")
    func snoozes() async throws {
        let (client, session) = try await refused(.snooze, date: .test(100))
        let row = try #require(try refusals(client).first)
        client.server.setFault { _ in nil }
        try await session.retry(row.id)
        let thread = try client.store.read { reader in
            try reader.find(RemoteID("t"), account: client.account.id).threads.first.flatMap(reader.thread)
        }
        #expect(thread?.snoozedUntil == .test(100))
    }

    @Test("a retry with nothing left to do says so, and the row stays until discarded")
    func nothingLeft() async throws {
        let (client, session) = try await refused(.star)
        let row = try #require(try refusals(client).first)
        client.server.setFault { _ in nil }
        try await client.perform(.star, on: "a")
        await #expect(throws: SessionError.action(.nothingLeft)) { try await session.retry(row.id) }
        #expect(
            try refusals(client)
                == [row].map { row in
                    var row = row; row.edits = []; return row
                })
        try await session.discard(row.id)
        #expect(try refusals(client).isEmpty && client.message("a")?.isStarred == true)
    }

    @Test("an action on a deleted message is listed as refused, except moving it away")
    func gone() async throws {
        let server = ModelServer()
        server.put(.remote(id: "a"), .remote(id: "b"))
        let client = try Client(server)
        try await client.sync.once(bodies: false)
        try await client.perform(.star, on: "a")
        try await client.perform(.trash, on: "b")
        server.remove("a")
        server.remove("b")
        try await client.sync.catchUp()
        #expect(try refusals(client).map(\.command) == [.star])
        #expect(try refusals(client).map(\.lastError) == [ActionSender.goneText])
    }

    @Test("a repeated refusal replaces its row; rows expire after two weeks, but not by a wrong clock")
    func doesNotPileUp() async throws {
        let (client, _) = try await refused(.star)
        try await client.perform(.star, on: "a")
        _ = try await client.sender.sendAll()
        #expect(try refusals(client).count == 1)
        let first = try #require(try refusals(client).first)
        client.wait(13 * 86_400)
        for _ in 0..<2 {
            try await client.perform(.archive, on: "a")
            _ = try await client.sender.sendAll()
        }
        let rows = try refusals(client)
        #expect(rows.count == 2 && rows.first?.id == first.id)
        let later = client.now.addingTimeInterval(2 * 86_400)
        try client.store.writeNow { try $0.trimRefusals(now: later) }
        #expect(try refusals(client) == rows, "S-10: no mail is of that time")
        client.server.put(.remote(id: "new", at: Int(later.timeIntervalSince(.test(0)))))
        try await client.sync.catchUp()
        try client.store.writeNow { try $0.trimRefusals(now: later) }
        #expect(try refusals(client).map(\.id) == rows.dropFirst().map(\.id))
    }

    @Test("retrying a refused mailbox creates it under its name")
    func mailbox() async throws {
        let client = try await Client.synced(.remote(id: "a"))
        let session = client.session()
        client.server.setFault { $0.name == "createMailbox" ? .before(.refused) : nil }
        try await session.createMailbox(named: "Receipts", account: client.account.id)
        _ = try await client.sender.sendAll()
        let row = try #require(try refusals(client).first)
        #expect(
            try row.command == .createMailbox && row.title == "Receipts"
                && !session.mailboxes().contains { $0.name == row.title })
        client.server.setFault { _ in nil }
        try await session.retry(row.id)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(client.server.mailboxes.values.contains { $0.name == "Receipts" })
        #expect(try refusals(client).isEmpty && client.differences() == [])
    }
}
