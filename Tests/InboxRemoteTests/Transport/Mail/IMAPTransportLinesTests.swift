import InboxRemote
import Testing

@Suite("IMAP connections over libcurl: silence, security, and much data", .timeLimit(.minutes(5)))
struct IMAPTransportLinesTests {
    private let transport = CurlTransport()

    @Test(
        "N-8: a server that falls silent before the sign-in is over fails in time",
        arguments: ["greeting", "capabilities", "status"])
    func silence(step: String) async throws {
        let quick = CurlTransport(connectTimeout: .milliseconds(300))
        let server =
            switch step {
            case "greeting": try LineServer("*") { _, _ in "" }
            case "capabilities": try LineServer("* OK hello") { _, _ in "" }
            default: try IMAPServer.start(status: nil) { $0.waitForTheEnd() }
            }
        defer { server.stop() }
        await #expect(throws: MailTransportError.transport(.timedOut)) {
            try await quick.openIMAP(server.place(), .anna)
        }
        // The thread of the network is free.
        let page = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.answer("page")
        }
        defer { page.stop() }
        #expect(try await quick.send(HTTPRequest(url: page.url())).status == 200)
    }

    @Test("an open connection may be silent for longer than any timeout")
    func idle() async throws {
        let quick = CurlTransport(connectTimeout: .milliseconds(100), idleTimeout: .milliseconds(100))
        let server = try IMAPServer.start { connection in
            connection.write("a")
            _ = connection.read(1)
            connection.write("b")
        }
        defer { server.stop() }
        let stream = try await quick.openIMAP(server.place(), .anna)
        // A request that times out much later than the connection would.
        let mute = try LoopbackServer { $0.waitForTheEnd() }
        defer { mute.stop() }
        await #expect(throws: TransportError.timedOut) {
            try await quick.send(HTTPRequest(url: mute.url(), timeout: .milliseconds(600)))
        }
        stream.send([0])
        #expect(try await all(stream.incoming) == Array("ab".utf8))
    }

    @Test(
        "N-1: without the upgrade that was asked for nothing more is said",
        arguments: [
            "IMAP4rev1 AUTH=PLAIN", "IMAP4rev1 STARTTLS AUTH=PLAIN",
        ])
    func noUpgrade(capabilities: String) async throws {
        // It does not answer the client's goodbye either, which must not stop the thread of the network.
        let server = try LineServer("* OK hello") { line, connection in
            let tag = line.prefix { $0 != " " }
            if line.hasSuffix("CAPABILITY") { return "* CAPABILITY \(capabilities)\r\n\(tag) OK these\r\n" }
            return line.hasSuffix("STARTTLS") ? "\(tag) NO not today\r\n" : ""
        }
        defer { server.stop() }
        let error = await #expect(throws: MailTransportError.self) {
            try await transport.openIMAP(server.place(.startTLS), .anna)
        }
        if case .transport(.insecure) = error {} else { Issue.record("\(String(describing: error))") }
        let page = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.answer("page")
        }
        defer { page.stop() }
        #expect(try await transport.send(HTTPRequest(url: page.url(), timeout: .seconds(5))).status == 200)
        #expect(server.lines.allSatisfy { $0.hasSuffix("CAPABILITY") || $0.hasSuffix("STARTTLS") })
    }

    @Test("N-1: a server that knows us already is not believed without encryption")
    func preauthenticated() async throws {
        let server = try LineServer("* PREAUTH hello") { line, _ in
            "* CAPABILITY IMAP4rev1 STARTTLS\r\n\(line.prefix { $0 != " " }) OK\r\n"
        }
        defer { server.stop() }
        let error = await #expect(throws: MailTransportError.self) {
            try await transport.openIMAP(server.place(.startTLS), .anna)
        }
        if case .transport(.insecure) = error {} else { Issue.record("\(String(describing: error))") }
    }

    @Test("N-1: without encryption nothing leaves this machine")
    func plain() async {
        for host in ["mail.example", "127.evil.example", "192.0.2.1", "[2001:db8::1]"] {
            let error = await #expect(throws: MailTransportError.self) {
                try await transport.openIMAP(MailPlace(host: host, port: 143, security: .plain), .anna)
            }
            if case .transport(.insecure) = error {} else { Issue.record("\(String(describing: error))") }
        }
    }

    @Test("N-1: an unknown certificate is refused", .enabled(if: TLSServer.isAvailable))
    func certificate() async throws {
        let server = try TLSServer(name: "IP:127.0.0.1", hasVoice: true)
        defer { server.stop() }
        let place = MailPlace(host: "127.0.0.1", port: server.port, security: .tls)
        let error = await #expect(throws: MailTransportError.self) { try await transport.openIMAP(place, .anna) }
        if case .transport(.insecure) = error {} else { Issue.record("\(String(describing: error))") }
    }

    @Test("20 MB go both ways")
    func much() async throws {
        let size = 20 << 20
        let server = try IMAPServer.start { connection in
            var left = size
            while left > 0 {
                let bytes = connection.read(min(left, 1 << 16))
                if bytes.isEmpty { return }
                connection.write(bytes)
                left -= bytes.count
            }
        }
        defer { server.stop() }
        let stream = try await transport.openIMAP(server.place(), .anna)
        let pattern = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        for _ in 0..<20 { stream.send(pattern) }
        let twice = pattern + pattern
        var position = 0
        for try await piece in stream.incoming {
            let start = position % pattern.count
            if Array(twice[start..<start + piece.count]) != piece { break }
            position += piece.count
        }
        #expect(position == size)
    }

    @Test("R-1: what a server does not take is limited, far above a message")
    func takesNothing() async throws {
        let gate = Gate()
        let server = try IMAPServer.start { _ in gate.pass() }
        defer {
            gate.open()
            server.stop()
        }
        let stream = try await transport.openIMAP(server.place(), .anna)
        let chunk = [UInt8](repeating: 0, count: 48 << 20)
        for _ in 0..<4 { stream.send(chunk) }
        await #expect(throws: TransportError.unreachable(detail: "the server takes nothing")) {
            _ = try await all(stream.incoming)
        }
    }

    @Test("the end of the connection is seen on both sides")
    func ends() async throws {
        let events = Signal()
        let server = try IMAPServer.start { connection in
            events.send(String(decoding: connection.read(3), as: UTF8.self))
            connection.waitForTheEnd()
            events.send("gone")
        }
        defer { server.stop() }
        do {
            let stream = try await transport.openIMAP(server.place(), .anna)
            withExtendedLifetime(stream) { stream.send(Array("bye".utf8)) }
        }
        #expect(await events.next() == "bye")
        #expect(await events.next() == "gone")
        let reset = try IMAPServer.start { $0.reset() }
        defer { reset.stop() }
        let stream = try await transport.openIMAP(reset.place(), .anna)
        do { #expect(try await all(stream.incoming).isEmpty) } catch TransportError.unreachable {}
    }

    @Test("cancelling the caller ends the sign-in")
    func cancelled() async throws {
        let events = Signal()
        let server = try IMAPServer.start(status: nil) { connection in
            events.send()
            connection.waitForTheEnd()
            events.send("gone")
        }
        defer { server.stop() }
        let own = transport
        let task = Task { _ = try await own.openIMAP(server.place(), .anna) }
        _ = await events.next()
        task.cancel()
        await #expect(throws: MailTransportError.transport(.cancelled)) { try await task.value }
        #expect(await events.next() == "gone")
    }

    @Test("R-1: a server that talks without end before the sign-in is stopped")
    func endless() async throws {
        let server = try IMAPServer.start(status: nil) { connection in
            while connection.write("* OK \(String(repeating: "x", count: 4096))\r\n") {}
        }
        defer { server.stop() }
        await #expect(throws: MailTransportError.transport(.tooLarge)) {
            try await transport.openIMAP(server.place(), .anna)
        }
    }
}
