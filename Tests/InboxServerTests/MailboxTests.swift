import Foundation
import Testing

@testable import InboxServer

@Suite("Folders, contacts, search, feed")
struct MailboxTests {
    @Test("the account has one folder for each role")
    func roles() async throws {
        try await TestServer.with { test async throws in
            let folders = try await test.ann.get("/folders").json
            #expect(Set(folders.texts("name")) == ["inbox", "drafts", "sent", "archive", "trash", "spam"])
            #expect(Set(folders.texts("object")) == ["folder"])
            #expect(try await test.ann.get("/folders?view=count").json["count"] == .integer(6 as Int64))
            #expect(try await test.ann.get("/folders?view=ids&limit=2&offset=1").json.ids == Array(folders.ids[1..<3]))
        }
    }

    @Test("a folder is made, renamed, filled, emptied and deleted", arguments: ["folders", "labels"])
    func life(kind: String) async throws {
        try await TestServer.with(mail: [MailText("1")], { $0.hasLabels = kind == "labels" }) { test async throws in
            let object = String(kind.dropLast())
            let cursor = try await test.cursor()
            let made = try await test.ann.call("POST", "/\(kind)", .of(("display_name", .text("Mill/Cogs")))).json
            #expect(
                made["display_name"]?.textValue == "Mill/Cogs" && made["name"] == .null
                    && made["object"]?.textValue == object)
            let path = "/\(kind)/\(made.single)"
            let renamed = try await test.ann.call("PUT", path, .of(("display_name", .text("Mühle")))).json
            #expect(renamed["display_name"]?.textValue == "Mühle" && renamed.single == made.single)
            #expect(try await test.ann.get(path).json == renamed)
            let message = try #require(try await test.ann.get("/messages").json.ids.first)
            let key =
                kind == "labels" ? ("labels", JSONValue.array([.text(made.single)])) : ("folder", .text(made.single))
            _ = try await test.ann.call("PUT", "/messages/\(message)", .of(key))
            for name in [made.single, "M%C3%BChle", "m%C3%BChle"] {
                #expect(try await test.ann.get("/messages?in=\(name)").json.ids == [message], "\(name)")
            }
            if kind == "folders" {
                #expect(try await test.ann.call("DELETE", path).status == 400)
                let inbox = try await test.mailbox("inbox")
                _ = try await test.ann.call("PUT", "/messages/\(message)", .of(("folder", .text(inbox))))
            }
            let deleted = try await test.ann.call("DELETE", path)
            #expect(deleted.status == 200 && deleted.text == "null")
            #expect(try await test.ann.get(path).status == 404)
            #expect(
                try await test.ann.get("/messages/\(message)").json["labels"]?.texts("name")
                    == (kind == "labels" ? ["all"] : nil))
            let changes = try await test.changes(since: cursor, more: "&exclude_folders=false").map(\.what)
            #expect(changes.contains("\(object) delete") && !changes.contains("\(object) create"))
        }
    }

    @Test(
        "taken, empty, overlong or non-text names are refused",
        arguments: [
            "{\"display_name\":\"OWN\"}", "{\"display_name\":\"Inbox\"}", "{\"display_name\":\"spam\"}",
            "{\"display_name\":\" \"}", "{\"display_name\":\"a\\nb\"}",
            "{\"display_name\":5}", "{}", "[]",
        ])
    func badNames(body: String) async throws {
        try await TestServer.with { test async throws in
            let own = try await test.ann.call("POST", "/folders", .of(("display_name", .text("Own")))).json.single
            let other = try await test.ann.call("POST", "/folders", .of(("display_name", .text("Other")))).json.single
            #expect(try await test.ann.call("POST", "/folders", body: Array(body.utf8)).status == 400)
            #expect(try await test.ann.call("PUT", "/folders/\(other)", body: Array(body.utf8)).status == 400)
            #expect(
                try await test.ann.call("PUT", "/folders/\(own)", .of(("display_name", .text("OWN")))).status == 200)
            let long = JSONValue.of(("display_name", .text(String(repeating: "x", count: 192))))
            #expect(try await test.ann.call("POST", "/folders", long).status == 400)
        }
    }

    @Test("built-in folders cannot change; unknown ones give 400 on change and 404 on read")
    func builtIn() async throws {
        try await TestServer.with { test async throws in
            let inbox = try await test.mailbox("inbox")
            for id in [inbox, "0"] {
                #expect(
                    try await test.ann.call("PUT", "/folders/\(id)", .of(("display_name", .text("New")))).status == 400)
                #expect(try await test.ann.call("DELETE", "/folders/\(id)").status == 400)
            }
            #expect(try await test.ann.get("/folders/0").status == 404)
        }
    }

    @Test(
        "a list finds a mailbox that was added to it as if it had been read with the others", arguments: [false, true])
    func added(isKeyword: Bool) async throws {
        let database = try MailDatabase(path: nil)
        let (old, added, read) = try await database.write { transaction in
            let account = try ServedAccount.open(
                AccountConfiguration(address: "ann@example.test", token: "token"), hasLabels: false, in: transaction)
            let old = try MailboxList(transaction.db, account: account.id)
            var added = old
            added.add(
                try transaction.createMailbox(role: nil, displayName: "Mühle", isKeyword: isKeyword, account: account))
            return (old, added, try MailboxList(transaction.db, account: account.id))
        }
        #expect(!old.isTaken("mÜHLE", except: nil))
        for list in [added, read] {
            let row = try #require((isKeyword ? list.keywords : list.all).last)
            #expect(list.named("mÜHLE")?.id == (isKeyword ? nil : row.id))
            #expect(list[row.id]?.displayName == (isKeyword ? nil : "Mühle"))
            #expect(list.isTaken("mÜHLE", except: nil) && !list.isTaken("mÜHLE", except: row.id))
            #expect(list.isTaken("spam", except: row.id) && list.isTaken("sent", except: nil))
        }
        #expect(added.all.map(\.id) == read.all.map(\.id) && added.keywords.map(\.id) == read.keywords.map(\.id))
    }

    @Test("contacts come from the mail, each address once with its first name, without the user")
    func contacts() async throws {
        let mail = [
            MailText("1") {
                $0.from = "cleo@mill.example"; $0.cc = "Dan <dan@wheel.example>"
            }, MailText("2") { $0.from = "Cleo <CLEO@mill.example>" },
            MailText("3") { $0.from = "Someone else <cleo@mill.example>" },
        ]
        try await TestServer.with(mail: mail) { test async throws in
            let contacts = try await test.ann.get("/contacts").json
            #expect(contacts.texts("email") == ["cleo@mill.example", "dan@wheel.example"])
            #expect(contacts.texts("name") == ["Cleo", "Dan"])
            #expect(try await test.ann.get("/contacts?filter=dan@wheel.example").json.texts("name") == ["Dan"])
            #expect(try await test.ann.get("/contacts?filter=dan").json == .array([]))
            #expect(try await test.ann.get("/contacts/search?q=LEO").json.texts("name") == ["Cleo"])
            let rankings = try await test.ann.get("/contacts/rankings").json
            #expect(rankings[0] == .array([.text("cleo@mill.example"), .integer(3 as Int64)]))
            #expect(try await test.ann.call("POST", "/contacts", .of()).status == 405)
        }
    }

    @Test(
        "search finds whole words anywhere, ignoring case and accents, newest first",
        arguments: [
            ("mühle", ["2", "1"]), ("MUHLE", ["2", "1"]), ("\"red cog\"", ["2"]), ("cog red", ["2", "1"]),
            ("co*", ["2", "1"]), ("co", []),
            ("cleo", ["3", "2", "1"]), ("wheel.example", ["3"]), ("hidden", []), ("OR", []), ("\"", []), ("*", []),
            ("NEAR(a b)", []),
            ("subject:red", []), ("red -cog", ["2", "1"]), ("'; DROP TABLE message; --", []), ("{red}", ["2", "1"]),
        ])
    func search(text: String, found: [String]) async throws {
        let mail = [
            MailText("1") {
                $0.subject = "1"; $0.body = "Die Mühle has a cog, and it is red."
            },
            MailText("2") {
                $0.subject = "2"; $0.date += 10; $0.body = "A red cog for the Mühle."
            },
            MailText("3") {
                $0.subject = "3"; $0.date += 20; $0.to = "dan@wheel.example"; $0.body = "Nothing."
            },
        ]
        try await TestServer.with(mail: mail) { test async throws in
            let query = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            for list in ["messages", "threads"] {
                let answer = try await test.ann.get("/\(list)/search?q=\(query)")
                #expect(answer.status == 200 && answer.json.texts("subject") == found, "\(list)")
                #expect(
                    try await test.ann.get("/\(list)/search?q=\(query)&limit=1&offset=1").json.texts("subject")
                        == Array(found.dropFirst().prefix(1)))
                let line = try await test.ann.get("/\(list)/search/streaming?q=\(query)").text
                #expect(line.hasSuffix("]\n") && !line.dropLast().contains("\n"))
            }
        }
    }

    @Test("the feed is the inbox as a text document whose replies refer to their thread's start")
    func feed() async throws {
        let mail = [
            MailText("1"),
            MailText("2") {
                $0.inReplyTo = "1"; $0.date += 10; $0.from = "dan@wheel.example"; $0.body = "Good & <round>.\n"
            },
            MailText("3") {
                $0.subject = "Alone"; $0.date += 20
            },
        ]
        try await TestServer.with(mail: mail) { test async throws in
            let answer = try await test.ann.get("/inbox")
            let items = answer.json["inbox"] ?? .null
            #expect(items.texts("subject") == ["Alone", "Mill gears", "Mill gears"])
            #expect(
                items[1]["from"]?.textValue == "dan@wheel.example" && items[1]["to"]?.textValue == "ann@example.test")
            #expect(items[1]["text"]?.textValue?.contains("Good & <round>.") == true)
            #expect(items[1]["dateTime"]?.textValue == "2014-05-13T16:53:30Z")
            #expect(items.texts("responseToUid") == ["", items[2]["uid"]?.textValue ?? "", ""])
            #expect(try await test.stranger.get("/inbox").status == 401)
        }
    }
}
