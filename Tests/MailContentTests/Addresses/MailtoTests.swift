import InboxModel
import MailContent
import Testing

@Suite("mailto links")
struct MailtoTests {
    @Test("M-3: addresses, subject, body and In-Reply-To are taken; other fields are dropped and listed")
    func fields() throws {
        let link = try #require(
            MailtoLink(
                "MAILTO:bob@a.test,%22Lee%2C%20Carl%22%20%3Ccarl@b.test%3E?cc=dan@c.test&subject=Hi%20there&body=One%0D%0ATwo"
                    + "&In-Reply-To=%3C1@x.test%3E&attach=/etc/passwd&bcc=eve@e.test&from=boss@e.test&x-y=z"))
        #expect(link.to.map(\.email) == ["bob@a.test", "carl@b.test"] && link.cc.map(\.email) == ["dan@c.test"])
        #expect(link.subject == "Hi there" && link.body == "One\nTwo" && link.inReplyTo == "<1@x.test>")
        #expect(link.dropped == ["attach", "bcc", "from", "x-y"])
    }

    @Test("recipients that are not a single address are named as left out")
    func unclear() throws {
        let link = try #require(MailtoLink("mailto:bob@a.test, ?cc=dan@c.test%2Ceve@e.test,frank@f.test&to=me%1B"))
        #expect(link.to.map(\.email) == ["bob@a.test"] && link.cc.map(\.email) == ["frank@f.test"])
        #expect(link.dropped == ["“dan@c.test,eve@e.test”", "“me\u{FFFD}”"])
    }

    @Test(
        "M-1, M-3: no value breaks out of its field",
        arguments: [
            "mailto:a@b.test?subject=x%0D%0ABcc:%20eve@e.test", "mailto:a@b.test%0ABcc:eve@e.test",
            "mailto:a@b.test%2Ceve@e.test", "mailto:a@b.test?subject=%1B%5D0;x%07",
        ])
    func breakout(link: String) throws {
        let found = try #require(MailtoLink(link))
        #expect(!found.subject.unicodeScalars.contains { $0.value < 0x20 })
        #expect(!(found.to + found.cc).contains { $0.email.contains("eve") || $0.email.contains("\n") })
    }

    @Test("other links are rejected", arguments: ["http://a.test", "a@b.test", "", "mailtox:a@b.test"])
    func others(link: String) { #expect(MailtoLink(link) == nil) }

    @Test("a link of more than 64 KiB is told apart from a non-mailto one")
    func tooLong() {
        let most = "mailto:a@b.test?body=" + String(repeating: "x", count: (64 << 10) - 21)
        #expect(MailtoLink(most) != nil && !MailtoLink.isTooLong(most))
        #expect(MailtoLink(most + "x") == nil && MailtoLink.isTooLong(most + "x"))
    }

    @Test("an empty link gives an empty message")
    func empty() { #expect(MailtoLink("mailto:")?.to.isEmpty == true) }
}
