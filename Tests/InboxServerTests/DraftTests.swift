import Testing

@testable import InboxServer

@Suite("Drafts")
struct DraftTests {
    private static func create(_ test: TestServer, _ members: [(String, JSONValue)] = []) async throws -> JSONValue {
        let base: [(String, JSONValue)] = [
            ("to", .array([.of(("email", .text("bob@example.test")), ("name", .null))])), ("subject", .text("Cogs")),
            ("body", .text("<p>Round ones</p>")),
        ]
        let names = members.map(\.0)
        let all = base.filter { !names.contains($0.0) } + members
        return try await test.ann.call("POST", "/drafts/", .object(all.map { JSONMember($0.0, $0.1) })).json
    }

    @Test("a draft is created, shown, changed and deleted")
    func life() async throws {
        try await TestServer.with { test async throws in
            let draft = try await Self.create(test)
            #expect(draft["object"]?.textValue == "draft" && draft["version"]?.wholeNumber == 0)
            #expect(draft["from"]?.texts("email") == ["ann@example.test"])
            #expect(draft["folder"]?["name"]?.textValue == "drafts")
            #expect(draft["snippet"]?.textValue == "Round ones")
            #expect(try await test.ann.get("/drafts/\(draft.single)").json == draft)
            #expect(try await test.ann.get("/drafts").json == .array([draft]))
            #expect(try await test.ann.get("/messages").json == .array([]))
            #expect(try await test.ann.get("/messages/\(draft.single)").status == 404)
            let thread = try await test.ann.get("/threads/\(draft["thread_id"]?.textValue ?? "")").json
            #expect(thread["draft_ids"]?.ids == [draft.single] && thread["subject"]?.textValue == "Cogs")

            let change = JSONValue.of(
                ("version", .text("0")), ("subject", .text("Wheels")), ("cc", .null), ("unread", .bool(true)))
            let changed = try await test.ann.call("PUT", "/drafts/\(draft.single)", change).json
            #expect(changed["version"]?.wholeNumber == 1 && changed["subject"]?.textValue == "Wheels")
            #expect(
                changed["body"] == draft["body"] && changed["to"] == draft["to"] && changed["unread"] == .bool(false))

            let deleted = try await test.ann.call(
                "DELETE", "/drafts/\(draft.single)", .of(("version", .integer(1 as Int64))))
            #expect(deleted.status == 200 && deleted.text == "null")
            #expect(try await test.ann.get("/drafts/\(draft.single)").status == 404)
            #expect(try await test.ann.get("/threads").json == .array([]))
        }
    }

    @Test("empty subject and body keep the old values, null keeps everything")
    func emptiness() async throws {
        try await TestServer.with { test async throws in
            let draft = try await Self.create(test)
            let change = JSONValue.of(
                ("version", .integer(0 as Int64)), ("subject", .text("")), ("body", .text("")), ("to", .null),
                ("reply_to", .null))
            let changed = try await test.ann.call("PUT", "/drafts/\(draft.single)", change).json
            for name in ["subject", "body", "to", "reply_to", "from"] { #expect(changed[name] == draft[name]) }
            let empty = JSONValue.of(("version", .integer(1 as Int64)), ("to", .array([])))
            #expect(try await test.ann.call("PUT", "/drafts/\(draft.single)", empty).json["to"] == .array([]))
        }
    }

    @Test("only from_addr changes the sender")
    func sender() async throws {
        try await TestServer.with { test async throws in
            let draft = try await Self.create(test)
            let other = JSONValue.array([.of(("email", .text("ann+work@example.test")))])
            let ignored = try await test.ann.call(
                "PUT", "/drafts/\(draft.single)", .of(("version", .integer(0 as Int64)), ("from", other))
            ).json
            #expect(ignored["from"] == draft["from"])
            let changed = try await test.ann.call(
                "PUT", "/drafts/\(draft.single)", .of(("version", .integer(1 as Int64)), ("from_addr", other))
            ).json
            #expect(changed["from"]?.texts("email") == ["ann+work@example.test"])
        }
    }

    @Test("a stale version is a conflict for update, delete and send, and the draft stays")
    func stale() async throws {
        try await TestServer.with { test async throws in
            let draft = try await Self.create(test)
            _ = try await test.ann.call("PUT", "/drafts/\(draft.single)", .of(("version", .integer(0 as Int64))))
            let old = JSONValue.of(("version", .integer(0 as Int64)))
            for (method, path, body) in [
                ("PUT", "/drafts/\(draft.single)", old), ("DELETE", "/drafts/\(draft.single)", old),
                ("POST", "/send", .of(("draft_id", .text(draft.single)), ("version", .integer(0 as Int64)))),
            ] {
                let answer = try await test.ann.call(method, path, body)
                #expect(answer.status == 409, "\(method)")
                #expect(answer.json["type"]?.textValue == "invalid_request_error")
                let words = answer.json["message"]?.textValue ?? ""
                #expect(words.contains(draft.single) && words.contains("0") && words.contains("1"))
            }
            #expect(try await test.ann.get("/drafts/\(draft.single)").json["version"]?.wholeNumber == 1)
            #expect(try await test.bob.get("/messages").json == .array([]))
        }
    }

    @Test("a version is required", arguments: ["PUT", "DELETE"])
    func missingVersion(method: String) async throws {
        try await TestServer.with { test async throws in
            let draft = try await Self.create(test)
            #expect(try await test.ann.call(method, "/drafts/\(draft.single)", .of()).status == 400)
            #expect(try await test.ann.call(method, "/drafts/\(draft.single)").status == 400)
            #expect(
                try await test.ann.call(method, "/drafts/\(draft.single)", .of(("version", .text("x")))).status == 400)
            #expect(try await test.ann.call(method, "/drafts/0", .of(("version", .integer(0 as Int64)))).status == 404)
        }
    }

    @Test("sending a draft removes it")
    func sent() async throws {
        try await TestServer.with { test async throws in
            let draft = try await Self.create(test)
            let send = JSONValue.of(("draft_id", .text(draft.single)), ("version", .integer(0 as Int64)))
            let answer = try await test.ann.call("POST", "/send/", send)
            #expect(answer.json["object"]?.textValue == "message" && answer.json.single == draft.single)
            for (method, path) in [("PUT", "/drafts/\(draft.single)"), ("DELETE", "/drafts/\(draft.single)")] {
                #expect(try await test.ann.call(method, path, .of(("version", .integer(0 as Int64)))).status == 400)
            }
            #expect(try await test.ann.call("POST", "/send", send).status == 400)
            #expect(try await test.ann.get("/drafts").json == .array([]))
            #expect(try await test.bob.get("/messages").json.arrayValue?.count == 1)
        }
    }

    @Test(
        "a reply gets its parent's subject, thread and references",
        arguments: ["thread_id", "reply_to_message_id"])
    func reply(by name: String) async throws {
        let mail = [
            MailText("1"),
            MailText("2") {
                $0.inReplyTo = "1"; $0.references = ["1"]; $0.date += 100; $0.subject = "Re: Mill gears"
            },
        ]
        try await TestServer.with(mail: mail) { test async throws in
            let thread = try await test.ann.get("/threads").json[0]
            let last = try #require(thread["message_ids"]?.ids.last)
            let target = name == "thread_id" ? thread.single : last
            let draft = try await Self.create(test, [(name, .text(target)), ("subject", .null)])
            #expect(draft["subject"]?.textValue == "Re: Mill gears")
            #expect(draft["thread_id"]?.textValue == thread.single)
            #expect(draft["reply_to_message_id"]?.textValue == last)
            let version = JSONValue.of(("draft_id", .text(draft.single)), ("version", .integer(0 as Int64)))
            _ = try await test.ann.call("POST", "/send", version)
            let sent = try await test.ann.get("/messages/\(draft.single)?view=expanded").json
            #expect(sent["thread_id"]?.textValue == thread.single)
            #expect(sent["headers"]?["In-Reply-To"]?.textValue == "<2@mill.example>")
            #expect(sent["headers"]?["References"] == .array([.text("<1@mill.example>"), .text("<2@mill.example>")]))
        }
    }

    @Test(
        "invalid drafts are refused",
        arguments: [
            "{\"thread_id\":\"0\"}", "{\"reply_to_message_id\":\"0\"}", "{\"to\":\"bob@example.test\"}",
            "{\"to\":[\"bob\"]}",
            "{\"to\":[{\"name\":\"Bob\"}]}", "{\"subject\":5}", "{\"body\":[]}", "{\"file_ids\":[\"0\"]}",
            "{\"file_ids\":\"0\"}",
            "{\"from\":[{\"email\":\"a@b.c\"},{\"email\":\"d@e.f\"}]}",
            "{\"headers\":{\"Message-Id\":\"no brackets\"}}",
            "{\"headers\":{\"Message-Id\":\"<a@b>\\r\\nBcc: <c@d>\"}}", "[]", "",
        ])
    func refused(body: String) async throws {
        try await TestServer.with { test async throws in
            for path in ["/drafts", "/send"] {
                #expect(try await test.ann.call("POST", path, body: Array(body.utf8)).status == 400, "\(path)")
            }
            #expect(try await test.ann.get("/drafts").json == .array([]))
        }
    }

    @Test("a thread and a message of another thread are refused")
    func mismatch() async throws {
        try await TestServer.with(mail: [MailText("1"), MailText("2")]) { test async throws in
            let threads = try await test.ann.get("/threads").json
            let other = try #require(threads[1]["message_ids"]?.ids.first)
            let body = JSONValue.of(("thread_id", .text(threads[0].single)), ("reply_to_message_id", .text(other)))
            #expect(try await test.ann.call("POST", "/drafts", body).status == 400)
        }
    }

    @Test("a client's own Message-Id survives from the draft to each recipient's copy")
    func ownMessageID() async throws {
        try await TestServer.with { test async throws in
            let headers = JSONValue.of(("Message-Id", .text("<own.1@client.example>")))
            let draft = try await Self.create(test, [("headers", headers)])
            let send = JSONValue.of(("draft_id", .text(draft.single)), ("version", .integer(0 as Int64)))
            _ = try await test.ann.call("POST", "/send", send)
            for client in [test.ann, test.bob] {
                let message = try await client.get("/messages?view=expanded").json[0]
                #expect(message["headers"]?["Message-Id"]?.textValue == "<own.1@client.example>")
            }
        }
    }

    @Test("changing a draft is a draft delta; sending deletes it and creates a message")
    func deltas() async throws {
        try await TestServer.with { test async throws in
            var cursor = try await test.cursor()
            let draft = try await Self.create(test)
            #expect(try await test.changes(since: cursor).map(\.what) == ["thread create", "draft create"])
            cursor = try await test.cursor()
            _ = try await test.ann.call("PUT", "/drafts/\(draft.single)", .of(("version", .integer(0 as Int64))))
            #expect(try await test.changes(since: cursor).map(\.what) == ["thread modify", "draft modify"])
            cursor = try await test.cursor()
            let send = JSONValue.of(("draft_id", .text(draft.single)), ("version", .integer(1 as Int64)))
            _ = try await test.ann.call("POST", "/send", send)
            let changes = try await test.changes(since: cursor)
            #expect(changes.map(\.what) == ["draft delete", "contact create", "thread modify", "message create"])
            #expect(changes.first?.id == draft.single && changes.last?.id == draft.single)
        }
    }
}
