import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Mail ids")
struct NamedMailTests {
    @Test("an id shared by a thread and a message means the thread, unless a message is requested")
    func both() async throws {
        let client = try await Client.synced(
            .remote(id: "a", thread: "a", at: 1), .remote(id: "b", thread: "a", at: 2), .remote(id: "c", thread: "c"))
        let session = client.session(origin: .command)
        let (a, b, c) = (
            try #require(try client.message("a")), try #require(try client.message("b")),
            try #require(try client.message("c"))
        )
        #expect(try session.named("a") == NamedMail(threads: [a.thread], isAlsoMessage: true))
        #expect(try session.named("a", isMessage: true) == NamedMail(messages: [a.id]))
        #expect(try session.named("b") == NamedMail(messages: [b.id]))
        #expect(try session.named("c") == NamedMail(threads: [c.thread]), "it has no other message")
        #expect(try session.named("d").isEmpty)
    }

    @Test(
        "a Message-ID finds its message, as headers, notmuch and mid: links write it",
        arguments: [
            "<b@example.test>", "b@example.test", "id:b@example.test", "mid:b@example.test",
            "mid:b%40example.test/part",
        ])
    func messageIDs(id: String) async throws {
        let client = try await Client.synced(
            .remote(id: "a", thread: "a", at: 1), .remote(id: "b", thread: "a", at: 2))
        let session = client.session(origin: .command)
        let b = try #require(try client.message("b"))
        #expect(try session.named(id) == NamedMail(messages: [b.id]))
        #expect(try session.named(id, account: AccountID(99)).isEmpty)
        #expect(try session.named("example.test").isEmpty)
    }

    @Test(
        "the link to a message finds it, whatever its Message-ID has in it",
        arguments: [
            ("<a+b=1@example.test>", "mid:a+b=1@example.test"),
            ("<a/b%20?#@[::1]>", "mid:a%2Fb%2520%3F%23@%5B%3A%3A1%5D"),
            ("<é\u{1B}]52;c;x>", "mid:%C3%A9%1B%5D52%3Bc%3Bx"),
        ])
    func links(header: String, link: String) async throws {
        var mail = RemoteMessage.remote(id: "a")
        mail.messageIDHeader = header
        let client = try await Client.synced(mail)
        let message = try #require(try client.message("a"))
        #expect(message.link == link)
        #expect(try client.session(origin: .command).named(link) == NamedMail(messages: [message.id]))
        var unknown = message
        for header in [nil, "", "<>", "12@example.test"] {
            unknown.messageIDHeader = header
            #expect(unknown.link == nil)
        }
    }

    @Test("a draft's local id finds the draft, if no other mail has it, and its queued action")
    func drafts() async throws {
        let client = try await Client.synced(.remote(id: "a"))
        let session = client.session(origin: .command)
        let content = DraftContent(to: [.person("bob")], subject: "Hello")
        let draft = try await session.send(content, account: client.account.id)
        #expect(try session.named(draft.description, orOwn: true) == NamedMail(messages: [draft]))
        #expect(try session.named(draft.description).isEmpty, "what acts takes the server's ids only")
        #expect(try session.named(draft.description, account: AccountID(99), orOwn: true).isEmpty)
        let other = try #require(try client.message("a")).id
        #expect(try session.named(other.description, orOwn: true).isEmpty, "it is nothing that was written here")
        let action = try #require(try session.action(ofDraft: draft))
        #expect(try session.actions().first { $0.id == action }?.command == .sendDraft)
        #expect(try session.action(ofDraft: other) == nil)
    }
}
