import InboxRemote
import Testing

@Suite("Cancelling, closing and streaming with the libcurl transport", .timeLimit(.minutes(10)))
struct CurlTransportCancelTests {
    let transport = CurlTransport()

    @Test("cancelling the task ends the transfer at once")
    func cancel() async throws {
        let events = Signal()
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            events.send("request")
            connection.waitForTheEnd()
            events.send("gone")
        }
        defer { server.stop() }
        let task = Task { try await transport.send(HTTPRequest(url: server.url(), timeout: .seconds(600))) }
        #expect(await events.next() == "request")
        task.cancel()
        await #expect(throws: TransportError.cancelled) { try await task.value }
        #expect(await events.next() == "gone")
    }

    @Test("a cancelled task gets no response")
    func cancelledBefore() async throws {
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.waitForTheEnd()
        }
        defer { server.stop() }
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await transport.send(HTTPRequest(url: server.url()))
        }
        task.cancel()
        await #expect(throws: TransportError.cancelled) { try await task.value }
    }

    @Test("closing cancels current and later requests")
    func close() async throws {
        let events = Signal()
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            events.send("request")
            connection.waitForTheEnd()
            events.send("gone")
        }
        defer { server.stop() }
        let task = Task { try await transport.send(HTTPRequest(url: server.url())) }
        _ = await events.next()
        transport.close()
        await #expect(throws: TransportError.cancelled) { try await task.value }
        #expect(await events.next() == "gone")
        await #expect(throws: TransportError.cancelled) { try await transport.send(HTTPRequest(url: server.url())) }
        transport.close()
    }

    @Test("many transports come and go")
    func manyTransports() async throws {
        let server = try LoopbackServer { connection in
            while connection.readRequest() != nil { connection.answer("ok") }
        }
        defer { server.stop() }
        for _ in 0..<20 {
            let transport = CurlTransport()
            #expect(try await transport.send(HTTPRequest(url: server.url())).status == 200)
        }
    }

    @Test("a streamed response yields head and pieces as they come")
    func stream() async throws {
        let next = Gate()
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
            for word in ["one", "two", "three"] {
                next.pass()
                connection.write("\(String(word.utf8.count, radix: 16))\r\n\(word)\r\n")
            }
            next.pass()
            connection.write("0\r\n\r\n")
        }
        defer { server.stop() }
        let (head, pieces) = try await transport.stream(HTTPRequest(url: server.url()))
        #expect(head.headers["content-type"] == "text/event-stream")
        var iterator = pieces.makeAsyncIterator()
        for word in ["one", "two", "three"] {
            next.open()
            #expect(try await iterator.next() == Array(word.utf8))
        }
        next.open()
        #expect(try await iterator.next() == nil)
    }

    @Test("dropping a stream closes its connection")
    func droppedStream() async throws {
        let events = Signal()
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            connection.waitForTheEnd()
            events.send("gone")
        }
        defer { server.stop() }
        do {
            let (head, _) = try await transport.stream(HTTPRequest(url: server.url()))
            #expect(head.status == 200)
        }
        #expect(await events.next() == "gone")
    }

    @Test("cancelling a stream's reader throws and closes the connection")
    func cancelledStream() async throws {
        let events = Signal()
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")
            events.send("head")
            connection.waitForTheEnd()
            events.send("gone")
        }
        defer { server.stop() }
        let task = Task {
            let (_, pieces) = try await transport.stream(HTTPRequest(url: server.url()))
            for try await _ in pieces {}
        }
        _ = await events.next()
        task.cancel()
        // The iterator of a cancelled task may end before it calls us; either way it does not continue.
        _ = await task.result
        #expect(await events.next() == "gone")
    }

    @Test("a stream larger than its buffer arrives whole, and a truncated one throws")
    func largeStream() async throws {
        let piece = String(repeating: "x", count: 1 << 20)
        let server = try LoopbackServer { connection in
            let request = connection.readRequest() ?? ""
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(8 << 20)\r\n\r\n")
            for _ in 0..<(request.hasPrefix("GET /cut") ? 3 : 8) { connection.write(piece) }
        }
        defer { server.stop() }
        let (_, whole) = try await transport.stream(HTTPRequest(url: server.url()))
        var count = 0
        for try await piece in whole { count += piece.count }
        #expect(count == 8 << 20)

        let (_, cut) = try await transport.stream(HTTPRequest(url: server.url("/cut")))
        var cutCount = 0
        let error = await #expect(throws: TransportError.self) {
            for try await piece in cut { cutCount += piece.count }
        }
        #expect(cutCount == 3 << 20)
        guard case .unreachable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
