import InboxModel
import MailContent
import Testing

@Suite("Typed recipients")
struct AddressListTests {
    @Test(
        "commas, semicolons and line ends separate addresses, and names stay with them",
        arguments: [
            ("ann@example.org", ["|ann@example.org"]),
            ("Ann Smith <ann@example.org>, bob@example.org", ["Ann Smith|ann@example.org", "|bob@example.org"]),
            ("\"Smith, Ann\" <ann@example.org>;bob@example.org", ["Smith, Ann|ann@example.org", "|bob@example.org"]),
            ("ann@example.org\nbob@example.org", ["|ann@example.org", "|bob@example.org"]),
            ("ann@example.org (Ann Smith)", ["Ann Smith|ann@example.org"]),
            ("Ann <ann@example.org> (at work)", ["Ann|ann@example.org"]),
            (
                "\"Smith, Ann\" <ann@example.org> Bob <bob@example.org>",
                ["Smith, Ann|ann@example.org", "Bob|bob@example.org"]
            ),
            ("\"ann smith\"@example.org", ["|\"ann smith\"@example.org"]),
            (
                "ann@example.org bob@example.org\tcy@example.org",
                ["|ann@example.org", "|bob@example.org", "|cy@example.org"]
            ),
            ("<ann@example.org> <bob@example.org>", ["|ann@example.org", "|bob@example.org"]),
            ("Ann <ann@example.org> Bob <bob@example.org>", ["Ann|ann@example.org", "Bob|bob@example.org"]),
            ("ann@work.example <ann@example.org>", ["ann@work.example|ann@example.org"]),
        ])
    func parse(_ text: String, _ expected: [String]) {
        let (addresses, rest) = AddressList.parse(text)
        #expect(addresses.map { "\($0.name)|\($0.email)" } == expected)
        #expect(rest.isEmpty)
    }

    @Test("invalid addresses are left over")
    func rest() {
        let (addresses, rest) = AddressList.parse("ann@example.org, bob, x@y")
        #expect(addresses.map(\.email) == ["ann@example.org"])
        #expect(rest == "bob, x@y")
    }

    @Test(
        "M-7: words beside an address are left over, so that no recipient is silently dropped",
        arguments: [
            ("eve@example.org frank", "eve@example.org", "frank"),
            ("Bob and eve@example.org frank", "eve@example.org", "Bob and frank"),
            ("write to ann@example.org please", "ann@example.org", "write to please"),
            ("Ann <ann@example.org> Bob", "ann@example.org", "Bob"),
            ("\"Smith, Ann\" <ann@example.org> Bob", "ann@example.org", "Bob"),
            ("ann@example.org (Ann) bob", "ann@example.org", "bob"),
        ])
    func beside(_ text: String, _ address: String, _ left: String) {
        let (addresses, rest) = AddressList.parse(text)
        #expect(addresses.map(\.email) == [address] && rest == left)
    }

    @Test(
        "a written address parses to itself",
        arguments: [
            "Ann", "Smith, Ann", "A \"B\" C", "", "Zoë Ö", "a\\b", "H-3: a\u{D4E}\", eve@example.org, \"\u{301}x",
        ])
    func roundTrip(_ name: String) {
        let address = MailAddress(name: name, email: "ann@example.org")
        #expect(AddressList.parse(AddressList.text(of: address)).addresses == [address])
    }
}
