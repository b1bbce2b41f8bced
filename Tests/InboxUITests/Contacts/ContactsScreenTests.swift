import Foundation
import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Contacts", .timeLimit(.minutes(10)))
struct ContactsScreenTests {
    private func world() async throws -> FakeSurroundings {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(id: "a", from: "anna", to: ["me"], subject: "Lunch?", at: 1),
            .remote(id: "b", from: "me", to: ["bob"], subject: "Slides", in: ["sent"], at: 2),
            .remote(id: "c", from: "carl", to: ["me"], subject: "Rent", at: 3))
        try await world.session.keepContact(
            MailAddress(name: "Dora Lind", email: "dora@example.test"),
            ContactCard(phones: ["+49 30 1"], firm: "Wheel", note: "sings\nalto", groups: ["choir"]),
            account: world.account)
        return world
    }

    @Test("the list shows everyone by name, with details beside it if there is room")
    func golden() async throws {
        let world = try await world()
        let screen = ContactsScreen(around: world)
        _ = screen.perform(.bottom)
        #expect(screenGolden("contacts", { world.draw(screen, $0, $1) }) == nil)
    }

    @Test("with several accounts, the details name the account that has the contact")
    func account() async throws {
        let world = try await world()
        _ = try world.store.addTestAccount(.test("other@example.test"))
        let rows = world.text(ContactsScreen(around: world), 120, 40)
        #expect(rows.contains { $0.contains("Account  me@example.test") })
        #expect(!rows.contains { $0.contains("machine ·") })
        let contact = try #require(try world.session.contact(of: "carl@example.test", account: world.account))
        let form = ContactFormScreen(contact, address: contact.address, account: contact.account, around: world)
        #expect(world.text(form).contains { $0.contains("In me@example.test, on this machine only.") })
    }

    @Test("a person who is known in two accounts has a row in each, with the letter of the account")
    func rowOfEachAccount() async throws {
        let world = try await world()
        let other = try world.store.addTestAccount(.test("other@example.test"))
        let here = try #require(try world.session.contact(of: "carl@example.test", account: world.account))
        try await world.session.keepContact(here.address, ContactCard(), account: other)
        let screen = ContactsScreen(around: world)
        let carls = { (width: Int) in world.text(screen, width, 12).filter { $0.contains("Carl") } }
        for width in [40, 80] {
            #expect(carls(width).count == 2)
            #expect(carls(width).contains { $0.contains(" M Carl ") })
            #expect(carls(width).contains { $0.contains("★ O Carl ") })
        }
        #expect(world.text(screen, 40, 12).contains { $0.contains(" M Anna") })
    }

    @Test("the key for the last row goes to the last of a thousand people, not of those that are loaded")
    func bottom() async throws {
        let world = try FakeSurroundings()
        let people = (0..<1_100).map { MailAddress(name: "Person \(10_000 + $0)", email: "p\($0)@example.test") }
        try await world.session.keepContacts(people.map { (address: $0, card: ContactCard()) }, account: world.account)
        let screen = ContactsScreen(around: world)
        _ = world.text(screen)
        #expect(screen.list.rows.count < 1_100)
        #expect(screen.perform(.bottom))
        await world.until { screen.selected?.address.name == "Person 11099" }
        #expect(screen.list.rows.count == 1_100)
    }

    @Test("where nobody is found, the bottom line names no key for a person, and such a key says so")
    func nobody() async throws {
        let world = try await world()
        let screen = ContactsScreen(around: world)
        _ = screen.perform(.search)
        screen.type("zebra")
        await world.until { screen.list.rows.isEmpty }
        _ = screen.perform(.open)
        let foot = try #require(world.text(screen).last)
        #expect(foot.contains("a add contact") && foot.contains("/ search"))
        #expect(!foot.contains("write") && !foot.contains("edit") && !foot.contains("select"))
        for command in [Command.open, .compose, .select, .editContact, .removeContact] {
            let before = world.said.count
            #expect(screen.perform(command))
            #expect(world.said.count == before + 1 && world.said.last == "There is nobody here.")
        }
        #expect(world.pushed.isEmpty)
    }

    @Test("letters after / match the beginnings of words, and Esc shows everyone again")
    func searches() async throws {
        let world = try await world()
        let screen = ContactsScreen(around: world)
        _ = screen.perform(.search)
        screen.type("choi")
        await world.until { screen.list.rows.count == 1 }
        #expect(screen.selected?.address.name == "Dora Lind")
        _ = screen.perform(.open)
        #expect(!screen.takesText && world.pushed.isEmpty && screen.list.rows.count == 1)
        _ = screen.perform(.open)
        let told = try #require(world.pushed.last as? ContactCardScreen)
        let rows = world.text(told)
        let note = try #require(rows.firstIndex { $0.contains("Note     sings") })
        #expect(rows[note + 1].contains("         alto"), "its second line stands below the first")
        let carl = try #require(try world.session.contact(of: "carl@example.test", account: world.account))
        let narrow = world.text(
            TextScreen("Carl", text: screen.text(of: carl).text, indent: ContactText.column, around: world), 40, 12)
        let mail = try #require(narrow.firstIndex { $0.contains("│ Mail     1 message, 0 by you, the") })
        #expect(narrow[mail + 1].contains("│          last "), "what has no room goes on behind the labels")
        _ = screen.perform(.back)
        await world.until { screen.list.rows.count == 4 }
        #expect(!screen.takesText)
    }

    @Test("a person's card offers to write to the person and to edit the contact, whoever is marked")
    func card() async throws {
        let world = try await world()
        let screen = ContactsScreen(around: world)
        _ = world.draw(screen)
        _ = screen.perform(.bottom)
        let shown = try #require(screen.selected)
        screen.list.select(index: 0)
        screen.mark()
        func open() throws -> ContactCardScreen {
            _ = screen.perform(.bottom)
            _ = screen.perform(.open)
            return try #require(world.pushed.last as? ContactCardScreen)
        }
        let card = try open()
        #expect(world.text(card).contains { $0.contains("Esc back   c write   e edit") })
        #expect(card.perform(.editContact) && world.pops == 1)
        let form = try #require(world.pushed.last as? ContactFormScreen)
        #expect(form.fields[.email]?.text == shown.address.email)
        #expect(try open().perform(.removeContact) && world.pops == 2)
        let question = try #require(world.pushed.last as? QuestionScreen)
        #expect(world.text(question).contains { $0.contains("Remove \(shown.address.displayName)?") })
        #expect(try open().perform(.compose) && world.pops == 3)
        let composer = try #require(world.pushed.last as? ComposeScreen)
        #expect(composer.form.content.to.map(\.email) == [shown.address.email])
        // Undo here is about contacts, not about mail.
        #expect(try open().perform(.undo) && world.said.last == "Nobody was removed here")
        #expect(!world.acted.contains("undo"))
    }

    @Test("the form keeps what is typed, refuses an invalid address, and asks before dropping changes")
    func form() async throws {
        let world = try await world()
        let screen = ContactsScreen(around: world)
        _ = screen.perform(.addContact)
        let form = try #require(world.pushed.last as? ContactFormScreen)
        form.type("Eve")
        _ = form.handle(.key(.tab))
        form.type("eve")
        _ = form.handle(.key(.ctrl("s")))
        #expect(world.pops == 0 && world.text(form).contains { $0.contains("That is not an address") })
        _ = form.perform(.back)
        #expect(world.pushed.last is QuestionScreen)
        form.type("@example.test")
        _ = form.handle(.key(.ctrl("s")))
        await world.settle()
        let kept = try #require(try world.session.contact(of: "eve@example.test", account: world.account))
        #expect(kept.address.name == "Eve" && kept.card != nil)
    }

    @Test("keeping a card opens the form for one address and asks for several; known details stay")
    func cards() async throws {
        let world = try await world()
        func card(_ lines: String...) -> [UInt8] {
            Array((["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n").utf8)
        }
        func contact(_ email: String) throws -> Contact? {
            try world.session.contact(of: email, account: world.account)
        }
        world.addContacts(fromCards: card("FN:Nobody"), account: world.account)
        #expect(world.said.last == "This card has no address")
        world.addContacts(fromCards: card("FN:Eve Ruz", "EMAIL:eve@x.test", "TEL:+1"), account: world.account)
        let form = try #require(world.pushed.last as? ContactFormScreen)
        #expect(try contact("eve@x.test") == nil, "it is only offered")
        _ = form.handle(.key(.ctrl("s")))
        await world.settle()
        let eve = try #require(try contact("eve@x.test"))
        #expect(eve.address.name == "Eve Ruz" && eve.card == ContactCard(phones: ["+1"]))
        let both = card("FN:E.", "EMAIL:eve@x.test", "EMAIL:e@y.test", "ORG:Wheel")
        world.addContacts(fromCards: both, account: world.account)
        let question = try #require(world.pushed.last as? QuestionScreen)
        #expect(world.text(question).contains { $0.contains("Keep 2 addresses?") })
        _ = question.handle(.key("y"))
        await world.settle()
        #expect(try contact("eve@x.test")?.address.name == "Eve Ruz")
        #expect(try contact("eve@x.test")?.card?.firm == "Wheel" && contact("e@y.test")?.card?.firm == "Wheel")
    }

    /// Returns Dora as saved by the form after a character was typed behind her name.
    private func typedTo(_ dora: Contact, in world: FakeSurroundings) async throws -> Contact {
        let form = ContactFormScreen(dora, address: dora.address, account: world.account, around: world)
        form.type("!")
        _ = form.handle(.key(.ctrl("s")))
        await world.settle()
        return try #require(try world.session.contact(of: "dora@example.test", account: world.account))
    }

    @Test("a note of several lines survives the form unchanged")
    func note() async throws {
        let world = try await world()
        let dora = try #require(try world.session.contact(of: "dora@example.test", account: world.account))
        let kept = try await typedTo(dora, in: world)
        #expect(kept.card == dora.card && kept.address.name == "Dora Lind!")
    }

    @Test("a group whose name has a comma survives the form unchanged")
    func groupWithComma() async throws {
        let world = try await world()
        let before = try #require(try world.session.contact(of: "dora@example.test", account: world.account))
        var card = before.card ?? ContactCard()
        card.groups = ["Chess, Club"]
        try await world.session.keepContact(before.address, card, account: world.account, insteadOf: before.id)
        let dora = try #require(try world.session.contact(of: "dora@example.test", account: world.account))
        let kept = try await typedTo(dora, in: world)
        #expect(kept.card?.groups == ["Chess, Club"] && kept.address.name.hasSuffix("!"))
    }

    @Test("removing a contact asks first, and new mail doesn't bring it back")
    func removes() async throws {
        let world = try await world()
        let screen = ContactsScreen(around: world)
        _ = world.draw(screen)
        // As in every list of mail, x selects; the key for removal is shown.
        #expect(KeyMap().meaning(of: ["x"], in: .contacts) == .command(.select))
        let key = KeyMap().sequences(of: .removeContact, in: .contacts).first?.description
        #expect(key == "#" && world.text(screen).last?.contains("# remove") == true)
        _ = screen.perform(.removeContact)
        let question = try #require(world.pushed.last as? QuestionScreen)
        _ = question.handle(.key(.enter))
        await world.settle()
        await world.until { screen.list.rows.count == 3 }
        try world.fill(.remote(id: "d", from: "anna", to: ["me"], subject: "Again", at: 9))
        #expect(try world.session.contacts(.everyone).count == 3)
    }

    @Test("a key adds a message's sender; for the user's own message, its recipient")
    func adds() async throws {
        let world = try await world()
        let own = try #require(try world.session.messages(of: world.thread("t-b")).first)
        world.addContact(from: own)
        let form = try #require(world.pushed.last as? ContactFormScreen)
        #expect(form.fields[.email]?.text.lowercased() == "bob@example.test")
    }

    @Test("the composer takes several contacts, and expands a group's name to its members")
    func composes() async throws {
        let world = try await world()
        let composer = try #require(ComposeScreen(.new(account: nil), around: world))
        _ = composer.perform(.contacts)
        let screen = try #require(world.pushed.last as? ContactsScreen)
        _ = world.draw(screen)
        _ = screen.handle(.key(.tab))
        _ = screen.handle(.key(.space))
        #expect(world.text(screen).last?.contains("Tab select") == true)
        _ = screen.handle(.key(.enter))
        #expect(composer.form.content.to.count == 2)
        composer.type("choir,")
        #expect(composer.form.content.to.contains { $0.email == "dora@example.test" })
    }

    @Test(
        "keys typed right after letters apply to the search result",
        arguments: [[Key.enter], [.tab, .up, .enter]])
    func typedAhead(keys: [Key]) async throws {
        let world = try await world()
        let composer = try #require(ComposeScreen(.new(account: nil), around: world))
        _ = composer.perform(.contacts)
        let screen = try #require(world.pushed.last as? ContactsScreen)
        screen.search.patience = .seconds(600)
        screen.type("dor")
        _ = screen.handle(.key(keys[0]))
        #expect(screen.holdsEvents && screen.marked.isEmpty && composer.form.content.to.isEmpty)
        await world.until { !screen.holdsEvents }
        for key in keys.dropFirst() { _ = screen.handle(.key(key)) }
        #expect(composer.form.content.to.map(\.email) == ["dora@example.test"])
    }

    @Test("if the search takes too long, Enter takes nobody and says so")
    func findsTooLate() async throws {
        let world = try await world()
        let composer = try #require(ComposeScreen(.new(account: nil), around: world))
        _ = composer.perform(.contacts)
        let screen = try #require(world.pushed.last as? ContactsScreen)
        screen.search.patience = .zero
        screen.provider.pause()
        screen.type("dor")
        _ = screen.handle(.key(.enter))
        await world.until { world.said.last == "Still looking for “dor”. Nothing was done." }
        #expect(!screen.holdsEvents && composer.form.content.to.isEmpty && world.pops == 0)
    }

    @Test("marked contacts are removed together, and a key restores removed contacts unchanged")
    func bringsBack() async throws {
        let world = try await world()
        let screen = ContactsScreen(around: world)
        _ = world.draw(screen)
        let before = try world.session.contacts(.everyone)
        #expect(screen.perform(.undo))
        #expect(world.said.last == "Nobody was removed here")
        for _ in 0..<2 { _ = screen.perform(.select) }
        _ = screen.perform(.removeContact)
        let question = try #require(world.pushed.last as? QuestionScreen)
        _ = question.handle(.key(.enter))
        await world.until { screen.list.rows.count == before.count - 2 }
        #expect(screen.marked.isEmpty)
        _ = screen.perform(.undo)
        await world.until { screen.list.rows.count == before.count }
        let after = try world.session.contacts(.everyone)
        #expect(after.map(\.address) == before.map(\.address) && after.map(\.card) == before.map(\.card))
    }
}
