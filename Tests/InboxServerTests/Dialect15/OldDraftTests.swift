import Testing

@testable import InboxServer

@Suite("Dialect 15: drafts")
struct OldDraftTests {
    @Test("a 2014 draft is updated by POST and deleted without a body")
    func life() async throws {
        try await TestServer.withNamespace { _, ann async throws in
            let draft = try await ann.call("POST", "/drafts", .of(("subject", .text("Cogs")))).json
            #expect(draft["object"]?.textValue == "draft" && draft["namespace_id"]?.textValue == ann.id)
            let changed = try await ann.call("POST", "/drafts/\(draft.single)", .of(("subject", .text("Wheels")))).json
            #expect(changed["subject"]?.textValue == "Wheels" && changed["version"]?.wholeNumber == 1)
            #expect(changed.single == draft.single)
            let stale = JSONValue.of(("subject", .text("Gears")), ("version", .integer(0 as Int64)))
            #expect(try await ann.call("POST", "/drafts/\(draft.single)", stale).status == 409)
            #expect(try await ann.call("PUT", "/drafts/\(draft.single)", stale).status == 409)
            #expect(try await ann.call("DELETE", "/drafts/\(draft.single)", stale).status == 409)
            #expect(try await ann.call("PUT", "/drafts/\(draft.single)", .of()).status == 400)
            #expect(try await ann.call("DELETE", "/drafts/\(draft.single)", .of()).status == 400)
            #expect(try await ann.call("DELETE", "/drafts/\(draft.single)").text == "null")
            #expect(try await ann.call("DELETE", "/drafts/\(draft.single)").status == 404)
            #expect(try await ann.get("/drafts").json == .array([]))
        }
    }

    @Test(
        "a reply names its thread by any of its old keys",
        arguments: ["thread_id", "reply_to_thread", "replying_to_thread"])
    func reply(name: String) async throws {
        try await TestServer.withNamespace(mail: [MailText("1")]) { test, ann async throws in
            let thread = try #require(try await ann.get("/threads").json.ids.first)
            let to = JSONValue.array([.of(("email", .text("bob@example.test")))])
            let body = JSONValue.of((name, .text(thread)), ("to", to), ("state", .text("unsent")))
            let draft = try await ann.call("POST", "/drafts", body).json
            #expect(draft["thread_id"]?.textValue == thread && draft["subject"]?.textValue == "Mill gears")
            #expect(try await ann.tags(of: thread).contains("drafts"))
            let sent = try await ann.call("POST", "/send", body).json
            #expect(sent["thread_id"]?.textValue == thread && sent["object"]?.textValue == "message")
        }
    }

    @Test("a draft keeps its tags when it is sent", arguments: [false, true])
    func tags(hasLabels: Bool) async throws {
        try await TestServer.withNamespace({ $0.hasLabels = hasLabels }) { test, ann async throws in
            let tag = try await ann.makeTag("own")
            let to = JSONValue.array([.of(("email", .text("bob@example.test")))])
            let draft = try await ann.call("POST", "/drafts", .of(("to", to), ("tags", .array([.text(tag)])))).json
            let thread = draft["thread_id"]?.textValue ?? ""
            #expect(try await ann.tags(of: thread) == ["drafts", "own"])
            let send = JSONValue.of(("draft_id", .text(draft.single)), ("version", .integer(0 as Int64)))
            #expect(try await ann.call("POST", "/send", send).json.single == draft.single)
            #expect(try await ann.tags(of: thread) == ["sent", "own"])
            for (tags, status) in [("inbox", 400), ("unheard of", 404)] {
                let body = JSONValue.of(("tags", .array([.text(tags)])))
                #expect(try await ann.call("POST", "/drafts", body).status == status)
            }
        }
    }
}
