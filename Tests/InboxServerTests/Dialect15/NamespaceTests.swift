import Foundation
import Testing

@testable import InboxServer

@Suite("Dialect 15: namespaces and objects")
struct NamespaceTests {
    @Test("a namespace is the account in 2015's format")
    func namespace() async throws {
        try await TestServer.withNamespace { test, ann async throws in
            let one = try await ann.get("").json
            #expect(one["object"]?.textValue == "namespace" && one["namespace_id"]?.textValue == ann.id)
            #expect(one.single == ann.id && one["account_id"]?.textValue == ann.id)
            #expect(one["email_address"]?.textValue == "ann@example.test" && one["name"]?.textValue == "Ann")
            for path in ["/n", "/n/", "/n?offset=0&limit=50", "/n?email_address=ann@example.test"] {
                #expect(try await test.ann.get(path).json == .array([one]), "\(path)")
            }
            #expect(try await test.ann.get("/n?email_address=bob@example.test").json == .array([]))
            #expect(try await test.ann.get("/n?colour=red").status == 400)
        }
    }

    @Test("a namespace opens only with its own token, Basic or Bearer")
    func signIn() async throws {
        try await TestServer.withNamespace(mail: [MailText("1")]) { test, ann async throws in
            let basic = "Basic " + Data("\(TestServer.annToken):secret".utf8).base64EncodedString()
            #expect(
                try await test.stranger.get("/n/\(ann.id)/threads", headers: ["Authorization": basic]).status == 200)
            for path in ["/n", "/n/\(ann.id)", "/n/\(ann.id)/threads", "/n/\(ann.id)/delta?cursor=0"] {
                #expect(try await test.stranger.get(path).status == 401, "\(path)")
                #expect(try await LoopbackClient(port: test.ann.port, token: ann.id).get(path).status == 401, "\(path)")
            }
            #expect(try await test.bob.get("/n/\(ann.id)/threads").status == 404)
            #expect(try await test.ann.get("/n/0/threads").status == 404)
            #expect(try await test.ann.get("/n/not-an-id/threads").status == 400)
            let thread = try #require(try await ann.get("/threads").json.ids.first)
            let bob = try await Namespace(test.bob)
            #expect(try await bob.get("/threads/\(thread)").status == 404)
            #expect(try await bob.change(thread, add: ["starred"]).status == 404)
        }
    }

    @Test("a server that trusts loopback takes the account from the path, but no browser and no wrong token")
    func trust() async throws {
        try await TestServer.with(mail: [MailText("1")], { $0.trustsLoopback = true }) { test async throws in
            let found = try await test.stranger.get("/n/").json
            #expect(found.texts("email_address") == ["ann@example.test", "bob@example.test"])
            let path = "/n/\(found[0].single)/threads"
            let thread = try #require(try await test.stranger.get(path).json.ids.first)
            let star = JSONValue.of(("add_tags", .array([.text("starred")])))
            #expect(try await test.stranger.call("PUT", "\(path)/\(thread)", star).status == 200)
            #expect(try await test.stranger.get("/n/0/threads").status == 404)
            #expect(try await test.stranger.get(path, headers: ["Authorization": "Bearer wrong"]).status == 401)
            #expect(try await test.stranger.get("/threads").status == 401)
            #expect(try await test.stranger.get(path, headers: ["Sec-Fetch-Mode": "cors"]).status == 403)
            #expect(try await test.stranger.get(path, headers: ["Host": "evil.example"]).status == 421)
        }
    }

    @Test("objects have the 2015 fields and later ones")
    func objects() async throws {
        let mail = [
            MailText("1") { $0.file = "cog.png" },
            MailText("2") {
                $0.inReplyTo = "1"; $0.references = ["1"]
            },
        ]
        try await TestServer.withNamespace(mail: mail) { test, ann async throws in
            let thread = try await ann.get("/threads").json[0]
            #expect(thread["namespace_id"]?.textValue == ann.id)
            #expect(thread["tags"]?.texts("name") == ["inbox", "unread", "unseen", "attachment"])
            #expect(thread["tags"]?.texts("id") == thread["tags"]?.texts("name"))
            #expect(thread["last_message_sent_timestamp"] == .integer(0 as Int64))
            #expect(thread["unread"] == .bool(true) && thread["starred"] == .bool(false))
            #expect(thread["version"]?.wholeNumber != nil && thread["message_ids"]?.ids.count == 2)
            #expect(try await ann.get("/threads/\(thread.single)").json == thread)
            let expanded = try await ann.get("/threads?view=expanded").json[0]
            #expect(expanded["messages"]?[0]["namespace_id"]?.textValue == ann.id)
            let message = try await ann.get("/messages?filename=cog.png").json[0]
            #expect(message["files"]?[0]["mimetype"]?.textValue == "application/x-cog")
            let file = try await ann.get("/files").json[0]
            #expect(file["mimetype"] == file["content_type"] && file["is_embedded"] == .bool(false))
            #expect(file["message_id"]?.textValue == message.single && file["namespace_id"]?.textValue == ann.id)
            #expect(try await ann.get("/contacts").json[0]["namespace_id"]?.textValue == ann.id)
            for later in try await [test.ann.get("/threads").json[0], test.ann.get("/files").json[0]] {
                #expect(later["tags"] == nil && later["namespace_id"] == nil && later["mimetype"] == nil)
            }
        }
    }

    @Test("the raw form is the stored bytes, in JSON and on its own")
    func raw() async throws {
        let mail = MailText("1") { $0.body = "Grüße,\n.\n" }
        try await TestServer.withNamespace(mail: [mail]) { _, ann async throws in
            let id = try #require(try await ann.get("/messages").json.ids.first)
            let text = try await ann.get("/messages/\(id)/rfc2822").json["rfc2822"]?.textValue ?? ""
            #expect(Data(base64Encoded: text) == Data(mail.raw.utf8))
            #expect(try await ann.get("/messages/\(id)", headers: ["Accept": "message/rfc822"]).text == mail.raw)
            #expect(try await ann.get("/messages/0/rfc2822").status == 404)
        }
    }

    @Test("bodies have no scripts in 2015, and are whole later")
    func bodies() async throws {
        try await TestServer.withNamespace { test, ann async throws in
            let body = "<p onclick=\"x()\">Cogs<script>alert(1)</script></p>"
            _ = try await test.send(to: ["ann@example.test"], subject: "x", body: body)
            #expect(try await ann.get("/messages?tag=inbox").json[0]["body"]?.textValue == "<p>Cogs</p>")
            #expect(try await test.ann.get("/messages?in=inbox").json[0]["body"]?.textValue == body)
        }
    }

    @Test("a message can change only unread, which makes its thread seen, then read")
    func reading() async throws {
        try await TestServer.withNamespace(mail: [MailText("1"), MailText("2") { $0.inReplyTo = "1" }]) {
            _, ann async throws in
            let thread = try #require(try await ann.get("/threads").json.ids.first)
            let messages = try await ann.get("/messages").json.ids
            let read = JSONValue.of(("unread", .bool(false)))
            #expect(try await ann.call("PUT", "/messages/\(messages[0])", read).json["unread"] == .bool(false))
            #expect(try await ann.tags(of: thread) == ["inbox", "unread"])
            _ = try await ann.call("PUT", "/messages/\(messages[1])", read)
            #expect(try await ann.tags(of: thread) == ["inbox"])
            for body in ["{}", "{\"unread\":1}", "{\"starred\":true}", "{\"unread\":true,\"starred\":true}", "[]", ""] {
                #expect(try await ann.call("PUT", "/messages/\(messages[0])", body: Array(body.utf8)).status == 400)
            }
            #expect(try await ann.call("PUT", "/messages/0", read).status == 404)
        }
    }

    @Test("contacts match part of a name or address")
    func contacts() async throws {
        try await TestServer.withNamespace(mail: TestMail.varied) { test, ann async throws in
            #expect(try await ann.get("/contacts?filter=MILL").json.texts("email") == ["cleo@mill.example"])
            #expect(try await test.ann.get("/contacts?filter=MILL").json == .array([]))
        }
    }

    @Test("faults affect writes below /n/ too, but not searches or cursors")
    func faults() async throws {
        try await TestServer.withNamespace(mail: [MailText("1")], { $0.faults = [Fault(.busy, count: 1)] }) {
            _, ann async throws in
            #expect(try await ann.call("POST", "/threads/search", .of()).status == 200)
            #expect(
                try await ann.call("POST", "/delta/generate_cursor", .of(("start", .integer(0 as Int64)))).status == 200
            )
            let thread = try #require(try await ann.get("/threads").json.ids.first)
            #expect(try await ann.change(thread, add: ["starred"]).status == 503)
            #expect(try await ann.change(thread, add: ["starred"]).status == 200)
        }
    }
}
