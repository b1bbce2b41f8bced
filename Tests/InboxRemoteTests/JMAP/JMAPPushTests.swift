import Foundation
import InboxModel
import Synchronization
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Push from a JMAP server", .timeLimit(.minutes(10)))
struct JMAPPushTests {
    let server = ScriptedJMAP()
    let clock = ManualClock()
    let start = SyncState(email: "1", mailbox: "1").text

    private func event(_ name: String, _ data: String) -> [UInt8] { Array("event: \(name)\ndata: \(data)\n\n".utf8) }
    private func state(_ email: String, account: String = "A", type: String = "Email") -> [UInt8] {
        event("state", #"{"@type": "StateChange", "changed": {"\#(account)": {"\#(type)": "\#(email)"}}}"#)
    }

    /// A service that has asked once and now listens to this stream.
    private func listening() async throws -> (JMAPService, AsyncThrowingStream<[UInt8], any Error>.Continuation) {
        let service = JMAPService.scripted(server, clock: clock)
        // The first connection fails, so that the second one's event certainly comes after the first request.
        _ = try await service.changes(since: start, wait: .seconds(25))
        await server.untilStreams(1)
        let stream = server.nextStream()
        await clock.untilSomeoneSleeps(for: .milliseconds(500)..<(.milliseconds(1500)))
        clock.advance(by: .milliseconds(1500))
        await server.untilStreams(2)
        // The event that comes with every connection.
        _ = try await changes(service)
        return (service, stream)
    }

    /// Returns the next changes from the server, advancing the time.
    private func changes(_ service: JMAPService) async throws -> RemoteChanges {
        let before = server.calls("Email/changes").count
        let clock = clock
        let ticking = Task {
            while !Task.isCancelled {
                await clock.untilSomeoneSleeps(for: .milliseconds(1)..<(.milliseconds(201)))
                if !Task.isCancelled { clock.advance(by: .milliseconds(200)) }
            }
        }
        defer { ticking.cancel() }
        var changes: RemoteChanges
        repeat {
            changes = try await service.changes(since: start, wait: .seconds(1_000_000))
        } while server.calls("Email/changes").count == before
        return changes
    }

    // MARK: Back-off

    @Test(
        "J-62: pauses double from 1 second to 5 minutes with 50% jitter; a minute's connection resets them"
    )
    func backOff() {
        var plan = PushPlan()
        let pauses = (0..<12).map { _ in plan.ended(wasSilent: false, lived: .zero, random: 0.5) }
        #expect(pauses.map(\.components.seconds) == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
        #expect(plan.ended(wasSilent: false, lived: .zero, random: 0) == .seconds(150))
        #expect(plan.ended(wasSilent: false, lived: .zero, random: 1) == .seconds(450))
        #expect(plan.ended(wasSilent: false, lived: .seconds(59), random: 0.5) == .seconds(300))
        #expect(plan.ended(wasSilent: false, lived: .seconds(60), random: 0.5) == .seconds(1))
        #expect(plan.way == .stream)
    }

    @Test("J-64: two connections without a ping lead to closing streams, two more to polling")
    func silence() {
        var plan = PushPlan()
        func end(_ silent: Bool) -> PushPlan.Way {
            _ = plan.ended(wasSilent: silent, lived: .seconds(75), random: 0.5)
            return plan.way
        }
        #expect([true, false, true, true].map(end) == [.stream, .stream, .stream, .endingStream])
        #expect(plan.ended(wasSilent: false, lived: .seconds(5), random: 0.5) == .zero, "it ends after each change")
        #expect([true, true].map(end) == [.endingStream, .polling])
    }

    // MARK: The stream

    @Test("a broken stream triggers a poll, since the server may be gone")
    func breaks() async throws {
        let (service, stream) = try await listening()
        let board = service.push.board
        let known = try #require(board.known)
        #expect(await !board.wait(atMost: .zero, since: known), "there is nothing to ask before")
        stream.finish()
        try await eventually { !board.isLive }
        #expect(await board.wait(atMost: .zero, since: known))
        // A stream that is ending may have answered; the server is asked once more when no stream can be opened.
        await clock.untilSomeoneSleeps(for: .milliseconds(500)..<(.seconds(3)))
        #expect(await !board.wait(atMost: .zero, since: known))
        clock.advance(by: .seconds(3))
        await server.untilStreams(3)
        await clock.untilSomeoneSleeps(for: .milliseconds(500)..<(.seconds(6)))
        #expect(await board.wait(atMost: .zero, since: known))
        clock.advance(by: .seconds(6))
        await server.untilStreams(4)
        await clock.untilSomeoneSleeps(for: .seconds(1)..<(.seconds(12)))
        #expect(await !board.wait(atMost: .zero, since: known), "not at each try")
    }

    @Test("J-62: after sleep the connection reopens without a pause and the server is polled")
    func cameBack() async throws {
        let (service, stream) = try await listening()
        let board = service.push.board
        stream.finish()
        await clock.untilSomeoneSleeps(for: .seconds(1)..<(.seconds(3)))
        try await eventually { !board.isLive }
        let known = try #require(board.known)
        _ = await board.wait(atMost: .zero, since: known)
        let second = server.nextStream()
        service.cameBack()
        // The time does not advance.
        await server.untilStreams(3)
        second.finish()
    }

    @Test("once a server that was away answers again, the connection reopens without a pause")
    func answersAgain() async throws {
        let (service, stream) = try await listening()
        stream.finish()
        try await eventually { !service.push.board.isLive }
        await clock.untilSomeoneSleeps(for: .seconds(1)..<(.seconds(3)))
        server.nextHTTP(JMAPFixtures.api, .failure(.unreachable(detail: "no route")))
        await #expect(throws: RemoteError.self) { try await service.changes(since: start, wait: nil) }
        let second = server.nextStream()
        // The time does not advance.
        _ = try await service.changes(since: start, wait: nil)
        await server.untilStreams(3)
        second.finish()
    }

    @Test("J-63: push subscribes to all synced types, and to orders and contacts if the account has them")
    func types() throws {
        func types(_ names: [String]) throws -> [String] {
            let text = JMAPFixtures.session(
                capabilities: ["core", "mail", "submission", "contacts"], accountCapabilities: names)
            let wire = try JSONReader.read(WireSession.self, from: Array(text.utf8))
            return PushConnection.types(try #require(Session(wire, url: "https://mail.example/jmap/session")))
        }
        #expect(try types(["mail"]) == ["Mailbox", "Email"])
        #expect(try types(["mail", "submission"]) == ["Mailbox", "Email", "EmailSubmission", "Identity"])
        #expect(try types(["mail", "contacts"]) == ["Mailbox", "Email", "ContactCard"])
    }

    @Test("J-63: the stream request is as specified and resumes where it was")
    func request() async throws {
        let (service, stream) = try await listening()
        let first = try #require(server.requests(to: JMAPFixtures.events).first)
        #expect(first.query == ["types": "Mailbox,Email,EmailSubmission,Identity", "closeafter": "no", "ping": "30"])
        #expect(first.headers["Accept"] == "text/event-stream" && first.headers["Accept-Encoding"] == "identity")
        #expect(first.headers["Last-Event-ID"] == nil && first.headers["Authorization"] != nil)

        stream.yield(Array("id: 41\nevent: ping\ndata: {\"interval\": 30}\n\n".utf8))
        let second = server.nextStream()
        stream.finish()
        await clock.untilSomeoneSleeps(for: .seconds(1)..<(.seconds(3)))
        clock.advance(by: .seconds(3))
        await server.untilStreams(3)
        #expect(server.requests(to: JMAPFixtures.events).last?.headers["Last-Event-ID"] == "41")
        second.finish()
        _ = service
    }

    @Test(
        "J-63: lines may have any ending, any split, comments and a byte order mark", arguments: 1...40)
    func parser(piece: Int) {
        let text =
            "\u{FEFF}: hello\r\nevent: state\rdata: {\"a\":\ndata: 1}\r\n\r\nevent:ping\ndata\nid: 7\n\ndata: x\n\nretry: 5\nevent: none\n\n"
        var parser = EventStreamParser()
        var events: [EventStreamParser.Event] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: piece) {
            events += parser.read(bytes[start..<min(start + piece, bytes.count)])
        }
        #expect(
            events == [
                .init(name: "state", data: "{\"a\":\n1}", id: nil), .init(name: "ping", data: "", id: "7"),
                .init(name: "message", data: "x", id: "7"),
            ])
    }

    @Test("J-11: an overlong event is dropped and the next one is read")
    func longEvent() {
        var parser = EventStreamParser()
        let long = "data: " + String(repeating: "x", count: 70_000)
        #expect(parser.read(Array((long + "\n\n").utf8)).isEmpty)
        #expect(parser.read(Array((String(repeating: "data: yyyyyyyyy\n", count: 9000) + "\n").utf8)).isEmpty)
        #expect(parser.read(Array("data: ok\n\n".utf8)).map(\.data) == ["ok"])
    }

    @Test(
        "J-64: a stream silent for two and a half ping intervals is dead; a ping may change the interval"
    )
    func watchdog() async throws {
        let (service, stream) = try await listening()
        #expect(await !service.isPolling)
        stream.yield(event("ping", #"{"interval": 300}"#))
        // The event after the ping has been received, so the ping has been, too.
        stream.yield(state("2"))
        _ = try await changes(service)
        await clock.untilSomeoneSleeps(for: .seconds(70)..<(.seconds(76)))
        clock.advance(by: .seconds(75))
        await clock.untilSomeoneSleeps(for: .seconds(600)..<(.seconds(751)))
        #expect(server.requests(to: JMAPFixtures.events).count == 2)
        let second = server.nextStream()
        clock.advance(by: .seconds(750))
        await clock.untilSomeoneSleeps(for: .milliseconds(500)..<(.seconds(2)))
        #expect(await service.isPolling)
        clock.advance(by: .seconds(2))
        await server.untilStreams(3)
        second.finish()
    }

    @Test(
        "a ping's interval is in seconds, or in milliseconds if it is longer than any interval could be",
        arguments: [(30, 30), (300, 300), (900, 900), (30_000, 30), (300_000, 300), (5_000_000, 900), (0, 1)])
    func pingIntervals(told: Int, seconds: Int) {
        #expect(Ping.interval(#"{"interval": \#(told)}"#) == .seconds(seconds))
    }

    @Test("J-64: a wait for changes fails once the stream falls silent, instead of reporting news")
    func fallsSilent() async throws {
        let (service, stream) = try await listening()
        stream.yield(state("2"))
        _ = try await changes(service)
        let asked = server.calls("Email/changes").count
        let waiting = Task { try await service.changes(since: start, wait: .seconds(1_000_000)) }
        await clock.untilSomeoneSleeps(for: .seconds(590)..<(.seconds(601)))
        await clock.untilSomeoneSleeps(for: .seconds(70)..<(.seconds(76)))
        clock.advance(by: .seconds(75))
        // The wait counts from the event, which came a little after the stream was opened.
        await clock.untilSomeoneSleeps(for: .milliseconds(1)..<(.seconds(3)))
        clock.advance(by: .seconds(3))
        let error = await #expect(throws: RemoteError.self) { try await waiting.value }
        #expect(error?.finding == .silent)
        #expect(server.calls("Email/changes").count == asked, "that would take its time")
        // Only once.
        _ = try await service.changes(since: start, wait: .zero)
        stream.finish()
    }

    @Test("J-64: every connection requests changes once, since events may have been lost")
    func asksAfterConnecting() async throws {
        let (_, stream) = try await listening()
        #expect(server.calls("Email/changes").count == 2)
        stream.finish()
    }

    @Test(
        "J-65: a server without a stream is polled",
        arguments: [
            (204, "text/event-stream"), (404, ""), (501, ""), (200, "text/html"), (403, ""), (405, ""), (302, ""),
        ])
    func noStream(status: Int, type: String) async throws {
        _ = server.nextStream(status: status, headers: type.isEmpty ? [:] : ["Content-Type": type])
        let service = JMAPService.scripted(server, clock: clock)
        await service.push.connection.listenWhileStreamsWork()
        #expect(await service.isPolling)
        #expect(server.requests(to: JMAPFixtures.events).count == 1)
    }

    @Test("a stream that has worked is retried, whatever a proxy answers meanwhile", arguments: [521, 403, 404])
    func passing(status: Int) async throws {
        let (service, stream) = try await listening()
        stream.yield(state("2"))
        _ = try await changes(service)
        _ = server.nextStream(status: status, headers: ["Content-Type": "text/html"])
        let third = server.nextStream()
        stream.finish()
        await clock.untilSomeoneSleeps(for: .milliseconds(500)..<(.seconds(3)))
        clock.advance(by: .seconds(3))
        await server.untilStreams(3)
        await clock.untilSomeoneSleeps(for: .milliseconds(500)..<(.seconds(6)))
        clock.advance(by: .seconds(6))
        await server.untilStreams(4)
        try await eventually { await !service.isPolling }
        #expect(service.push.board.isLive)
        third.finish()
    }

    @Test("if no stream works, streams are retried after half an hour")
    func secondLook() async throws {
        _ = server.nextStream(status: 404)
        let stream = server.nextStream()
        let service = JMAPService.scripted(server, clock: clock)
        service.push.start()
        await clock.untilSomeoneSleeps(for: .seconds(1800)..<(.seconds(1801)))
        #expect(await service.isPolling)
        clock.advance(by: .seconds(1800))
        try await eventually { await !service.isPolling }
        stream.finish()
    }

    @Test("J-65: a session without a stream URL is polled")
    func noURL() async throws {
        server.session = JMAPFixtures.session(more: #""eventSourceUrl": null"#)
        let service = JMAPService.scripted(server, clock: clock)
        await service.push.connection.listenWhileStreamsWork()
        #expect(await service.isPolling)
    }

    @Test("J-66: a push without news triggers no request: known states, other accounts or types, rubbish")
    func noNews() throws {
        let known = SyncState(email: "7", mailbox: "8")
        func isNews(_ text: String) -> Bool { StateChange(text)?.isNews(account: "A", known: known) ?? false }
        #expect(isNews(#"{"changed": {"A": {"Email": "9"}}}"#))
        #expect(isNews(#"{"changed": {"A": {"Email": "7", "Mailbox": "9"}}, "more": 1}"#))
        #expect(!isNews(#"{"changed": {"A": {"Email": "7", "Mailbox": "8"}}}"#))
        #expect(!isNews(#"{"changed": {"B": {"Email": "9"}}}"#))
        #expect(isNews(#"{"changed": {"A": {"ContactCard": "9"}}}"#))
        #expect(!isNews(#"{"changed": {"A": {"Calendar": "9", "EmailDelivery": "2"}}}"#))
        for rubbish in [
            "", "7", "{}", #"{"changed": []}"#, #"{"changed": {"A": "Email"}}"#, "{\"changed\": {\"A\": {\"Email\"",
        ] {
            #expect(!isNews(rubbish), "\(rubbish)")
        }
    }

    @Test("J-66: a burst of pushes triggers one changes request")
    func flock() async throws {
        let (service, stream) = try await listening()
        let asked = server.calls("Email/changes").count
        for number in 2..<12 { stream.yield(state("\(number)")) }
        _ = try await changes(service)
        #expect(server.calls("Email/changes").count == asked + 1)
        stream.finish()
    }
}
