import Testing

@testable import InboxServer

@Suite("JMAP: reading emails")
struct JMAPEmailTests {
    private static let mail = MailText("1") {
        $0.from = "=?utf-8?q?Cl=C3=A9o?= <cleo@mill.example>"
        $0.cc = "bob@example.test"
        $0.subject = "=?utf-8?q?M=C3=BChle?="
        $0.inReplyTo = "0"
        $0.body = "The cog is back.\nReally.\n"
        $0.file = "cog.bin"
    }

    @Test("an email shows its headers, texts and files")
    func whole() async throws {
        try await TestServer.with(mail: [Self.mail]) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try #require(try await talk.emails().first)
            let email =
                try await talk.call(
                    "Email/get", #"{"ids":["\#(id)"],"fetchTextBodyValues":true}"#)["list"]?[0] ?? .null
            #expect(email["subject"]?.textValue == "Mühle" && email["from"]?[0]["name"]?.textValue == "Cléo")
            #expect(email["to"]?.texts("email") == ["ann@example.test"] && email["bcc"] == .null)
            #expect(email["messageId"] == .texts(["1@mill.example"]))
            #expect(email["inReplyTo"] == .texts(["0@mill.example"]) && email["references"] == .null)
            #expect(email["receivedAt"]?.textValue?.hasSuffix("Z") == true)
            #expect(email["sentAt"]?.textValue?.hasPrefix("2014-05-13T16:53:20") == true)
            let inbox = try await talk.mailbox("inbox")
            #expect(email["keywords"]?.trueNames == [] && email["mailboxIds"]?.trueNames == [inbox])
            #expect(
                email["hasAttachment"] == .bool(true) && email["preview"]?.textValue?.contains("cog is back") == true)
            let text = try #require(email["textBody"]?[0])
            let value = email["bodyValues"]?[text["partId"]?.textValue ?? ""]
            #expect(value?["value"]?.textValue?.hasPrefix("The cog is back.\nReally.") == true)
            #expect(value?["isTruncated"] == .bool(false) && value?["isEncodingProblem"] == .bool(false))
            let file = email["attachments"]?[0]
            #expect(file?["name"]?.textValue == "cog.bin" && file?["type"]?.textValue == "application/x-cog")
            #expect(file?["disposition"]?.textValue == "attachment" && file?["size"] == .integer(7 as Int64))
        }
    }

    @Test("each mail's List-Id is returned as its own header has it")
    func mailingList() async throws {
        let post = MailText("2") { $0.status = "RO\nList-Id: =?utf-8?q?M=C3=BChle?= <dev.mill.example>" }
        try await TestServer.with(mail: [Self.mail, post]) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let ids = JSONValue.texts(try await talk.emails()).compactText
            // Header names ignore case. The second is read from the bytes.
            let names = ["header:List-Id:asText", "header:list-id:asText"]
            let list = try await talk.call(
                "Email/get", #"{"ids":\#(ids),"properties":\#(JSONValue.texts(names).compactText)}"#)["list"]?
                .arrayValue
            let told = (list ?? []).map { email in names.map { email[$0]?.textValue } }
            #expect(told.count == 2 && told.allSatisfy { $0[0] == $0[1] })
            #expect(Set(told.map(\.[0])) == [nil, "Mühle <dev.mill.example>"])
        }
    }

    @Test("only requested properties come, in any header form")
    func properties() async throws {
        try await TestServer.with(mail: [Self.mail]) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try #require(try await talk.emails().first)
            let names = [
                "subject", "header:subject", "header:From:asAddresses", "header:References", "header:Cc:asText:all",
                "header:Date:asDate", "header:Message-ID:asMessageIds", "bodyStructure", "header:To:asGroupedAddresses",
            ]
            let email =
                try await talk.call(
                    "Email/get",
                    #"{"ids":["\#(id)"],"properties":\#(JSONValue.texts(names).compactText),"bodyProperties":["type","partId"]}"#
                )["list"]?[0] ?? .null
            #expect(Set(email.members?.map(\.name) ?? []) == Set(names + ["id"]))
            #expect(email["header:subject"]?.textValue == " =?utf-8?q?M=C3=BChle?=")
            #expect(email["header:From:asAddresses"]?[0]["name"]?.textValue == "Cléo")
            #expect(
                email["header:References"] == .null && email["header:Cc:asText:all"] == .texts(["bob@example.test"]))
            #expect(email["header:Date:asDate"]?.textValue?.hasPrefix("2014-05-13T16:53:20") == true)
            #expect(email["header:Message-ID:asMessageIds"] == .texts(["1@mill.example"]))
            #expect(email["header:To:asGroupedAddresses"]?[0]["addresses"]?.texts("email") == ["ann@example.test"])
            let structure = email["bodyStructure"]
            #expect(structure?["type"]?.textValue == "multipart/mixed" && structure?["partId"] == .null)
            #expect(structure?["subParts"]?.texts("type") == ["text/plain", "application/x-cog"])
            #expect(Set(structure?.members?.map(\.name) ?? []) == ["type", "partId", "subParts"])
            for wrong in ["colour", "header:", "header:A:asColour", "header:A:all:asText"] {
                let answer = try await talk.call("Email/get", #"{"ids":[],"properties":["\#(wrong)"]}"#)
                #expect(answer.error == "invalidArguments", "\(wrong)")
            }
        }
    }

    @Test("texts are cut between characters", arguments: [(1, "G"), (2, "Gr"), (3, "Gr"), (4, "Grü"), (0, "Grüße\n")])
    func cut(bytes: Int, text: String) async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try await talk.write(
                #""textBody":[{"partId":"1","type":"text/plain"}],"bodyValues":{"1":{"value":"Grüße\n"}}"#)
            let answer = try await talk.call(
                "Email/get", #"{"ids":["\#(id)"],"fetchAllBodyValues":true,"maxBodyValueBytes":\#(bytes)}"#)
            let value = answer["list"]?[0]["bodyValues"]?.members?.first?.value
            #expect(value?["value"]?.textValue == text && value?["isTruncated"] == .bool(bytes > 0))
        }
    }

    @Test("HTML without a charset in its header is decoded with the one that it declares itself")
    func charsetInHTML() async throws {
        let mail = MailText("1") {
            $0.status = "RO\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable"
            $0.body = "<meta charset=3Dkoi8-r><p>=F0=D2=C9=D7=C5=D4</p>\n"
        }
        try await TestServer.with(mail: [mail]) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try #require(try await talk.emails().first)
            let answer = try await talk.call("Email/get", #"{"ids":["\#(id)"],"fetchHTMLBodyValues":true}"#)
            let value = answer["list"]?[0]["bodyValues"]?.members?.first?.value
            #expect(value?["value"]?.textValue?.contains("<p>Привет</p>") == true)
            #expect(value?["isEncodingProblem"] == .bool(false))
        }
    }

    @Test("missing ids are in notFound, once each")
    func missing() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try #require(try await talk.emails().first)
            let answer = try await talk.call("Email/get", #"{"ids":["\#(id)","x","\#(id)"],"properties":["id"]}"#)
            #expect(answer["list"]?.ids == [id] && answer["notFound"] == .texts(["x"]))
            #expect(try await talk.call("Email/get")["list"]?.ids == [id])
            #expect(try await JMAPTalk(test.bob).call("Email/get", #"{"ids":["\#(id)"]}"#)["notFound"] == .texts([id]))
        }
    }

    @Test("threads list their emails oldest first, and a merge gives new ids to those that move")
    func threads() async throws {
        let mail = [
            MailText("1"), MailText("3") { $0.date = 1_400_000_200 },
        ]
        try await TestServer.with(mail: mail) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let state = (email: try await talk.state("Email"), thread: try await talk.state("Thread"))
            let before = try await talk.emails()
            // An answer to both, which joins the two threads.
            let id = try await talk.write(
                #""messageId":["2@mill.example"],"references":["1@mill.example","3@mill.example"],"inReplyTo":["3@mill.example"]"#
            )
            let all = try await talk.emails()
            let thread = try #require(try await talk.email(id)["threadId"]?.textValue)
            let found = try await talk.call("Thread/get", #"{"ids":["\#(thread)","x"]}"#)
            #expect(Set(found["list"]?[0]["emailIds"]?.textList ?? []) == Set(all) && all.count == 3)
            #expect(found["notFound"] == .texts(["x"]))
            let moved = Set(before).subtracting(all)
            #expect(moved.count == 1)
            let changes = try await talk.call("Email/changes", #"{"sinceState":"\#(state.email)"}"#)
            #expect(Set(changes["destroyed"]?.textList ?? []) == moved)
            #expect(Set(changes["created"]?.textList ?? []) == Set(all).subtracting(before))
            let threads = try await talk.call("Thread/changes", #"{"sinceState":"\#(state.thread)"}"#)
            #expect(threads["updated"]?.textList == [thread] && threads["destroyed"]?.textList.count == 1)
        }
    }

    @Test(
        "every filter finds exactly its matches",
        arguments: [
            (#"{"from":"cleo"}"#, "1 2"), (#"{"to":"bob"}"#, "3"), (#"{"cc":"dora"}"#, "2"),
            (#"{"subject":"gears"}"#, "1 3"), (#"{"body":"violin"}"#, "2"), (#"{"text":"violin"}"#, "2"),
            (#"{"text":"eve"}"#, "3"), (#"{"hasKeyword":"$seen"}"#, "2"), (#"{"notKeyword":"$seen"}"#, "1 3"),
            (#"{"hasAttachment":true}"#, "2"), (#"{"minSize":400}"#, "2"), (#"{"maxSize":400}"#, "1 3"),
            (#"{"before":"2014-05-13T16:55:00Z"}"#, "1"), (#"{"after":"2014-05-13T16:55:00Z"}"#, "2 3"),
            (#"{"header":["X-Mill"]}"#, ""), (#"{"header":["Cc"]}"#, "2"), (#"{"header":["Subject","gears"]}"#, "1 3"),
            (#"{"someInThreadHaveKeyword":"$seen"}"#, "1 2"), (#"{"allInThreadHaveKeyword":"$seen"}"#, ""),
            (#"{"noneInThreadHaveKeyword":"$seen"}"#, "3"), ("{}", "1 2 3"), ("null", "1 2 3"),
            (#"{"operator":"AND","conditions":[{"from":"cleo"},{"notKeyword":"$seen"}]}"#, "1"),
            (#"{"operator":"OR","conditions":[{"from":"eve"},{"body":"violin"}]}"#, "2 3"),
            (#"{"operator":"NOT","conditions":[{"from":"eve"},{"body":"violin"}]}"#, "1"),
            (#"{"from":"cleo","subject":"gears"}"#, "1"), (#"{"inMailbox":"x"}"#, ""),
            (#"{"inMailboxOtherThan":[]}"#, "1 2 3"),
        ])
    func filters(filter: String, expected: String) async throws {
        let mail = [
            MailText("1"),
            MailText("2") {
                $0.cc = "Dora <dora@mill.example>"
                $0.subject = "Wheels"
                $0.date = 1_400_000_200
                $0.inReplyTo = "1"
                $0.status = "RO"
                $0.body = "A violin."
                $0.file = "cog.bin"
            },
            MailText("3") {
                $0.from = "Eve <eve@mill.example>"
                $0.to = "bob@example.test"
                $0.date = 1_400_000_300
            },
        ]
        try await TestServer.with(mail: mail) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let ids = try await talk.emails(filter)
            let list = try await talk.call("Email/get", #"{"ids":\#(JSONValue.texts(ids).compactText)}"#)["list"]?
                .arrayValue
            let found = (list ?? []).compactMap { $0["messageId"]?[0].textValue?.prefix { $0 != "@" } }
            #expect(found.joined(separator: " ") == expected)
        }
    }

    @Test("unknown filters and sorts are named")
    func unsupported() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            func error(_ arguments: String) async throws -> String? {
                try await talk.call("Email/query", arguments).error
            }
            #expect(try await error(#"{"filter":{"colour":"red"}}"#) == "unsupportedFilter")
            #expect(try await error(#"{"filter":{"from":3}}"#) == "invalidArguments")
            #expect(try await error(#"{"filter":{"before":"yesterday"}}"#) == "invalidArguments")
            #expect(try await error(#"{"sort":[{"property":"colour"}]}"#) == "unsupportedSort")
            #expect(try await error(#"{"anchor":"x"}"#) == "anchorNotFound")
            #expect(try await error(#"{"limit":-1}"#) == "invalidArguments")
            for huge in [#""position":9223372036854775807"#, #""position":-9223372036854775808"#] {
                #expect(try await error("{\(huge),\"limit\":10}") == "invalidArguments")
            }
            #expect(try await error(#"{"anchor":"x","anchorOffset":9223372036854775807}"#) == "invalidArguments")
            for name in EmailSort.names {
                #expect(try await error(#"{"sort":[{"property":"\#(name)","keyword":"$seen"}]}"#) == nil, "\(name)")
            }
        }
    }

    @Test("a filter or an order that is not in order finds nothing, rather than everything")
    func malformed() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let many = Array(repeating: #"{"from":"cleo"}"#, count: 1000).joined(separator: ",")
            for (arguments, error) in [
                (#"{"filter":{"operator":"AND"}}"#, "invalidArguments"),
                (#"{"filter":{"operator":"OR","conditions":{"from":"cleo"}}}"#, "invalidArguments"),
                (#"{"filter":{"inMailboxOtherThan":"x"}}"#, "invalidArguments"),
                (#"{"filter":{"operator":"OR","conditions":[\#(many)]}}"#, "unsupportedFilter"),
                (#"{"sort":"receivedAt"}"#, "invalidArguments"), (#"{"sort":[{}]}"#, "invalidArguments"),
                (#"{"sort":[{"property":"subject","isAscending":"no"}]}"#, "invalidArguments"),
                (#"{"sort":[{"property":"subject","collation":"i;unicode-casemap"}]}"#, "unsupportedSort"),
            ] {
                #expect(try await talk.call("Email/query", arguments).error == error, "\(arguments.prefix(80))")
            }
            let known = #"{"sort":[{"property":"subject","collation":"i;ascii-casemap"}]}"#
            #expect(try await talk.call("Email/query", known)["ids"]?.textList.count == 1)
        }
    }

    @Test("windows by position or anchor come from one order")
    func windows() async throws {
        let mail = (0..<6).map { number in MailText("\(number)") { $0.date = 1_400_000_000 + number } }
        try await TestServer.with(mail: mail) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let all = try await talk.emails()
            func window(_ arguments: String) async throws -> (ids: [String], answer: JSONValue) {
                let answer = try await talk.call("Email/query", #"{"sort":[{"property":"receivedAt"}],\#(arguments)}"#)
                return (answer["ids"]?.textList ?? [], answer)
            }
            #expect(try await window(#""position":2,"limit":2"#).ids == Array(all[2..<4]))
            let end = try await window(#""position":-2,"calculateTotal":true"#)
            #expect(end.ids == Array(all[4...]) && end.answer["position"]?.wholeNumber == 4)
            #expect(end.answer["total"]?.wholeNumber == 6)
            #expect(try await window(#""position":9"#).ids == [])
            #expect(try await window(#""limit":0,"calculateTotal":true"#).answer["total"]?.wholeNumber == 6)
            let anchored = try await window(#""anchor":"\#(all[3])","anchorOffset":-1,"limit":3"#)
            #expect(anchored.ids == Array(all[2..<5]) && anchored.answer["position"]?.wholeNumber == 2)
            #expect(try await window(#""anchor":"\#(all[1])","anchorOffset":-5,"limit":1"#).ids == [all[0]])
        }
    }
}
