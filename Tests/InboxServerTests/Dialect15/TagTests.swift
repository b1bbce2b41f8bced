import Foundation
import TestSupport
import Testing

@testable import InboxServer

@Suite("Dialect 15: tags")
struct TagTests {
    /// Changes to a read thread that has a tag of its own, and the resulting tags.
    private static let effects: [(add: String, remove: String, then: String)] = [
        ("archive", "", "archive own"), ("", "inbox", "archive own"), ("archive", "inbox", "archive own"),
        ("trash", "", "trash own"), ("spam", "", "spam own"), ("inbox", "", "inbox own"),
        ("", "archive", "inbox own"), ("", "trash", "inbox own"), ("", "spam", "inbox own"),
        ("starred", "", "inbox starred own"), ("", "starred", "inbox own"),
        ("unread", "", "inbox unread own"), ("", "unread", "inbox own"), ("", "unseen", "inbox own"),
        ("", "own", "inbox"), ("own", "", "inbox own"), ("inbox", "inbox", "inbox own"),
        ("starred unread", "inbox own", "archive starred unread"), ("own inbox", "own trash", "inbox own"),
    ]

    @Test("changing tags has its side effects", arguments: effects.indices, [false, true])
    func sideEffects(row: Int, hasLabels: Bool) async throws {
        let (add, remove, wanted) = Self.effects[row]
        func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
        try await TestServer.withNamespace(
            mail: [MailText("1"), MailText("2") { $0.inReplyTo = "1" }], { $0.hasLabels = hasLabels }
        ) { test, ann async throws in
            let thread = try #require(try await ann.get("/threads").json.ids.first)
            _ = try await ann.makeTag("own")
            _ = try await ann.change(thread, add: ["own"], remove: ["unread"])
            let answer = try await ann.change(thread, add: words(add), remove: words(remove))
            #expect(Set(answer.json["tags"]?.texts("name") ?? []) == Set(words(wanted)))
            #expect(try await ann.tags(of: thread) == Set(words(wanted)))
            let unread = try await ann.get("/messages").json.values("unread")
            #expect(unread == Array(repeating: .bool(wanted.contains("unread")), count: 2))
        }
    }

    @Test(
        "removing archive, trash or spam restores the inbox tag", arguments: ["archive", "trash", "spam"],
        [false, true])
    func back(tag: String, hasLabels: Bool) async throws {
        try await TestServer.withNamespace(mail: [MailText("1")], { $0.hasLabels = hasLabels }) { _, ann async throws in
            let thread = try #require(try await ann.get("/threads").json.ids.first)
            _ = try await ann.change(thread, add: [tag])
            #expect(try await ann.tags(of: thread) == [tag, "unread", "unseen"])
            _ = try await ann.change(thread, remove: [tag])
            #expect(try await ann.tags(of: thread) == ["inbox", "unread", "unseen"])
        }
    }

    @Test("new mail is unread and unseen; viewing removes unseen, reading both")
    func unseen() async throws {
        try await TestServer.withNamespace(mail: [MailText("1") { $0.status = "RO" }]) { test, ann async throws in
            let thread = try await ann.get("/threads").json[0]
            #expect(thread["tags"]?.texts("name") == ["inbox"])
            let reply = JSONMember("thread_id", .text(thread.single))
            _ = try await test.send(to: ["ann@example.test"], subject: "Re", more: [reply])
            #expect(try await ann.tags(of: thread.single) == ["inbox", "unread", "unseen", "sent"])
            #expect(try await ann.get("/threads?tag=unseen").json.ids == [thread.single])
            _ = try await ann.change(thread.single, remove: ["unseen"])
            #expect(try await ann.tags(of: thread.single) == ["inbox", "unread", "sent"])
            _ = try await test.send(to: ["ann@example.test"], subject: "Re", more: [reply])
            #expect(try await ann.tags(of: thread.single).contains("unseen"))
            // Marked as read by a current client.
            _ = try await test.ann.call("PUT", "/threads/\(thread.single)", .of(("unread", .bool(false))))
            #expect(try await ann.tags(of: thread.single) == ["inbox", "sent"])
        }
    }

    @Test(
        "tag filters match the tags that threads show, and counts agree, after any changes",
        arguments: 0..<6)
    func filters(seed: Int) async throws {
        var random = SeededRandom(seed: seed)
        let hasLabels = seed.isMultiple(of: 2)
        try await TestServer.withNamespace(mail: Array(TestMail.varied.prefix(24)), { $0.hasLabels = hasLabels }) {
            test, ann async throws in
            for name in ["own", "other"] { _ = try await ann.makeTag(name) }
            _ = try await test.ann.call(
                "POST", "/\(hasLabels ? "labels" : "folders")", .of(("display_name", .text("Place"))))
            let names = BuiltInTag.allCases.map(\.rawValue) + ["own", "other"]
            let threads = try await ann.get("/threads?view=ids").json.ids
            for _ in 0..<40 {
                let thread = random.pick(threads)
                let add = Array(names.shuffled(using: &random).prefix(random.int(0..<3)))
                let remove = Array(names.shuffled(using: &random).prefix(random.int(0..<3)))
                _ = try await ann.change(thread, add: add, remove: remove)
                if random.chance(12) {
                    _ = try await ann.call("POST", "/drafts", .of(("thread_id", .text(thread))))
                }
                if random.chance(12) {
                    let reply = JSONMember("thread_id", .text(thread))
                    _ = try await test.send(to: ["bob@example.test"], subject: "Re", more: [reply])
                }
            }
            let list = try await ann.get("/threads?limit=1000").json.arrayValue ?? []
            for tag in try await ann.get("/tags").json.arrayValue ?? [] {
                let wanted = list.filter { $0["tags"]?.ids.contains(tag.single) == true }.map(\.single)
                let unread = list.filter { wanted.contains($0.single) && $0["unread"] == .bool(true) }.count
                #expect(
                    try await ann.get("/threads?limit=1000&view=ids&tag=\(tag.single)").json.ids == wanted, "\(tag)")
                let one = try await ann.get("/tags/\(tag.single)").json
                #expect(
                    one["thread_count"] == .integer(wanted.count) && one["unread_count"] == .integer(unread), "\(tag)")
                let messages = Set(try await ann.get("/messages?limit=1000&tag=\(tag.single)").json.texts("thread_id"))
                let withMessages = list.filter { $0["message_ids"]?.ids.isEmpty == false }.map(\.single)
                #expect(messages == Set(wanted).intersection(withMessages), "\(tag)")
                let both = list.filter { wanted.contains($0.single) && $0["starred"] == .bool(true) }.map(\.single)
                #expect(
                    try await ann.get("/threads?limit=1000&view=ids&tag=\(tag.single)&starred=true").json.ids == both)
            }
            #expect(try await ann.get("/threads?tag=unheard-of").json == .array([]))
            #expect(try await test.ann.get("/threads?tag=inbox").status == 400)
        }
    }

    @Test("a tag is made, shown, renamed and deleted", arguments: [false, true])
    func life(hasLabels: Bool) async throws {
        try await TestServer.withNamespace(mail: [MailText("1")], { $0.hasLabels = hasLabels }) {
            test, ann async throws in
            let thread = try #require(try await ann.get("/threads").json.ids.first)
            let made = try await ann.call("POST", "/tags", .of(("name", .text("Mühle")))).json
            #expect(made["name"]?.textValue == "mühle" && made["object"]?.textValue == "tag")
            #expect(made["readonly"] == .bool(false) && made["namespace_id"]?.textValue == ann.id)
            #expect(try await ann.get("/tags?tag_name=m%C3%BChle").json == .array([made]))
            #expect(try await ann.get("/tags?tag_id=\(made.single)&view=ids").json.ids == [made.single])
            #expect(try await ann.get("/tags?view=count").json["count"] == .integer(BuiltInTag.allCases.count + 1))
            _ = try await ann.change(thread, add: [made.single])
            #expect(try await ann.get("/tags/\(made.single)").json["thread_count"] == .integer(1 as Int64))
            // The same tag sent as a whole object, also by POST as in 2014.
            for (method, name) in [("PUT", "cogs"), ("POST", "wheels")] {
                let body = JSONValue.of(
                    ("name", .text(name)), ("id", .text(made.single)), ("namespace_id", .text(ann.id)))
                #expect(try await ann.call(method, "/tags/\(made.single)", body).json["name"]?.textValue == name)
                #expect(try await ann.tags(of: thread).contains(name))
            }
            #expect(try await ann.call("DELETE", "/tags/\(made.single)").text == "null")
            #expect(try await ann.tags(of: thread) == ["inbox", "unread", "unseen"])
            #expect(try await ann.get("/tags/\(made.single)").status == 404)
        }
    }

    @Test(
        "bad or taken tags are refused",
        arguments: [
            ("{\"name\":\"own\"}", 409), ("{\"name\":\"OWN\"}", 409), ("{\"name\":\"Inbox\"}", 409),
            ("{\"name\":\"replied\"}", 409), ("{\"name\":\"attachment\"}", 409), ("{\"name\":\"place\"}", 409),
            ("{\"name\":\" \"}", 400), ("{\"name\":5}", 400), ("{}", 400), ("[]", 400),
            ("{\"name\":\"new\",\"namespace_id\":\"0\"}", 400),
            ("{\"name\":\"\(String(repeating: "x", count: 192))\"}", 400),
        ])
    func badTags(body: String, status: Int) async throws {
        try await TestServer.withNamespace { test, ann async throws in
            _ = try await ann.makeTag("own")
            let other = try await ann.makeTag("other")
            _ = try await test.ann.call("POST", "/folders", .of(("display_name", .text("Place"))))
            #expect(try await ann.call("POST", "/tags", body: Array(body.utf8)).status == status)
            #expect(try await ann.call("PUT", "/tags/\(other)", body: Array(body.utf8)).status == status)
            #expect(try await ann.get("/tags/\(other)").json["name"]?.textValue == "other")
        }
    }

    @Test("built-in tags and user folders cannot change, unknown tags are not found")
    func fixed() async throws {
        try await TestServer.withNamespace(mail: [MailText("1")]) { test, ann async throws in
            let folder = try await test.ann.call("POST", "/folders", .of(("display_name", .text("Place")))).json.single
            let name = JSONValue.of(("name", .text("new")))
            for tag in ["inbox", "unseen", folder] {
                #expect(try await ann.call("PUT", "/tags/\(tag)", name).status == 400, "\(tag)")
                #expect(try await ann.call("DELETE", "/tags/\(tag)").status == 400, "\(tag)")
            }
            #expect(try await ann.call("PUT", "/tags/0", name).status == 404)
            let readOnly = try await ann.get("/tags").json.arrayValue?.filter { $0["readonly"] == .bool(true) } ?? []
            #expect(
                Set(readOnly.map { $0["name"]?.textValue }) == ["drafts", "sending", "sent", "attachment", "place"])
            let thread = try #require(try await ann.get("/threads").json.ids.first)
            for tag in ["drafts", "sending", "sent", "attachment", "place"] {
                #expect(try await ann.change(thread, add: [tag]).status == 400, "\(tag)")
                #expect(try await ann.change(thread, remove: [tag]).status == 400, "\(tag)")
            }
            #expect(try await ann.change(thread, add: ["unseen"]).status == 400)
            #expect(try await ann.change(thread, add: ["unheard of"]).status == 404)
            #expect(try await ann.tags(of: thread) == ["inbox", "unread", "unseen"])
            _ = try await test.ann.call("PUT", "/threads/\(thread)", .of(("folder", .text(folder))))
            #expect(try await ann.tags(of: thread) == ["place", "unread", "unseen"])
            _ = try await ann.change(thread, add: ["inbox"])
            #expect(try await ann.tags(of: thread) == ["inbox", "unread", "unseen"])
        }
    }

    @Test(
        "an invalid change is refused and changes nothing",
        arguments: [
            "{\"add_tags\":\"inbox\"}", "{\"add_tags\":[5]}", "{\"unread\":false}", "{\"version\":\"x\"}", "[]", "",
            "{\"add_tags\":[\"trash\"],\"folder\":\"0\"}",
        ])
    func refused(body: String) async throws {
        try await TestServer.withNamespace(mail: [MailText("1")]) { test, ann async throws in
            let before = try await test.cursor()
            let thread = try #require(try await ann.get("/threads").json.ids.first)
            #expect(try await ann.call("PUT", "/threads/\(thread)", body: Array(body.utf8)).status == 400)
            #expect(try await test.cursor() == before)
        }
    }

    @Test("a stale thread version is a conflict")
    func version() async throws {
        try await TestServer.withNamespace(mail: [MailText("1")]) { _, ann async throws in
            let thread = try await ann.get("/threads").json[0]
            let change = JSONValue.of(
                ("add_tags", .array([.text("starred")])), ("version", thread["version"] ?? .null))
            #expect(try await ann.call("PUT", "/threads/\(thread.single)", change).status == 200)
            #expect(try await ann.call("PUT", "/threads/\(thread.single)", change).status == 409)
        }
    }

    @Test("tags are invisible to folders, and a moved message keeps its tags")
    func besideFolders() async throws {
        try await TestServer.withNamespace(mail: [MailText("1")]) { test, ann async throws in
            let folders = try await test.ann.get("/folders").json
            let cursor = try await test.cursor()
            let tag = try await ann.makeTag("own")
            let thread = try #require(try await ann.get("/threads").json.ids.first)
            _ = try await ann.change(thread, add: ["own"])
            #expect(try await test.ann.get("/folders").json == folders)
            #expect(try await test.ann.get("/folders/\(tag)").status == 404)
            #expect(try await test.ann.get("/threads?in=own").json == .array([]))
            #expect(try await test.ann.call("POST", "/folders", .of(("display_name", .text("OWN")))).status == 400)
            #expect(
                try await test.ann.call("PUT", "/threads/\(thread)", .of(("folder", .text(tag)))).status == 400)
            #expect(
                try await test.changes(since: cursor, more: "&exclude_folders=false").map(\.what) == ["thread modify"])
            #expect(try await test.ann.get("/delta?cursor=0&include_types=keyword").status == 400)
            let archive = try await test.mailbox("archive")
            _ = try await test.ann.call("PUT", "/threads/\(thread)", .of(("folder", .text(archive))))
            #expect(try await test.ann.get("/messages").json[0]["folder"]?["name"]?.textValue == "archive")
            #expect(try await ann.tags(of: thread) == ["archive", "unread", "unseen", "own"])
        }
    }
}
