import InboxModel
import MailContent
import TestSupport
import Testing

@Suite("vCard files")
struct VCardTests {
    private func read(_ lines: String...) -> [AddressCard] {
        VCard.read(Array(lines.joined(separator: "\r\n").utf8))
    }

    @Test("versions 3.0 and 4.0 are read: folded, escaped, grouped, with several addresses")
    func modern() {
        let people = read(
            "BEGIN:VCARD", "VERSION:3.0", "N:Ortiz;Anna;;;", "FN:Anna Or", " tiz",
            "item1.EMAIL;TYPE=INTERNET:anna@example.test",
            "EMAIL;PREF=1:ann@work.test", "EMAIL:ann@work.test", "TEL;VALUE=uri:tel:+49-30-1", "ORG:Wheel\\, Inc;Sales",
            "CATEGORIES:choir,book\\,club", "NOTE:one\\ntwo", "PHOTO;ENCODING=b:AAAA", "END:VCARD",
            "BEGIN:VCARD", "VERSION:4.0", "FN:No address", "END:VCARD")
        #expect(
            people == [
                AddressCard(
                    name: "Anna Ortiz", emails: ["ann@work.test", "anna@example.test"],
                    card: ContactCard(
                        phones: ["+49-30-1"], firm: "Wheel, Inc; Sales", note: "one\ntwo",
                        groups: ["choir", "book,club"]))
            ])
        #expect(VCard.text(people).contains("\r\nORG:Wheel\\, Inc;Sales\r\n"))
    }

    @Test("many soft line breaks are joined in linear time")
    func softBreaks() {
        let note = "NOTE;ENCODING=QUOTED-PRINTABLE:" + String(repeating: "abcdefghij=\r\n", count: 20_000) + "end"
        let people = read("BEGIN:VCARD", "VERSION:2.1", "FN:Jo", note, "EMAIL:jo@example.test", "END:VCARD")
        #expect(people.map(\.name) == ["Jo"] && people.first?.emails == ["jo@example.test"])
    }

    @Test("version 2.1 is read with quoted-printable, soft breaks and charset")
    func old() {
        let people = read(
            "BEGIN:VCARD", "VERSION:2.1", "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg=20",
            "EMAIL;INTERNET:joerg@example.test", "NOTE;ENCODING=QUOTED-PRINTABLE:a=", "b", "END:VCARD")
        #expect(people.map(\.name) == ["Jörg"])
        #expect(people.map(\.emails) == [["joerg@example.test"]])
        #expect(people.map(\.card.note) == ["ab"])
    }

    @Test("a group card adds its members to the group, by address and by UID")
    func groups() {
        let people = read(
            "BEGIN:VCARD", "FN:Anna", "UID:urn:uuid:1", "EMAIL:a@x.test", "END:VCARD",
            "BEGIN:VCARD", "FN:Bob", "EMAIL:b@x.test", "END:VCARD", "BEGIN:VCARD", "FN:Carl", "EMAIL:c@x.test",
            "END:VCARD",
            "BEGIN:VCARD", "KIND:group", "FN:Choir", "MEMBER:urn:uuid:1", "MEMBER:mailto:B@x.test", "END:VCARD")
        #expect(people.map(\.card.groups) == [["Choir"], ["Choir"], []])
    }

    @Test("M-1, T-1: no card value puts control characters or line ends in a header or on screen")
    func hostile() {
        let people = read(
            "BEGIN:VCARD", "FN:Eve\\nBcc: x@y.test\u{1B}[2J", "EMAIL:eve@x.test", "ORG:a\u{7}b", "TEL:1\u{1B}2",
            "CATEGORIES:c\u{7}d", "END:VCARD",
            "BEGIN:VCARD", "FN:Ed", "EMAIL:ed@x.test\\nBcc: z@y.test", "EMAIL:ed@work.test", "END:VCARD")
        #expect(people.count == 2)
        for person in people {
            for text in [person.name, person.card.firm] + person.emails + person.card.groups + person.card.phones {
                #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
            }
        }
        #expect(people.allSatisfy { $0.emails.allSatisfy { !$0.contains(" ") } })
    }

    @Test("a written card reads back unchanged, in lines of at most 75 bytes", arguments: 0..<100)
    func law(seed: Int) {
        var random = SeededRandom(seed: seed)
        let signs: [Character] = ["a", "ß", "漢", "👩‍👩‍👧", ",", ";", "\\", ":", "\"", " ", "=", "é", "م"]
        func word(_ random: inout SeededRandom) -> String {
            "w"
                + String(
                    (0..<Int.random(in: 0..<60, using: &random)).compactMap { _ in signs.randomElement(using: &random) }
                ) + "w"
        }
        let people = (0..<Int.random(in: 1..<4, using: &random)).map { index in
            AddressCard(
                name: word(&random), emails: ["p\(index)@example.test"],
                card: ContactCard(
                    phones: [word(&random)], firm: word(&random), note: word(&random) + "\n" + word(&random),
                    groups: [word(&random), word(&random)]))
        }
        let text = VCard.text(people)
        #expect(VCard.read(Array(text.utf8)) == people)
        #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
    }

    @Test("a group holds each person once: at the address it names, else at the preferred address")
    func groupsOfOne() throws {
        let people = read(
            "BEGIN:VCARD", "UID:urn:uuid:1", "FN:Ann", "EMAIL:work@x.test", "EMAIL;PREF=1:ann@x.test",
            "CATEGORIES:Friends",
            "END:VCARD",
            "BEGIN:VCARD", "KIND:group", "FN:Team", "MEMBER:mailto:work@x.test", "END:VCARD",
            "BEGIN:VCARD", "KIND:group", "FN:Choir", "MEMBER:urn:uuid:1", "END:VCARD")
        let ann = try #require(people.first)
        #expect(ann.emails == ["ann@x.test", "work@x.test"])
        #expect(ann.card(of: "ann@x.test").groups == ["Friends", "Choir"])
        #expect(ann.card(of: "work@x.test").groups == ["Team"])
    }

    @Test("a person with several addresses is exported as one card, with each group at its address")
    func several() throws {
        let file = [
            "BEGIN:VCARD", "VERSION:4.0", "UID:urn:uuid:1", "FN:Ann", "EMAIL:work@x.test", "EMAIL;PREF=1:ann@x.test",
            "ORG:Wheel\\, Inc", "NOTE:plays", "CATEGORIES:Friends", "END:VCARD",
            "BEGIN:VCARD", "VERSION:4.0", "FN:Bo", "EMAIL:bo@x.test", "EMAIL:bob@x.test", "END:VCARD",
        ].joined(separator: "\r\n")
        let people = VCard.read(Array(file.utf8))
        func contacts(_ people: [AddressCard]) -> [Contact] {
            people.flatMap { person in person.emails.map { (person, $0) } }.enumerated().map { index, entry in
                Contact(
                    id: ContactID(Int64(index)), account: AccountID(1), remoteID: nil,
                    address: MailAddress(name: entry.0.name, email: entry.1), card: entry.0.card(of: entry.1))
            }
        }
        var kept = contacts(people)
        #expect(kept.map(\.card?.note) == ["plays", "plays", "", ""])
        // In the order of a list.
        kept.swapAt(0, 1)
        let cards = AddressCard.cards(of: kept)
        #expect(cards.map(\.emails) == [["ann@x.test", "work@x.test"], ["bo@x.test", "bob@x.test"]])
        #expect(cards.map(\.card.groups) == [["Friends"], []] && cards.map(\.card.firm) == ["Wheel, Inc", ""])
        let again = VCard.read(Array(VCard.text(cards).utf8))
        #expect(contacts(again).map(\.card) == contacts(people).map(\.card))
        kept[0].card?.groups = ["Team"]
        kept[2].address.name = "Robert"
        #expect(
            AddressCard.cards(of: kept).map(\.emails)
                == [["work@x.test"], ["ann@x.test"], ["bo@x.test"], ["bob@x.test"]], "what differs stands alone")
    }

    @Test("a cut-off card is read as far as it goes, group-only members are added, cards without address are counted")
    func rest() {
        let text = [
            "BEGIN:VCARD", "FN:Nobody", "END:VCARD",
            "BEGIN:VCARD", "KIND:group", "FN:Choir", "MEMBER:mailto:cy@example.test", "MEMBER:mailto:Bo@example.test",
            "END:VCARD", "BEGIN:VCARD", "FN:Bo", "EMAIL:bo@example.test", "END:VCARD",
            "BEGIN:VCARD", "FN:Cut", "EMAIL:cut@example.test",
        ].joined(separator: "\r\n")
        let contents = VCard.contents(Array(text.utf8))
        #expect(contents.withoutAddress == 1)
        #expect(contents.people.map(\.emails) == [["bo@example.test"], ["cut@example.test"], ["cy@example.test"]])
        #expect(contents.people.map(\.card.groups) == [["Choir"], [], ["Choir"]])
    }
}
