import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Replying later")
struct ReplyLaterTests {
    /// A thread of two messages by others, the later one marked for a later reply, and another thread.
    private func aside(_ dialect: Account.Dialect = .jmap) async throws -> (Client, MailSession) {
        let server = ModelServer()
        server.put(
            .remote(id: "a", thread: "t", from: "bo", at: 1), .remote(id: "b", thread: "t", from: "cy", at: 2),
            .remote(id: "mine", thread: "t", from: "me", in: ["sent"], at: 3), .remote(id: "other", at: 4))
        let client = try Client(server, dialect: dialect)
        try await client.sync.once(bodies: false)
        let session = client.session()
        let thread = try thread(client)
        try await session.perform(.replyLater, on: [thread.id])
        return (client, session)
    }

    private func thread(_ client: Client) throws -> MailThread { try client.thread("t") }

    private func settle(_ client: Client) async throws {
        for _ in 0..<4 {
            client.wait(100)
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
        #expect(try client.differences() == [])
    }

    @Test(
        "reply later sets one keyword on the message to answer, and JMAP servers keep it",
        arguments: [Account.Dialect.jmap, .inbox])
    func marks(dialect: Account.Dialect) async throws {
        let (client, session) = try await aside(dialect)
        #expect(try thread(client).awaitsReply)
        #expect(try client.message("b")?.keywords.contains(.replyLater) == true)
        #expect(try client.message("a")?.keywords.contains(.replyLater) == false)
        #expect(try client.actions().count == (dialect == .jmap ? 1 : 0))
        try await settle(client)
        #expect(client.server.messages[RemoteID("b")]?.keywords.contains(.replyLater) == (dialect == .jmap))
        let query = MailQuery("is:replylater")
        #expect(query.problem == nil)
        #expect(try session.count(query.predicate, messages: true) == 1)
        #expect(query.predicate.queryText(calendar: .current) == "is:replylater")
        _ = try await session.undo()
        #expect(try !thread(client).awaitsReply)
        _ = try await session.redo()
        try await session.perform(.replied, on: [try thread(client).id])
        try await settle(client)
        #expect(try !thread(client).awaitsReply && session.count(query.predicate, messages: true) == 0)
    }

    @Test(
        "sending a reply ends it; saving a reply or sending a forward or a new message does not",
        arguments: [Account.Dialect.jmap, .inbox])
    func answered(dialect: Account.Dialect) async throws {
        let (client, session) = try await aside(dialect)
        try await settle(client)
        let account = client.account.id
        var forward = DraftContent(to: [.person("dan")], subject: "Fwd", body: MessageBody(plain: "Look"))
        try await session.send(try await session.save(forward, account: account))
        try await settle(client)
        #expect(try thread(client).awaitsReply)
        forward.subject = "Re"
        forward.inReplyTo = try client.message("a")?.id
        let draft = try await session.save(forward, account: account)
        try await settle(client)
        #expect(try thread(client).awaitsReply)
        client.server.setFault { $0.name == "send" ? .before(.busy) : nil }
        try await session.send(draft)
        _ = try await client.sender.sendAll()
        #expect(try thread(client).awaitsReply, "it is not sent yet")
        client.server.setFault { _ in nil }
        try await settle(client)
        #expect(try !thread(client).awaitsReply)
        #expect(client.server.messages[RemoteID("b")]?.keywords.contains(.replyLater) == false)
    }

    @Test(
        "sending a reply or forward marks its original as answered or forwarded; undo leaves the mark",
        arguments: [Account.Dialect.jmap, .inbox])
    func marked(dialect: Account.Dialect) async throws {
        let (client, session) = try await aside(dialect)
        try await settle(client)
        func keywords(_ id: String) throws -> Set<Keyword> { try #require(try client.message(id)).keywords }
        let account = client.account.id
        var draft = DraftContent(to: [.person("dan")], subject: "Re", body: MessageBody(plain: "Yes"))
        draft.inReplyTo = try client.message("a")?.id
        let reply = try await session.save(draft, account: account)
        (draft.inReplyTo, draft.forwards) = (nil, try client.message("other")?.id)
        let forward = try await session.save(draft, account: account)
        try await settle(client)
        #expect(try session.draft(forward)?.content.forwards == draft.forwards)
        #expect(try !keywords("a").contains(.answered) && !keywords("other").contains(.forwarded))
        try await session.send(reply)
        try await session.send(forward)
        try await settle(client)
        #expect(try keywords("a").contains(.answered) && keywords("other").contains(.forwarded))
        let known = try client.store.read { try $0.contacts(account: account) }.map(\.address.email)
        #expect(known.contains("dan@example.test"), "whom one wrote to is known")
        #expect(try !keywords("b").contains(.answered))
        let there = client.server.messages
        #expect(there[RemoteID("a")]?.keywords.contains(.answered) == (dialect == .jmap))
        #expect(there[RemoteID("other")]?.keywords.contains(.forwarded) == (dialect == .jmap))
        _ = try await session.undo()
        try await settle(client)
        #expect(try keywords("a").contains(.answered))
        #expect(try session.count(MailQuery("is:forwarded").predicate, messages: true) == 1)
    }

    @Test("no mark is queued if the mailbox's rights forbid keywords")
    func notAllowed() async throws {
        let (client, session) = try await aside()
        try await settle(client)
        let (account, store) = (client.account.id, client.store)
        try store.writeNow { transaction in
            let inbox = RemoteMailbox(
                id: RemoteID("inbox"), name: "Inbox", role: .inbox, rights: .all.subtracting(.setKeywords))
            try transaction.save(inbox, account: account)
        }
        let content = DraftContent(
            to: [.person("dan")], subject: "Re", body: MessageBody(plain: "Yes"),
            inReplyTo: try client.message("other")?.id)
        try await session.send(try await session.save(content, account: account))
        client.wait(100)
        _ = try await client.sender.sendAll()
        #expect(try client.message("other")?.keywords.contains(.answered) == false)
        #expect(try client.actions().allSatisfy { $0.command != .mark })
    }

    @Test("a keyword set or removed by another client takes effect")
    func elsewhere() async throws {
        let (client, _) = try await aside()
        try await settle(client)
        client.server.edit("b") { $0.keywords.remove(.replyLater) }
        try await client.sync.catchUp()
        #expect(try !thread(client).awaitsReply)
        client.server.edit("a") { $0.keywords.insert(.replyLater) }
        try await client.sync.catchUp()
        #expect(try thread(client).awaitsReply)
    }
}
