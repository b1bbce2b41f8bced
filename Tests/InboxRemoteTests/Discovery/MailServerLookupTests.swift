import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Finding the IMAP server of an address")
struct MailServerLookupTests {
    private let transport = ScriptedTransport()

    /// A finder with these DNS records, and with servers that listen at these places.
    /// - Parameter hasSite: whether there is a web site without mail.
    private func finder(
        services: [String: [ServiceRecord]] = [:], exchanges: [String: [String]] = [:], listening: Set<String> = [],
        hasSite: Bool = true
    ) -> ServerFinder {
        let places = [
            "/.well-known/oauth-protected-resource", "/.well-known/oauth-authorization-server",
            "/.well-known/openid-configuration", "/.well-known/jmap", "/account",
        ]
        for place in hasSite ? places : [] { transport.answer("GET \(place)", status: 404, json: "<html>") }
        return ServerFinder(
            transport: transport,
            names: NameQuestions(
                services: { services[$0] ?? [] },
                exchanges: { name in
                    (exchanges[name] ?? []).map { ServiceRecord(priority: 1, weight: 0, port: 0, target: $0) }
                }, answers: { host, port in listening.contains("\(host):\(port)") }))
    }

    private func record(_ target: String, _ port: Int, priority: Int = 0) -> ServiceRecord {
        ServiceRecord(priority: priority, weight: 0, port: port, target: target)
    }

    @Test("the records of a domain name both servers, that with TLS from the first byte before the other")
    func records() async throws {
        let mill = finder(services: [
            "_imap._tcp.mill.example": [record("post.mill.example", 143)],
            "_imaps._tcp.mill.example": [
                record("b.mill.example", 993, priority: 2), record("Post.mill.example", 1993, priority: 1),
            ],
            "_submission._tcp.mill.example": [record("out.mill.example", 587)],
        ])
        let ways = try await mill.ways(of: "ann@mill.example")
        #expect(ways.url == "imaps://post.mill.example:1993?smtp=smtp://out.mill.example" && ways.takesPassword)
        let shop = finder(services: [
            "_imap._tcp.shop.example": [record("mail.shop.example", 143)],
            "_imaps._tcp.shop.example": [record("", 0)],
            "_submissions._tcp.shop.example": [record("mail.shop.example", 465)],
            "_submission._tcp.shop.example": [record("other.shop.example", 587)],
        ])
        #expect(
            try await shop.ways(of: "ann@shop.example").url
                == "imap://mail.shop.example?smtp=smtps://mail.shop.example")
    }

    @Test(
        "without records the usual hosts are tried",
        arguments: [
            (
                ["imap.mill.example:993", "mill.example:993", "smtp.mill.example:465", "smtp.mill.example:587"],
                "imaps://imap.mill.example?smtp=smtps://smtp.mill.example"
            ),
            (
                ["mail.mill.example:993", "mail.mill.example:587"],
                "imaps://mail.mill.example?smtp=smtp://mail.mill.example"
            ),
            (["mill.example:993", "mill.example:465"], "imaps://mill.example?smtp=smtps://mill.example"),
            (["imap.mill.example:993"], "imaps://imap.mill.example"),
            (["imap.mill.example:143", "imap.mill.example:993"], "imaps://imap.mill.example"),
            (
                ["mail.mill.example:143", "mail.mill.example:587"],
                "imap://mail.mill.example?smtp=smtp://mail.mill.example"
            ),
        ])
    func usual(listening: [String], url: String) async throws {
        #expect(try await finder(listening: Set(listening)).ways(of: "ann@mill.example").url == url)
    }

    @Test("a server outside the domain is asked for nothing before the user confirms it")
    func foreign() async throws {
        let named = finder(services: [
            "_imaps._tcp.mill.example": [record("imap.other.example", 993)],
            "_submissions._tcp.mill.example": [record("smtp.mill.example", 465)],
        ])
        let error = await failure { _ = try await named.ways(of: "ann@mill.example") }
        #expect(error?.foreignServer == "imaps://imap.other.example?smtp=smtps://smtp.mill.example")
        let sender = finder(
            services: ["_submissions._tcp.mill.example": [record("smtp.other.example", 465)]],
            listening: ["imap.mill.example:993"])
        let other = await failure { _ = try await sender.ways(of: "ann@mill.example") }
        #expect(other?.foreignServer == "imaps://imap.mill.example?smtp=smtps://smtp.other.example")
    }

    @Test("a provider is known by who receives the domain's mail, and JMAP is preferred where it has that")
    func hosted() async throws {
        let google = finder(exchanges: ["mill.example": ["ALT1.aspmx.l.GOOGLE.com"]])
        let error = await failure { _ = try await google.ways(of: "ann@mill.example") }
        #expect(error?.foreignServer == "imaps://imap.gmail.com?smtp=smtps://smtp.gmail.com")
        let fastmail = finder(exchanges: ["mill.example": ["in1-smtp.messagingengine.com"]])
        let jmap = await failure { _ = try await fastmail.ways(of: "ann@mill.example") }
        #expect(jmap?.foreignServer == "https://api.fastmail.com")
        let imap = await failure { _ = try await fastmail.mailWays(ofAddress: "ann@mill.example") }
        #expect(imap?.foreignServer == "imaps://imap.fastmail.com?smtp=smtps://smtp.fastmail.com")
        let no = finder(exchanges: ["mill.example": ["mx.notgoogle.com", "google.com.mill.example"]])
        let none = await failure { _ = try await no.ways(of: "ann@mill.example") }
        #expect(none?.foreignServer == nil && none?.reason != nil)
    }

    @Test("a record whose target is no host name counts as none")
    func noHost() async throws {
        let finder = finder(services: ["_imaps._tcp.mill.example": [record("imap.mill.example;rm", 993)]])
        let error = await failure { _ = try await finder.ways(of: "ann@mill.example") }
        guard case .noServer? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("nobody is asked about a well-known provider")
    func known() async throws {
        let finder = finder()
        let ways = try await finder.ways(of: "Ann@GMail.com")
        #expect(ways.url == "imaps://imap.gmail.com?smtp=smtps://smtp.gmail.com" && ways.provider?.name == "Google")
        #expect(
            try await finder.ways(of: "ann@outlook.de").url
                == "imaps://outlook.office365.com?smtp=smtp://smtp-mail.outlook.com&auth=token")
        #expect(transport.requests.isEmpty)
    }

    @Test("a typed IMAP server is not asked by HTTP, and gets the server that sends")
    func typed() async throws {
        let finder = finder(
            services: ["_submissions._tcp.shop.example": [record("smtp.elsewhere.example", 465)]],
            listening: ["smtp.mill.example:587"])
        #expect(
            try await finder.ways(of: "imaps://imap.mill.example").url
                == "imaps://imap.mill.example?smtp=smtp://smtp.mill.example")
        #expect(
            try await finder.ways(of: "imap://127.0.0.1:1143?smtp=smtp://127.0.0.1:1025").url
                == "imap://127.0.0.1:1143?smtp=smtp://127.0.0.1:1025")
        #expect(try await finder.ways(of: "imap://127.0.0.1:1143").url == "imap://127.0.0.1:1143")
        for only in ["imaps://imap.mill.example?smtp=none", "imaps://imap.gmail.com?smtp=none"] {
            #expect(try await finder.ways(of: only).url == only)
        }
        let microsoft = "imaps://outlook.office365.com"
        #expect(
            try await finder.ways(of: microsoft).url == microsoft + "?smtp=smtp://smtp-mail.outlook.com&auth=token")
        #expect(
            try await finder.ways(of: microsoft + "?auth=password").url
                == microsoft + "?smtp=smtp://smtp-mail.outlook.com")
        #expect(try await finder.dialect(url: microsoft, userName: "ann", secret: "secret") == .imap)
        let foreign = await failure { _ = try await finder.ways(of: "imaps://imap.shop.example") }
        #expect(foreign?.foreignServer == "imaps://imap.shop.example?smtp=smtps://smtp.elsewhere.example")
        let named = "imaps://imap.shop.example?smtp=smtps://smtp.elsewhere.example"
        #expect(try await finder.ways(of: named).url == named)
        let wrong = await failure { _ = try await finder.ways(of: "imaps://a b") }
        guard case .refused? = wrong?.reason else {
            Issue.record("\(String(describing: wrong))")
            return
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("where a typed web address has only an IMAP server, that is to be confirmed; else the error is its own")
    func web() async throws {
        let url = "https://imap.mill.example"
        let mill = finder(listening: ["imap.mill.example:993", "smtp.mill.example:465"], hasSite: false)
        transport.answer(with: .failure(.unreachable(detail: "refused")))
        let error = await failure { _ = try await mill.ways(of: url) }
        #expect(error?.foreignServer == "imaps://imap.mill.example?smtp=smtps://smtp.mill.example")
        let here = finder(listening: ["127.0.0.1:993"], hasSite: false)
        for place in [url, "https://127.0.0.1", "https://[2001:db8::1]"] {
            transport.answer(with: .failure(.unreachable(detail: "refused")))
            let error = await failure { _ = try await here.ways(of: place) }
            #expect(error?.reason == .unreachable(detail: "refused") && error?.foreignServer == nil)
        }
    }

    @Test("the places of every known provider can be read")
    func providers() throws {
        for provider in MailProvider.known {
            let places = try #require(IMAPPlaces(url: provider.url))
            #expect(places.url == provider.url && places.smtp != nil)
            #expect(places.usesToken == (provider.secret == .accessToken))
            #expect(MailProvider.of(server: provider.url)?.imapHost == provider.imapHost)
        }
    }
}
