import InboxModel
import MailContent
import Testing

@Suite("Addresses in forms and labels")
struct EmailAddressTests {
    @Test(
        "an address needs a dotted domain",
        arguments: [
            ("jhon", false), ("jhon@gmail", false), ("jhon@gmail.com", true), ("a b@gmail.com", true),
            (" jhon@gmail.com", true),
            ("a@b@gmail.com", true), ("a@-gmail.com", true), ("jhon@gmail.com ", false), ("jhon@gmail.c0m", false),
            ("jhon@gmail.c", false),
            ("jh\non@gmail.com", false), ("jhon@gmail.com\n", false), ("@gmail.com", false), ("jhon@.com", false),
            ("jhon@gmail..com", false),
            ("jhon@mail.gmail.com", true), ("jhon@gmäil.com", false), ("jhön@gmail.com", true), ("", false),
            ("jhon@gmail.com.", false),
            ("jhon@gm_ail.com", false), ("jhon@123.com", true), ("jhon@xn--gmil-5qa.xn--p1ai", true),
            ("jhon@gmail.xn--", false), ("jhon@gmail.xn--p_1", false),
        ])
    func valid(text: String, isValid: Bool) {
        #expect(EmailAddress.isValid(text) == isValid, "\(text)")
    }

    @Test(
        "mail may go to single-label hosts, IP literals and addresses that a form would reject",
        arguments: [
            ("a@localhost", true), ("root@mail_host", true), ("a@sub_domain.test", true), ("a@[127.0.0.1]", true),
            ("a@[IPv6:2001:db8::1]", true), ("ann@gmail", true), ("ann@a.test", true), ("ann@10.test", true),
            ("x@y", false), ("bob", false), ("a@", false), ("@localhost", false), ("a@[127.0.0.300]", false),
            ("a@[127.0.0.1", false), ("a@[x]", false), ("a@[IPv6:1]", false), ("a@a..test", false), ("a@.test", false),
            ("a@-host", false), ("a@host-", false), ("a@127.0.0.1", false), ("a@host.", false),
            ("a b@localhost", false),
            ("a@ho st", false),
        ])
    func writable(text: String, isWritable: Bool) {
        #expect(EmailAddress.isWritable(text) == isWritable, "\(text)")
        if isWritable { #expect(AddressList.parse(text).addresses.map(\.email) == [text], "\(text)") }
    }

    @Test("a single-label host is recognised as short, except localhost")
    func shortHost() {
        #expect(EmailAddress.hasShortHost("ann@gmail") && EmailAddress.hasShortHost("a@MAIL"))
        for other in ["a@localhost", "a@a.test", "a@[127.0.0.1]", "a"] { #expect(!EmailAddress.hasShortHost(other)) }
    }

    @Test(
        "a domain is written in ASCII, and a quoted local part keeps its spaces",
        arguments: [
            ("ann@a.test", "ann@a.test"), ("ann@müller.de", "ann@xn--mller-kva.de"),
            ("x@МОСКВА.рф", "x@xn--80adxhks.xn--p1ai"),
            ("x@例え。テスト", "x@xn--r8jz45g.xn--zckzah"), ("jörg@a.test", "jörg@a.test"), (" a b @a.test", "ab@a.test"),
            ("\"a b\"@a.test", "\"a b\"@a.test"), ("\"a\\\" b\"@a.test", "\"a\\\" b\"@a.test"),
            ("\"a b@a.test", "\"ab@a.test"),
            ("a\r\nBcc: x@a.test", "aBcc:x@a.test"), ("a@ﬁsh.test", "a@fish.test"), ("a@ＦＯＯ．test", "a@foo.test"),
            ("a@①.test", "a@1.test"), ("a@ﬁschöl.de", "a@xn--fischl-0xa.de"),
            ("a@\u{301}b.test", "a@xn--b-wbb.test"),
        ])
    func written(email: String, expected: String) {
        #expect(EmailAddress.written(email) == expected)
    }

    @Test(
        "internationalised domains are parsed, typed and written in the same form",
        arguments: ["ann@müller.de", "ann@xn--mller-kva.de", "Ann <ann@MÜLLER.de>"])
    func foreignDomains(text: String) {
        #expect(ParsedMessage.header("To: " + text).to.map(\.email) == ["ann@xn--mller-kva.de"])
        let typed = AddressList.parse(text)
        #expect(typed.addresses.map(\.email) == ["ann@xn--mller-kva.de"] && typed.rest.isEmpty)
        #expect(typed.addresses.map { EmailAddress.shown($0.email) } == ["ann@müller.de"])
    }

    @Test("a quoted local part is kept as it is")
    func quotedLocalPart() {
        #expect(ParsedMessage.header("To: \"a b\"@x.test").to.map(\.email) == ["\"a b\"@x.test"])
    }

    private static let ann = MailAddress(name: "Ann Lee", email: "ann@a.test")
    private static let bob = MailAddress(name: "Stone, Bob", email: "bob@b.test")
    private static let carl = MailAddress(email: "carl@c.test")
    private static let me = MailAddress(name: "Whoever", email: "Me@Home.test")

    private static func label(_ addresses: [MailAddress], _ width: Int = 80, mode: RecipientsLabel.Own = .first)
        -> String
    {
        RecipientsLabel.text(addresses: addresses, own: ["me@home.test"], width: width, showing: mode)
    }

    @Test("without … a shortened label ends in three full stops, within the width")
    func plainEllipsis() {
        func label(_ addresses: [MailAddress], _ width: Int) -> String {
            RecipientsLabel.text(addresses: addresses, own: [], width: width, ellipsis: "...")
        }
        let union = MailAddress(name: "Northgate Credit Union", email: "post@north.test")
        #expect(label([union], 22) == "Northgate Credit Union")
        #expect(label([union], 20) == "Northgate Credit ...")
        #expect(label([union], 2) == "..")
    }

    @Test("a title is not a first name")
    func titles() {
        let people = ["Dr Nadia Rahman", "Prof. Dr. Ben Ames", "Dr"].map {
            MailAddress(name: $0, email: "\($0.count)@a.test")
        }
        #expect(Self.label(people) == "Nadia, Ben and Dr")
    }

    @Test("names are joined as in a sentence")
    func names() {
        #expect(Self.label([]) == "(No Recipients)")
        #expect(Self.label([Self.ann]) == "Ann Lee")
        #expect(Self.label([Self.ann, Self.bob]) == "Ann Lee and “Stone, Bob”")
        #expect(Self.label([Self.ann, Self.bob, Self.carl]) == "Ann, Bob and carl@c.test")
        #expect(Self.label([Self.ann, Self.ann]) == "Ann Lee")
    }

    @Test("the user's address is Me, once and first, or left out")
    func own() {
        #expect(Self.label([Self.ann, Self.me, Self.me]) == "Me and Ann Lee")
        #expect(Self.label([Self.ann, Self.me], mode: .dropped) == "Ann Lee")
        #expect(Self.label([Self.me], mode: .dropped) == "Me")
        #expect(Self.label([Self.ann, Self.bob, Self.me]) == "Me, Ann and Bob")
    }

    @Test(
        "recipients cut off are counted",
        arguments: [
            (24, "Ann, Bob and carl@c.test"), (23, "Ann, Bob, carl@c.test"), (20, "Ann, Bob and 1 more…"),
            (16, "Ann, Bob +1"), (10, "Ann +2"), (4, "Ann…"),
        ])
    func narrow(width: Int, expected: String) {
        let text = Self.label([Self.ann, Self.bob, Self.carl], width)
        #expect(text == expected)
        #expect(text.count <= max(width, 1))
    }

    @Test("if only a single name fits, it is not the user's")
    func narrowWithMe() {
        let all = [Self.me, Self.ann, Self.bob]
        #expect(Self.label(all, 10) == "Me, Ann +1")
        #expect(Self.label(all, 9) == "Ann +2")
        #expect(Self.label(all, 4) == "Ann…")
    }

    @Test("a prefix precedes the first name, hostile names are cleaned")
    func prefix() {
        let text = RecipientsLabel.text(
            addresses: [MailAddress(name: "A\u{1B}\u{202E}b", email: "x@y.test")], own: [], width: 40, prefix: "To: ")
        #expect(text == "To: A\u{FFFD}\u{FFFD}b")
    }
}
