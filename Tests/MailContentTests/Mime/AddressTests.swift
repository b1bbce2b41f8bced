import InboxModel
import MailContent
import Testing

@Suite("Address headers")
struct AddressTests {
    private static func read(_ value: String) -> [String] {
        ParsedMessage.header("To: " + value).to.map { $0.name.isEmpty ? $0.email : "\($0.name) <\($0.email)>" }
    }

    @Test(
        "H-3: addresses are split, then decoded",
        arguments: [
            ("ann@a.test", ["ann@a.test"]),
            ("Ann Lee <ann@a.test>, bob@b.test", ["Ann Lee <ann@a.test>", "bob@b.test"]),
            ("\"Lee, Ann\" <ann@a.test>", ["Lee, Ann <ann@a.test>"]),
            ("=?utf-8?q?Lee=2C_Ann?= <ann@a.test>", ["Lee, Ann <ann@a.test>"]),
            ("=?utf-8?q?x=40evil=2Etest=2C_y?= <ann@a.test>", ["x@evil.test, y <ann@a.test>"]),
            ("=?utf-8?b?PGV2aWxAeC50ZXN0Piw=?= <ann@a.test>", ["<evil@x.test>, <ann@a.test>"]),
            ("=?utf-8?Q?M=C3=BCller,_Ann?= <ann@a.test>, b@b.test", ["Müller, Ann <ann@a.test>", "b@b.test"]),
            ("=?utf-8?Q?a, b@b.test, ?= <ann@a.test>", ["=?utf-8?Q?a", "b@b.test", "?= <ann@a.test>"]),
            ("Team: ann@a.test, Bob <bob@b.test>;, carl@c.test", ["ann@a.test", "Bob <bob@b.test>", "carl@c.test"]),
            ("undisclosed-recipients:;", []),
            ("ann@a.test;bob@b.test", ["ann@a.test", "bob@b.test"]),
            ("ann@a.test,,bob@b.test,", ["ann@a.test", "bob@b.test"]),
            ("<ann@a.test>", ["ann@a.test"]),
            ("Ann (the, boss) <ann@a.test>", ["Ann <ann@a.test>"]),
            ("<ann@a.test> Ann Lee", ["Ann Lee <ann@a.test>"]),
            ("Ann <ann@a.test> bob@b.test", ["Ann <ann@a.test>"]),
            ("\"\" <ann@a.test> (boss)", ["ann@a.test"]),
        ])
    func split(value: String, expected: [String]) {
        #expect(Self.read(value) == expected)
    }

    @Test(
        "H-3: an unclosed quote, comment or bracket hides no recipient",
        arguments: [
            "\"Ann <ann@a.test>, Bob <bob@b.test>", "Ann (x <ann@a.test>, Bob <bob@b.test>",
            "Ann <ann@a.test, Bob <bob@b.test>", "\\\"Ann <ann@a.test>, Bob <bob@b.test>",
        ])
    func unbalanced(value: String) {
        let addresses = ParsedMessage.header("To: " + value).to
        #expect(addresses.contains { $0.email == "bob@b.test" })
        #expect(addresses.count == 2)
    }

    @Test("H-3: a long comment or quote does not replace the address")
    func longComment() {
        let long = String(repeating: "x", count: 5_000)
        for value in ["Ann <ann@a.test> (\(long) <evil@x.test>)", "\"\(long) <evil@x.test>\" <ann@a.test>"] {
            #expect(ParsedMessage.header("To: " + value).to.map(\.email) == ["ann@a.test"])
        }
    }

    @Test(
        "an invalid address that gets mail can be answered; an escaped quote does not end a quoted name",
        arguments: [
            ("Ann <ann.@docomo.example>", "Ann", "ann.@docomo.example"),
            (#""\"Ann" <ann@x.test>"#, #""Ann"#, "ann@x.test"),
            (#""Ann \"the\" Bee\"" <a@x.test>"#, #"Ann "the" Bee""#, "a@x.test"),
        ])
    func oddities(raw: String, name: String, email: String) {
        #expect(ParsedMessage.header("From: " + raw).from == [MailAddress(name: name, email: email)])
    }

    @Test("an invalid address is still shown")
    func junk() {
        let to = ParsedMessage.header("To: just some words").to
        #expect(to.count == 1)
        #expect(to.first.map { $0.name + $0.email }?.isEmpty == false)
    }

    @Test("empty brackets give no address", arguments: ["<>", "Ann <>", " < > ", "\"\" <>"])
    func empty(value: String) {
        let message = ParsedMessage.header("From: \(value)\nReply-To: \(value)")
        #expect((message.from + message.replyTo).allSatisfy { $0.email.isEmpty })
        #expect(ParsedMessage.header("From: <>\nReply-To: <>").from.isEmpty, "and there is nothing to show")
    }

    @Test("repeated recipient headers add up")
    func several() {
        let message = ParsedMessage.parse(
            "To: a@a.test\nTo: b@b.test\nCc: c@c.test\nReply-To: r@r.test\nBcc: x@x.test\n\n")
        #expect(message.to.map(\.email) == ["a@a.test", "b@b.test"])
        #expect(message.cc.map(\.email) == ["c@c.test"])
        #expect(message.replyTo.map(\.email) == ["r@r.test"])
        #expect(message.bcc.map(\.email) == ["x@x.test"])
    }

    @Test("an address has no spaces and no control characters")
    func tidy() {
        let addresses = ParsedMessage.parse(
            Array("From: A <a\u{1}b @c.test>\nTo: =?utf-8?q?N=0Aame?= <n@n.test>\n\n".utf8))
        for address in addresses.from + addresses.to {
            #expect(address.email.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F })
            #expect(!address.name.contains("\n"))
        }
    }
}
