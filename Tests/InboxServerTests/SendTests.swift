import Foundation
import GRDB
import InboxModel
import MailContent
import Testing

@testable import InboxServer

@Suite("Sending")
struct SendTests {
    @Test("mail to a local account is in Sent here and unread in that inbox at once")
    func delivery() async throws {
        try await TestServer.with { test async throws in
            let answer = try await test.send(
                to: ["BOB@example.test"], subject: "Grüße an 乳酪", body: "<p>Käse &amp; Brot</p>")
            #expect(answer.status == 200 && answer.json["object"]?.textValue == "message")
            #expect(answer.json["folder"]?["name"]?.textValue == "sent" && answer.json["unread"] == .bool(false))
            let received = try await test.bob.get("/messages").json[0]
            #expect(received["folder"]?["name"]?.textValue == "inbox" && received["unread"] == .bool(true))
            #expect(received["subject"]?.textValue == "Grüße an 乳酪")
            #expect(received["body"]?.textValue?.contains("Käse &amp; Brot") == true)
            #expect(received["from"]?.texts("email") == ["ann@example.test"])
            #expect(try await test.bob.get("/contacts").json.texts("email").contains("ann@example.test"))
        }
    }

    @Test("mail to oneself is in Sent and in the inbox, in one thread")
    func toOneself() async throws {
        try await TestServer.with { test async throws in
            _ = try await test.send(to: ["ann@example.test"], subject: "Note")
            #expect(
                Set(try await test.ann.get("/messages").json.values("folder").compactMap { $0["name"]?.textValue }) == [
                    "sent", "inbox",
                ])
            let thread = try await test.ann.get("/threads").json
            #expect(thread.arrayValue?.count == 1 && thread[0]["unread"] == .bool(true))
            #expect(
                thread[0]["last_message_sent_timestamp"] != .null
                    && thread[0]["last_message_received_timestamp"] != .null)
        }
    }

    @Test("Bcc recipients get the mail but only the sender sees them", arguments: [false, true])
    func bcc(isRaw: Bool) async throws {
        try await TestServer.with { test async throws in
            if isRaw {
                let raw = """
                    From: ann@example.test\r\nTo: dan@nowhere.internal\r\nBcc: Robert\r\n <bob@example.test>\r\nSubject: Hidden\r\n\
                    BCC: ann@example.test\r\n\r\nBcc: stays in the text\r\n
                    """
                let answer = try await test.ann.call(
                    "POST", "/send", headers: ["Content-Type": "message/rfc822"], body: Array(raw.utf8))
                #expect(answer.json["failures"]?["dan@nowhere.internal"] != nil)
            } else {
                let bcc = JSONMember("bcc", .array([.of(("email", .text("bob@example.test")))]))
                _ = try await test.send(to: ["ann@example.test"], subject: "Hidden", more: [bcc])
            }
            #expect(try await test.bob.get("/messages").json.texts("subject") == ["Hidden"])
            for client in [test.ann, test.bob] {
                for id in try await client.get("/messages").json.ids {
                    let raw = try await client.get("/messages/\(id)", headers: ["Accept": "message/rfc822"]).text
                    #expect(!raw.contains("bob@example.test"))
                    #expect(raw.contains("Bcc: stays in the text") == isRaw)
                }
            }
            let sent = try await test.ann.get("/messages?in=sent").json[0]
            #expect(sent["bcc"]?.texts("email").contains("bob@example.test") == true)
        }
    }

    @Test("without a sending command remote recipients fail: all with 402 and nothing kept, some with 200 and a list")
    func elsewhere() async throws {
        try await TestServer.with { test async throws in
            let all = try await test.send(to: ["x@far.internal", "y@far.internal"], subject: "Far")
            #expect(all.status == 402 && all.json["type"]?.textValue == "api_error")
            #expect(all.json["server_error"]?.textValue?.isEmpty == false)
            #expect(all.json["failures"]?["x@far.internal"] != nil && all.json["failures"]?["y@far.internal"] != nil)
            #expect(try await test.ann.get("/messages").json == .array([]))
            let some = try await test.send(to: ["x@far.internal", "bob@example.test"], subject: "Near")
            #expect(some.status == 200 && some.json["type"]?.textValue == "api_error")
            #expect(
                some.json["failures"]?["x@far.internal"] != nil && some.json["failures"]?["bob@example.test"] == nil)
            #expect(try await test.bob.get("/messages").json.texts("subject") == ["Near"])
            #expect(try await test.ann.get("/messages?in=sent").json.texts("subject") == ["Near"])
        }
    }

    @Test("a refused draft stays a draft")
    func refusedDraft() async throws {
        try await TestServer.with { test async throws in
            let to = JSONValue.array([.of(("email", .text("x@far.internal")))])
            let draft = try await test.ann.call("POST", "/drafts", .of(("to", to))).json
            let send = JSONValue.of(("draft_id", .text(draft.single)), ("version", .integer(0 as Int64)))
            #expect(try await test.ann.call("POST", "/send", send).status == 402)
            #expect(try await test.ann.get("/drafts/\(draft.single)").json == draft)
        }
    }

    @Test(
        "missing and invalid recipients are refused",
        arguments: [
            [], ["nonsense"], ["@example.test"], ["bob@"], ["-bob@example.test"],
            ["bob@example.test\r\nRCPT TO: <x@y.z>"],
            ["bob @example.test"], ["<bob@example.test>"], ["bob@example.test,dan@example.test"],
        ])
    func badRecipients(to: [String]) async throws {
        try await TestServer.with { test async throws in
            #expect(try await test.send(to: to, subject: "Nobody").status == 400)
            #expect(try await test.ann.get("/messages").json == .array([]))
        }
    }

    @Test(
        "a host may be an IP literal, and brackets and colons are invalid elsewhere",
        arguments: [
            ("a@[127.0.0.1]", true), ("a@[IPv6:2001:db8::1]", true), ("a@localhost", true), ("a@[]", false),
            ("a[1]@x.test", false), ("a@x:25", false), ("a@[1 -oX]", false), ("a@[<x>]", false), ("a@[1", false),
            ("-oX@x.test", false), ("-\u{301}oX@x.test", false), ("a-b@x.test", true),
        ])
    func literals(email: String, isPlausible: Bool) {
        #expect(Recipients.isPlausible(email) == isPlausible, "\(email)")
    }

    @Test("line breaks in names and subjects cannot add a header")
    func injection() async throws {
        try await TestServer.with { test async throws in
            let to = JSONValue.array([
                .of(("email", .text("bob@example.test")), ("name", .text("Bob\r\nX-Bad: 1\u{2028}\0")))
            ])
            let body = JSONValue.of(
                ("to", to), ("subject", .text("Hello\r\nX-Bad: 2\n\nX-Bad: 3\u{85}")), ("body", .text("x")))
            _ = try await test.ann.call("POST", "/send", body)
            let id = try #require(try await test.bob.get("/messages").json.ids.first)
            let raw = try await test.bob.get("/messages/\(id)", headers: ["Accept": "message/rfc822"]).text
            #expect(!raw.lowercased().contains("\nx-bad:"))
            #expect(ParsedMessage.parse(Array(raw.utf8)).headers.allSatisfy { $0.name != "X-Bad" })
        }
    }

    @Test("tracking and other unsupported calls return 501")
    func notImplemented() async throws {
        try await TestServer.with { test async throws in
            let more = [JSONMember("tracking", .of(("opens", .bool(true))))]
            #expect(try await test.send(to: ["bob@example.test"], subject: "x", more: more).status == 501)
            #expect(try await test.ann.call("POST", "/send-multiple", .of()).status == 501)
            #expect(try await test.ann.call("POST", "/send-rsvp", .of()).status == 501)
        }
    }

    @Test("a raw message is kept byte for byte, plus missing headers")
    func wholeMessage() async throws {
        try await TestServer.with { test async throws in
            let raw =
                "From: Ann <ann@example.test>\r\nTo: bob@example.test\r\nSubject: Whole\r\nMessage-ID: <w@x.example>\r\nX-Own: yes\r\n\r\nText\r\n"
            let headers = ["Content-Type": "message/rfc822"]
            let sent = try await test.ann.call("POST", "/send", headers: headers, body: Array(raw.utf8)).json
            let kept = try await test.ann.get("/messages/\(sent.single)", headers: ["Accept": "message/rfc822"]).text
            #expect(kept.hasSuffix(raw))
            #expect(ParsedMessage.parse(Array(kept.utf8)).date != nil)
            let bare = try await test.ann.call(
                "POST", "/send", headers: headers, body: Array("To: bob@example.test\r\n\r\nBare\r\n".utf8))
            let message = try await test.ann.get("/messages/\(bare.json.single)?view=expanded").json
            #expect(message["from"]?.texts("email") == ["ann@example.test"])
            #expect(message["headers"]?["Message-Id"]?.textValue?.hasSuffix("@maraca.invalid>") == true)
            let two = "From: a@b.example, c@d.example\r\nTo: bob@example.test\r\n\r\n"
            #expect(try await test.ann.call("POST", "/send", headers: headers, body: Array(two.utf8)).status == 400)
            #expect(
                try await test.ann.call("POST", "/send", headers: headers, body: Array("Subject: x\r\n\r\n".utf8))
                    .status == 400)
        }
    }
}

@Suite("The sending command")
struct SendmailTests {
    /// A script that records its arguments and input, prints a message and ends with a status.
    private static func with(
        status: Int32, says: String = "550 5.1.1 no such cog", clock: any Clock<Duration> = ContinuousClock(),
        _ body: (TestServer, TestFolder) async throws -> Void
    ) async throws {
        try await TestFolder.with { folder in
            let script = try folder.write(
                """
                #!/bin/sh
                for word in "$@"; do echo "$word" >> "\(folder.path)/arguments"; done
                ls -l /proc/$$/fd > "\(folder.path)/descriptors"
                cat > "\(folder.path)/message"
                echo "\(says)" >&2
                exit \(status)
                """, to: "send mail")
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
            let configure = { (configuration: inout ServerConfiguration) in
                configuration.sendmail = "'\(script)' -i \"two words\""
                configuration.dataFile = folder.path + "/mail.db"
            }
            try await TestServer.with(clock: clock, configure) { try await body($0, folder) }
        }
    }

    @Test("gets the message on stdin and remote recipients as arguments, once, without a shell")
    func success() async throws {
        try await Self.with(status: 0) { test, folder async throws in
            let to = ["x@far.example", "`touch${IFS}bad`@far.example", "bob@example.test"]
            let answer = try await test.send(to: to, subject: "Far", body: "<p>Hello</p>")
            #expect(answer.status == 200 && answer.json["object"]?.textValue == "message", "\(answer.text)")
            #expect(folder.read("arguments") == "-i\ntwo words\nx@far.example\n`touch${IFS}bad`@far.example\n")
            #expect(!folder.read("descriptors").contains("socket:"))
            let parsed = ParsedMessage.parse(Array(folder.read("message").utf8))
            #expect(parsed.subject == "Far" && parsed.to.map(\.email) == to)
            #expect(try await test.bob.get("/messages").json.texts("subject") == ["Far"])
        }
    }

    @Test(
        "gives 402 on refusal, 503 on a temporary failure, 504 if it may have sent, with its message",
        arguments: [
            (67, "550 no such cog", 402), (1, "550 no such cog", 402), (69, "450 not now", 503),
            (74, "450 not now", 504),
            // The classic Sendmail then queues the message; msmtp and Postfix keep nothing.
            (75, "Deferred: Connection refused", 504), (75, "msmtp: cannot connect", 503),
            (75, "sendmail: fatal: open: no space", 503),
        ])
    func refusal(status: Int32, says: String, wanted: Int) async throws {
        try await Self.with(status: status, says: says) { test, _ async throws in
            let answer = try await test.send(to: ["x@far.example"], subject: "Far")
            #expect(answer.status == wanted)
            #expect(answer.json["server_error"]?.textValue == says)
            #expect(try await test.ann.get("/messages").json == .array([]))
        }
    }

    private func far(_ test: TestServer) async throws -> String {
        let to = JSONValue.array([.of(("email", .text("x@far.example")))])
        return try await test.ann.call("POST", "/drafts", .of(("to", to), ("subject", .text("Far")))).json.single
    }

    private func send(_ draft: String, version: Int64, _ test: TestServer) async throws -> Int {
        let order = JSONValue.of(("draft_id", .text(draft)), ("version", .integer(version)))
        return try await test.ann.call("POST", "/send", order).status
    }

    @Test("S-2: a sent draft whose outcome could not be saved is not sent again without a lookup")
    func leftUnwritten() async throws {
        try await Self.with(status: 0) { test, folder async throws in
            let draft = try await far(test)
            let other = try DatabaseQueue(path: folder.path + "/mail.db")
            try await other.write { db in
                try db.execute(
                    sql:
                        "CREATE TRIGGER full BEFORE DELETE ON message BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
                )
            }
            #expect(try await send(draft, version: 0, test) == 500)
            try await other.write { try $0.execute(sql: "DROP TRIGGER full") }
            #expect(folder.read("arguments").contains("x@far.example"))
            #expect(try await send(draft, version: 0, test) == 409)
            #expect(folder.read("arguments") == "-i\ntwo words\nx@far.example\n", "it left once")
            #expect(try await test.ann.get("/drafts/\(draft)").json["version"] == .integer(1 as Int64))
            #expect(try await send(draft, version: 1, test) == 200, "whoever has looked may send it again")
        }
    }

    @Test("S-2: a draft that certainly was not sent can be sent again")
    func refusedAgain() async throws {
        try await Self.with(status: 75, says: "msmtp: cannot connect") { test, _ async throws in
            let draft = try await far(test)
            for _ in 0..<2 { #expect(try await send(draft, version: 0, test) == 503) }
        }
    }

    @Test("S-2: a write completes even if its request has been cancelled")
    func endedRequest() async throws {
        let database = try MailDatabase(path: nil)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await database.write { try Int.fetchOne($0.db, sql: "SELECT 7") }
        }
        #expect(try await task.value == 7)
    }

    @Test(
        "J-59: a submission that may have been sent is kept, not retried, and reported as such",
        arguments: [false, true])
    func perhaps(isHeld: Bool) async throws {
        let clock = CountedClock(sleeps: 11)
        try await Self.with(status: 74, clock: clock) { test, folder async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try await talk.draft(to: "x@far.example")
            let hold = isHeld ? #","parameters":{"HOLDFOR":"600"}"# : ""
            let envelope = #"{"mailFrom":{"email":"ann@example.test"\#(hold)},"rcptTo":[{"email":"x@far.example"}]}"#
            let made = try await talk.call("EmailSubmission/set", try await talk.submission(of: id, envelope: envelope))
            let submission = try #require(made["created"]?["s"]?["id"]?.textValue)
            var told: JSONValue?
            repeat {
                told = try await talk.call("EmailSubmission/get", #"{"ids":["\#(submission)"]}"#)["list"]?[0]
            } while told?["undoStatus"]?.textValue != "final"
            let delivery = told?["deliveryStatus"]?["x@far.example"]
            #expect(delivery?["delivered"]?.textValue == "unknown")
            #expect(delivery?["smtpReply"]?.textValue?.hasPrefix("451 4.4.7 It may have been sent: 550") == true)
            #expect(try await talk.keywords(id)?.contains("$draft") == false)
            #expect(folder.read("arguments").components(separatedBy: "x@far.example").count == 2, "it was given once")
        }
    }

    @Test("may have sent if it is killed")
    func killed() async throws {
        try await TestFolder.with { folder in
            let script = try folder.write("#!/bin/sh\nkill -9 $$\n", to: "killed")
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
            let refusal = await (try SendmailCommand(script)).run([], recipients: ["x@far.example"])
            #expect(refusal?.leavesOpen == true)
        }
    }

    @Test("a confirmed change survives a power loss: only importing does not wait for the disk")
    func durability() async throws {
        try await TestFolder.with { folder in
            let database = try MailDatabase(path: folder.path + "/mail.db")
            func mode() async throws -> Int? {
                try await database.write { try Int.fetchOne($0.db, sql: "PRAGMA synchronous") }
            }
            let modes = [try await mode(), try await database.filling { try await mode() }, try await mode()]
            // 2 is FULL, 1 is NORMAL.
            #expect(modes == [2, 1, 2])
            database.close()
        }
    }

    @Test("is stopped on timeout, and the mail may have been sent")
    func slow() async throws {
        try await TestFolder.with { folder in
            let script = try folder.write("#!/bin/sh\nexec sleep 600\n", to: "slow")
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
            let command = try SendmailCommand(script, limit: .milliseconds(50))
            let refusal = await command.run(Array("x".utf8), recipients: ["x@far.example"])
            #expect(refusal?.status == 504 && refusal?.leavesOpen == true)
        }
    }

    @Test("is found in PATH by its name alone")
    func named() async throws {
        #expect(await (try SendmailCommand("true")).run([], recipients: ["x@far.example"]) == nil)
        #expect(throws: ServerError.badCommand("no-such-sendmail")) { try SendmailCommand("no-such-sendmail") }
    }

    @Test(
        "is told to read on behind a line with a dot alone, if it is the system's sendmail",
        arguments: [
            ("/usr/sbin/sendmail", [], ["-i"]), ("/usr/lib/sendmail", ["-f", "a@b"], ["-i", "-f", "a@b"]),
            ("/usr/sbin/sendmail", ["-oi"], ["-oi"]), ("/usr/bin/msmtp", [], []), ("/home/ann/bin/sendmail", [], []),
        ] as [(String, [String], [String])])
    func dot(path: String, given: [String], told: [String]) {
        #expect(SendmailCommand.readingAll(given, of: path) == told)
    }

    @Test("is reported at server start if missing")
    func missing() async throws {
        var configuration = ServerConfiguration()
        configuration.sendmail = "/nowhere/sendmail -i"
        let server = InboxServer(configuration: configuration)
        await #expect(throws: ServerError.badCommand("/nowhere/sendmail -i")) { try await server.start() }
    }

    @Test(
        "is split at blanks outside quotes",
        arguments: [
            ("msmtp -a work", ["msmtp", "-a", "work"]), ("'a b' \"c 'd\"", ["a b", "c 'd"]), ("  x   ''  ", ["x", ""]),
            ("a'b'c", ["abc"]),
        ])
    func words(command: String, words: [String]) {
        #expect(SendmailCommand.words(command) == words)
    }
}
