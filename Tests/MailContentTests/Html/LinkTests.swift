import MailContent
import Testing

@Suite("Links")
struct LinkTests {
    @Test(
        "W-6: only http, https and mailto are links",
        arguments: [
            ("https://a.test/x", "https://a.test/x"), ("HTTP://A.test", "http://A.test"),
            ("mailto:a@b.test", "mailto:a@b.test"),
            ("//a.test/x", "https://a.test/x"), (" ht\ntp://a.test", "http://a.test"), ("javascript:alert(1)", nil),
            ("java\tscript:alert(1)", nil), ("\u{1}javascript:x", nil), ("data:text/html,x", nil),
            ("file:///etc/passwd", nil),
            ("vbscript:x", nil), ("x-custom:y", nil), ("/relative", nil), ("#place", nil), ("", nil), ("http://", nil),
            ("mailto:", nil),
            ("http:\\\\a.test\\x", "http://a.test%5Cx"), ("http://a.test/a b\"<>", "http://a.test/a%20b%22%3C%3E"),
            ("http://a.test/\u{202E}x", "http://a.test/%E2%80%AEx"), ("-http://a.test", nil),
        ] as [(String, String?)])
    func targets(raw: String, expected: String?) {
        #expect(LinkCheck.target(of: raw) == expected)
    }

    @Test(
        "W-5: a link is marked if its text names another site or its target misleads",
        arguments: [
            ("https://bank.test/login", "https://evil.test/", true),
            ("www.bank.test", "http://bank.test.evil.test", true),
            ("bank.com", "https://evil.test", true), ("here", "http://bank.test@evil.test/", true),
            ("here", "http://1.2.3.4/", true),
            ("here", "http://2130706433/", true), ("here", "http://[::1]/", true),
            ("here", "http://a.test:8080/", true),
            ("here", "https://xn--bnk-tla.test/", false), ("here", "https://bänk.test/", false),
            ("here", "https://xn--mgberp4a5d4ar.example/", false), ("here", "https://pаypal.test/", true),
            ("here", "https://xn--pypal-4ve.test/", true),
            ("https://bank.test", "https://bank.test/x?y=1", false),
            ("https://bank.test/", "http://www.bank.test", false),
            ("bank.test", "https://mail.bank.test/click?u=1", false), ("Click here", "https://bank.test", false),
            ("report.pdf", "https://files.test/1", false), ("a@b.test", "mailto:c@d.test", true),
            ("e.g. this", "https://x.test", false),
            ("1.2.3", "https://x.test", false), ("shop.co.uk", "https://www.shop.co.uk/", false),
            ("a.co.uk", "https://b.co.uk/", true), ("ann.github.io", "https://eve.github.io/", true),
            ("www.gov.uk", "https://service.gov.uk/", true), ("a.kyoto.jp", "https://www.a.kyoto.jp/", false),
            ("Visit www.bank.test now", "https://evil.test/", true),
            ("Log in at “bank.com”.", "https://evil.test/", true),
            ("help@bank.test", "https://evil.test/", true), ("ban\u{200B}k.com", "https://evil.test/", true),
            ("bank。com", "https://evil.test/", true), ("b\u{332}ank.\u{332}c\u{332}om", "https://evil.test/", true),
            ("bu\u{308}cher.de", "https://bücher.de/", false), ("mail bob@bank.test", "mailto:bob@evil.test", true),
            ("a (https://bank.test/x) b", "https://bank.test/", false), ("@ann said so.", "https://evil.test/", false),
            ("bob@bank.test", "mailto:Bob@Bank.test?subject=x@y.test", false),
            ("Write to us", "mailto:a@b.test", false),
            ("a@b.test", "mailto:x@c.test,a%40b.test", false),
            ("photos.museum", "https://evil.test/", true), ("photos.zip", "https://files.test/", false),
            ("🔒bank.test", "https://evil.test/", true), ("→https://bank.test/x→", "https://evil.test/", true),
            ("//bank.test/x", "https://evil.test/", true), ("hxxps://bank.test", "https://evil.test/", true),
            ("bank.test/?u=https://evil.test", "https://evil.test/", true), ("#team.chat", "https://a.test/", false),
            ("🔒bank.test🔒", "https://bank.test/", false),
        ])
    func suspicion(text: String, target: String, isMarked: Bool) {
        #expect((LinkCheck.note(text: text, target: target) != nil) == isMarked, "\(text) → \(target)")
    }

    @Test(
        "H-2: a host whose letters can be mistaken is noted and shown in ASCII",
        arguments: [
            ("here", "https://pаypal.test/x", "The host has letters that may only look familiar: xn--pypal-4ve.test"),
            ("bank.test", "https://pаypal.test/", "The text says bank.test, but it leads to xn--pypal-4ve.test"),
            ("https://pаypal.test", "https://a.test/", "The text says xn--pypal-4ve.test, but it leads to a.test"),
            (
                "here", "https://ann@pаypal.test/",
                "The name “ann” in front of the @ is not where it leads: that is xn--pypal-4ve.test"
            ),
            (
                "Write to us", "mailto:help@pаypal.test",
                "The address has letters that may only look familiar: xn--pypal-4ve.test"
            ),
            (
                "Write to us", "mailto:a@b.test,help@p%D0%B0ypal.test",
                "The address has letters that may only look familiar: xn--pypal-4ve.test"
            ),
            (
                "bo@bank.test", "mailto:bo@pаypal.test",
                "The text says bank.test, but it writes to xn--pypal-4ve.test"
            ),
            ("here", "https://bänk.test/", nil), ("Write to us", "mailto:a@bänk.test", nil),
        ] as [(String, String, String?)])
    func lookAlikes(text: String, target: String, note: String?) {
        #expect(LinkCheck.note(text: text, target: target) == note)
    }

    @Test(
        "H-2: a target is shown with its host in ASCII if its letters can be mistaken, and opened as it is",
        arguments: [
            ("https://pаypal.test/x?a=pаypal.test#y", "https://xn--pypal-4ve.test/x?a=pаypal.test#y"),
            ("http://ann@WWW.Pаypal.test:8080", "http://ann@www.xn--pypal-4ve.test:8080"),
            ("https://bänk.test/", "https://bänk.test/"), ("https://A.test/x", "https://A.test/x"),
            ("mailto:a@pаypal.test", "mailto:a@pаypal.test"),
        ])
    func shown(target: String, shown: String) {
        #expect(LinkCheck.shown(target) == shown)
        #expect(LinkCheck.target(of: target) == target)
    }

    @Test("H-2: an image map's part without words is shown by a host whose letters can't be mistaken")
    func areas() {
        let text = StyledText(html: "<map><area href='https://pаypal.test/x'></map>")
        #expect(text.plainText.contains("[xn--pypal-4ve.test]") && text.links.first?.target == "https://pаypal.test/x")
        #expect(LinkCheck.shownHost(of: "https://pаypal.test:80/") == "xn--pypal-4ve.test")
        #expect(LinkCheck.shownHost(of: "mailto:a@b.test") == nil)
    }

    @Test(
        "a link around a table covers all of it, as buttons are built",
        arguments: [
            ("<a href='https://x.test'><table><tr><td>See all</table></a> end", ["See all"]),
            (
                "<a href='https://x.test'><table><tr><td><b>See</b> all</table><table><tr><td>of them</table></a> end",
                ["See all of them"]
            ),
            ("<table><tr><td><a href='https://x.test'><table><tr><td>See</table></a><td>end</table>", ["See"]),
            (
                "<a href='https://x.test'><table><tr><td><a href='https://y.test'>Miller</a><td>Porto</table></a> end",
                ["Porto", "Miller"]
            ),
            ("<a href='https://x.test'>See</a><table><tr><td>end</table>", ["See"]),
        ])
    func aroundTables(html: String, expected: [String]) {
        let text = StyledText(html: html)
        #expect(text.links.map(\.text) == expected)
        let linked = text.lines.flatMap(\.runs).filter { $0.link != nil }.map(\.text).joined()
        #expect(!linked.contains("end") && expected.joined().allSatisfy { linked.contains($0) })
    }

    @Test(
        "URLs in plain text become links",
        arguments: [
            ("see https://a.test/x.", ["https://a.test/x"]), ("<http://a.test>", ["http://a.test"]),
            ("(http://a.test/(b))", ["http://a.test/(b)"]),
            ("www.a.test, too", ["http://www.a.test"]), ("xhttp://a.test", []), ("http:// x", []),
            ("mailto:a@b.test", ["mailto:a@b.test"]),
            ("http://a.test http://b.test", ["http://a.test", "http://b.test"]),
            ("\"https://a.test/?q=1&r=2\"", ["https://a.test/?q=1&r=2"]),
        ])
    func plain(text: String, targets: [String]) {
        let styled = StyledText(plain: text)
        #expect(styled.links.map(\.target) == targets)
        #expect(styled.plainText == text)
    }
}
