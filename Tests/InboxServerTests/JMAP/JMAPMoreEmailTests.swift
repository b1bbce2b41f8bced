import Testing

@testable import InboxServer

@Suite("JMAP: copies, parsed blobs, snippets, long lists")
struct JMAPMoreEmailTests {
    @Test("an email is copied to another accessible account, and the original is destroyed on request")
    func copy() async throws {
        let mail = [MailText("1") { $0.status = "RO" }, MailText("2") { $0.date = 1_400_000_060 }]
        try await TestServer.with(mail: mail) { test async throws in
            let (ann, bob) = (try await JMAPTalk(test.ann), try await JMAPTalk(test.bob))
            let ids = try await ann.emails()
            let inbox = try await bob.mailbox("inbox")
            func copy(_ id: String, more: String = "") -> String {
                #"{"accountId":"\#(bob.account)","fromAccountId":"\#(ann.account)","create":{"c":{"id":"\#(id)","#
                    + #""mailboxIds":{"\#(inbox)":true}}}\#(more)}"#
            }
            #expect(try await bob.call("Email/copy", copy(ids[0])).error == "fromAccountNotFound")
            await test.server.setOddities([Oddity(.sharedAccounts)])
            let answers = try await bob.send([("Email/copy", copy(ids[0], more: #","onSuccessDestroyOriginal":true"#))])
            #expect(answers.map(\.name) == ["Email/copy", "Email/set"])
            #expect(answers[0].arguments["fromAccountId"]?.textValue == ann.account)
            let new = try #require(answers[0].arguments["created"]?["c"]?["id"]?.textValue)
            #expect(answers[1].arguments["destroyed"] == .texts([ids[0]]))
            #expect(try await bob.keywords(new) == ["$seen"])
            #expect(try await bob.email(new)["messageId"] == .texts(["1@mill.example"]))
            #expect(try await ann.emails() == [ids[1]])
            let missing = try await bob.call("Email/copy", copy("x"))
            #expect(missing["notCreated"]?["c"]?.error == "notFound")
            let stale = try await bob.call("Email/copy", copy(ids[1], more: #","ifFromInState":"stale""#))
            #expect(stale.error == "stateMismatch")
        }
    }

    @Test("a message blob is parsed as an email")
    func parse() async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let raw = Array(MailText("1") { $0.file = "cog.bin" }.raw.utf8)
            let whole = try await test.ann.call("POST", "/jmap/upload/\(talk.account)", body: raw)
            let junk = try await test.ann.call("POST", "/jmap/upload/\(talk.account)", body: [0, 1])
            let blobs = [whole, junk].compactMap { $0.json["blobId"]?.textValue }
            let answer = try await talk.call(
                "Email/parse", #"{"blobIds":["\#(blobs[0])","\#(blobs[1])","x"],"fetchTextBodyValues":true}"#)
            #expect(answer["notFound"] == .texts(["x"]) && answer["notParsable"] == .texts([blobs[1]]))
            let email = answer["parsed"]?[blobs[0]]
            #expect(email?["subject"]?.textValue == "Mill gears" && email?["from"]?[0]["name"]?.textValue == "Cleo")
            #expect(email?["messageId"] == .texts(["1@mill.example"]) && email?["hasAttachment"] == .bool(true))
            #expect(email?["attachments"]?.texts("name") == ["cog.bin"])
            let text = email?["bodyValues"]?.members?.first?.value["value"]?.textValue
            #expect(text?.hasPrefix("The cog is back.") == true)
            let asked = try await talk.call(
                "Email/parse", #"{"blobIds":["\#(blobs[0])"],"properties":["id","header:Subject"]}"#)
            #expect(asked["parsed"]?[blobs[0]] == .of(("header:Subject", .text(" Mill gears")), ("id", .null)))
        }
    }

    @Test("snippets mark matches and escape all other markup")
    func snippets() async throws {
        let mail = MailText("1") {
            $0.subject = "Gears & <b>Wheels</b>"
            $0.body = String(repeating: "nothing to see ", count: 40) + "the violin, <i>violins</i> & VIOLÍN.\n"
        }
        try await TestServer.with(mail: [mail]) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try #require(try await talk.emails().first)
            func snippet(_ filter: String) async throws -> JSONValue {
                let answer = try await talk.call(
                    "SearchSnippet/get", #"{"emailIds":["\#(id)","x"],"filter":\#(filter)}"#)
                #expect(answer["notFound"] == .texts(["x"]))
                return answer["list"]?[0] ?? .null
            }
            let words = try await snippet(#"{"operator":"AND","conditions":[{"text":"violin"},{"subject":"wheels"}]}"#)
            #expect(words["subject"]?.textValue == "Gears &amp; &lt;b&gt;<mark>Wheels</mark>&lt;/b&gt;")
            let preview = try #require(words["preview"]?.textValue)
            #expect(preview.hasSuffix("the <mark>violin</mark>, &lt;i&gt;violins&lt;/i&gt; &amp; <mark>VIOLÍN</mark>."))
            #expect(preview.count < 255)
            let none = try await snippet(#"{"operator":"NOT","conditions":[{"text":"violin"}]}"#)
            #expect(none["subject"] == .null && none["preview"] == .null)
        }
    }

    @Test("a list walked in windows stays the same until something changes")
    func walk() async throws {
        let mail = (0..<20).map { number in MailText("\(number)") { $0.date = 1_400_000_000 + number } }
        try await TestServer.with(mail: mail) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let all = try await talk.emails()
            func after(_ anchor: String) async throws -> [String] {
                let window = #""anchor":"\#(anchor)","anchorOffset":1,"limit":3"#
                let answer = try await talk.call("Email/query", #"{"sort":[{"property":"receivedAt"}],\#(window)}"#)
                return answer["ids"]?.textList ?? []
            }
            #expect(try await after(all[4]) == Array(all[5..<8]))
            _ = try await talk.call("Email/set", #"{"destroy":["\#(all[6])"]}"#)
            #expect(try await after(all[4]) == [all[5], all[7], all[8]])
            #expect(try await after(all[18]) == [all[19]])
            #expect(try await JMAPTalk(test.bob).emails() == [])
        }
    }
}
