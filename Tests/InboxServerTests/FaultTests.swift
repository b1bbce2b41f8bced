import Testing

@testable import InboxServer

@Suite("Faults")
struct FaultTests {
    private static func with(_ fault: String, _ body: (TestServer, _ thread: String) async throws -> Void) async throws
    {
        try await TestServer.with(mail: [MailText("1")], { $0.faults = [Fault(fault)].compactMap { $0 } }) {
            test async throws in
            try await body(test, #require(try await test.ann.get("/threads").json.ids.first))
        }
    }

    private static let change = JSONValue.of(("starred", .bool(true)))

    @Test(
        "refused writes return their status without effect, and later ones work",
        arguments: [("refuse", 400), ("busy", 503), ("limit", 429)])
    func statuses(name: String, status: Int) async throws {
        try await Self.with("\(name)=2") { test, thread async throws in
            for _ in 0..<2 {
                let answer = try await test.ann.call("PUT", "/threads/\(thread)", Self.change)
                #expect(answer.status == status)
                #expect(answer.json["message"]?.textValue?.isEmpty == false)
                #expect((answer.json["server_error"] != nil) == (name != "refuse"))
                if name == "limit" { #expect(Int(answer.headers["retry-after"] ?? "") != nil) }
                #expect(try await test.ann.get("/threads").json[0]["starred"] == .bool(false))
            }
            #expect(try await test.ann.call("PUT", "/threads/\(thread)", Self.change).status == 200)
        }
    }

    @Test("a dropped write has no effect and no answer")
    func drop() async throws {
        try await Self.with("drop=1") { test, thread async throws in
            await #expect(throws: LoopbackClient.ConnectionCut.self) {
                try await test.ann.call("PUT", "/threads/\(thread)", Self.change)
            }
            #expect(try await test.ann.get("/threads").json[0]["starred"] == .bool(false))
            #expect(try await test.ann.call("PUT", "/threads/\(thread)", Self.change).status == 200)
        }
    }

    @Test("a lost write works without an answer")
    func lost() async throws {
        try await Self.with("lost=1") { test, thread async throws in
            await #expect(throws: LoopbackClient.ConnectionCut.self) {
                try await test.ann.call("PUT", "/threads/\(thread)", Self.change)
            }
            #expect(try await test.ann.get("/threads").json[0]["starred"] == .bool(true))
        }
    }

    @Test("a write whose answer a gateway loses works, and its answer is not the server's")
    func gateway() async throws {
        try await Self.with("gateway=1") { test, thread async throws in
            let answer = try await test.ann.call("PUT", "/threads/\(thread)", Self.change)
            #expect(answer.status == 503 && answer.headers["content-type"]?.hasPrefix("text/plain") == true)
            #expect(try await test.ann.get("/threads").json[0]["starred"] == .bool(true))
        }
    }

    @Test("a slow write takes five seconds, reads and the next write none")
    func slow() async throws {
        let clock = CountedClock(sleeps: 1)
        try await TestServer.with(mail: [MailText("1")], clock: clock, { $0.faults = [Fault(.slow, count: 1)] }) {
            test async throws in
            let thread = try #require(try await test.ann.get("/threads").json.ids.first)
            #expect(clock.durations == [])
            #expect(try await test.ann.call("PUT", "/threads/\(thread)", Self.change).status == 200)
            #expect(clock.durations == [.seconds(5)])
            #expect(try await test.ann.get("/threads").json[0]["starred"] == .bool(true))
            #expect(try await test.ann.call("PUT", "/threads/\(thread)", Self.change).status == 200)
            #expect(clock.durations == [.seconds(5)])
        }
    }

    @Test("a send whose answer is lost still sends exactly once")
    func lostSending() async throws {
        try await Self.with("lost=1") { test, _ async throws in
            await #expect(throws: LoopbackClient.ConnectionCut.self) {
                try await test.send(to: ["bob@example.test"], subject: "Once")
            }
            #expect(try await test.bob.get("/messages").json.texts("subject") == ["Once"])
        }
    }

    @Test("without a count all writes fail but no reads or cursors; strangers use up none")
    func endless() async throws {
        try await Self.with("busy") { test, thread async throws in
            for _ in 0..<5 { #expect(try await test.ann.call("PUT", "/threads/\(thread)", Self.change).status == 503) }
            #expect(try await test.ann.get("/threads").status == 200)
            #expect(try await test.ann.call("POST", "/delta/latest_cursor").status == 200)
        }
        try await Self.with("busy=1") { test, thread async throws in
            #expect(try await test.stranger.call("PUT", "/threads/\(thread)", Self.change).status == 401)
            #expect(try await test.ann.call("PUT", "/threads/\(thread)", Self.change).status == 503)
        }
    }

    @Test("faults run in sequence and can be set while the server runs")
    func sequence() async throws {
        try await TestServer.with(
            mail: [MailText("1")], { $0.faults = [Fault(.refuse, count: 1), Fault(.busy, count: 1)] }
        ) { test async throws in
            let thread = try #require(try await test.ann.get("/threads").json.ids.first)
            for status in [400, 503, 200] {
                #expect(try await test.ann.call("PUT", "/threads/\(thread)", Self.change).status == status)
            }
            await test.server.setFaults([Fault(.limit)])
            #expect(try await test.ann.call("PUT", "/threads/\(thread)", Self.change).status == 429)
        }
    }

    @Test(
        "are parsed from the command line",
        arguments: [
            ("busy", Fault(.busy)), ("lost=3", Fault(.lost, count: 3)), ("busy=0", nil), ("busy=x", nil),
            ("busy=", nil), ("rain", nil), ("", nil),
        ])
    func reading(text: String, fault: Fault?) {
        #expect(Fault(text) == fault)
    }
}
