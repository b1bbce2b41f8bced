import InboxModel
import InboxStore
import TestSupport
import Testing

@Suite("Kept contacts")
struct KeptContactTests {
    private let store: Store
    private let account: AccountID

    init() throws {
        store = try Store()
        account = try store.addTestAccount()
        try store.receive(.remote(id: "a", from: "anna", at: 1), account: account)
    }

    private func all(_ filter: ContactFilter = .everyone) throws -> [Contact] {
        try store.read { try $0.contacts(ContactQuery(filter: filter, sort: .name), limit: -1) }
    }

    private let anna = MailAddress(name: "Anna of the choir", email: "ANNA@example.test")
    private let card = ContactCard(phones: ["1"], firm: "Wheel", note: "n", groups: ["choir"])

    @Test("keeping a known contact keeps its row, and neither mail nor server renames it")
    func keeps() throws {
        try store.writeNow { try $0.keep(anna, card, account: account) }
        try store.receive(.remote(id: "b", from: "anna", at: 2), account: account)
        try store.writeNow { transaction in
            try transaction.save(RemoteContact(id: RemoteID("c"), address: .person("anna")), account: account)
        }
        let found = try #require(try all().first)
        #expect(try all().count == 1)
        #expect(found.address.name == "Anna of the choir" && found.card == card && found.mailCount == 2)
        #expect(found.remoteID == RemoteID("c"))
        #expect(try all(ContactFilter(text: "choi whe")).count == 1)
        try store.writeNow { try $0.remove(contact: RemoteID("c"), account: account) }
        #expect(try all(ContactFilter(areKept: true)).map(\.card) == [card])
    }

    @Test("an address that only sent junk is no contact")
    func spam() throws {
        try store.receive(.remote(id: "s", from: "winner", in: ["junk"], at: 2), account: account)
        try store.receive(.remote(id: "t", from: "bo", in: ["trash"], at: 3), account: account)
        #expect(try all().map(\.address.email) == ["anna@example.test", "bo@example.test"])
    }

    @Test("mail in the user's name adds contacts only if it is in sent mail")
    func forged() throws {
        try store.receive(
            .remote(id: "f", from: "me", to: ["boss of elsewhere"], in: ["inbox"], at: 2), account: account)
        #expect(try all().map(\.address.email) == ["anna@example.test"])
        try store.receive(.remote(id: "s", from: "me", to: ["bob"], in: ["sent"], at: 3), account: account)
        try store.receive(.remote(id: "t", from: "me", to: ["carl"], in: ["inbox", "sent"], at: 3), account: account)
        #expect(try all().map(\.sentCount) == [0, 1, 1])
    }

    @Test("kept contacts move to another account when theirs is removed")
    func heirs() throws {
        let other = try store.addTestAccount(.test("other@example.test"))
        let card = card
        try store.writeNow { transaction in
            try transaction.keep(anna, card, account: account)
            try transaction.keep(.person("bob"), card, account: account)
            try transaction.keep(MailAddress(name: "Bobby", email: "bob@example.test"), ContactCard(), account: other)
            try transaction.hide(account)
            while try !transaction.removePiece(of: account) {}
        }
        let kept = try all(ContactFilter(areKept: true))
        #expect(kept.map(\.address.name) == ["Anna of the choir", "Bobby"] && kept.allSatisfy { $0.account == other })
        #expect(kept.first?.card == card)
    }

    @Test("kept contacts outlive the only account and move to the next one")
    func outliveTheOnlyAccount() throws {
        try store.writeNow { transaction in
            try transaction.keep(anna, card, account: account)
            for account in try transaction.reader.accounts() { try transaction.remove(account.id) }
        }
        #expect(try all().isEmpty)
        let next = try store.addTestAccount(.test("next@example.test"))
        let kept = try all()
        #expect(kept.map(\.card) == [card] && kept.allSatisfy { $0.account == next })
        // Only once: a contact removed from there stays removed.
        try store.writeNow { transaction in
            for contact in try transaction.reader.contacts(ContactQuery(filter: .everyone, sort: .name), limit: -1) {
                try transaction.hide(contact.id)
            }
        }
        _ = try store.addTestAccount(.test("third@example.test"))
        #expect(try all().isEmpty)
    }

    @Test("kept contacts that can't be read wait, and keep no account out")
    func unreadable() throws {
        try store.writeNow { try $0.setSetting("[{}]", key: "keptPeople") }
        _ = try store.addTestAccount(.test("next@example.test"))
        #expect(try store.read { try $0.setting("keptPeople") } == "[{}]")
    }

    @Test("a hidden contact stays hidden when mail comes and returns when kept")
    func hides() throws {
        let id = try #require(try all().first?.id)
        try store.writeNow { try $0.hide(id) }
        #expect(try all().isEmpty)
        try store.receive(.remote(id: "b", from: "anna", at: 2), account: account)
        #expect(try all().isEmpty)
        try store.writeNow { try $0.keep(anna, card, account: account) }
        #expect(try all().map(\.mailCount) == [2])
    }

    @Test("changing a contact's address leaves no second one, unless the old one has mail")
    func renames() throws {
        let new = MailAddress(name: "Zoe", email: "zoe@example.test")
        try store.writeNow { transaction in
            let id = try transaction.keep(MailAddress(name: "Zoe", email: "zo@example.test"), card, account: account)
            try transaction.keep(new, card, account: account, insteadOf: id)
        }
        #expect(try all(ContactFilter(text: "zo")).map(\.address) == [new])
        let id = try #require(try all(ContactFilter(text: "anna")).first?.id)
        try store.writeNow { transaction in
            try transaction.keep(anna, card, account: account)
            try transaction.keep(
                MailAddress(name: "A", email: "a2@example.test"), card, account: account, insteadOf: id)
        }
        #expect(try all(ContactFilter(text: "anna")).map(\.card) == [nil])
    }

    @Test("kept contacts rank after those written to and before the others")
    func ranks() throws {
        try store.receive(.remote(id: "s", from: "me", to: ["bob"], in: ["sent"], at: 1), account: account)
        try store.receive(.remote(id: "n", from: "newest", at: 9), account: account)
        try store.writeNow { try $0.keep(anna, card, account: account) }
        let names = try store.read { reader in
            try reader.contacts(ContactQuery(filter: .everyone, sort: .use), limit: -1).map(\.address.email)
        }
        #expect(names.map { String($0.prefix { $0 != "@" }).lowercased() } == ["bob", "anna", "newest"])
    }
}
