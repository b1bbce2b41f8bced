import Testing

@testable import InboxServer

@Suite("Changing threads and messages")
struct MarkTests {
    @Test("a thread's flags change all its messages, and both lists show it", arguments: ["unread", "starred"])
    func marks(name: String) async throws {
        let mail = [
            MailText("1") { $0.status = "RO" },
            MailText("2") {
                $0.inReplyTo = "1"; $0.status = "RO"
            },
        ]
        try await TestServer.with(mail: mail) { test async throws in
            let thread = try #require(try await test.ann.get("/threads").json.ids.first)
            for value in [true, false] {
                let answer = try await test.ann.call("PUT", "/threads/\(thread)", .of((name, .bool(value))))
                #expect(answer.json[name] == .bool(value))
                #expect(try await test.ann.get("/threads/\(thread)").json == answer.json)
                #expect(try await test.ann.get("/messages").json.values(name) == [.bool(value), .bool(value)])
                #expect(
                    try await test.ann.get("/threads?\(name)=\(value)&view=count").json["count"] == .integer(1 as Int64)
                )
            }
        }
    }

    @Test("a thread is unread while any of its messages is")
    func partlyRead() async throws {
        try await TestServer.with(mail: [MailText("1"), MailText("2") { $0.inReplyTo = "1" }]) { test async throws in
            let ids = try await test.ann.get("/messages").json.ids
            _ = try await test.ann.call("PUT", "/messages/\(ids[0])", .of(("unread", .bool(false))))
            #expect(try await test.ann.get("/threads").json[0]["unread"] == .bool(true))
            for value in [true, false] {
                #expect(
                    try await test.ann.get("/threads?unread=\(value)&view=count").json["count"] == .integer(1 as Int64))
            }
            _ = try await test.ann.call("PATCH", "/messages/\(ids[1])", .of(("unread", .bool(false))))
            #expect(try await test.ann.get("/threads").json[0]["unread"] == .bool(false))
        }
    }

    @Test("moving a thread leaves its sent messages and drafts")
    func move() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let thread = try #require(try await test.ann.get("/threads").json.ids.first)
            let reply: [JSONMember] = [JSONMember("thread_id", .text(thread))]
            _ = try await test.send(to: ["bob@example.test"], subject: "Re", more: reply)
            _ = try await test.ann.call("POST", "/drafts", .object(reply))
            let archive = try await test.mailbox("archive")
            let answer = try await test.ann.call("PUT", "/threads/\(thread)", .of(("folder_id", .text(archive))))
            #expect(Set(answer.json["folders"]?.texts("name") ?? []) == ["archive", "sent", "drafts"])
            #expect(try await test.ann.get("/messages?in=inbox&view=count").json["count"] == .integer(0 as Int64))
            #expect(try await test.ann.get("/messages?in=sent&view=count").json["count"] == .integer(1 as Int64))
            #expect(try await test.ann.get("/threads?in=archive").json.ids == [thread])
            #expect(try await test.ann.get("/drafts?in=drafts").json.ids.count == 1)
        }
    }

    @Test(
        "an invalid change is refused and changes nothing",
        arguments: [
            "{\"unread\":\"yes\"}", "{\"unread\":null}", "{\"starred\":1}", "{\"folder_id\":null}",
            "{\"folder_id\":\"0\"}",
            "{\"folder_id\":\"not an id\"}", "{\"label_ids\":[\"a\"]}", "[]", "", "nonsense",
        ])
    func refused(body: String) async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let before = try await test.cursor()
            for list in ["threads", "messages"] {
                let id = try #require(try await test.ann.get("/\(list)").json.ids.first)
                #expect(
                    try await test.ann.call("PUT", "/\(list)/\(id)", body: Array(body.utf8)).status == 400, "\(list)")
            }
            #expect(try await test.cursor() == before)
        }
    }

    @Test("threads refuse unknown keys, messages ignore them")
    func unknownKeys() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let body = JSONValue.of(("unread", .bool(false)), ("colour", .text("red")))
            let thread = try #require(try await test.ann.get("/threads").json.ids.first)
            let message = try #require(try await test.ann.get("/messages").json.ids.first)
            #expect(try await test.ann.call("PUT", "/threads/\(thread)", body).status == 400)
            #expect(try await test.ann.get("/threads").json[0]["unread"] == .bool(true))
            #expect(try await test.ann.call("PUT", "/messages/\(message)", body).status == 200)
            #expect(try await test.ann.get("/threads").json[0]["unread"] == .bool(false))
        }
    }

    @Test("a request that changes nothing keeps version and log")
    func noChange() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let thread = try await test.ann.get("/threads").json[0]
            let before = try await test.cursor()
            let answer = try await test.ann.call("PUT", "/threads/\(thread.single)", .of(("unread", .bool(true))))
            #expect(answer.json == thread)
            #expect(try await test.cursor() == before)
        }
    }
}

@Suite("Labels")
struct LabelTests {
    private static func with(_ body: (TestServer, _ labels: [String: String], _ message: String) async throws -> Void)
        async throws
    {
        try await TestServer.with(mail: [MailText("1")], { $0.hasLabels = true }) { test async throws in
            _ = try await test.ann.call("POST", "/labels", .of(("display_name", .text("Own"))))
            let list = try await test.ann.get("/labels").json.arrayValue ?? []
            let labels = Dictionary(
                uniqueKeysWithValues: list.map {
                    ($0["name"]?.textValue ?? $0["display_name"]?.textValue ?? "", $0.single)
                })
            let message = try #require(try await test.ann.get("/messages").json.ids.first)
            try await body(test, labels, message)
        }
    }

    /// - Parameter steps: the requested sets of labels in order, with the resulting labels.
    @Test(
        "conflicting labels are resolved: mail is in all, trash or spam, and the inbox is part of all",
        arguments: [
            [("inbox all Own", "inbox all Own")], [("Own", "Own all")], [("inbox all trash", "trash")],
            [("trash", "trash"), ("trash Own", "trash Own")],
            [("spam", "spam"), ("inbox", "inbox all")], [("spam", "spam"), ("inbox spam", "inbox all")],
            [("inbox", "inbox all")],
            [("trash", "trash"), ("spam", "spam")], [("trash", "trash"), ("Own", "Own trash")],
            [("trash", "trash"), ("all", "all")],
            [("all important", "all important")],
        ])
    func rules(steps: [(String, String)]) async throws {
        try await Self.with { test, labels, message async throws in
            let thread = try #require(try await test.ann.get("/threads").json.ids.first)
            for (path, undo) in [("/messages/\(message)", true), ("/threads/\(thread)", false)] {
                for (wanted, result) in steps {
                    let ids = wanted.split(separator: " ").map { JSONValue.text(labels[String($0)] ?? "") }
                    let answer = try await test.ann.call("PUT", path, .of(("label_ids", .array(ids))))
                    let shown = answer.json["labels"]?.texts("id") ?? []
                    #expect(
                        Set(shown) == Set(result.split(separator: " ").compactMap { labels[String($0)] }),
                        "\(path) \(wanted)")
                }
                let start = JSONValue.array([.text(labels["inbox"] ?? ""), .text(labels["all"] ?? "")])
                if undo { _ = try await test.ann.call("PUT", path, .of(("labels", start))) }
            }
        }
    }

    @Test(
        "sent, drafts, no label at all, and two exclusive labels are refused",
        arguments: ["sent", "drafts", "", "trash spam"])
    func refused(wanted: String) async throws {
        try await Self.with { test, labels, message async throws in
            let ids = wanted.split(separator: " ").map { JSONValue.text(labels[String($0)] ?? "") }
            #expect(try await test.ann.call("PUT", "/messages/\(message)", .of(("labels", .array(ids)))).status == 400)
            #expect(
                Set(try await test.ann.get("/messages/\(message)").json["labels"]?.texts("name") ?? []) == [
                    "inbox", "all",
                ])
        }
    }

    @Test("a label account has no folders and no archive, a folder account no labels")
    func kinds() async throws {
        try await Self.with { test, labels, _ async throws in
            #expect(try await test.ann.get("/folders").status == 404)
            #expect(labels["archive"] == nil && labels["all"] != nil)
            #expect(try await test.ann.get("/account").json["organization_unit"]?.textValue == "label")
            #expect(try await test.ann.get("/messages").json[0]["folder"] == nil)
        }
        try await TestServer.with { test async throws in
            #expect(try await test.ann.get("/labels").status == 404)
            #expect(try await test.ann.get("/account").json["organization_unit"]?.textValue == "folder")
        }
    }
}

extension JSONValue {
    /// The object's id.
    var single: String { self["id"]?.textValue ?? "" }
}
