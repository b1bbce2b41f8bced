import Foundation
import InboxRemote
import Synchronization
import Testing

@Suite("Failures of the libcurl transport")
struct CurlTransportFaultTests {
    let transport = CurlTransport()

    static let brokenAnswers: [String] = [
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope",
        "HTTP/1.1 200 OK\r\nContent-Le",
        "HTTP/1.1\r\n\r\n",
        "this is no answer at all\r\n\r\n",
        "\u{0}\u{1}\u{2}\u{3}",
        "",
    ]

    @Test("a truncated or garbled response is unreachable", arguments: brokenAnswers)
    func broken(answer: String) async throws {
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write(answer)
        }
        defer { server.stop() }
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(HTTPRequest(url: server.url("/secret-path")))
        }
        guard case .unreachable(let detail) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!detail.isEmpty)
        #expect(!detail.contains("secret-path"))
    }

    @Test("a server of another protocol, such as IMAP, is said not to speak HTTP")
    func otherProtocol() async throws {
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write("* OK [CAPABILITY IMAP4rev1] ready\r\n")
        }
        defer { server.stop() }
        await #expect(throws: TransportError.unreachable(detail: "the answer is not HTTP")) {
            try await transport.send(HTTPRequest(url: server.url()))
        }
    }

    @Test("a reset in mid-response means an unreachable server")
    func reset() async throws {
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            connection.reset()
        }
        defer { server.stop() }
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(HTTPRequest(url: server.url()))
        }
        guard case .unreachable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a closed port and an unknown host give plain error messages")
    func nobody() async throws {
        let port = try ClosedPort()
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(HTTPRequest(url: "http://127.0.0.1:\(port.number)/"))
        }
        #expect(error == .unconnected(detail: "no connection to 127.0.0.1, port \(port.number)"))
        let nameless = await #expect(throws: TransportError.self) {
            try await transport.send(HTTPRequest(url: "https://nobody.invalid/"))
        }
        #expect(nameless == .unconnected(detail: "the name nobody.invalid is not found"))
    }

    @Test("a request that was written to a connection before it died may have arrived, though nothing listens any more")
    func lastWords() async throws {
        let running = Mutex<LoopbackServer?>(nil)
        let server = try LoopbackServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.answer("hello")
            guard connection.readRequest() != nil else { return }
            // The server ends with the request in its hands, and libcurl, which tries again by itself, meets nobody.
            running.withLock { $0?.stop() }
            connection.reset()
        }
        running.withLock { $0 = server }
        _ = try await transport.send(HTTPRequest(url: server.url()))
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(HTTPRequest(url: server.url("/star")))
        }
        guard case .unreachable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(server.connectionCount == 1)
    }

    @Test("N-8: a response that does not begin in time times out")
    func silence() async throws {
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.waitForTheEnd()
        }
        defer { server.stop() }
        await #expect(throws: TransportError.timedOut) {
            try await transport.send(HTTPRequest(url: server.url(), timeout: .milliseconds(150)))
        }
    }

    @Test("N-8: a request with a body waits no longer for its response than one without")
    func silenceAfterBody() async throws {
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.waitForTheEnd()
        }
        defer { server.stop() }
        let ended = await withTaskGroup(of: String.self) { group in
            for (body, seconds) in [("a body", 2), ("", 3)] {
                let request = HTTPRequest(
                    body.isEmpty ? .get : .post, url: server.url(), body: body.isEmpty ? nil : Array(body.utf8),
                    timeout: .seconds(seconds))
                group.addTask { [transport] in
                    _ = try? await transport.send(request)
                    return body
                }
            }
            return await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(ended == ["a body", ""])
    }

    @Test("N-8: a response that stalls or never ends times out")
    func stalls() async throws {
        let server = try LoopbackServer { connection in
            let request = connection.readRequest() ?? ""
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\nhalf")
            if request.hasPrefix("GET /drip") {
                while connection.write("x") { usleep(10_000) }
            } else {
                connection.waitForTheEnd()
            }
        }
        defer { server.stop() }
        let impatient = CurlTransport(idleTimeout: .milliseconds(150))
        await #expect(throws: TransportError.timedOut) { try await impatient.send(HTTPRequest(url: server.url())) }
        await #expect(throws: TransportError.timedOut) {
            try await transport.send(HTTPRequest(url: server.url("/drip"), totalTimeout: .milliseconds(200)))
        }
    }

    @Test("N-8: a response may reach the request's size limit, not exceed it")
    func sizes() async throws {
        let server = try LoopbackServer { connection in
            while let request = connection.readRequest() {
                connection.answer(String(repeating: "x", count: request.hasPrefix("GET /fits") ? 1000 : 1001))
            }
        }
        defer { server.stop() }
        let fits = HTTPRequest(url: server.url("/fits"), maxResponseBytes: 1000)
        #expect(try await transport.send(fits).body.count == 1000)
        await #expect(throws: TransportError.tooLarge) {
            try await transport.send(HTTPRequest(url: server.url("/more"), maxResponseBytes: 1000))
        }
    }

    @Test("N-8: an endless answer ends at the limit")
    func endless() async throws {
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\n\r\n")
            let piece = String(repeating: "x", count: 65536)
            while connection.write(piece) {}
        }
        defer { server.stop() }
        await #expect(throws: TransportError.tooLarge) {
            try await transport.send(HTTPRequest(url: server.url(), maxResponseBytes: 1 << 20))
        }
    }

    @Test("P-4: a compressed response counts unpacked")
    func bomb() async throws {
        // 300,000 zeros.
        let packed = try #require(
            Data(
                base64Encoded: "H4sIAAAAAAACA+3BAQ0AAADCoPdPbQ8HF" + String(repeating: "A", count: 387)
                    + "/Bj74rL24JMEAA=="))
        let server = try LoopbackServer { connection in
            while connection.readRequest() != nil {
                connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n")
                connection.write(Array(packed))
            }
        }
        defer { server.stop() }
        await #expect(throws: TransportError.tooLarge) {
            try await transport.send(HTTPRequest(url: server.url(), maxResponseBytes: 100_000))
        }
        #expect(try await transport.send(HTTPRequest(url: server.url())).body.count == 300_000)
    }

    @Test("N-8: an endless head ends too")
    func endlessHead() async throws {
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\n")
            let field = "X-More: " + String(repeating: "x", count: 8000) + "\r\n"
            while connection.write(field) {}
        }
        defer { server.stop() }
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(HTTPRequest(url: server.url()))
        }
        #expect(error != .timedOut && error != .cancelled)
    }

    @Test(
        "N-1: no spelling gets plain HTTP off this machine",
        arguments: [
            "http://192.0.2.1/", "http://mail.example/", "http://127.0.0.1.example/", "HTTP://10.0.0.1:8080/",
            "http://[2001:db8::1]/", "http://128.0.0.1/", "http://0.0.0.0/", "http://[::]/", "http://2130706433/",
        ])
    func plain(url: String) async {
        let error = await #expect(throws: TransportError.self) { try await transport.send(HTTPRequest(url: url)) }
        guard case .insecure = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        "an invalid web address is a bad URL",
        arguments: [
            "", "mail.example", "ftp://127.0.0.1/", "file:///etc/hosts", "http://", "http:///x",
            "http://ann:pw@127.0.0.1/",
            "http://127.0.0.1\\@mail.example/", "http://127.0.0.1:99999/", "http://127.0.0.1:x/",
            "https://mail.example/ä", "https://a$(id).example/", "https://a;id/", "https://`id`.example/",
            "https://[a;b]/",
            "https://mail.example/a b", "https://mail.example/\r\nX: y", "http://127.0.0.1%2eexample/", "http://[::1/",
        ])
    func badURL(url: String) async {
        await #expect(throws: TransportError.badURL) { try await transport.send(HTTPRequest(url: url)) }
    }

    @Test("a header field cannot inject another", arguments: ["a\r\nX-Evil: 1", "a\nb", "a\u{0}b", "a\u{7F}"])
    func injection(value: String) async {
        let request = HTTPRequest(url: "http://127.0.0.1:9/", headers: ["X-Field": value])
        await #expect(throws: TransportError.badURL) { try await transport.send(request) }
    }

    @Test("printing a request reveals no URL and no secret")
    func printing() {
        let request = HTTPRequest(url: "https://mail.example/path?q=1", headers: ["Authorization": "Basic c2VjcmV0"])
        var dumped = ""
        dump(request, to: &dumped)
        for text in ["\(request)", String(reflecting: request), dumped] {
            #expect(!text.contains("mail.example") && !text.contains("c2VjcmV0"))
        }
    }
}
