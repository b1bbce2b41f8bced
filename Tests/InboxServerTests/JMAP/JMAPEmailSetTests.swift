import Testing

@testable import InboxServer

@Suite("JMAP: changing emails")
struct JMAPEmailSetTests {
    @Test("keywords change as a whole or singly, and both APIs agree", arguments: [false, true])
    func keywords(hasLabels: Bool) async throws {
        try await TestServer.with(mail: [MailText("1")], { $0.hasLabels = hasLabels }) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try #require(try await talk.emails().first)
            func set(_ patch: String) async throws -> JSONValue {
                try await talk.call("Email/set", #"{"update":{"\#(id)":\#(patch)}}"#)
            }
            #expect(try await set(#"{"keywords/$seen":true,"keywords/Mill":true}"#)["updated"]?[id] == .null)
            #expect(try await talk.keywords(id) == ["$seen", "mill"])
            #expect(try await test.ann.get("/messages/\(id)").json["unread"] == .bool(false))
            _ = try await set(#"{"keywords":{"$flagged":true,"$answered":true}}"#)
            #expect(try await talk.keywords(id) == ["$flagged", "$answered"])
            #expect(try await test.ann.get("/messages/\(id)").json["starred"] == .bool(true))
            _ = try await set(#"{"keywords/$flagged":null,"keywords/$nosuch":null}"#)
            #expect(try await talk.keywords(id) == ["$answered"])
            #expect(try await talk.emails(#"{"hasKeyword":"$ANSWERED"}"#) == [id])
            _ = try await test.ann.call("PUT", "/messages/\(id)", .of(("starred", .bool(true))))
            #expect(try await talk.keywords(id) == ["$flagged", "$answered"])
        }
    }

    @Test(
        "an invalid change is refused, and no part applies",
        arguments: [
            (#"{"keywords/a b":true,"keywords/$flagged":true}"#, "invalidProperties"),
            (#"{"keywords":{"x":false}}"#, "invalidProperties"),
            (#"{"keywords":{},"keywords/x":true}"#, "invalidPatch"), (#"{"mailboxIds":{}}"#, "invalidProperties"),
            (#"{"mailboxIds":{"x":true}}"#, "invalidProperties"), (#"{"subject":"x"}"#, "invalidProperties"),
            (#"{"mailboxIds/x":7}"#, "invalidProperties"), ("7", "invalidPatch"),
        ])
    func refusals(patch: String, error: String) async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try #require(try await talk.emails().first)
            let answer = try await talk.call("Email/set", #"{"update":{"\#(id)":\#(patch)}}"#)
            #expect(answer["notUpdated"]?[id]?.error == error)
            #expect(answer["oldState"] == answer["newState"])
            #expect(try await talk.keywords(id) == [])
        }
    }

    @Test("an email moves, and both APIs report it", arguments: [false, true])
    func move(hasLabels: Bool) async throws {
        try await TestServer.with(mail: [MailText("1")], { $0.hasLabels = hasLabels }) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try #require(try await talk.emails().first)
            let (inbox, trash) = (try await talk.mailbox("inbox"), try await talk.mailbox("trash"))
            let state = try await talk.state("Email")
            let cursor = try await test.cursor()
            let patch = #"{"mailboxIds/\#(inbox)":null,"mailboxIds/\#(trash)":true}"#
            let answer = try await talk.call("Email/set", #"{"ifInState":"\#(state)","update":{"\#(id)":\#(patch)}}"#)
            // In an account with labels the message leaves “all”, which the server reports.
            #expect(answer["updated"]?[id]?["mailboxIds"]?.trueNames == (hasLabels ? [trash] : nil))
            #expect(try await talk.email(id)["mailboxIds"]?.trueNames == [trash])
            #expect(answer["oldState"]?.textValue == state && answer["newState"]?.textValue != state)
            let changes = try await talk.call("Email/changes", #"{"sinceState":"\#(state)"}"#)
            #expect(changes["updated"] == .texts([id]) && changes["newState"] == answer["newState"])
            #expect(try await test.changes(since: cursor).contains { $0 == ("message modify", id) })
            #expect(try await test.ann.get("/messages?in=trash").json.ids == [id])
        }
    }

    @Test("with folders an email is in only one")
    func oneFolder() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try #require(try await talk.emails().first)
            let patch = #"{"mailboxIds/\#(try await talk.mailbox("trash"))":true}"#
            let answer = try await talk.call("Email/set", #"{"update":{"\#(id)":\#(patch)}}"#)
            #expect(answer["notUpdated"]?[id]?.error == "tooManyMailboxes")
        }
    }

    @Test("keywords ignore case, immutable properties keep values, and texts must be whole")
    func asItIs() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try #require(try await talk.emails().first)
            func set(_ patch: String) async throws -> JSONValue {
                try await talk.call("Email/set", #"{"update":{"\#(id)":\#(patch)}}"#)
            }
            _ = try await set(#"{"keywords/$Seen":true,"id":"\#(id)"}"#)
            #expect(try await talk.email(id)["keywords"]?.trueNames == ["$seen"])
            _ = try await set(#"{"keywords/$SEEN":null}"#)
            #expect(try await talk.email(id)["keywords"]?.trueNames == [])
            let other = try await set(#"{"id":"other","keywords/$seen":true}"#)
            #expect(other["notUpdated"]?[id]?.error == "invalidProperties")

            let inbox = try await talk.mailbox("inbox")
            let cut = try await talk.call(
                "Email/set",
                #"{"create":{"c":{"mailboxIds":{"\#(inbox)":true},"textBody":[{"partId":"t","type":"text/plain"}],"#
                    + #""bodyValues":{"t":{"value":"a","isTruncated":true}}}}}"#)
            #expect(cut["notCreated"]?["c"]?.error == "invalidProperties")
            let mailbox = try await talk.call(
                "Mailbox/set", #"{"update":{"\#(inbox)":{"isSubscribed":true,"sortOrder":4711}}}"#)
            #expect(mailbox["notUpdated"]?[inbox]?.error == "invalidProperties")
        }
    }

    @Test("a stale state changes nothing")
    func stateMismatch() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try #require(try await talk.emails().first)
            let state = try await talk.state("Email")
            _ = try await talk.call("Email/set", #"{"update":{"\#(id)":{"keywords/$seen":true}}}"#)
            let answer = try await talk.call("Email/set", #"{"ifInState":"\#(state)","destroy":["\#(id)"]}"#)
            #expect(answer.error == "stateMismatch")
            #expect(try await talk.emails() == [id])
        }
    }

    @Test("an email is created with texts and files, and both APIs show it", arguments: [false, true])
    func create(isDraft: Bool) async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let upload = try await test.ann.call(
                "POST", "/jmap/upload/\(talk.account)", headers: ["Content-Type": "image/png"], body: [1, 2, 3])
            let blob = try #require(upload.json["blobId"]?.textValue)
            let id = try await talk.write(
                in: isDraft ? "drafts" : "inbox",
                #""from":[{"name":"Änne","email":"ann@example.test"}],"to":[{"name":"B, C","email":"b@x.internal"}],"#
                    + #""bcc":[{"email":"hidden@x.internal"}],"subject":"Räder\r\nX-Evil: yes","messageId":["own@x"],"#
                    + #""header:X-Mill:asText":"Mühle","sentAt":"2020-01-02T03:04:05Z","receivedAt":"2020-01-02T03:04:06Z","#
                    + #""keywords":{"$seen":true\#(isDraft ? #","$draft":true"# : "")},"#
                    + #""textBody":[{"partId":"t","type":"text/plain"}],"htmlBody":[{"partId":"h","type":"text/html"}],"#
                    + #""bodyValues":{"t":{"value":"Grüße ="},"h":{"value":"<p>Grüße</p>"}},"#
                    + #""attachments":[{"blobId":"\#(blob)","type":"image/png","name":"Bild ü.png"}]"#)
            let email =
                try await talk.call(
                    "Email/get",
                    #"{"ids":["\#(id)"],"fetchAllBodyValues":true,"properties":["from","to","bcc","subject","messageId","sentAt","#
                        + #""receivedAt","textBody","htmlBody","bodyValues","attachments","keywords","header:X-Mill:asText","#
                        + #""header:X-Evil","blobId","size"]}"#)["list"]?[0] ?? .null
            #expect(email["from"]?[0]["name"]?.textValue == "Änne" && email["to"]?[0]["name"]?.textValue == "B, C")
            #expect(email["bcc"]?.texts("email") == ["hidden@x.internal"] && email["messageId"] == .texts(["own@x"]))
            #expect(email["header:X-Evil"] == .null && email["header:X-Mill:asText"]?.textValue == "Mühle")
            #expect(email["sentAt"]?.textValue?.hasPrefix("2020-01-02T03:04:05") == true)
            #expect(email["receivedAt"]?.textValue == "2020-01-02T03:04:06Z")
            #expect(email["keywords"]?.trueNames == (isDraft ? ["$seen", "$draft"] : ["$seen"]))
            let texts = (email["bodyValues"]?.members ?? []).compactMap { $0.value["value"]?.textValue }
            #expect(Set(texts) == ["Grüße =", "<p>Grüße</p>"])
            #expect(email["attachments"]?.texts("name") == ["Bild ü.png"])
            let file = try #require(email["attachments"]?[0]["blobId"]?.textValue)
            #expect(try await test.ann.get("/jmap/download/\(talk.account)/\(file)/x").body == [1, 2, 3])
            let whole = try await test.ann.get(
                "/jmap/download/\(talk.account)/\(email["blobId"]?.textValue ?? "")/x.eml")
            #expect(email["size"]?.wholeNumber == Int64(whole.body.count))
            let other = try await test.ann.get(isDraft ? "/drafts/\(id)" : "/messages/\(id)").json
            #expect(other["to"]?.texts("email") == ["b@x.internal"] && other["unread"] == .bool(false))
            #expect(other["files"]?.texts("filename") == ["Bild ü.png"])
        }
    }

    @Test("an attached mail gets CRLF at its line ends, and an attached text the charset that it needs")
    func attached() async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            func part(_ type: String, _ bytes: [UInt8], more: String = "") async throws -> String {
                let upload = try await test.ann.call("POST", "/jmap/upload/\(talk.account)", body: bytes)
                return #"{"blobId":"\#(upload.json["blobId"]?.textValue ?? "")","type":"\#(type)"\#(more)}"#
            }
            let parts = [
                try await part("message/rfc822", Array("Subject: in\n\nGrüße\r\nBye\n".utf8)),
                try await part("text/plain", Array("Grüße\n".utf8)), try await part("text/plain", Array("Bye\n".utf8)),
                try await part("text/csv", [0x47, 0x72, 0xFC, 0xDF, 0x65], more: #","charset":"iso-8859-1""#),
            ]
            let id = try await talk.write("\"attachments\":[\(parts.joined(separator: ","))]")
            let email = try await talk.email(id)
            #expect(email["attachments"]?.texts("charset") == ["utf-8", "us-ascii", "iso-8859-1"])
            let path = "/jmap/download/\(talk.account)/\(email["blobId"]?.textValue ?? "")/x.eml"
            let whole = try await test.ann.get(path).body
            #expect(whole.indices.allSatisfy { whole[$0] != 0x0A || $0 > 0 && whole[$0 - 1] == 0x0D })
            #expect(String(decoding: whole, as: UTF8.self).contains("\r\n\r\nSubject: in\r\n\r\nGrüße\r\nBye\r\n"))
        }
    }

    @Test("an email needs a mailbox, valid properties and existing blobs")
    func createRefusals() async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let place = #""mailboxIds":{"\#(try await talk.mailbox("inbox"))":true}"#
            let set = try await talk.call(
                "Email/set",
                #"{"create":{"a":{},"b":{\#(place),"colour":1},"c":{\#(place),"keywords":{"a b":true}},"#
                    + #""d":{\#(place),"attachments":[{"blobId":"x"}]},"e":{\#(place),"textBody":[{"partId":"1"}]},"#
                    + #""f":{\#(place),"from":"ann"},"g":{\#(place),"messageId":["a b"]},"h":{\#(place),"receivedAt":"now"},"#
                    + #""i":{\#(place),"subject":"x","header:Subject":"y"},"j":{\#(place),"header:Content-Type":"text/x"}}}"#
            )
            let errors = (set["notCreated"]?.members ?? []).map { "\($0.name) \($0.value.error ?? "")" }
            let wrong = "invalidProperties"
            #expect(
                Set(errors) == [
                    "a \(wrong)", "b \(wrong)", "c \(wrong)", "d blobNotFound", "e \(wrong)", "f \(wrong)",
                    "g \(wrong)",
                    "h \(wrong)", "i \(wrong)", "j \(wrong)",
                ])
            #expect(set["notCreated"]?["d"]?["notFound"] == .texts(["x"]))
            #expect(try await talk.emails() == [])
        }
    }

    @Test("destroyed emails vanish from both APIs, searches and threads", arguments: [false, true])
    func destroy(isDraft: Bool) async throws {
        try await TestServer.with(mail: [MailText("1") { $0.file = "cog.bin" }]) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = isDraft ? try await talk.draft(to: "b@x.internal") : try #require(try await talk.emails().first)
            let state = try await talk.state("Email")
            let answer = try await talk.call("Email/set", #"{"destroy":["\#(id)","x"]}"#)
            #expect(answer["destroyed"] == .texts([id]) && answer["notDestroyed"]?["x"]?.error == "notFound")
            #expect(try await test.ann.get((isDraft ? "/drafts/" : "/messages/") + id).status == 404)
            #expect(try await talk.emails(#"{"text":"cogs"}"#).contains(id) == false)
            let changes = try await talk.call("Email/changes", #"{"sinceState":"\#(state)"}"#)
            #expect(changes["destroyed"] == .texts([id]))
            if !isDraft { #expect(try await test.ann.get("/threads").json == .array([])) }
        }
    }

    @Test("a draft that becomes mail keeps its id; one changed through the other API gets a new id")
    func draftIDs() async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try await talk.draft(to: "b@x.internal")
            let state = try await talk.state("Email")
            let fields = JSONValue.of(("subject", .text("Wheels")), ("version", .integer(0 as Int64)))
            #expect(try await test.ann.call("PUT", "/drafts/\(id)", fields).status == 200)
            let new = try #require(try await talk.emails().first)
            #expect(new != id)
            let changes = try await talk.call("Email/changes", #"{"sinceState":"\#(state)"}"#)
            #expect(changes["created"] == .texts([new]) && changes["destroyed"] == .texts([id]))
            #expect(try await talk.email(new)["subject"]?.textValue == "Wheels")
            let sent = try await talk.mailbox("sent")
            let patch = #"{"mailboxIds":{"\#(sent)":true},"keywords/$draft":null}"#
            #expect(try await talk.call("Email/set", #"{"update":{"\#(new)":\#(patch)}}"#)["updated"]?[new] == .null)
            #expect(try await talk.emails() == [new])
            #expect(try await test.ann.get("/messages").json.texts("subject") == ["Wheels"])
            #expect(try await test.ann.get("/drafts").json == .array([]))
            #expect(try await test.ann.get("/messages?q=wheels").status == 400)
            #expect(try await test.ann.get("/messages/search?q=wheels").json.ids.count == 1)
        }
    }

    @Test("whole messages are imported byte for byte")
    func importing() async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let raw = Array(MailText("9").raw.replacing("\n", with: "\r\n").utf8)
            let upload = try await test.ann.call("POST", "/jmap/upload/\(talk.account)", body: raw)
            let blob = try #require(upload.json["blobId"]?.textValue)
            let junk = try await test.ann.call("POST", "/jmap/upload/\(talk.account)", body: [0, 1, 2])
            let place = #""mailboxIds":{"\#(try await talk.mailbox("archive"))":true}"#
            let answer = try await talk.call(
                "Email/import",
                #"{"emails":{"a":{"blobId":"\#(blob)",\#(place),"keywords":{"$seen":true},"receivedAt":"2020-01-02T03:04:05Z"},"#
                    + #""b":{"blobId":"x",\#(place)},"c":{"blobId":"\#(junk.json["blobId"]?.textValue ?? "")",\#(place)},"#
                    + #""d":{"blobId":"\#(blob)"}}}"#)
            let id = try #require(answer["created"]?["a"]?["id"]?.textValue)
            #expect(answer["notCreated"]?["b"]?.error == "blobNotFound")
            #expect(answer["notCreated"]?["c"]?.error == "invalidEmail")
            #expect(answer["notCreated"]?["d"]?.error == "invalidProperties")
            let email = try await talk.email(id)
            #expect(email["messageId"] == .texts(["9@mill.example"]) && email["keywords"]?.trueNames == ["$seen"])
            #expect(email["receivedAt"]?.textValue == "2020-01-02T03:04:05Z")
            let path = "/jmap/download/\(talk.account)/\(email["blobId"]?.textValue ?? "")/whole.eml"
            #expect(try await test.ann.get(path).body == raw)
            #expect(try await test.ann.get("/messages?in=archive").json.ids == [id])
        }
    }
}
