import Foundation
import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

/// The sender of a message, and the text that it starts with.
extension ComposeScreenTests {
    @Test(
        "a new message or forward starts with its sender's template above the signature; a reply has only signature and quote"
    )
    func templates() throws {
        let world = try FakeSurroundings()
        world.settings.identities = [
            Identity(email: "me@example.test", signature: "Me, at home", template: "Dear ,\n\n"),
            Identity(
                email: "shop@example.test", account: "me@example.test", signature: "The shop", template: "Hello ,\n"),
        ]
        let new = try #require(ComposeScreen(.new(account: nil), around: world))
        #expect(new.form.body.text == "Dear ,\n\n\n\n-- \nMe, at home")
        try world.fill(.remote(id: "m", thread: "t", from: "lars", to: ["shop"], at: 86_400, body: "Open on Sunday?"))
        let message = try #require(try world.session.messages(of: try world.thread("t")).first)
        let answer = try #require(ComposeScreen(.answer(.reply, message), around: world))
        #expect(
            answer.form.body.text.hasPrefix("\n\nThe shop\n\nOn ")
                && answer.form.body.text.contains("> Open on Sunday?"))
        #expect(answer.form.content.from?.email == "shop@example.test")
        let forward = try #require(ComposeScreen(.answer(.forward, message), around: world))
        #expect(forward.form.body.text.hasPrefix("Hello ,\n\n\nThe shop\n\n---"))
    }

    @Test(
        "changing the sender of an untouched message swaps template and signature; text that the user typed stays"
    )
    func templatesOfOthers() throws {
        let world = try FakeSurroundings()
        world.settings.identities = [
            Identity(email: "me@example.test", signature: "Me", template: "Dear ,\n"),
            Identity(
                email: "shop@example.test", account: "me@example.test", signature: "The shop", template: "Hello ,\n"),
        ]
        let screen = try #require(ComposeScreen(.new(account: nil), around: world))
        screen.form.setFocus(.from)
        _ = screen.handle(.key(.space))
        #expect(screen.form.body.text == "Hello ,\n\n\n-- \nThe shop")
        screen.form.setFocus(.body)
        type("Oh", screen)
        screen.form.setFocus(.from)
        _ = screen.handle(.key(.space))
        #expect(screen.form.body.text.hasPrefix("OhHello ,") && screen.form.body.text.hasSuffix("-- \nMe"))
        // Also if there is text on the empty line above it.
        screen.form.body.set("Oh\n-- \nMe")
        _ = screen.handle(.key(.space))
        #expect(screen.form.body.text == "Oh\n-- \nThe shop")
        // And above a quote, where it has no line of two hyphens.
        screen.form.body.set("Not The shopping.\n\nThe shop\n\nOn Friday, Anna wrote:\n> The shop")
        _ = screen.handle(.key(.space))
        #expect(screen.form.body.text == "Not The shopping.\n\nMe\n\nOn Friday, Anna wrote:\n> The shop")
    }

    @Test("a message has the Reply-To and the blind copies of its sender's identity, and changes them with the sender")
    func peopleOfSenders() async throws {
        let world = try FakeSurroundings()
        let (me, desk) = (MailAddress(email: "me@example.test"), MailAddress(email: "desk@example.test"))
        world.settings.identities = [
            Identity(email: "me@example.test", bcc: [me]),
            Identity(email: "shop@example.test", account: "me@example.test", replyTo: [desk], bcc: [desk]),
        ]
        let screen = try #require(ComposeScreen(.new(account: nil), around: world) { _ in })
        #expect(screen.form.content.bcc == [me] && screen.form.content.replyTo.isEmpty && !screen.isUnkept)
        _ = screen.perform(.send)
        #expect(world.said.last == "There is no recipient yet")
        _ = screen.perform(.nextSender)
        #expect(screen.form.content.bcc == [desk] && screen.form.content.replyTo == [desk])
        screen.form.recipients[.bcc]?.add([.person("bo")])
        screen.form.replyTo = [.person("bo")]
        _ = screen.perform(.nextSender)
        #expect(screen.form.content.bcc == [.person("bo"), me] && screen.form.content.replyTo == [.person("bo")])
        try world.fill(.remote(id: "m", thread: "t", from: "lars", to: ["shop"], at: 86_400, body: "Open?"))
        let message = try #require(try world.session.messages(of: try world.thread("t")).first)
        let answer = try #require(ComposeScreen(.answer(.reply, message), around: world))
        #expect(answer.form.content.bcc == [desk] && answer.form.content.replyTo == [desk])
        let draft = try await world.session.save(DraftContent(from: me, subject: "s"), account: world.account)
        let opened = try #require(ComposeScreen(.draft(draft), around: world))
        #expect(opened.form.content.bcc.isEmpty, "a draft stays as it was kept")
    }

    @Test("changing the sender without typing leaves no draft, even if that sender has a template")
    func untouchedTemplate() async throws {
        let world = try FakeSurroundings()
        world.settings.identities = [
            Identity(email: "me@example.test"),
            Identity(email: "shop@example.test", account: "me@example.test", template: "Hello ,\n"),
        ]
        let screen = try #require(ComposeScreen(.new(account: nil), around: world) { _ in })
        _ = screen.perform(.nextSender)
        #expect(screen.form.body.text.hasPrefix("Hello") && !screen.isUnkept)
        _ = screen.perform(.back)
        await world.settle()
        #expect(world.pops == 1 && world.said.isEmpty)
        #expect(try world.session.threads(.keyword(.draft), limit: 9).isEmpty)

        let other = try #require(ComposeScreen(.new(account: nil), around: world) { _ in })
        other.form.setFocus(.body)
        type("Oh", other)
        _ = other.perform(.nextSender)
        _ = other.perform(.back)
        await world.settle()
        #expect(world.said.last == "The draft is saved")
    }

    @Test("the sender is whom the message names, else who wrote in its thread, else a marked guess")
    func guess() throws {
        let world = try FakeSurroundings()
        world.settings.identities = [Identity(email: "shop@example.test", account: "me@example.test")]
        try world.fill(
            .remote(id: "1", thread: "t", from: "shop", to: ["lars"], at: 1, body: "Open."),
            .remote(id: "2", thread: "t", from: "lars", to: ["list"], at: 2, body: "Thanks."),
            .remote(id: "3", thread: "u", from: "lars", to: ["list"], at: 3, body: "All."))
        func answer(_ thread: String) throws -> ComposeScreen {
            let message = try #require(try world.session.messages(of: try world.thread(thread)).last)
            return try #require(ComposeScreen(.answer(.reply, message), around: world))
        }
        let known = try answer("t")
        #expect(known.form.content.from?.email == "shop@example.test")
        #expect(!world.text(known).contains { $0.contains("a guess") })
        let guessed = try answer("u")
        #expect(guessed.form.content.from?.email == "me@example.test")
        #expect(
            world.text(guessed).contains {
                $0.contains("<me@example.test>  a guess") || $0.contains("me@example.test  a guess")
            })
    }

    @Test("a sender address that its server may refuse is marked before anything is sent")
    func doubtful() throws {
        let world = try FakeSurroundings(dialect: .jmap)
        let account = world.account
        let told = try JSONEncoder().encode([Identity(email: "me@example.test")])
        try world.store.writeNow {
            try $0.setSyncState(String(decoding: told, as: UTF8.self), key: "identities", account: account)
        }
        world.settings.identities = [Identity(email: "shop@example.test", account: "me@example.test")]
        let screen = try #require(ComposeScreen(.new(account: nil), around: world))
        func line() -> String? { world.text(screen).first { $0.contains("From") } }
        #expect(line()?.contains("me@example.test") == true && line()?.contains("may refuse") == false)
        #expect(screen.perform(.nextSender))
        #expect(line()?.contains(/shop@example.test>?  its server may refuse it/) == true)
    }

    @Test("a draft that another program began keeps the address and name that it goes out from")
    func sendersOfOthers() async throws {
        let world = try FakeSurroundings()
        world.settings.identities = [Identity(name: "Me", email: "me@example.test", signature: "Me")]
        for from in [
            MailAddress(name: "Alias", email: "alias@else.test"),
            MailAddress(name: "At work", email: "me@example.test"),
        ] {
            let content = DraftContent(from: from, to: [.person("bo")], subject: "s", body: MessageBody(plain: "Text"))
            let id = try await world.session.save(content, account: world.account)
            let screen = try #require(ComposeScreen(.draft(id), around: world) { _ in })
            let line = world.text(screen).first { $0.contains("From") }
            #expect(line?.contains("alias@else.test") ?? false == (from.name == "Alias"))
            screen.form.setFocus(.body)
            type("More", screen)
            _ = screen.perform(.back)
            await world.settle()
            #expect(try world.session.draft(id)?.content.from == from)
            // The account's own name and address are one key away.
            let hasOther = screen.form.goToNextSender()
            #expect(hasOther)
            #expect(screen.form.sender.address == MailAddress(name: "Me", email: "me@example.test"))
        }
    }
}
