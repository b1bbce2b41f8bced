import Foundation
import InboxRemote
import Testing

@Suite("Submissions over libcurl", .timeLimit(.minutes(5)))
struct SMTPTransportTests {
    private let transport = CurlTransport()

    @Test("a message is handed over, and the server is told the end")
    func accepted() async throws {
        let server = try SMTPServer()
        defer { server.stop() }
        let text = "Subject: a\r\n\r\nhello\r\n"
        let refused = try await transport.submit(
            .text(text, to: ["bob@example.org", "carl@example.org"]), to: server.place, .anna)
        #expect(refused.isEmpty)
        #expect(server.text == Array(text.utf8))
        let sasl = Data("\0anna\0pass word".utf8).base64EncodedString()
        let expected = [
            "EHLO [127.0.0.1]", "AUTH PLAIN \(sasl)", "MAIL FROM:<anna@example.org> SIZE=\(text.utf8.count + 3)",
            "RCPT TO:<bob@example.org>", "RCPT TO:<carl@example.org>", "DATA",
        ]
        #expect(Array(server.commands.prefix(6)) == expected)
        while server.commands.count < 7 { await Task.yield() }
        #expect(server.commands.last == "QUIT")
    }

    @Test(
        "dots at the beginning of lines, lone line ends, and long lines arrive right",
        arguments: [
            (".a\r\n..\r\n.\r\nb\r\n", "..a\r\n...\r\n..\r\nb\r\n"),
            ("no end", "no end\r\n"),
            ("a\n.\nb\r.\rc", "a\r\n..\r\nb\r\n..\r\nc\r\n"),
            ("a\r\r\n\n", "a\r\n\r\n\r\n"),
            ("", ""),
            ("\r", "\r\n"),
        ])
    func dots(text: String, sent: String) async throws {
        let server = try SMTPServer()
        defer { server.stop() }
        _ = try await transport.submit(.text(text), to: server.place, .anna)
        #expect(server.text.map { String(decoding: $0, as: UTF8.self) } == sent)
    }

    @Test("a long text arrives whole, with dots everywhere")
    func long() async throws {
        let server = try SMTPServer()
        defer { server.stop() }
        let text =
            (0..<40_000).map { ".\($0)" }.joined(separator: "\r\n") + "\r\n" + String(repeating: ".", count: 70_000)
            + "\r\n"
        _ = try await transport.submit(.text(text), to: server.place, .anna)
        let sent =
            (0..<40_000).map { "..\($0)" }.joined(separator: "\r\n") + "\r\n" + String(repeating: ".", count: 70_001)
            + "\r\n"
        #expect(server.text == Array(sent.utf8))
    }

    @Test("a refused recipient does not keep the message from the others")
    func oneRefused() async throws {
        let server = try SMTPServer(answers: [
            "RCPT TO:<bob": "550-5.1.1 nobody\r\n550 5.1.1 of that name", "RCPT TO:<dora": "451 4.3.0 later",
        ])
        defer { server.stop() }
        let refused = try await transport.submit(
            .text("a", to: ["bob@example.org", "carl@example.org", "dora@example.org"]), to: server.place, .anna)
        #expect(refused == ["bob@example.org": "nobody of that name", "dora@example.org": "later"])
        #expect(server.text != nil)
    }

    @Test(
        "a refusal before the text is told with the server's words, and no text is sent",
        arguments: [
            (
                ["RCPT": "550 5.1.1 no such user"],
                MailTransportError.refused(message: "bob@example.org: no such user; carl@example.org: no such user")
            ),
            (
                ["RCPT TO:<bob": "550 5.1.1 <bob@example.org> unknown", "RCPT TO:<carl": "450 4.2.0 greylisted"],
                .busy(message: "carl@example.org: greylisted")
            ),
            (["MAIL": "550 5.7.1 not your address"], .refused(message: "not your address")),
            (["MAIL": "451 later"], .busy(message: "later")),
            (["MAIL": "530 5.7.0 sign in"], .signedOut(message: "sign in")),
            (["DATA": "554 no"], .refused(message: "no")),
            (["DATA": "452 4.3.1 full"], .busy(message: "full")),
            (["DATA": "250 what"], .refused(message: "what")),
            (["RCPT TO:<carl": "421 4.3.2 closing"], .busy(message: "closing")),
            (["AUTH": "535 5.7.8 bad credentials"], .signedOut(message: "bad credentials")),
            (["AUTH": "535 5.7.8 AGFubmEAcGFzcyB3b3Jk"], .signedOut(message: "…")),
            (["AUTH": "454 4.7.0 later"], .busy(message: "later")),
            (["AUTH": "502 5.5.1 unknown AUTH"], .refused(message: "unknown AUTH")),
        ])
    func refusals(answers: [String: String], error: MailTransportError) async throws {
        let server = try SMTPServer(answers: answers)
        defer { server.stop() }
        await #expect(throws: error) {
            try await transport.submit(
                .text("a", to: ["bob@example.org", "carl@example.org"]), to: server.place, .anna)
        }
        #expect(server.text == nil)
    }

    @Test(
        "a refusal of the text means that nothing was sent",
        arguments: [
            ("554 5.6.0 spam", MailTransportError.refused(message: "spam")), ("452 4.3.1 full", .busy(message: "full")),
            ("421 4.3.2 closing", .busy(message: "closing")),
            ("what?", .uncertain(.unreachable(detail: "the answer is not SMTP"))),
            ("354 more", .uncertain(.unreachable(detail: "the answer to the text is no answer"))),
            ("", .uncertain(.unreachable(detail: "the server hangs up"))),
        ])
    func refusedText(answer: String, error: MailTransportError) async throws {
        let server = try SMTPServer(answers: [".": answer])
        defer { server.stop() }
        await #expect(throws: error) { try await transport.submit(.text("a"), to: server.place, .anna) }
    }

    @Test(
        "a connection that breaks before the text has not sent it", arguments: ["EHLO", "AUTH", "MAIL", "RCPT", "DATA"])
    func brokenBefore(command: String) async throws {
        let server = try SMTPServer(answers: [command: ""].merging(command == "EHLO" ? ["HELO": ""] : [:]) { $1 })
        defer { server.stop() }
        let error = await #expect(throws: MailTransportError.self) {
            try await transport.submit(.text("a"), to: server.place, .anna)
        }
        if case .transport(.unreachable) = error {} else { Issue.record("\(String(describing: error))") }
    }

    @Test(
        "a server that greets with a refusal is not unreachable",
        arguments: [
            ("554 5.3.2 closed", MailTransportError.refused(message: "closed")),
            ("421 4.3.2 too busy", .busy(message: "too busy")),
        ])
    func greeting(greeting: String, error: MailTransportError) async throws {
        let server = try SMTPServer(greeting: greeting)
        defer { server.stop() }
        await #expect(throws: error) { try await transport.submit(.text("a"), to: server.place, .anna) }
        await #expect(throws: error) { try await transport.proveSMTP(server.place, .anna) }
    }

    @Test("a proof signs in and sends nothing")
    func proof() async throws {
        let server = try SMTPServer()
        defer { server.stop() }
        try await transport.proveSMTP(server.place, .anna)
        while server.commands.count < 3 { await Task.yield() }
        #expect(server.commands.map { $0.prefix(4) } == ["EHLO", "AUTH", "QUIT"])
        let refusing = try SMTPServer(answers: ["AUTH": "535 no"])
        defer { refusing.stop() }
        await #expect(throws: MailTransportError.signedOut(message: "no")) {
            try await transport.proveSMTP(refusing.place, .anna)
        }
    }

    @Test("a server that asks for no sign-in gets none, and one that knows no way of ours gets no secret")
    func noSignIn() async throws {
        let open = try SMTPServer(extensions: ["SIZE"])
        defer { open.stop() }
        _ = try await transport.submit(.text("a"), to: open.place, .anna)
        #expect(open.commands.map { $0.prefix(4) }.prefix(2) == ["EHLO", "MAIL"])
        let other = try SMTPServer(extensions: ["AUTH GSSAPI"])
        defer { other.stop() }
        await #expect(
            throws: MailTransportError.refused(message: "The server offers no way to sign in with a password.")
        ) {
            try await transport.submit(.text("a"), to: other.place, .anna)
        }
    }

    @Test(
        "a sign-in step by step, and a long token",
        arguments: [
            ("AUTH LOGIN", MailCredential.anna, ["AUTH LOGIN", "YW5uYQ==", "cGFzcyB3b3Jk"]),
            ("AUTH PLAIN XOAUTH2", .token, ["AUTH XOAUTH2 dXNlcj1hbm5hQGV4YW1wbGUub3JnAWF1dGg9QmVhcmVyIHRvay5lbgEB"]),
            (
                "AUTH XOAUTH2",
                MailCredential(userName: "a", secret: String(repeating: "t", count: 600), isToken: true),
                [
                    "AUTH XOAUTH2",
                    Data("user=a\u{1}auth=Bearer \(String(repeating: "t", count: 600))\u{1}\u{1}".utf8)
                        .base64EncodedString(),
                ]
            ),
        ])
    func stepByStep(offer: String, credential: MailCredential, expected: [String]) async throws {
        var answers: [String: String] = [:]
        for line in expected { answers[line] = line == expected.last ? "235 welcome" : "334 " }
        let server = try SMTPServer(extensions: [offer], answers: answers)
        defer { server.stop() }
        try await transport.proveSMTP(server.place, credential)
        #expect(Array(server.commands.dropFirst().prefix(expected.count)) == expected)
    }

    @Test("addresses outside ASCII need a server that takes them")
    func utf8() async throws {
        let server = try SMTPServer(extensions: ["SMTPUTF8", "8BITMIME"])
        defer { server.stop() }
        _ = try await transport.submit(.text("ä", to: ["bö@example.org"]), to: server.place, .anna)
        #expect(server.commands.contains("MAIL FROM:<anna@example.org> BODY=8BITMIME SMTPUTF8"))
        #expect(server.commands.contains("RCPT TO:<bö@example.org>"))
        let old = try SMTPServer()
        defer { old.stop() }
        let error = await #expect(throws: MailTransportError.self) {
            try await transport.submit(.text("ä", to: ["bö@example.org"]), to: old.place, .anna)
        }
        if case .refused = error {} else { Issue.record("\(String(describing: error))") }
    }

    @Test("an address can't end a command", arguments: ["a@b>\r\nRCPT TO:<c@d", "a@b>", "", "a\nb@c"])
    func injection(address: String) async throws {
        let server = try SMTPServer()
        defer { server.stop() }
        let error = await #expect(throws: MailTransportError.self) {
            try await transport.submit(.text("a", to: [address]), to: server.place, .anna)
        }
        if case .refused = error {} else { Issue.record("\(String(describing: error))") }
        #expect(server.commands.isEmpty)
    }

    @Test(
        "N-1: without the upgrade that was asked for nothing more is said",
        arguments: [["AUTH PLAIN"], ["STARTTLS", "AUTH PLAIN"]])
    func noUpgrade(extensions: [String]) async throws {
        let server = try SMTPServer(extensions: extensions, answers: ["STARTTLS": "454 not today"])
        defer { server.stop() }
        let error = await #expect(throws: MailTransportError.self) {
            try await transport.submit(.text("a"), to: server.startTLSPlace, .anna)
        }
        if case .transport(.insecure) = error {} else { Issue.record("\(String(describing: error))") }
        #expect(!server.commands.contains { $0.hasPrefix("AUTH") || $0.hasPrefix("MAIL") })
    }
}
