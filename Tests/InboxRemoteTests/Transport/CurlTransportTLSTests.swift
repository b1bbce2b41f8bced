import InboxRemote
import Testing

@Suite("The libcurl transport over TLS", .enabled(if: TLSServer.isAvailable), .timeLimit(.minutes(10)))
struct CurlTransportTLSTests {
    private func expectInsecure(_ server: TLSServer, _ transport: CurlTransport, host: String = "127.0.0.1") async {
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(HTTPRequest(url: "https://\(host):\(server.port)/"))
        }
        guard case .insecure(let detail) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!detail.isEmpty)
    }

    @Test("N-1: an untrusted certificate is refused unless it is in the CA file")
    func authority() async throws {
        let server = try TLSServer(name: "IP:127.0.0.1")
        defer { server.stop() }
        await expectInsecure(server, CurlTransport())
        let trusting = CurlTransport(certificateFile: server.certificate)
        #expect(try await trusting.send(HTTPRequest(url: "https://127.0.0.1:\(server.port)/")).status == 200)
    }

    @Test("N-1: a certificate for another name is refused")
    func name() async throws {
        let server = try TLSServer(name: "DNS:mail.example")
        defer { server.stop() }
        await expectInsecure(server, CurlTransport(certificateFile: server.certificate))
        await expectInsecure(server, CurlTransport(certificateFile: server.certificate), host: "localhost")
    }

    @Test("N-1: an expired certificate is refused")
    func expired() async throws {
        let server = try TLSServer(name: "IP:127.0.0.1", days: ("20200101", "20200201"))
        defer { server.stop() }
        await expectInsecure(server, CurlTransport(certificateFile: server.certificate))
    }

    @Test("N-1: TLS before 1.2 is refused")
    func version() async throws {
        let old = try TLSServer(
            name: "IP:127.0.0.1", arguments: ["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"])
        defer { old.stop() }
        await expectInsecure(old, CurlTransport(certificateFile: old.certificate))
        let enough = try TLSServer(name: "IP:127.0.0.1", arguments: ["-tls1_2"])
        defer { enough.stop() }
        let transport = CurlTransport(certificateFile: enough.certificate)
        #expect(try await transport.send(HTTPRequest(url: "https://127.0.0.1:\(enough.port)/")).status == 200)
    }

    @Test("an upgraded connection delivers all its bytes and its end", arguments: ["-tls1_2", "-tls1_3"])
    func upgrade(version: String) async throws {
        let server = try TLSServer(name: "IP:127.0.0.1", hasVoice: true, arguments: [version])
        defer { server.stop() }
        let transport = CurlTransport(certificateFile: server.certificate)
        let size = 2 << 20
        server.sayAndEnd("HTTP/1.1 101 Yes\r\n\r\n" + String(repeating: "x", count: size))
        let connection = try await transport.upgrade(HTTPRequest(url: "https://127.0.0.1:\(server.port)/"))
        var count = 0
        for try await piece in connection.incoming { count += piece.count }
        #expect(count == size)
    }

    @Test("N-1: an upgrade does not bypass the certificate check")
    func upgradeAuthority() async throws {
        let server = try TLSServer(name: "IP:127.0.0.1", hasVoice: true)
        defer { server.stop() }
        let error = await #expect(throws: TransportError.self) {
            try await CurlTransport().upgrade(HTTPRequest(url: "https://127.0.0.1:\(server.port)/"))
        }
        guard case .insecure = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("N-1: a missing CA file rejects every server")
    func missingFile() async throws {
        let server = try TLSServer(name: "IP:127.0.0.1")
        defer { server.stop() }
        await expectInsecure(server, CurlTransport(certificateFile: "/nowhere/authorities.pem"))
    }

    @Test("a server without TLS is refused")
    func plainServer() async throws {
        let server = try LoopbackServer { connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            connection.waitForTheEnd()
        }
        defer { server.stop() }
        await #expect(throws: TransportError.self) {
            try await CurlTransport().send(HTTPRequest(url: "https://127.0.0.1:\(server.port)/"))
        }
    }
}
