import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Push over a WebSocket", .timeLimit(.minutes(10)))
struct JMAPSocketTests {
    let server = ScriptedJMAP()
    let clock = ManualClock()
    let known = SyncState(email: "1", mailbox: "1")

    private static let socketPath = "/jmap/socket"

    private func service() -> JMAPService {
        server.session = JMAPFixtures.session(
            capabilities: ["core", "mail", "submission", "websocket"], more: #""eventSourceUrl": null"#)
        return .scripted(server, clock: clock)
    }

    private func change(_ email: String, pushState: String) -> String {
        #"{"@type": "StateChange", "changed": {"A": {"Email": "\#(email)"}}, "pushState": "\#(pushState)"}"#
    }

    @Test("J-67: the socket uses our credentials, enables push, and a push triggers a changes request")
    func hears() async throws {
        let service = service()
        let board = service.push.board
        let socket = server.nextSocket()
        let task = Task { await service.push.connection.listenWhileStreamsWork() }
        defer { task.cancel() }
        await socket.untilFrames(1)
        let request = try #require(server.requests(to: Self.socketPath).first)
        #expect(request.url == "https://mail.example/jmap/socket" && request.headers["Authorization"] != nil)
        #expect(request.headers["Sec-WebSocket-Protocol"] == "jmap" && request.headers["Upgrade"] == "websocket")
        let wish = try JSONDecoder().decode(JSON.self, from: Data(socket.frames[0].1.utf8))
        #expect(
            wish == ["@type": "WebSocketPushEnable", "dataTypes": ["Mailbox", "Email", "EmailSubmission", "Identity"]])
        try await eventually { board.isLive }
        #expect(await !service.isPolling)

        board.known = known
        #expect(await board.wait(atMost: .zero, since: known), "every connection has the changes asked for once")
        #expect(await !board.wait(atMost: .zero, since: known))
        socket.say(change("1", pushState: "p1"))
        socket.ping([65, 66])
        await socket.untilFrames(2)
        #expect(socket.frames[1] == (10, "AB"), "a ping is answered")
        #expect(await !board.wait(atMost: .zero, since: known), "that is known")
        socket.say(#"{"@type": "Response", "requestId": "R1", "methodResponses": []}"#)
        socket.say(change("2", pushState: "p2"))
        socket.ping([])
        await socket.untilFrames(3)
        #expect(await board.wait(atMost: .zero, since: known))
        #expect(server.requests(to: JMAPFixtures.events).isEmpty)

        // A new connection continues from the state of the old one.
        let second = server.nextSocket()
        socket.end()
        await clock.untilSomeoneSleeps(for: .milliseconds(500)..<(.milliseconds(1500)))
        clock.advance(by: .milliseconds(1500))
        await second.untilFrames(1)
        #expect(second.frames[0].1.contains(#""pushState":"p2""#))
    }

    @Test(
        "J-67: without an event stream or a JMAP socket the service polls",
        arguments: [(404, true), (200, true), (101, false), (403, true)])
    func fallsBack(status: Int, isHonest: Bool) async {
        let service = service()
        _ = server.nextSocket(status: status, isHonest: isHonest)
        await service.push.connection.listenWhileStreamsWork()
        #expect(server.requests(to: Self.socketPath).count == 1)
        #expect(server.requests(to: JMAPFixtures.events).isEmpty)
        #expect(await service.isPolling)
    }

    @Test(
        "J-67: the socket comes before the event stream, which replaces it after a refusal"
    )
    func comesFirst() async {
        server.session = JMAPFixtures.session(capabilities: ["core", "mail", "submission", "websocket"])
        _ = server.nextSocket(status: 404)
        _ = server.nextStream(status: 204)
        let service = JMAPService.scripted(server, clock: clock)
        await service.push.connection.listenWhileStreamsWork()
        #expect(server.requests(to: Self.socketPath).count == 1)
        #expect(server.requests(to: JMAPFixtures.events).count == 1)
        #expect(await service.isPolling)
    }

    @Test("J-67: a close gets its code as reply", arguments: [1001, 1008, 1011, 1012, 1013, 4000] as [UInt16])
    func close(code: UInt16) async throws {
        let service = service()
        let socket = server.nextSocket()
        let task = Task { await service.push.connection.listenWhileStreamsWork() }
        defer { task.cancel() }
        await socket.untilFrames(1)
        try await eventually { service.push.board.isLive }
        socket.close([UInt8(code >> 8), UInt8(code & 0xFF)] + Array("why".utf8))
        await socket.untilFrames(2)
        #expect(socket.raw[1] == (8, [UInt8(code >> 8), UInt8(code & 0xFF)]))
        // Push is down, and the next socket is requested.
        await clock.untilSomeoneSleeps(for: .milliseconds(500)..<(.milliseconds(1500)))
        #expect(await service.isPolling)
        let second = server.nextSocket()
        clock.advance(by: .milliseconds(1500))
        await second.untilFrames(1)
    }

    @Test("a close code for incompatibility is final", arguments: SocketFrames.refusals)
    func closedForGood(code: UInt16) async {
        let service = service()
        let socket = server.nextSocket()
        let task = Task { await service.push.connection.listenWhileStreamsWork() }
        await socket.untilFrames(1)
        socket.close([UInt8(code >> 8), UInt8(code & 0xFF)])
        await task.value
        #expect(server.requests(to: Self.socketPath).count == 1)
        #expect(await service.isPolling)
    }

    @Test("J-3, J-67: a socket without push, or on another origin, is not opened", arguments: [true, false])
    func notOurs(isForeign: Bool) async {
        let url = isForeign ? "wss://other.example/jmap/socket" : "wss://mail.example/jmap/socket"
        server.session = JMAPFixtures.session(
            more:
                #""capabilities": {"urn:ietf:params:jmap:core": {}, "urn:ietf:params:jmap:mail": {}, "urn:ietf:params:jmap:websocket": {"url": "\#(url)", "supportsPush": \#(isForeign)}}"#
        )
        _ = server.nextStream(status: 204)
        await JMAPService.scripted(server, clock: clock).push.connection.listenWhileStreamsWork()
        #expect(server.requests.allSatisfy { !$0.url.contains("/socket") })
    }

    @Test("J-64, J-67: a socket is pinged, and is dead if nothing comes for ten seconds after")
    func watchdog() async throws {
        let service = service()
        let socket = server.nextSocket()
        let task = Task { await service.push.connection.listenWhileStreamsWork() }
        defer { task.cancel() }
        await socket.untilFrames(1)
        await clock.untilSomeoneSleeps(for: .seconds(19)..<(.seconds(21)))
        clock.advance(by: .seconds(20))
        await socket.untilFrames(2)
        await clock.untilSomeoneSleeps(for: .seconds(9)..<(.seconds(11)))
        // Any frame counts as a pong; the answer to it shows that it was read.
        socket.ping([])
        await socket.untilFrames(3)
        clock.advance(by: .seconds(10))
        await clock.untilSomeoneSleeps(for: .seconds(19)..<(.seconds(21)))
        #expect(service.push.board.isLive)
        clock.advance(by: .seconds(20))
        await socket.untilFrames(4)
        #expect(socket.frames[1...].map(\.0) == [9, 10, 9])
        let second = server.nextSocket()
        await clock.untilSomeoneSleeps(for: .seconds(9)..<(.seconds(11)))
        clock.advance(by: .seconds(10))
        await clock.untilSomeoneSleeps(for: .milliseconds(500)..<(.milliseconds(1500)))
        #expect(await service.isPolling)
        clock.advance(by: .milliseconds(1500))
        await second.untilFrames(1)
    }

    @Test("J-67: a server that hangs during the handshake does not count as a silent socket")
    func hangs() async throws {
        server.session = JMAPFixtures.session(capabilities: ["core", "mail", "submission", "websocket"])
        let service = JMAPService.scripted(server, clock: clock)
        _ = try await service.signIn()
        server.hangs = true
        let task = Task { await service.push.connection.listenWhileStreamsWork() }
        defer { task.cancel() }
        for number in 1...2 {
            await clock.untilSomeoneSleeps(for: .seconds(74)..<(.seconds(76)))
            clock.advance(by: .seconds(75))
            await clock.untilSomeoneSleeps(for: .milliseconds(500)..<(.seconds(3)))
            #expect(server.requests(to: Self.socketPath).count == number)
            clock.advance(by: .seconds(3))
        }
        try await eventually { server.requests(to: Self.socketPath).count == 3 }
    }

    @Test("three short-lived sockets in a row, or two silent ones, lead to the event stream")
    func plan() {
        var plan = PushPlan(way: .socket)
        for _ in 0..<2 { #expect(plan.ended(wasSilent: false, lived: .seconds(1), random: 0.5) > .zero) }
        #expect(plan.way == .socket)
        #expect(plan.ended(wasSilent: false, lived: .seconds(1), random: 0.5) == .zero && plan.way == .stream)
        var silent = PushPlan(way: .socket)
        for _ in 0..<2 { _ = silent.ended(wasSilent: true, lived: .seconds(75), random: 0.5) }
        #expect(silent.way == .stream)
    }

    @Test("J-67: if no socket connects, streams are tried; if offline both fail, and the socket returns")
    func unreached() {
        func fails(_ plan: inout PushPlan) {
            _ = plan.ended(wasOpen: false, wasSilent: false, lived: .seconds(1), random: 0.5)
        }
        var offline = PushPlan(way: .socket)
        var ways: [PushPlan.Way] = []
        for _ in 0..<8 {
            ways.append(offline.way)
            fails(&offline)
        }
        #expect(ways == [.socket, .socket, .socket, .stream, .socket, .socket, .socket, .stream])
        // The proxy lets streams through, so streams are kept.
        var proxied = PushPlan(way: .socket)
        for _ in 0..<3 { fails(&proxied) }
        _ = proxied.ended(wasSilent: false, lived: .seconds(90), random: 0.5)
        for _ in 0..<5 { fails(&proxied) }
        #expect(proxied.way == .stream)
        // A connection that breaks now and then is not a sign of a proxy.
        var flaky = PushPlan(way: .socket)
        for _ in 0..<5 {
            for _ in 0..<2 { fails(&flaky) }
            _ = flaky.ended(wasSilent: false, lived: .seconds(90), random: 0.5)
        }
        #expect(flaky.way == .socket)
    }

    @Test("J-67: a way that the server no longer offers is left at once, even if it worked")
    func missing() {
        var plan = PushPlan(way: .socket)
        _ = plan.ended(wasSilent: false, lived: .seconds(90), random: 0.5)
        plan.missing()
        #expect(plan.way == .stream)
        _ = plan.ended(wasSilent: false, lived: .seconds(90), random: 0.5)
        plan.missing()
        #expect(plan.way == .polling)
    }

    // MARK: Frames (RFC 6455)

    @Test("the handshake matches RFC 6455")
    func handshake() {
        #expect(SocketHandshake(key: "dGhlIHNhbXBsZSBub25jZQ==").accepted == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(SocketHandshake().key != SocketHandshake().key)
    }

    @Test("frames may be split anywhere, and messages into interleaved frames", arguments: 1...30)
    func frames(piece: Int) throws {
        let long = String(repeating: "x", count: 300)
        let bytes =
            ScriptedSocket.frame(0x81, Array("one".utf8)) + ScriptedSocket.frame(0x01, Array("tw".utf8))
            + ScriptedSocket.frame(0x89, [7]) + ScriptedSocket.frame(0x80, Array("o".utf8))
            + ScriptedSocket.frame(0x81, Array(long.utf8)) + ScriptedSocket.frame(0x88, [3, 241, 65])
        var frames = SocketFrames()
        var messages: [SocketFrames.Message] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            messages += try frames.read(Array(bytes[start..<min(start + piece, bytes.count)]))
        }
        #expect(messages == [.text("one"), .ping([7]), .text("two"), .text(long), .close(1009)])
    }

    @Test("a message may have a push's full length, in one frame or many", arguments: [1, 7, 64 << 10])
    func big(frameCount: Int) throws {
        let long = [UInt8](repeating: 120, count: SocketFrames.longestMessage)
        let size = long.count / frameCount
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: long.count, by: size) {
            let end = min(start + size, long.count)
            let kind: UInt8 = start == 0 ? 1 : 0
            bytes += ScriptedSocket.frame(kind | (end == long.count ? 0x80 : 0), Array(long[start..<end]))
        }
        var frames = SocketFrames()
        #expect(try frames.read(bytes) == [.text(String(decoding: long, as: UTF8.self))])
        #expect(try frames.read(ScriptedSocket.frame(0x88, [])) == [.close(1000)])
    }

    @Test(
        "J-11: an invalid or overlong server frame ends the connection",
        arguments: [
            [0x81, 0x81, 0, 0, 0, 0, 1], [0xC1, 1, 65], [0x83, 1, 65], [0x80, 1, 65],
            [0x81, 127, 1, 0, 0, 0, 0, 0, 0, 0], [0x81, 127, 0, 0, 0, 0, 0, 2, 0, 0], [0x09, 1, 65],
            [0x89, 126, 0, 126],
        ] as [[UInt8]])
    func broken(bytes: [UInt8]) {
        #expect(throws: SocketFrames.Broken.self) {
            var frames = SocketFrames()
            _ = try frames.read(bytes)
        }
    }
}
