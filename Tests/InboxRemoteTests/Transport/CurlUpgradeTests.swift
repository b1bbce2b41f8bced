import InboxRemote
import Testing

@Suite("Protocol upgrades over libcurl", .timeLimit(.minutes(10)))
struct CurlUpgradeTests {
    private let transport = CurlTransport()
    private static let agreed = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\n\r\n"

    private func all(_ incoming: AsyncThrowingStream<[UInt8], any Error>) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in incoming { bytes += piece }
        return bytes
    }

    @Test("the request is plain HTTP, and after a 101 raw bytes go both ways")
    func bothWays() async throws {
        let heads = Signal()
        let server = try LoopbackServer { connection in
            heads.send(connection.readRequest() ?? "")
            connection.write(Self.agreed + "first")
            connection.write(connection.read(5) + [0, 255])
        }
        defer { server.stop() }
        let connection = try await transport.upgrade(
            HTTPRequest(url: server.url("/socket?a=%20b#c"), headers: ["Upgrade": "echo", "Authorization": "Basic x"]))
        #expect(connection.head.status == 101 && connection.head.headers["upgrade"] == "echo")
        let head =
            "GET /socket?a=%20b HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nUpgrade: echo\r\nAuthorization: Basic x\r\n"
            + "User-Agent: Maraca\r\n\r\n"
        #expect(await heads.next() == head)
        connection.send(Array("again".utf8))
        #expect(try await all(connection.incoming) == Array("firstagain".utf8) + [0, 255])
    }

    @Test("a URL without a path requests the root", arguments: ["", "?a"])
    func noPath(query: String) async throws {
        let heads = Signal()
        let server = try LoopbackServer { connection in
            heads.send(connection.readRequest() ?? "")
            connection.write(Self.agreed)
        }
        defer { server.stop() }
        _ = try await transport.upgrade(HTTPRequest(url: server.url(query)))
        #expect(await heads.next()?.hasPrefix("GET /\(query) HTTP/1.1\r\n") == true)
    }

    @Test("the server's close is noticed while nothing is sent", arguments: [false, true])
    func end(isReset: Bool) async throws {
        let gate = Gate()
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write(Self.agreed)
            gate.pass()
            if isReset { connection.reset() }
        }
        defer { server.stop() }
        let connection = try await transport.upgrade(HTTPRequest(url: server.url()))
        gate.open()
        do {
            #expect(try await all(connection.incoming).isEmpty)
            #expect(!isReset)
        } catch TransportError.unreachable {
            #expect(isReset)
        }
    }

    @Test("R-1: what a server that reads nothing makes us send it does not fill the memory")
    func takesNothing() async throws {
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write(Self.agreed)
            connection.waitForTheEnd()
        }
        defer { server.stop() }
        let connection = try await transport.upgrade(HTTPRequest(url: server.url()))
        // More than the system takes for a server that reads nothing.
        connection.send([UInt8](repeating: 0, count: 20 << 20))
        connection.send([0])
        await #expect(throws: TransportError.unreachable(detail: "the server takes nothing")) {
            _ = try await all(connection.incoming)
        }
    }

    @Test("the head may arrive in any pieces, and after interim responses")
    func pieces() async throws {
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            for byte
                in ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + Self.agreed
                + "\r\n\r\n").utf8
            {
                connection.write([byte])
            }
        }
        defer { server.stop() }
        let connection = try await transport.upgrade(HTTPRequest(url: server.url()))
        #expect(connection.head == HTTPResponseHead(status: 101, headers: ["Upgrade": "echo"]))
        #expect(try await all(connection.incoming) == Array("\r\n\r\n".utf8))
    }

    @Test(
        "a refusal or redirect is a response without content, and the connection closes",
        arguments: [200, 301, 401])
    func refusal(status: Int) async throws {
        let events = Signal()
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 \(status) No\r\nLocation: /elsewhere\r\nContent-Length: 100\r\n\r\nhalf")
            connection.waitForTheEnd()
            events.send("gone")
        }
        defer { server.stop() }
        let connection = try await transport.upgrade(HTTPRequest(url: server.url()))
        #expect(connection.head.status == status && connection.head.headers["location"] == "/elsewhere")
        #expect(try await all(connection.incoming).isEmpty)
        #expect(await events.next() == "gone")
        #expect(server.connectionCount == 1)
    }

    @Test("invalid HTTP, or an endless head, is no response", arguments: ["", "not HTTP\r\n\r\n", "endless"])
    func broken(answer: String) async throws {
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write(answer)
            while answer == "endless", connection.write("HTTP/1.1 101 Yes\r\nX: \(String(repeating: "x", count: 4096))")
            {}
        }
        defer { server.stop() }
        let error = await #expect(throws: TransportError.self) {
            try await transport.upgrade(HTTPRequest(url: server.url()))
        }
        if answer == "endless" {
            #expect(error == .tooLarge)
        } else if case .unreachable = error {
        } else {
            Issue.record("\(String(describing: error))")
        }
    }

    @Test("much data flows both ways, however slow the reader")
    func much() async throws {
        let size = 6 << 20
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write(Self.agreed)
            var left = size
            while left > 0 {
                let bytes = connection.read(min(left, 50_000))
                if bytes.isEmpty { return }
                connection.write(bytes)
                left -= bytes.count
            }
        }
        defer { server.stop() }
        let connection = try await transport.upgrade(HTTPRequest(url: server.url()))
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        for start in stride(from: 0, to: size, by: 1 << 20) { connection.send(Array(bytes[start..<start + 1 << 20])) }
        // Other requests proceed meanwhile.
        let page = try LoopbackServer { other in
            _ = other.readRequest()
            other.answer("page")
        }
        defer { page.stop() }
        #expect(try await transport.send(HTTPRequest(url: page.url())).status == 200)
        #expect(try await all(connection.incoming) == bytes)
    }

    @Test("dropping a connection closes it after its last data is sent")
    func dropped() async throws {
        let events = Signal()
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write(Self.agreed)
            events.send(String(decoding: connection.read(3), as: UTF8.self))
            connection.waitForTheEnd()
            events.send("gone")
        }
        defer { server.stop() }
        do {
            let connection = try await transport.upgrade(HTTPRequest(url: server.url()))
            // Held until the text has been sent: the closure alone would not hold it.
            withExtendedLifetime(connection) { connection.send(Array("bye".utf8)) }
        }
        #expect(await events.next() == "bye")
        #expect(await events.next() == "gone")
    }

    @Test("cancelling the reader or closing the transport closes the connection", arguments: [false, true])
    func cancelled(isClosed: Bool) async throws {
        let events = Signal()
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write(Self.agreed)
            events.send("head")
            connection.waitForTheEnd()
            events.send("gone")
        }
        defer { server.stop() }
        let own = CurlTransport()
        let task = Task {
            let connection = try await own.upgrade(HTTPRequest(url: server.url()))
            for try await _ in connection.incoming {}
        }
        _ = await events.next()
        if isClosed { own.close() } else { task.cancel() }
        _ = await task.result
        #expect(await events.next() == "gone")
    }

    @Test("many connections open and close, and each sees its own end")
    func many() async throws {
        let gates = (0..<12).map { _ in Gate() }
        let servers = try gates.map { gate in
            try LoopbackServer { connection in
                _ = connection.readRequest()
                connection.write(Self.agreed)
                gate.pass()
                connection.write("end")
            }
        }
        defer { for server in servers { server.stop() } }
        for _ in 0..<3 {
            var connections: [UpgradedConnection] = []
            for server in servers { connections.append(try await transport.upgrade(HTTPRequest(url: server.url()))) }
            for index in connections.indices.reversed() {
                gates[index].open()
                #expect(try await all(connections[index].incoming) == Array("end".utf8))
            }
        }
    }

    @Test("N-1: no plain connection leaves this machine")
    func plain() async {
        let error = await #expect(throws: TransportError.self) {
            try await transport.upgrade(HTTPRequest(url: "http://mail.example/socket"))
        }
        guard case .insecure = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
