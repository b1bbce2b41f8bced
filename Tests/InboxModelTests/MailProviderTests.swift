import InboxModel
import Testing

@Suite("Well-known providers")
struct MailProviderTests {
    @Test(
        "an address tells its provider, in every country",
        arguments: [
            ("ann@gmail.com", "Google"), ("Ann@GoogleMail.com", "Google"), ("a@yahoo.co.uk", "Yahoo"),
            ("a@hotmail.fr", "Outlook"), ("a@live.com", "Outlook"), ("a@gmx.net", "GMX"), ("a@web.de", "WEB.DE"),
            ("a@me.com", "Apple"), ("a@fastmail.com", nil), ("a@live.example.org", nil), ("a@notgmail.com", nil),
            ("a@yahoo", nil), ("yahoo.com", nil),
        ] as [(String, String?)])
    func addresses(address: String, name: String?) {
        #expect(MailProvider.of(address: address)?.name == name)
    }

    @Test("a server is known by its host alone")
    func servers() {
        #expect(MailProvider.of(server: "imaps://IMAP.gmail.com:993?smtp=smtps://x.example")?.name == "Google")
        #expect(MailProvider.of(server: "imap.web.de")?.name == "WEB.DE")
        #expect(MailProvider.of(server: "imaps://imap.gmail.com.example") == nil)
        #expect(MailProvider.of(server: "imaps://example?imap.gmail.com") == nil)
    }
}
