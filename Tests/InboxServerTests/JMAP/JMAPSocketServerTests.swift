import Foundation
import InboxRemote
import Testing

@testable import InboxServer

@Suite("JMAP: WebSocket", .timeLimit(.minutes(10)))
struct JMAPSocketServerTests {
    private static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    private static let transport = CurlTransport()

    private static func ask(_ test: TestServer, _ more: HTTPHeaders = [:], token: String? = TestServer.annToken)
        async throws -> UpgradedConnection
    {
        var headers: HTTPHeaders = [
            "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key,
            "Sec-WebSocket-Protocol": "jmap",
        ]
        if let token { headers["Authorization"] = "Bearer \(token)" }
        for field in more.fields { headers[field.name] = field.value }
        return try await transport.upgrade(
            HTTPRequest(url: "http://127.0.0.1:\(test.ann.port)/jmap/socket", headers: headers))
    }

    /// Masked like a client's frame (RFC 6455 §5.3); short texts only.
    private static func frame(_ text: String, opcode: UInt8 = 1) -> [UInt8] {
        let content = Array(text.utf8)
        let length: [UInt8] =
            content.count < 126
            ? [0x80 | UInt8(content.count)] : [0x80 | 126, UInt8(content.count >> 8), UInt8(content.count & 0xFF)]
        let mask: [UInt8] = [1, 2, 3, 4]
        return [0x80 | opcode] + length + mask + content.enumerated().map { $0.element ^ mask[$0.offset % 4] }
    }

    /// Reads the server's frames as opcodes and contents.
    private struct Reader {
        var pieces: AsyncThrowingStream<[UInt8], any Error>.AsyncIterator
        var buffer: [UInt8] = []

        mutating func next() async throws -> (UInt8, JSONValue) {
            while true {
                if buffer.count >= 2 {
                    var (length, start) = (Int(buffer[1]), 2)
                    if length == 126, buffer.count >= 4 {
                        (length, start) = (Int(buffer[2]) << 8 | Int(buffer[3]), 4)
                    }
                    if length < 126 || start > 2, buffer.count >= start + length {
                        let content = Array(buffer[start..<start + length])
                        let opcode = buffer[0] & 0x0F
                        buffer.removeFirst(start + length)
                        return (opcode, JSONValue(reading: content) ?? .text(String(decoding: content, as: UTF8.self)))
                    }
                }
                buffer += try #require(try await pieces.next())
            }
        }
    }

    @Test("requests are answered with their ids, and changes are pushed once enabled")
    func talk() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try #require(try await talk.emails().first)
            let connection = try await Self.ask(test)
            #expect(connection.head.status == 101)
            #expect(connection.head.headers["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
            #expect(connection.head.headers["Sec-WebSocket-Protocol"] == "jmap")
            var reader = Reader(pieces: connection.incoming.makeAsyncIterator())
            connection.send(
                Self.frame(
                    #"{"@type":"Request","id":"R1","using":["urn:ietf:params:jmap:core"],"methodCalls":[["Core/echo",{"a":1},"c"]]}"#
                ))
            let answer = try await reader.next().1
            #expect(answer["@type"]?.textValue == "Response" && answer["requestId"]?.textValue == "R1")
            #expect(answer["methodResponses"]?.arrayValue?.count == 1)

            connection.send(Self.frame("{"))
            #expect(try await reader.next().1["@type"]?.textValue == "RequestError")
            connection.send(Self.frame("ab", opcode: 9))
            #expect(try await reader.next() == (10, .text("ab")))

            connection.send(Self.frame(#"{"@type":"WebSocketPushEnable","dataTypes":["Email"]}"#))
            // The answer to this proves that the request before it has taken effect.
            connection.send(Self.frame("cd", opcode: 9))
            _ = try await reader.next()
            _ = try await talk.call("Email/set", #"{"update":{"\#(id)":{"keywords/$seen":true}}}"#)
            let told = try await reader.next().1
            #expect(told["@type"]?.textValue == "StateChange")
            #expect(told["changed"]?[talk.account]?["Email"]?.textValue == (try await talk.state("Email")))
            let pushState = try #require(told["pushState"]?.textValue)

            // A client that reconnects is told at once what it missed.
            _ = try await talk.call("Email/set", #"{"update":{"\#(id)":{"keywords/$flagged":true}}}"#)
            let second = try await Self.ask(test)
            var secondReader = Reader(pieces: second.incoming.makeAsyncIterator())
            second.send(
                Self.frame(#"{"@type":"WebSocketPushEnable","dataTypes":["Email"],"pushState":"\#(pushState)"}"#))
            let missed = try await secondReader.next().1
            #expect(missed["changed"]?[talk.account]?["Email"]?.textValue == (try await talk.state("Email")))
            second.send(Self.frame("", opcode: 8))
            #expect(try await secondReader.next().0 == 8)
        }
    }

    @Test(
        "L-2, L-4: no socket opens without a token, from a web page, for another host or subprotocol",
        arguments: [
            ("Origin", "http://evil.example", 403), ("Host", "evil.example", 421),
            ("Sec-WebSocket-Protocol", "chat", 404),
        ])
    func strangers(name: String, value: String, status: Int) async throws {
        try await TestServer.with { test async throws in
            #expect(try await Self.ask(test, [name: value]).head.status == status)
            #expect(try await Self.ask(test, token: nil).head.status == 401)
            #expect(try await Self.ask(test, token: "wrong").head.status == 401)
        }
    }

    @Test(
        "an upgrade to a protocol that the server lacks is answered as a plain request",
        arguments: ["h2c", "websocket"])
    func otherProtocols(name: String) async throws {
        try await TestServer.with { test async throws in
            let answer = try await Self.transport.send(
                HTTPRequest(
                    url: "http://127.0.0.1:\(test.ann.port)/threads",
                    headers: [
                        "Connection": "Upgrade", "Upgrade": name, "Authorization": "Bearer \(TestServer.annToken)",
                    ]))
            #expect(answer.status == 200)
        }
    }

    @Test("stopping the server ends the socket")
    func end() async throws {
        try await TestServer.with { test async throws in
            let connection = try await Self.ask(test)
            await test.server.stop()
            var count = 0
            do { for try await _ in connection.incoming { count += 1 } } catch {}
            #expect(count < 10)
        }
    }
}
