import Testing

@testable import InboxServer

@Suite("Dialect 15: deltas")
struct OldDeltaTests {
    private static func cursor(_ ann: Namespace, _ start: Int64) async throws -> String {
        try await ann.call("POST", "/delta/generate_cursor", .of(("start", .integer(start)))).json["cursor"]?.textValue
            ?? ""
    }

    @Test("from the start they list every tag, thread, message, file and contact, with both names of its type")
    func fromTheStart() async throws {
        try await TestServer.withNamespace(mail: [MailText("1") { $0.file = "a.txt" }]) { _, ann async throws in
            _ = try await ann.makeTag("own")
            _ = try await ann.call("POST", "/drafts", .of())
            let page = try await ann.get("/delta?cursor=\(Self.cursor(ann, 0))&limit=1000").json
            let deltas = page["deltas"]?.arrayValue ?? []
            #expect(deltas.allSatisfy { $0["object"] == $0["object_type"] && $0["attributes"]?["id"] == $0["id"] })
            var ids: [String: Set<String>] = [:]
            for delta in deltas { ids[delta["object"]?.textValue ?? "", default: []].insert(delta.single) }
            #expect(ids["tag"]?.isSuperset(of: ["inbox", "sent", "trash", "spam", "archive", "drafts"]) == true)
            #expect(ids["tag"]?.isSubset(of: Set(try await ann.get("/tags").json.ids)) == true)
            #expect(ids["message"] == Set(try await ann.get("/messages").json.ids + ann.get("/drafts").json.ids))
            #expect(ids["thread"] == Set(try await ann.get("/threads").json.ids))
            #expect(ids["file"] == Set(try await ann.get("/files").json.ids))
            #expect(ids["contact"] == Set(try await ann.get("/contacts").json.ids))
            #expect(Set(ids.keys) == ["tag", "message", "thread", "file", "contact"])
            let end = page["cursor_end"]?.textValue ?? ""
            #expect(try await ann.get("/delta?cursor=\(end)").json["deltas"] == .array([]))
        }
    }

    @Test("several changes of an object merge into the newest")
    func folding() async throws {
        try await TestServer.withNamespace { _, ann async throws in
            let cursor = try await Self.cursor(ann, .now + 1000)
            let tag = try await ann.makeTag("own")
            let to = JSONValue.array([.of(("email", .text("ann@example.test")))])
            let draft = try await ann.call("POST", "/drafts", .of(("to", to))).json
            let send = JSONValue.of(("draft_id", .text(draft.single)), ("version", .integer(0 as Int64)))
            _ = try await ann.call("POST", "/send", send)
            _ = try await ann.call("DELETE", "/tags/\(tag)")
            let deltas = try await ann.get("/delta?cursor=\(cursor)").json["deltas"]?.arrayValue ?? []
            let ids = deltas.map { "\($0["object"]?.textValue ?? "") \($0.single)" }
            #expect(Set(ids).count == ids.count)
            let gone = deltas.filter { $0["object"]?.textValue == "tag" }
            #expect(
                gone.map(\.single) == [tag] && gone[0]["event"]?.textValue == "delete" && gone[0]["attributes"] == nil)
            let sent = deltas.filter { $0.single == draft.single }
            #expect(sent.count == 1 && sent[0]["attributes"]?["object"]?.textValue == "message")
        }
    }

    @Test("types are excluded by their 2015 names")
    func types() async throws {
        try await TestServer.withNamespace(mail: [MailText("1")]) { _, ann async throws in
            _ = try await ann.call("POST", "/drafts", .of())
            let deltas = try await ann.get("/delta?cursor=0&exclude_types=message,tag,contact").json["deltas"] ?? .null
            #expect(Set(deltas.texts("object")) == ["thread"])
            #expect(try await ann.get("/delta?cursor=0&exclude_types=folder").status == 400)
            #expect(try await ann.get("/delta?cursor=xyz").status == 400)
        }
    }

    @Test("a poll waits on request, and a stream continues")
    func waiting() async throws {
        try await TestServer.withNamespace(mail: [MailText("1")]) { test, ann async throws in
            let thread = try #require(try await ann.get("/threads").json.ids.first)
            let cursor = try await Self.cursor(ann, .now + 1000)
            async let waiting = ann.get("/delta?cursor=\(cursor)&wait=true&timeout=600")
            _ = try await ann.change(thread, add: ["starred"])
            #expect(try await waiting.json["deltas"]?.texts("object").contains("thread") == true)
            let lines = try await test.ann.stream("/n/\(ann.id)/delta/streaming?cursor=\(cursor)&timeout=600") {
                lines in
                lines.contains { $0.contains("\"object_type\":\"thread\"") }
            }
            #expect(lines.contains { $0.contains("\"starred\"") })
            #expect(try await test.ann.get("/delta?cursor=0&wait=true").status == 400)
        }
    }
}
