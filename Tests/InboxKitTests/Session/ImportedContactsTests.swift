import InboxModel
import TestSupport
import Testing

@testable import InboxKit

@Suite("Contact import")
struct ImportedContactsTests {
    private func imported(_ name: String, _ card: ContactCard, after known: (name: String, card: ContactCard)? = nil)
        async throws -> Contact?
    {
        let client = try await Client.synced()
        let session = client.session()
        let account = client.account.id
        if let known {
            let address = MailAddress(name: known.name, email: "bo@example.test")
            try await session.keepContact(address, known.card, account: account)
        }
        try await session.keepContacts([(MailAddress(name: name, email: "Bo@example.test"), card)], account: account)
        return try session.contact(of: "bo@example.test", account: account)
    }

    @Test("importing keeps the user's name and firm and adds the file's other fields")
    func kept() async throws {
        let mine = ContactCard(phones: ["1"], firm: "Mine", note: "Old", groups: ["team"])
        let theirs = ContactCard(phones: ["2"], firm: "Theirs", note: "New", groups: ["all"])
        let contact = try await imported("Robert", theirs, after: ("Bo", mine))
        #expect(contact?.address.name == "Bo")
        let both = ContactCard(phones: ["1", "2"], firm: "Mine", note: "Old\nNew", groups: ["team", "all"])
        #expect(contact?.card == both)
    }

    @Test("importing fills fields that are still empty")
    func filled() async throws {
        let contact = try await imported("Robert", ContactCard(firm: "Theirs"), after: ("", ContactCard(note: "Old")))
        #expect(contact?.address.name == "Robert" && contact?.card == ContactCard(firm: "Theirs", note: "Old"))
        let new = try await imported("Robert", ContactCard(firm: "Theirs"))
        #expect(new?.address.name == "Robert" && new?.card?.firm == "Theirs")
    }

    @Test("a group has each of its members once, by name; people without a group are in none")
    func groups() async throws {
        let client = try await Client.synced()
        let session = client.session()
        let people = [
            ("Cy", "cy@example.test", ["team"]), ("Bo", "bo@example.test", []),
            ("Ann", "ann@example.test", ["team", "all"]),
        ]
        try await session.keepContacts(
            people.map { (MailAddress(name: $0, email: $1), ContactCard(note: #""groups":[]"#, groups: $2)) },
            account: client.account.id)
        let groups = try session.contactGroups().mapValues { $0.map(\.email) }
        #expect(groups == ["team": ["ann@example.test", "cy@example.test"], "all": ["ann@example.test"]])
    }
}
