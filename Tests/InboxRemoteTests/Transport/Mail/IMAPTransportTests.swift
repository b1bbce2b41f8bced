import InboxRemote
import Testing

@Suite("IMAP connections over libcurl", .timeLimit(.minutes(5)))
struct IMAPTransportTests {
    private let transport = CurlTransport()

    @Test("after the sign-in bytes go both ways, and what the server says unasked is not lost")
    func bothWays() async throws {
        let server = try IMAPServer.start { connection in
            connection.write("* OK [ALERT] hi\r\n")
            connection.write(connection.read(5) + [0, 255])
        }
        defer { server.stop() }
        let stream = try await transport.openIMAP(server.place(), .anna)
        stream.send(Array("again".utf8))
        #expect(try await all(stream.incoming) == Array("* OK [ALERT] hi\r\nagain".utf8) + [0, 255])
        #expect(server.lines.last == "signin AUTHENTICATE PLAIN \(IMAPServer.base64("\0anna\0pass word"))")
    }

    @Test("what arrives in one piece with the end of the sign-in is the owner's")
    func sameSegment() async throws {
        let server = try IMAPServer.start(status: "OK done\r\n* BYE half a l") { connection in
            connection.write("ine\r\n")
        }
        defer { server.stop() }
        let stream = try await transport.openIMAP(server.place(), .anna)
        #expect(try await all(stream.incoming) == Array("* BYE half a l\r\nine\r\n".utf8))
    }

    @Test(
        "the server's way to sign in is used",
        arguments: [
            ("AUTH=PLAIN", MailCredential.anna, ["signin AUTHENTICATE PLAIN", IMAPServer.base64("\0anna\0pass word")]),
            ("IMAP4rev2 AUTH=PLAIN", .anna, ["signin AUTHENTICATE PLAIN \(IMAPServer.base64("\0anna\0pass word"))"]),
            ("SASL-IR AUTH=LOGIN", .anna, ["signin LOGIN \"anna\" \"pass word\""]),
            (
                "SASL-IR AUTH=LOGIN LOGINDISABLED", .anna,
                ["signin AUTHENTICATE LOGIN", IMAPServer.base64("anna"), IMAPServer.base64("pass word")]
            ),
            ("", MailCredential(userName: "a\"\\", secret: "ü"), ["signin LOGIN \"a\\\"\\\\\" {2}", "ü"]),
            ("", MailCredential(userName: "ä", secret: "b"), ["signin LOGIN {2}", "ä \"b\""]),
            (
                "SASL-IR AUTH=XOAUTH2 AUTH=OAUTHBEARER", .token,
                [
                    "signin AUTHENTICATE XOAUTH2 \(IMAPServer.base64("user=anna@example.org\u{1}auth=Bearer tok.en\u{1}\u{1}"))"
                ]
            ),
        ])
    func ways(capabilities: String, credential: MailCredential, expected: [String]) async throws {
        let server = try LineServer("* OK hello") { line, _ in
            if line.hasSuffix("CAPABILITY") {
                return "* CAPABILITY IMAP4rev1 \(capabilities)\r\n\(line.prefix { $0 != " " }) OK these\r\n"
            }
            return line == expected.last ? "signin OK done\r\n" : "+ \r\n"
        }
        defer { server.stop() }
        _ = try await transport.openIMAP(server.place(), credential)
        #expect(Array(server.lines.dropFirst()) == expected)
    }

    @Test("R-3: a bearer of tokens tells its host, and a refusal is asked for in full")
    func bearer() async throws {
        let server = try LineServer("* OK hello") { line, _ in
            if line.hasSuffix("CAPABILITY") {
                return "* CAPABILITY IMAP4rev1 SASL-IR AUTH=OAUTHBEARER\r\n\(line.prefix { $0 != " " }) OK these\r\n"
            }
            return line == "AQ==" ? "signin NO [AUTHENTICATIONFAILED] Too old\r\n" : "+ eyJzdGF0dXMiOiI0MDEifQ==\r\n"
        }
        defer { server.stop() }
        await #expect(throws: MailTransportError.signedOut(message: "Too old")) {
            try await transport.openIMAP(server.place(), .token)
        }
        let first =
            "n,a=anna@example.org,\u{1}host=127.0.0.1\u{1}port=\(server.place().port)\u{1}auth=Bearer tok.en\u{1}\u{1}"
        #expect(server.lines.dropFirst() == ["signin AUTHENTICATE OAUTHBEARER \(IMAPServer.base64(first))", "AQ=="])
    }

    @Test(
        "a refusal says whose fault it is",
        arguments: [
            (
                "NO [AUTHENTICATIONFAILED] Authentication failed.",
                MailTransportError.signedOut(message: "Authentication failed.")
            ),
            ("NO wrong\u{7}  one\u{1B}[1m", .signedOut(message: "wrong one [1m")),
            ("NO", .signedOut(message: "")),
            ("NO [UNAVAILABLE] The directory sleeps", .busy(message: "The directory sleeps")),
            (
                "NO [ALERT] Too many simultaneous connections. (Failure)",
                .busy(message: "Too many simultaneous connections. (Failure)")
            ),
            (
                "NO [AUTHENTICATIONFAILED] Too many wrong passwords", .signedOut(message: "Too many wrong passwords")
            ),
            (
                "NO [EXPIRED] Sorry",
                .signedOut(message: "Sorry (the password has expired: set a new one at the provider)")
            ),
            ("NO [CONTACTADMIN]", .signedOut(message: "only the provider can help: ask its support")),
            ("BAD Unknown command pass word", .refused(message: "Unknown command …")),
            ("NO no \(IMAPServer.base64("\0anna\0pass word"))", .signedOut(message: "no …")),
        ])
    func refusals(status: String, error: MailTransportError) async throws {
        let server = try IMAPServer.start(status: status)
        defer { server.stop() }
        await #expect(throws: error) { try await transport.openIMAP(server.place(), .anna) }
    }

    @Test("a server that offers nothing for the credential is shown no secret")
    func nothingOffered() async throws {
        let server = try IMAPServer.start(capabilities: "LOGINDISABLED AUTH=GSSAPI")
        defer { server.stop() }
        await #expect(
            throws: MailTransportError.refused(message: "The server offers no way to sign in with a password.")
        ) {
            try await transport.openIMAP(server.place(), .anna)
        }
        await #expect(throws: MailTransportError.refused(message: "The server offers no way to sign in with a token."))
        {
            try await transport.openIMAP(server.place(), .token)
        }
        #expect(server.lines.allSatisfy { $0.hasSuffix("CAPABILITY") })
        let other = try IMAPServer.start(capabilities: "LOGINDISABLED AUTH=XOAUTH2")
        defer { other.stop() }
        let words = "The server offers no way to sign in with a password. It takes a token."
        await #expect(throws: MailTransportError.refused(message: words)) {
            try await transport.openIMAP(other.place(), .anna)
        }
    }

    @Test("a server that knows us already asks for nothing")
    func preauthenticated() async throws {
        let server = try LineServer("* PREAUTH hello") { line, _ in
            line.hasSuffix("CAPABILITY")
                ? "* CAPABILITY IMAP4rev1\r\n\(line.prefix { $0 != " " }) OK\r\n" : "echo \(line)\r\n"
        }
        defer { server.stop() }
        let stream = try await transport.openIMAP(server.place(), .anna)
        stream.send(Array("a NOOP\r\n".utf8))
        var iterator = stream.incoming.makeAsyncIterator()
        #expect(try await iterator.next() == Array("echo a NOOP\r\n".utf8))
    }

    @Test(
        "a server that says goodbye is not unreachable",
        arguments: [
            ("* BYE We are closed", MailTransportError.refused(message: "We are closed")),
            ("* BYE [UNAVAILABLE] Later", .busy(message: "Later")),
        ])
    func goodbye(greeting: String, error: MailTransportError) async throws {
        let closing = try LineServer(greeting) { _, _ in nil }
        defer { closing.stop() }
        await #expect(throws: error) { try await transport.openIMAP(closing.place(), .anna) }
        let late = try IMAPServer.start(status: nil) { connection in connection.write(greeting + "\r\n") }
        defer { late.stop() }
        await #expect(throws: error) { try await transport.openIMAP(late.place(), .anna) }
    }

    @Test(
        "what is no IMAP server, or hangs up, is unreachable",
        arguments: ["HTTP/1.1 400 Bad Request", "* OK hello", ""])
    func others(greeting: String) async throws {
        let server = try LineServer(greeting) { _, _ in nil }
        defer { server.stop() }
        let quick = CurlTransport(connectTimeout: .milliseconds(500))
        let error = await #expect(throws: MailTransportError.self) { try await quick.openIMAP(server.place(), .anna) }
        switch error {
        case .transport(.unreachable), .transport(.timedOut): break
        default: Issue.record("\(String(describing: error))")
        }
    }

    @Test("nobody listens, or the name is unknown")
    func nobody() async throws {
        let port = try ClosedPort()
        let place = MailPlace(host: "127.0.0.1", port: Int(port.number), security: .plain)
        let detail = "no connection to 127.0.0.1, port \(port.number)"
        await #expect(throws: MailTransportError.transport(.unconnected(detail: detail))) {
            try await transport.openIMAP(place, .anna)
        }
        let nameless = MailPlace(host: "nobody.invalid", port: 993, security: .tls)
        await #expect(
            throws: MailTransportError.transport(.unconnected(detail: "the name nobody.invalid is not found"))
        ) {
            try await transport.openIMAP(nameless, .anna)
        }
        await #expect(throws: MailTransportError.transport(.badURL)) {
            try await transport.openIMAP(MailPlace(host: "a@b", port: 993, security: .tls), .anna)
        }
    }

    @Test("a zero byte in a name or a password is not sent")
    func zeroByte() async throws {
        let server = try IMAPServer.start()
        defer { server.stop() }
        let error = await #expect(throws: MailTransportError.self) {
            try await transport.openIMAP(server.place(), MailCredential(userName: "anna", secret: "a\0b"))
        }
        if case .refused = error {} else { Issue.record("\(String(describing: error))") }
        #expect(server.connectionCount == 0)
    }
}
