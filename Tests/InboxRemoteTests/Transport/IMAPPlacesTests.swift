import InboxRemote
import Testing

@Suite("The URL of an IMAP account")
struct IMAPPlacesTests {
    @Test(
        "a URL is written as it was read",
        arguments: [
            "imaps://imap.example.org", "imaps://imap.example.org:1993?smtp=smtps://smtp.example.org",
            "imap://imap.example.org?smtp=smtp://smtp.example.org:2587&auth=token",
            "imap://127.0.0.1:1143?smtp=smtp://127.0.0.1:1025", "imaps://[::1]:10993",
            "imaps://imap.example.org?smtp=none&auth=token",
        ])
    func roundTrip(url: String) throws {
        #expect(try #require(IMAPPlaces(url: url)).url == url)
    }

    @Test("what is missing is usual")
    func usual() throws {
        let places = try #require(IMAPPlaces(url: "IMAPS://Imap.Example.org/?smtp=smtp://smtp.example.org"))
        #expect(places.imap == MailPlace(host: "imap.example.org", port: 993, security: .tls))
        #expect(places.smtp == MailPlace(host: "smtp.example.org", port: 587, security: .startTLS))
        #expect(!places.usesToken)
    }

    @Test("without encryption only this machine is asked")
    func plain() throws {
        #expect(IMAPPlaces(url: "imap://127.0.0.1:1143")?.imap.security == .plain)
        #expect(IMAPPlaces(url: "imap://localhost")?.imap.security == .plain)
        #expect(IMAPPlaces(url: "imap://127.evil.example")?.imap.security == .startTLS)
        #expect(IMAPPlaces(url: "imap://imap.example.org")?.imap.security == .startTLS)
    }

    @Test(
        "anything else is no such URL",
        arguments: [
            "https://example.org", "imaps://", "imaps://a b", "imaps://host:0", "imaps://host:x", "imaps://u@host",
            "imaps://host/folder", "imaps://host?smtp=imap.host", "imaps://host?color=red", "imaps://host?auth=none",
        ])
    func refused(url: String) {
        #expect(IMAPPlaces(url: url) == nil)
    }
}
