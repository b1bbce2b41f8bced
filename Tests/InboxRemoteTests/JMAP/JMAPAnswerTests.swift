import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Answers of a JMAP server", .timeLimit(.minutes(10)))
struct JMAPAnswerTests {
    let server = ScriptedJMAP()
    var service: JMAPService { .scripted(server) }

    private func ids(_ range: Range<Int>) -> [RemoteID] { range.map { RemoteID("m\($0)") } }

    @Test("J-13: answers are matched by call id and method, in any order and among any others")
    func matching() async throws {
        server.nextHTTP(
            status: 200,
            text: """
                {"methodResponses": [
                  ["Email/set", {"updated": {}}, "c0"], ["Mailbox/get", {"state": "9", "list": []}, "c7"],
                  "rubbish", ["Mailbox/get"], [], ["Email/get", {"state": "wrong", "list": []}, "c1"],
                  ["Mailbox/get", {"state": "m1", "list": []}, "c1"], ["Email/get", {"state": "e1", "list": []}, "c0"],
                  ["Email/get", {"state": "e2", "list": []}, "c0"]], "sessionState": "s0"}
                """)
        #expect(try await service.latestState() == SyncState(email: "e1", mailbox: "m1").text)
    }

    @Test("J-13: a call without an answer fails alone and is retried")
    func noAnswer() async {
        server.next("Mailbox/get", .nothing)
        let error = await failure { _ = try await service.latestState() }
        #expect(error?.reason == .unreadableAnswer(detail: "Mailbox/get: no answer"))
        #expect(error?.nextStep == .retry(after: nil))
    }

    @Test("J-14: a call that fails because of its source reports the source's error")
    func blame() async {
        server.next("Email/query", JMAPFixtures.query(["m1"]))
        server.next("Email/get", .error("serverUnavailable"))
        let error = await failure { _ = try await service.threads(in: RemoteID("in"), from: nil, limit: 5) }
        #expect(error?.type == "serverUnavailable")
        #expect(server.calls("Thread/get").isEmpty)
    }

    @Test("J-14: a back-reference names method, path and call")
    func references() async throws {
        server.next("Email/query", JMAPFixtures.query(["m1"]))
        _ = try await service.threads(in: RemoteID("in"), from: nil, limit: 5)
        let asked = server.calls("Thread/get").first?.asked["#ids"]
        #expect(asked == ["resultOf": "c0", "name": "Email/get", "path": "/list/*/threadId"])
        #expect(server.calls("Thread/get").first?.ids == ["t-m1"])
    }

    @Test("J-17: a property that a server lacks is omitted from then on")
    func unknownProperty() async throws {
        server.on("Email/get") { call in
            call["properties"]?.strings.contains("preview") ?? false
                ? .error("invalidArguments", #", "arguments": ["preview"]"#)
                : JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0) })
        }
        let service = service
        #expect(try await service.messages(ids(0..<1)).count == 1)
        #expect(try await service.messages(ids(1..<2)).count == 1)
        #expect(server.calls("Email/get").count == 3)
    }

    @Test(
        "J-17: a rejected property is found in any form of error text",
        arguments: [
            #", "arguments": ["properties[7:preview]"]"#, #", "arguments": ["properties/preview"]"#,
            #", "arguments": ["properties"], "description": "unknown: preview, sentence from him""#,
            #", "description": "Invalid property 'preview' to get""#, #", "description": "preview""#,
        ])
    func propertyInWords(more: String) async throws {
        server.on("Email/get") { call in
            call["properties"]?.strings.contains("preview") ?? false
                ? .error("invalidArguments", more) : JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0) })
        }
        let service = service
        #expect(try await service.messages(ids(0..<1)).count == 1)
        #expect(service.knowledge.unknownProperties == ["preview"])
    }

    @Test("J-17: a common word or part of a longer name in an error names no property")
    func wordsAreNoNames() {
        func isNamed(_ name: String, _ text: String, _ names: [String] = []) -> Bool {
            NamedProperty(name).isNamed(
                in: RemoteError(.refused(status: 0, message: text), call: "", names: names))
        }
        #expect(!isNamed("to", "unable to read from it") && !isNamed("from", "unable to read from it"))
        #expect(!isNamed("subject", "header:Subject:all is unknown") && !isNamed("preview", "previews"))
        #expect(isNamed("to", "unknown property \"to\"") && isNamed("cc", "x", ["properties[3:cc]"]))
        #expect(isNamed("size", "x", ["size"]) && isNamed("header:Date:all", "no header:Date:all here"))
    }

    @Test("J-17: a required property is never omitted, and nothing loops")
    func neededProperty() async {
        server.on("Email/get") { _ in .error("invalidArguments", #", "arguments": ["mailboxIds", "ids", 7]"#) }
        let error = await failure { _ = try await service.messages(ids(0..<1)) }
        #expect(error?.type == "invalidArguments")
        #expect(server.calls("Email/get").count == 1)
    }

    @Test("J-18: unreadable objects are left out and noted; the rest is kept")
    func unreadableObjects() async throws {
        let service = service
        server.next(
            "Email/get",
            JMAPFixtures.get([
                JMAPFixtures.email(
                    "m0", more: #", "unheardOf": {"a": [1, {}]}, "preview": 7, "size": 9007199254740991"#),
                "7", "null", #"{"id": null}"#, "[]",
                #"{"id": "m1", "threadId": 12, "receivedAt": "yesterday", "keywords": ["a"], "mailboxIds": {"in": 1}, "from": "x"}"#,
                #"{"id": "m2", "id": "m3", "subject": "\ud800 half", "keywords": {"$seen": true, "$Flagged": true, "x": false}}"#,
            ]))
        let messages = try await service.messages([RemoteID("m0"), RemoteID("m1"), RemoteID("m2")])
        #expect(messages.map(\.id.rawValue) == ["m0", "m1", "m2"])
        #expect(messages[2].subject == "\u{FFFD} half" && messages[2].keywords == [.seen, .flagged])
        #expect(messages[1].mailboxes.isEmpty && messages[1].keywords.isEmpty)
        #expect(service.leftOut.count == 4)
    }

    @Test("J-18: a deeply nested answer is an error, not a crash", arguments: [600, 100_000])
    func deep(levels: Int) async {
        let deep = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        server.nextHTTP(status: 200, text: #"{"methodResponses": [["Mailbox/get", {"list": \#(deep)}, "c0"]]}"#)
        let error = await failure { _ = try await service.mailboxes() }
        #expect(error?.nextStep == .retry(after: nil))
    }

    @Test("J-18: absurd file sizes are capped so that their sum does not overflow")
    func sizes() async throws {
        let parts = (0..<3).map { number in
            #"{"partId": null, "blobId": "b\#(number)", "size": 9000000000000000000, "type": "image/png", "name": "a"}"#
        }
        let more = #", "size": 9223372036854775807, "attachments": [\#(parts.joined(separator: ","))]"#
        server.next("Email/get", JMAPFixtures.get([JMAPFixtures.email("m0", more: more)]))
        let messages = try await service.messages([RemoteID("m0")])
        #expect(messages.map { $0.files.map(\.size) } == [[1 << 40, 1 << 40, 1 << 40]])
    }

    @Test("J-18: large numbers survive", arguments: [0, 1, 9_007_199_254_740_991])
    func numbers(total: Int) async throws {
        server.next("Email/query", JMAPFixtures.query(["m1"], total: total))
        let page = try await service.threads(in: nil, from: nil, limit: 5)
        #expect(page.total == total)
    }
}
