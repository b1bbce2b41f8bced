import InboxModel
import MailContent
import TerminalUI
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxUI

@UI
@Suite("A message from a mailto link")
struct ComposeLinkTests {
    private let world: FakeSurroundings
    private let other: Account

    init() async throws {
        world = try FakeSurroundings()
        other = try await world.addPausedAccount("you@example.test")
        world.settings.identities = [
            Identity(email: "me@example.test", signature: "Me"), Identity(email: "you@example.test", signature: "You"),
            Identity(email: "shop@example.test", account: "me@example.test", signature: "The shop"),
        ]
        var letter = RemoteMessage.remote(id: "m", from: "anna", to: ["shop"], subject: "Open?", at: 5, body: "Now?")
        letter.messageIDHeader = "<m@example.test>"
        try world.fill(letter)
    }

    private func beginning(in message: Message? = nil) throws -> Beginning {
        let link = try #require(MailtoLink("mailto:anna@example.test?in-reply-to=m@example.test&body=Yes"))
        return try #require(Beginning(.link(link, in: message), world.senders, world))
    }

    private var letter: Message {
        get throws { try #require(try world.session.messages(of: world.thread("t-m")).first) }
    }

    @Test("it replies as the original's recipient, above that signature")
    func answers() throws {
        for message in [nil, try letter] {
            let begin = try beginning(in: message)
            #expect(begin.answered?.id == (try letter.id) && begin.content.inReplyTo == begin.answered?.id)
            #expect(begin.sender.address.email == "shop@example.test")
            #expect(begin.content.body.plain == "Yes\n\n-- \nThe shop")
        }
    }

    @Test("an account that is asked for writes it, and replies to mail of its own alone")
    func ofAccount() throws {
        let link = try #require(MailtoLink("mailto:anna@example.test?in-reply-to=m@example.test&body=Yes"))
        let begin = try #require(Beginning(.link(link, account: other.id), world.senders, world))
        #expect(begin.sender.address.email == "you@example.test" && begin.answered == nil)
        #expect(begin.content.body.plain == "Yes\n\n-- \nYou")
    }

    @Test("a link in a message replies to none of another account's, and uses that message's account")
    func staysInAccount() throws {
        var message = try letter
        (message.id, message.account) = (MessageID(9_999), other.id)
        message.to = [MailAddress(email: "you@example.test")]
        let begin = try beginning(in: message)
        #expect(begin.answered == nil && begin.content.inReplyTo == nil)
        #expect(begin.sender.address.email == "you@example.test")
        #expect(begin.content.body.plain == "Yes\n\n-- \nYou")
    }
}
