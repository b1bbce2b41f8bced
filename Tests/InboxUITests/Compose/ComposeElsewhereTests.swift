import Foundation
import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("A draft that other programs change", .timeLimit(.minutes(10)))
struct ComposeElsewhereTests {
    private let world: FakeSurroundings

    init() throws { world = try FakeSurroundings() }

    /// Opens a draft of the server's.
    private func opened(_ body: MessageBody) throws -> (ComposeScreen, Message) {
        var remote = RemoteMessage.remote(
            id: "d", from: "me", to: ["carl"], subject: "Once", draft: true, in: ["drafts"])
        remote.body = body
        try world.fill(remote)
        let message = try #require(try world.session.messages(of: try world.thread("t-d")).first)
        let screen = try #require(ComposeScreen(.draft(message.id), around: world) { _ in })
        return (screen, message)
    }

    @Test("a draft that was sent or deleted elsewhere while open here is sent only after a question")
    func sentElsewhere() async throws {
        let (screen, message) = try opened(MessageBody(plain: "Just once."))
        let account = world.account
        try world.store.writeNow { transaction in
            try transaction.remove(message: try #require(message.remoteID), account: account)
        }
        _ = screen.perform(.send)
        await world.settle()
        let question = try #require(world.pushed.last as? QuestionScreen)
        #expect(world.text(question).joined().contains("It may have been sent already"))
        #expect(try world.session.actions().isEmpty && world.acted.isEmpty)
        _ = question.handle(.key(.enter))
        await world.settle()
        #expect(world.acted == ["sent after 10"])
    }

    @Test(
        "an answer is sent only after a question if another one was sent from here while it was written",
        arguments: [("me", "sent", true), ("colleague", "sent", true), ("me", "inbox", true), ("anna", "inbox", false)])
    func answeredElsewhere(sender: String, mailbox: String, isAsked: Bool) async throws {
        try world.fill(
            .remote(id: "m", thread: "t", subject: "Help", at: 1, body: "Help!"),
            .remote(
                id: "n", thread: "t", from: "me", to: ["anna"], subject: "Re: Help", in: ["sent"], at: 2, body: "Soon.")
        )
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(screen)
        #expect(screen.perform(.reply))
        let composer = try #require(world.pushed.last as? ComposeScreen)
        await world.until { !composer.isFetching }
        composer.form.body = TextArea("Yes.")
        try world.fill(
            .remote(
                id: "o", thread: "t", from: sender, subject: "Re: Help", snippet: "I am on it.", in: [mailbox], at: 999)
        )
        #expect(composer.perform(.send))
        await world.settle()
        let question = world.pushed.last as? QuestionScreen
        #expect((question != nil) == isAsked)
        if let question {
            #expect(world.text(question).joined().contains("Another answer"))
            #expect(!world.acted.contains("sent after 10"))
            _ = question.handle(.key(.enter))
        }
        await world.until { composer.isOver }
        await world.settle()
        #expect(world.acted.contains("sent after 10"))
    }

    @Test("a draft that another program encrypted is not opened for writing, where it would seem to be empty")
    func encrypted() throws {
        let types = ["application/pgp-encrypted", "application/octet-stream"]
        for (id, text) in [("d", ""), ("e", "See the file")] {
            var remote = RemoteMessage.remote(id: id, from: "me", to: ["carl"], draft: true, in: ["drafts"], body: text)
            remote.files = types.map {
                MessageFile(remoteID: RemoteID("\(id)-\($0)"), fileName: "", contentType: $0, size: 9)
            }
            try world.fill(remote)
            let thread = try world.thread("t-\(id)")
            let draft = try #require(try world.session.messages(of: thread).first?.id)
            let pushed = world.pushed.count
            ThreadScreen(thread: thread, around: world).open(.draft(draft))
            #expect(world.pushed.count == pushed + (text.isEmpty ? 0 : 1))
        }
        #expect(world.said == ["Another program encrypted this draft: go on with it there"])
    }

    @Test("a draft with several authors says on opening whom a change takes off")
    func authors() throws {
        var remote = RemoteMessage.remote(id: "d", from: "me", to: ["carl"], draft: true, in: ["drafts"], body: "Hello")
        remote.from.append(.person("eve"))
        try world.fill(remote)
        let thread = try world.thread("t-d")
        let draft = try #require(try world.session.messages(of: thread).first?.id)
        _ = try #require(ComposeScreen(.draft(draft), around: world))
        #expect(world.said.count == 1 && world.said[0].contains("eve@example.test"), "\(world.said)")
    }

    /// Replaces the draft by a new message, as another program's save does if saves are not numbered (JMAP).
    private func replace(_ message: Message, told together: Bool) throws {
        var remote = RemoteMessage.remote(
            id: "e", from: "me", to: ["carl"], subject: "Once", draft: true, in: ["drafts"])
        remote.messageIDHeader = message.messageIDHeader
        remote.body = MessageBody(plain: "Written elsewhere.")
        let (new, gone, account) = (remote, try #require(message.remoteID), world.account)
        try world.store.writeNow { transaction in
            try transaction.follow([new], from: together ? [gone] : [], account: account)
            try transaction.receive(new, account: account, bodyText: new.body?.plain)
            _ = try transaction.lose(gone, account: account)
        }
    }

    @Test(
        "a draft that another program edited is reported as changed, not gone, and both texts stay",
        arguments: [true, false])
    func writtenElsewhere(together: Bool) async throws {
        let (screen, message) = try opened(MessageBody(plain: "Just once."))
        try replace(message, told: together)
        screen.form.setFocus(.body)
        _ = screen.handle(.key("x"))
        screen.keep()
        await world.settle()
        #expect(world.said.count == 1 && world.said[0].contains("was changed in another window or program"))
        let drafts = try world.store.read {
            try $0.messages(MessageQuery(predicate: .keyword(.draft), sort: .newestFirst), limit: -1)
        }
        let texts = try drafts.map { try world.session.draft($0.id)?.content.body.plain ?? "" }
        #expect(texts.count == 2 && texts.contains("Written elsewhere.") && texts.contains { $0.contains("x") })
        #expect(Set(drafts.map(\.messageIDHeader)).count == 2)
        // It was not sent, so the user is not asked whether to send it twice.
        _ = screen.perform(.send)
        await world.settle()
        #expect(world.pushed.isEmpty && world.acted == ["sent after 10"])
    }

    @Test("a draft deleted by another program is reported gone")
    func deletedElsewhere() async throws {
        let (screen, message) = try opened(MessageBody(plain: "Just once."))
        let account = world.account
        try world.store.writeNow { _ = try $0.lose(try #require(message.remoteID), account: account) }
        screen.form.setFocus(.body)
        _ = screen.handle(.key("x"))
        screen.keep()
        await world.settle()
        #expect(world.said.count == 1 && world.said[0].contains("was sent or discarded by another program"))
    }

    @Test("closing an unchanged draft deleted elsewhere doesn't report a save")
    func leftAsItWas() async throws {
        let (screen, message) = try opened(MessageBody(plain: "Just once."))
        let account = world.account
        try world.store.writeNow { _ = try $0.lose(try #require(message.remoteID), account: account) }
        _ = screen.perform(.back)
        await world.settle()
        #expect(world.said == ["This draft was sent or discarded by another program"] && world.pops == 1)
        #expect(world.leftDraft == nil)
    }

    @Test("another program's formatting stays until the text is edited, and the edit warns about it")
    func formatting() async throws {
        let html = "<p>Hello <b>bold</b> <a href=\"https://x.test/a\">link</a></p>"
        let (screen, _) = try opened(MessageBody(html: html))
        #expect(screen.form.body.text == "Hello bold link <https://x.test/a>")
        screen.form.subject = TextField("Twice", limit: 100)
        #expect(screen.form.content.body == MessageBody(html: html))
        screen.form.setFocus(.body)
        _ = screen.handle(.key("x"))
        #expect(screen.form.content.body.html == nil)
        #expect(world.said.count == 1 && world.said[0].contains("plain text"))
        _ = screen.handle(.key(.backspace))
        #expect(screen.form.content.body == MessageBody(html: html))
    }
}
