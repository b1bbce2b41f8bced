import Testing

@testable import InboxServer

@Suite("JMAP: event source")
struct JMAPEventSourceTests {
    private static let path = "/jmap/eventsource?types=*&closeafter=state&ping=0"

    /// Returns the data of the state events among the lines.
    private static func states(_ lines: [String]) -> [JSONValue] {
        lines.filter { $0.hasPrefix("data: {\"@type\"") }.compactMap { JSONValue(reading: Array($0.dropFirst(6).utf8)) }
    }

    @Test("a change sends the new states of the changed types that were requested")
    func change() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try #require(try await talk.emails().first)
            let lines = try await test.ann.stream("/jmap/eventsource?types=Email,Mailbox,Nothing&closeafter=no&ping=0")
            { lines in
                !Self.states(lines).isEmpty
            } then: {
                Task { try await talk.call("Email/set", #"{"update":{"\#(id)":{"keywords/$seen":true}}}"#) }
            }
            #expect(lines.contains("event: state") && lines.contains { $0.hasPrefix("id: ") })
            let changed = try #require(Self.states(lines).first?["changed"]?[talk.account])
            #expect(changed.members?.map(\.name) == ["Email", "Mailbox"])
            #expect(changed["Email"]?.textValue == (try await talk.state("Email")))
            #expect(changed["Mailbox"]?.textValue == (try await talk.state("Mailbox")))
        }
    }

    @Test("a returning client gets what it missed at once, and the stream ends on request")
    func comingBack() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try #require(try await talk.emails().first)
            @Sendable func mark(_ keyword: String) async throws {
                _ = try await talk.call("Email/set", #"{"update":{"\#(id)":{"keywords/\#(keyword)":true}}}"#)
            }
            let first = try await test.ann.stream(Self.path, until: { _ in false }) {
                Task { try await mark("$seen") }
            }
            let event = try #require(first.first { $0.hasPrefix("id: ") }).dropFirst(4)
            try await mark("$flagged")
            let second = try await test.ann.get(Self.path, headers: ["Last-Event-ID": String(event)])
            #expect(second.headers["content-type"] == "text/event-stream")
            let lines = second.text.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
            let told = Self.states(lines).first?["changed"]?[talk.account]
            #expect(told?["Email"]?.textValue == (try await talk.state("Email")))
        }
    }

    @Test("pings come on request, with their interval")
    func pings() async throws {
        try await TestServer.with { test async throws in
            let lines = try await test.ann.stream("/jmap/eventsource?types=*&closeafter=no&ping=1") { lines in
                lines.contains("event: ping") && lines.contains { $0.hasPrefix("data:") }
            }
            #expect(lines.contains(#"data: {"interval":1}"#))
        }
    }

    @Test("stopping the server ends the stream")
    func end() async throws {
        try await TestServer.with { test async throws in
            let lines = try await test.ann.stream(
                "/jmap/eventsource?types=*&closeafter=no&ping=0", until: { _ in false }
            ) {
                Task { await test.server.stop() }
            }
            #expect(Self.states(lines).isEmpty)
        }
    }
}
