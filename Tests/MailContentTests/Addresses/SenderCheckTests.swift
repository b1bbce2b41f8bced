import Foundation
import InboxModel
import TestSupport
import Testing

@testable import MailContent

@Suite("Who a message claims to be from")
struct SenderCheckTests {
    @Test(
        "H-1: a name that holds an address other than its own is marked",
        arguments: [
            ("Ann", false), ("ann@example.test", false), ("\"ann@example.test\"", false), ("boss@bank.test", true),
            ("Boss <boss@bank.test>", true), ("boss\u{FF20}bank.test", true), ("", false),
        ])
    func otherAddress(name: String, isMarked: Bool) {
        let notes = SenderCheck.notes(on: MailAddress(name: name, email: "ann@example.test"))
        #expect(notes.isEmpty != isMarked, "\(notes)")
    }

    @Test("H-2: an overlong label is not fully decoded: thousands of letters cost no more than the longest name")
    func endless() {
        let letters = (0x4E00..<0x5DA0).compactMap(Unicode.Scalar.init).map { String($0) }.joined()
        let found = EmailAddress.shownDomain("а\(letters)b.test")
        #expect(found.isOdd && found.text.hasPrefix("xn--") && found.text.hasSuffix("….test"))
        #expect(found.text.utf8.count < 400)
        let code = "xn--" + String(repeating: "a", count: 4_000)
        #expect(EmailAddress.shownDomain(code + ".test").text == code + ".test")
    }

    @Test(
        "H-2: a domain is shown in its own script only if it can't be mistaken for another",
        arguments: [
            ("example.test", "example.test", false), ("bücher.de", "bücher.de", false),
            ("xn--bcher-kva.de", "bücher.de", false), ("почта.рф", "почта.рф", false),
            ("xn--80a1acny.xn--p1ai", "почта.рф", false), ("例え.テスト", "例え.テスト", false),
            ("例えlatin.jp", "例えlatin.jp", false), ("한국어.kr", "한국어.kr", false), ("παράδειγμα.gr", "παράδειγμα.gr", false),
            // A Cyrillic letter among Latin ones.
            ("pаypal.test", "xn--pypal-4ve.test", true), ("xn--pypal-4ve.test", "xn--pypal-4ve.test", true),
            // Entirely Cyrillic, and entirely mistakable for Latin.
            ("хорор.test", "xn--n1a9abd.test", true), ("сосо.рф", "сосо.рф", false),
            // Invalid encodings.
            ("xn--abc.test", "xn--abc.test", true), ("xn--.test", "xn--.test", true),
            ("xn--999999999999999999999.test", "xn--999999999999999999999.test", true),
            // Symbols that are not letters.
            ("a⁄b.test", "xn--ab-3d2a.test", true), ("gооgle.test", "xn--ggle-55da.test", true),
            // A mark without a letter.
            ("\u{301}paypal.test", "xn--paypal-hxd.test", true), ("p\u{332}aypal.test", "xn--paypal-.test", true),
            ("bu\u{308}cher.de", "bücher.de", false),
        ])
    func domains(domain: String, shown: String, isOdd: Bool) {
        let found = EmailAddress.shownDomain(domain)
        if shown.hasPrefix("xn--"), !domain.hasPrefix("xn--") {
            #expect(found.text.hasPrefix("xn--") && found.text.utf8.allSatisfy { $0 < 0x80 })
        } else {
            #expect(found.text == shown)
        }
        #expect(found.isOdd == isOdd)
        let notes = SenderCheck.notes(on: MailAddress(name: "Ann Lee", email: "ann@" + domain))
        #expect(notes.isEmpty != isOdd, "\(notes)")
        #expect(EmailAddress.shown("ann@" + domain) == "ann@" + found.text)
    }

    @Test("H-2: no letter or mark beside the @ hides the domain", arguments: ["ann@\u{301}", "ann\u{D4E}@"])
    func joinedSign(local: String) {
        let email = local + "раураӏ.test"
        let shown = EmailAddress.shown(email)
        #expect(shown.contains("xn--") && !shown.contains("раураӏ"), "\(shown)")
        #expect(SenderCheck.notes(on: MailAddress(name: "Bank", email: email)).count == 1)
    }

    @Test(
        "H-2: words that mix Latin with lookalike letters are marked, names in other alphabets are not",
        arguments: [
            ("Pаypal Support", true), ("Мария Иванова", false), ("Αθηνά", false), ("Mария", true),
            ("Zoë Müller", false),
            ("東京 Tower", false), ("5μm Laser", false), ("Анна Smith", false),
        ])
    func names(name: String, isMarked: Bool) {
        let notes = SenderCheck.notes(on: MailAddress(name: name, email: "a@example.test"))
        #expect(notes.isEmpty != isMarked, "\(notes)")
    }

    @Test(
        "H-2: the part before the @ is marked if letters of it can be taken for others",
        arguments: [
            ("p\u{430}ypal", true), ("хорор", true), ("мария", false), ("zoë", false), ("ann.lee", false),
        ])
    func localParts(local: String, isMarked: Bool) {
        let notes = SenderCheck.notes(on: MailAddress(name: "Ann", email: local + "@example.test"))
        #expect(notes.isEmpty != isMarked && notes.allSatisfy { $0.contains("can be taken for others") }, "\(notes)")
    }

    @Test("H-1: nothing is said of the user's own mail", arguments: [false, true])
    func ownMail(isOwn: Bool) {
        let message = Message(
            id: MessageID(1), account: AccountID(1), remoteID: nil, thread: ThreadID(1), subject: "",
            from: [MailAddress(name: "boss@bank.test", email: "Ann@example.test")], receivedAt: .test(0))
        let own: Set = [isOwn ? "ann@example.test" : "me@example.test"]
        #expect(SenderCheck.notes(on: message, known: KnownPeople(), own: own).isEmpty == isOwn)
    }

    private static let known = KnownPeople([
        contact("Ann Smith", "ann@example.test", sent: 3), contact("Bob", "bob@modern-bank.test", sent: 1),
        contact("Carl Gustav", "carl@elsewhere.test", sent: 0),
    ])

    private static func contact(_ name: String, _ email: String, sent: Int) -> Contact {
        Contact(
            id: ContactID(0), account: AccountID(1), remoteID: nil, address: MailAddress(name: name, email: email),
            sentCount: sent)
    }

    @Test(
        "H-2: a known name with an unknown address, and a lookalike of a known domain, are marked",
        arguments: [
            ("Ann Smith", "ann@example.test", false), ("Smith, Ann", "ann.smith@free.test", true),
            ("Аnn Smith", "ann.smith@free.test", true), ("Ann", "ann@free.test", false),
            ("Carl Gustav", "carl@free.test", false), ("Bob", "bob@modem-bank.test", true),
            ("Bob", "bob@modern-bank.test", false), ("Eve", "eve@mail.modern-bank.test", false),
            ("Eve", "eve@examp1e.test", true), ("Eve", "eve@éxample.test", true),
            ("Ann Smith", "BOB@modern-bank.test", false),
        ])
    func acquaintances(name: String, email: String, isMarked: Bool) {
        let notes = SenderCheck.notes(on: MailAddress(name: name, email: email), known: Self.known)
        #expect(notes.isEmpty != isMarked, "\(notes)")
    }

    @Test(
        "H-2: a link to a lookalike of a contact's domain is marked",
        arguments: [
            ("https://modem-bank.test/login", true), ("https://login.modem-bank.test/", true),
            ("https://modern-bank.test/login", false), ("https://login.modern-bank.test/", false),
            ("http://examp1e.test:80/", true), ("mailto:pay@examp1e.test", true),
            ("mailto:ann@example.test,pay@examp1e.test?subject=Now", true), ("mailto:ann@example.test", false),
            ("https://other.test/examp1e.test", false),
        ])
    func links(target: String, isMarked: Bool) {
        let link = StyledText.Link(target: target, text: "Here")
        #expect((link.compared(with: Self.known).note != nil) == isMarked)
        #expect(link.compared(with: KnownPeople()) == link)
        let noted = StyledText.Link(target: target, text: "Here", note: "It is odd")
        #expect(noted.compared(with: Self.known) == noted)
    }

    @Test("a label survives Punycode and back", arguments: 0..<200)
    func roundTrip(seed: Int) {
        var random = SeededRandom(seed: seed)
        let alphabets: [ClosedRange<UInt32>] = [
            0x61...0x7A, 0xE0...0xFF, 0x430...0x44F, 0x4E00...0x9FFF, 0x1F600...0x1F64F,
        ]
        let scalars = (0..<Int.random(in: 1..<15, using: &random)).compactMap { _ in
            Unicode.Scalar(UInt32.random(in: alphabets[Int.random(in: 0..<5, using: &random)], using: &random))
        }
        let text = String(String.UnicodeScalarView(scalars))
        #expect(Punycode.decoded(Punycode.encoded(text)) == text, "seed \(seed)")
    }

    @Test("Punycode matches the samples of RFC 3492 §7.1")
    func samples() {
        #expect(Punycode.encoded("ليهمابتكلموشعربي؟") == "egbpdaj6bu4bxfgehfvwxn")
        #expect(Punycode.encoded("3年b組金八先生") == "3b-ww4c5e180e575a65lsy2b")
        #expect(Punycode.decoded("ihqwcrb4cv8a8dqg056pqjye") == "他们为什么不说中文")
    }
}
