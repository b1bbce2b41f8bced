import InboxRemote
import Testing

@Suite("Submissions over libcurl: silence, and ends in the middle", .timeLimit(.minutes(5)))
struct SMTPTransportTimingTests {
    private let quick = CurlTransport(connectTimeout: .milliseconds(300), idleTimeout: .milliseconds(200))

    /// Says hello, and answers every command until the text.
    private func welcome(_ connection: LoopbackConnection) -> Bool {
        connection.write("220 hello\r\n")
        while let line = connection.readLine() {
            if line.hasPrefix("DATA") { return true }
            connection.write("250 fine\r\n")
        }
        return false
    }

    private func place(_ server: LoopbackServer) -> MailPlace {
        MailPlace(host: "127.0.0.1", port: Int(server.port), security: .plain)
    }

    @Test(
        "N-8: silence ends a submission; after the whole text it is uncertain",
        arguments: ["", "EHLO", "MAIL", "DATA", "text"])
    func silence(step: String) async throws {
        let server = try LoopbackServer { connection in
            if step.isEmpty { return connection.waitForTheEnd() }
            connection.write("220 hello\r\n")
            while let line = connection.readLine(), !line.hasPrefix(step) {
                connection.write(line.hasPrefix("DATA") ? "354 go on\r\n" : line == "text" ? "" : "250 fine\r\n")
            }
            connection.waitForTheEnd()
        }
        defer { server.stop() }
        let begin = ContinuousClock.now
        let error = await #expect(throws: MailTransportError.self) {
            try await quick.submit(.text("text\r\n"), to: place(server), .anna)
        }
        #expect(error == (step == "text" ? .uncertain(.timedOut) : .transport(.timedOut)))
        // The server may take ten times as long to decide about the text.
        if step == "text" { #expect(ContinuousClock.now - begin >= .milliseconds(2000)) }
    }

    @Test("N-8: a server that stops taking the text has certainly not got it")
    func stuck() async throws {
        let gate = Gate()
        let server = try LoopbackServer { connection in
            guard welcome(connection) else { return }
            connection.write("354 go on\r\n")
            gate.pass()
        }
        defer {
            gate.open()
            server.stop()
        }
        await #expect(throws: MailTransportError.transport(.timedOut)) {
            try await quick.submit(.text(String(repeating: "text\r\n", count: 4 << 20)), to: place(server), .anna)
        }
    }

    @Test("a connection that breaks within the text has certainly not sent it", arguments: [false, true])
    func brokenWithin(isRefusal: Bool) async throws {
        let server = try LoopbackServer { connection in
            guard welcome(connection) else { return }
            connection.write("354 go on\r\n")
            _ = connection.read(100_000)
            if isRefusal { connection.write("552 5.3.4 too long\r\n") } else { connection.reset() }
            if isRefusal { connection.waitForTheEnd() }
        }
        defer { server.stop() }
        let error = await #expect(throws: MailTransportError.self) {
            try await quick.submit(.text(String(repeating: "text\r\n", count: 4 << 20)), to: place(server), .anna)
        }
        if isRefusal {
            #expect(error == .refused(message: "too long"))
        } else if case .transport(.unreachable) = error {
        } else {
            Issue.record("\(String(describing: error))")
        }
    }

    @Test("an approval of a text that the server does not have is not believed")
    func tooEarly() async throws {
        let server = try LoopbackServer { connection in
            guard welcome(connection) else { return }
            connection.write("354 go on\r\n250 queued\r\n")
            connection.waitForTheEnd()
        }
        defer { server.stop() }
        await #expect(throws: MailTransportError.transport(.unreachable(detail: "the server interrupts"))) {
            try await quick.submit(.text("a"), to: place(server), .anna)
        }
    }

    @Test("cancelling is certain until the whole text is given, and uncertain then", arguments: [false, true])
    func cancelled(isWhole: Bool) async throws {
        let events = Signal()
        let server = try LoopbackServer { connection in
            guard welcome(connection) else { return }
            if isWhole {
                connection.write("354 go on\r\n")
                while let line = connection.readLine(), line != "." {}
            }
            events.send()
            while let line = connection.readLine() { events.send(line) }
            events.send("gone")
        }
        defer { server.stop() }
        let patient = CurlTransport()
        let place = place(server)
        let task = Task { _ = try await patient.submit(.text("a"), to: place, .anna) }
        _ = await events.next()
        task.cancel()
        await #expect(throws: isWhole ? MailTransportError.uncertain(.cancelled) : .transport(.cancelled)) {
            try await task.value
        }
        #expect(await events.next() == "gone")
    }
}
