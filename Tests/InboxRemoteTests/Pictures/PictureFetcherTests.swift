import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("W-2: pictures on other servers")
struct PictureFetcherTests {
    private let transport = ScriptedTransport()
    private var fetcher: PictureFetcher { PictureFetcher(transport: transport) }

    private func answer(
        _ status: Int = 200, _ headers: HTTPHeaders = ["Content-Type": "image/png"], body: [UInt8] = [1]
    ) {
        transport.answer(with: .success(HTTPResponse(status: status, headers: headers, body: body)))
    }

    @Test("the request reveals nothing extra and goes only to the public internet")
    func request() async throws {
        answer()
        #expect(try await fetcher.fetch("https://shop.test/a.png?id=7") == [1])
        let request = try #require(transport.requests.first)
        #expect(request.headers.fields.map(\.name) == ["Accept"] && request.body == nil && request.method == .get)
        #expect(request.isPublicOnly && request.maxResponseBytes == 5 << 20 && request.totalTimeout <= .seconds(10))
    }

    @Test(
        "only https is fetched, no credentials, ports or loopback",
        arguments: [
            "http://shop.test/a.png", "https://ann:secret@shop.test/a", "https://shop.test:8443/a",
            "https://localhost/a",
            "https://127.0.0.1/a", "https://[::1]/a", "file:///etc/passwd", "ftp://shop.test/a", "", "https://",
        ])
    func notAllowed(url: String) async {
        await #expect(throws: PictureFetchProblem.notAllowed) { try await fetcher.fetch(url) }
        #expect(transport.requests.isEmpty)
    }

    @Test("http is fetched only on request, as bare as https, and never from private networks")
    func plain() async throws {
        answer(302, ["Location": "http://cdn.test:80/b.png"])
        answer()
        #expect(try await fetcher.fetch("http://shop.test/a.png", allowsPlain: true) == [1])
        let request = try #require(transport.requests.last)
        #expect(request.url == "http://cdn.test:80/b.png" && request.isPublicOnly && request.allowsPlain)
        #expect(request.headers.fields.map(\.name) == ["Accept"])
        for url in ["http://127.0.0.1/a", "http://localhost/a", "http://shop.test:443/a", "http://shop.test:8080/a"] {
            await #expect(throws: PictureFetchProblem.notAllowed) { try await fetcher.fetch(url, allowsPlain: true) }
        }
        let curl = CurlTransport()
        for address in ["10.0.0.1", "127.1", "169.254.169.254"] {
            let request = HTTPRequest(url: "http://\(address):9/", isPublicOnly: true, allowsPlain: true)
            await #expect {
                try await curl.send(request)
            } throws: { error in
                if case .insecure? = error as? TransportError { true } else { false }
            }
        }
        curl.close()
    }

    @Test("each redirect is checked like the first URL, and their number is limited")
    func redirects() async throws {
        answer(302, ["Location": "/b.png"])
        answer(301, ["Location": "https://cdn.test/c.png"])
        answer()
        #expect(try await fetcher.fetch("https://shop.test/a.png") == [1])
        #expect(
            transport.requests.map(\.url) == [
                "https://shop.test/a.png", "https://shop.test/b.png", "https://cdn.test/c.png",
            ])
        for place in ["http://shop.test/b.png", "https://127.0.0.1/", "file:///etc/passwd"] {
            answer(302, ["Location": place])
            await #expect(throws: PictureFetchProblem.notAllowed) { try await fetcher.fetch("https://shop.test/a") }
        }
        for _ in 0..<10 { answer(302, ["Location": "https://shop.test/again"]) }
        await #expect(throws: PictureFetchProblem.self) { try await fetcher.fetch("https://shop.test/a") }
        #expect(transport.answersLeft == 4)
    }

    @Test("non-pictures, size, slowness and refusals give different errors")
    func problems() async {
        answer(200, ["Content-Type": "text/html"])
        await #expect(throws: PictureFetchProblem.noPicture) { try await fetcher.fetch("https://shop.test/a") }
        answer(404)
        await #expect(throws: PictureFetchProblem.refused(status: 404)) {
            try await fetcher.fetch("https://shop.test/a")
        }
        for (error, problem) in [
            (.tooLarge, .tooLarge), (.timedOut, .tooSlow), (.insecure(detail: ""), .notPublic),
        ] as [(TransportError, PictureFetchProblem)] {
            transport.answer(with: .failure(error))
            await #expect(throws: problem) { try await fetcher.fetch("https://shop.test/a") }
        }
    }

    @Test(
        "loopback and private addresses are not on the public internet",
        arguments: [
            ("93.184.216.34", true), ("8.8.8.8", true), ("2606:2800:220:1:248:1893:25c8:1946", true),
            ("0.0.0.0", false),
            ("10.1.2.3", false), ("127.0.0.1", false), ("169.254.169.254", false), ("172.16.0.1", false),
            ("172.32.0.1", true), ("192.168.1.1", false), ("100.64.0.1", false), ("192.0.2.1", false),
            ("224.0.0.1", false),
            ("255.255.255.255", false), ("192.0.0.8", false), ("192.88.99.1", false), ("198.18.0.1", false),
            ("198.19.255.255", false), ("198.20.0.1", true), ("198.51.100.7", false), ("203.0.113.9", false),
            ("172.31.255.255", false), ("100.127.255.255", false), ("100.128.0.1", true), ("::1", false), ("::", false),
            ("fe80::1", false), ("fc00::1", false),
            ("fd12::1", false), ("ff02::1", false), ("::ffff:127.0.0.1", false), ("::ffff:8.8.8.8", false),
            ("2001:db8::1", false), ("2002:7f00:1::", false), ("2001:0:1::1", false), ("64:ff9b::a00:1", false),
            ("x", false),
        ])
    func addresses(text: String, isPublic: Bool) {
        #expect(PictureFetcher.isPublic(text) == isPublic)
    }

    @Test("a connection to a private network is refused before a byte is sent, whatever its host name")
    func refusedByAddress() async {
        let transport = CurlTransport()
        let request = HTTPRequest(url: "https://127.0.0.1:9/a.png", isPublicOnly: true)
        await #expect {
            try await transport.send(request)
        } throws: { error in
            if case .insecure? = error as? TransportError { true } else { false }
        }
        transport.close()
    }
}
