import Foundation
import Glibc
import InboxRemote
import Synchronization
import Testing

@Suite("The libcurl transport against a server on loopback", .timeLimit(.minutes(10)))
struct CurlTransportTests {
    let transport = CurlTransport()

    @Test("a response has status, case-insensitive fields and body")
    func answer() async throws {
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.answer("{\"a\":1}", status: "404 Not Found", headers: ["X-ONE:  two words "])
        }
        defer { server.stop() }
        let response = try await transport.send(HTTPRequest(url: server.url()))
        #expect(response.status == 404)
        #expect(response.headers["x-one"] == "two words")
        #expect(response.body == Array("{\"a\":1}".utf8))
    }

    @Test("a request carries its method, path, fields and body, and only our User-Agent")
    func request() async throws {
        let seen = Signal()
        let server = try LoopbackServer { connection in
            seen.send(connection.readRequest() ?? "")
            connection.answer("null")
        }
        defer { server.stop() }
        let request = HTTPRequest(
            .put, url: server.url("/a%2Fb/..?c=%20"), headers: ["Authorization": "Basic eA==", "X-Empty": ""],
            body: Array("{}".utf8))
        _ = try await transport.send(request)
        let text = try #require(await seen.next())
        #expect(text.hasPrefix("PUT /a%2Fb/..?c=%20 HTTP/1.1\r\n"))
        #expect(text.contains("\r\nAuthorization: Basic eA==\r\n"))
        #expect(text.contains("\r\nX-Empty:\r\n"))
        #expect(text.contains("\r\nUser-Agent: Maraca\r\n"))
        #expect(!text.contains("Content-Type"))
        #expect(!text.contains("Expect"))
        #expect(text.hasSuffix("\r\n\r\n{}"))
    }

    @Test("responses are compressed unless they stay on this machine", arguments: [false, true])
    func packing(mayLeave: Bool) async throws {
        let seen = Signal()
        let server = try LoopbackServer { connection in
            seen.send(connection.readRequest() ?? "")
            connection.answer("null")
        }
        defer { server.stop() }
        _ = try await transport.send(HTTPRequest(url: server.url("/"), allowsPlain: mayLeave))
        let text = try #require(await seen.next())
        #expect(text.contains("gzip") == mayLeave)
        #expect(text.contains("\r\nAccept-Encoding: identity\r\n") != mayLeave)
    }

    @Test("W-2: a public-only request reuses no other request's connection")
    func ownConnection() async throws {
        let server = try LoopbackServer { connection in
            while connection.readRequest() != nil { connection.answer("null") }
        }
        defer { server.stop() }
        #expect(try await transport.send(HTTPRequest(url: server.url())).status == 200)
        await #expect {
            try await transport.send(HTTPRequest(url: server.url(), isPublicOnly: true))
        } throws: { error in
            if case .insecure? = error as? TransportError { true } else { false }
        }
    }

    @Test("a connection that is doubted is used for nothing more")
    func doubted() async throws {
        let server = try LoopbackServer { connection in
            while connection.readRequest() != nil { connection.answer("null") }
        }
        defer { server.stop() }
        for _ in 0..<2 { _ = try await transport.send(HTTPRequest(url: server.url())) }
        #expect(server.connectionCount == 1)
        transport.doubtConnections()
        _ = try await transport.send(HTTPRequest(url: server.url()))
        #expect(server.connectionCount == 2)
    }

    @Test("every method is sent as it is", arguments: ["GET", "POST", "PUT", "PATCH", "DELETE"])
    func methods(name: String) async throws {
        let seen = Signal()
        let server = try LoopbackServer { connection in
            seen.send(connection.readRequest() ?? "")
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        let method = try #require(HTTPRequest.Method(rawValue: name))
        #expect(try await transport.send(HTTPRequest(method, url: server.url())).status == 200)
        #expect(await seen.next()?.hasPrefix("\(name) / ") == true)
    }

    @Test("all 44 header fields arrive, interim responses and trailers do not")
    func manyHeaders() async throws {
        let fields = (0..<44).map { "X-Field-\($0): \($0)" }
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n")
            let head = ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"] + fields
            connection.write(head.joined(separator: "\r\n") + "\r\n\r\n2\r\nok\r\n0\r\nX-Late: 1\r\n\r\n")
        }
        defer { server.stop() }
        let response = try await transport.send(HTTPRequest(url: server.url()))
        #expect(response.status == 200)
        #expect((0..<44).allSatisfy { response.headers["x-field-\($0)"] == "\($0)" })
        #expect(response.headers["link"] == nil)
        #expect(response.headers["x-late"] == nil)
        #expect(response.body == Array("ok".utf8))
    }

    @Test("a meter counts the received bytes, even of a truncated response")
    func meteredDownload() async throws {
        let server = try LoopbackServer { connection in
            let isWhole = connection.readRequest()?.contains("/whole") == true
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc" + (isWhole ? "def" : ""))
        }
        defer { server.stop() }
        let (whole, half) = (TransferMeter(.download), TransferMeter(.download))
        _ = try await transport.send(HTTPRequest(url: server.url("/whole"), meter: whole))
        #expect(whole.bytes == 6)
        await #expect(throws: TransportError.self) {
            try await transport.send(HTTPRequest(url: server.url("/half"), meter: half))
        }
        #expect(half.bytes == 3)
    }

    @Test("a meter counts the sent bytes of a request, even if the server stops reading")
    func meteredUpload() async throws {
        let server = try LoopbackServer { connection in
            // Larger than what the socket buffers hold without a reader.
            if connection.read(4) == Array("PUT ".utf8) { return connection.reset() }
            _ = connection.readRequest()
            connection.answer("kept")
        }
        defer { server.stop() }
        let body = [UInt8](repeating: 7, count: 64 << 20)
        let (whole, half) = (TransferMeter(.upload), TransferMeter(.upload))
        let answer = try await transport.send(HTTPRequest(.post, url: server.url(), body: body, meter: whole))
        #expect(answer.body == Array("kept".utf8) && whole.bytes == body.count)
        await #expect(throws: TransportError.self) {
            try await transport.send(HTTPRequest(.put, url: server.url(), body: body, meter: half))
        }
        #expect(half.bytes < body.count)
    }

    @Test("N-2: a redirect is a response: no request goes to its target")
    func redirect() async throws {
        let other = try LoopbackServer { $0.answer("stolen") }
        defer { other.stop() }
        let target = other.url("/thief")
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.answer("", status: "302 Found", headers: ["Location: \(target)"])
        }
        defer { server.stop() }
        let response = try await transport.send(
            HTTPRequest(url: server.url(), headers: ["Authorization": "Basic c2VjcmV0Og=="]))
        #expect(response.status == 302)
        #expect(response.headers["location"] == target)
        #expect(other.connectionCount == 0)
    }

    @Test("one connection serves consecutive requests")
    func keepAlive() async throws {
        let server = try LoopbackServer { connection in
            while connection.readRequest() != nil { connection.answer("ok") }
        }
        defer { server.stop() }
        for _ in 0..<5 { _ = try await transport.send(HTTPRequest(url: server.url())) }
        #expect(server.connectionCount == 1)
        _ = try await transport.send(HTTPRequest(.post, url: server.url(), isRepeatable: false))
        #expect(server.connectionCount == 2)
    }

    @Test("twelve requests at once share five connections")
    func fiveConnections() async throws {
        let counts = Mutex((now: 0, most: 0, total: 0))
        let allFive = Gate()
        let server = try LoopbackServer { connection in
            while connection.readRequest() != nil {
                let total = counts.withLock { counts in
                    counts.now += 1
                    counts.total += 1
                    counts.most = max(counts.most, counts.now)
                    return counts.total
                }
                if total == 5 { for _ in 0..<5 { allFive.open() } }
                if total <= 5 { allFive.pass() }
                counts.withLock { $0.now -= 1 }
                connection.answer("ok")
            }
        }
        defer { server.stop() }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<12 {
                group.addTask { try await transport.send(HTTPRequest(url: server.url())).status }
            }
            for try await status in group { #expect(status == 200) }
        }
        #expect(counts.withLock { $0.most } == 5)
        #expect(server.connectionCount <= 5)
    }

    @Test("neither long polls nor large transfers take a slot from other requests")
    func waiting() async throws {
        let arrived = Signal()
        let server = try LoopbackServer { connection in
            while let request = connection.readRequest() {
                if request.hasPrefix("GET /wait") {
                    arrived.send()
                    connection.waitForTheEnd()
                } else {
                    connection.answer("ok")
                }
            }
        }
        defer { server.stop() }
        let polls = (0..<7).map { _ in
            Task {
                try? await transport.send(
                    HTTPRequest(url: server.url("/wait"), timeout: .seconds(55), waitsOnPurpose: true))
            }
        }
        let files = (0..<7).map { _ in
            Task { try? await transport.stream(HTTPRequest(url: server.url("/wait/file"))).0.status }
        }
        // All requests that wait for news, and two files.
        for _ in 0..<9 { _ = await arrived.next() }
        #expect(try await transport.send(HTTPRequest(url: server.url("/now"))).status == 200)
        let streams = (0..<2).map { _ in
            Task { try? await transport.stream(HTTPRequest(url: server.url("/wait"), waitsOnPurpose: true)).0.status }
        }
        for _ in 0..<2 { _ = await arrived.next() }
        for task in files + streams { task.cancel() }
        for task in files + streams { #expect(await task.value == nil) }
        for poll in polls { poll.cancel() }
        for poll in polls { #expect(await poll.value == nil) }
    }
}
