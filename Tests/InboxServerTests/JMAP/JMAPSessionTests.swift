import Foundation
import Testing

@testable import InboxServer

@Suite("JMAP: session and requests")
struct JMAPSessionTests {
    @Test("a session has the account, capabilities, limits and URLs")
    func session() async throws {
        try await TestServer.with { test async throws in
            let answer = try await test.ann.get("/jmap/session")
            #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
            let session = answer.json
            let account = try #require(session["primaryAccounts"]?["urn:ietf:params:jmap:mail"]?.textValue)
            #expect(session["username"]?.textValue == "ann@example.test")
            let capabilities = session["accounts"]?[account]?["accountCapabilities"]
            for name in JMAPTalk.everything {
                #expect(session["capabilities"]?[name] != nil && capabilities?[name] != nil)
            }
            #expect(capabilities?["urn:ietf:params:jmap:mail"]?["maxMailboxesPerEmail"] == .integer(1 as Int64))
            #expect(
                (session["capabilities"]?["urn:ietf:params:jmap:core"]?["maxObjectsInGet"]?.wholeNumber ?? 0) >= 500)
            let base = "http://127.0.0.1:\(test.ann.port)/jmap/"
            for name in ["apiUrl", "downloadUrl", "uploadUrl", "eventSourceUrl"] {
                #expect(session[name]?.textValue?.hasPrefix(base) == true)
            }
            #expect(session["accounts"]?.members?.count == 1)
        }
    }

    @Test("the well-known URL redirects to the session")
    func wellKnown() async throws {
        try await TestServer.with { test async throws in
            let answer = try await test.stranger.get("/.well-known/jmap")
            #expect(answer.status == 302 && answer.headers["location"] == "/jmap/session")
        }
    }

    @Test(
        "the token works as Bearer, as user name, and as the address's password",
        arguments: [
            ("Bearer \(TestServer.annToken)", 200),
            ("Basic " + base64("ann@example.test:\(TestServer.annToken)"), 200),
            ("Basic " + base64("\(TestServer.annToken):"), 200),
            ("Basic " + base64("bob@example.test:\(TestServer.annToken)"), 401),
            ("Basic " + base64("ann@example.test:wrong"), 401), ("Basic " + base64("ann@example.test:"), 401),
            ("Bearer wrong", 401), ("Bearer ", 401), ("", 401),
        ])
    func signIn(authorization: String, status: Int) async throws {
        try await TestServer.with { test async throws in
            let headers = ["Authorization": authorization]
            for path in ["/jmap/session", "/jmap/eventsource?types=Email&closeafter=state&ping=0"] where status == 401 {
                #expect(try await test.stranger.get(path, headers: headers).status == status)
            }
            let answer = try await test.stranger.get("/jmap/session", headers: headers)
            #expect(answer.status == status)
            if status == 401 { #expect(answer.headers["www-authenticate"]?.contains("Bearer") == true) }
        }
    }

    private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    @Test(
        "an invalid request is refused as a whole",
        arguments: [
            ("{", "notJSON"), ("[]", "notRequest"), (#"{"using":[],"methodCalls":[["Core/echo",{}]]}"#, "notRequest"),
            (#"{"using":["urn:x"],"methodCalls":[]}"#, "unknownCapability"),
        ])
    func problems(body: String, problem: String) async throws {
        try await TestServer.with { test async throws in
            let answer = try await test.ann.call("POST", "/jmap/api", body: Array(body.utf8))
            #expect(answer.status == 400 && answer.headers["content-type"] == "application/problem+json")
            #expect(answer.json["type"]?.textValue == "urn:ietf:params:jmap:error:\(problem)")
        }
    }

    @Test("too many calls are refused with the limit's name")
    func tooManyCalls() async throws {
        try await TestServer.with { test async throws in
            let call = #"["Core/echo",{},"0"]"#
            let body =
                #"{"using":["urn:ietf:params:jmap:core"],"methodCalls":["#
                + Array(repeating: call, count: 33).joined(separator: ",") + "]}"
            let answer = try await test.ann.call("POST", "/jmap/api", body: Array(body.utf8)).json
            #expect(answer["limit"]?.textValue == "maxCallsInRequest")
        }
    }

    @Test("each call is answered by name and id, and errors stop no others")
    func calls() async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let answers = try await talk.send([
                ("Core/echo", #"{"a":[1,null]}"#), ("Email/fly", "{}"),
                ("Email/get", #"{"accountId":"other","ids":[]}"#),
                ("Email/get", #"{"ids":"x"}"#), ("Email/get", #"{"ids":[],"more":1}"#), ("Email/get", #"{"ids":[]}"#),
            ])
            #expect(answers.map(\.name) == ["Core/echo", "error", "error", "error", "error", "Email/get"])
            #expect(answers.map(\.id) == ["0", "1", "2", "3", "4", "5"])
            #expect(answers[0].arguments["a"] == .array([.integer(1 as Int64), .null]))
            #expect(
                answers[1...4].map(\.arguments.error) == [
                    "unknownMethod", "accountNotFound", "invalidArguments", "invalidArguments",
                ])
        }
    }

    @Test("methods need their capability in using")
    func capabilities() async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let core = ["urn:ietf:params:jmap:core"]
            #expect(try await talk.send([("Mailbox/get", "{}")], using: core)[0].arguments.error == "unknownMethod")
            let mail = core + ["urn:ietf:params:jmap:mail"]
            #expect(try await talk.send([("Identity/get", "{}")], using: mail)[0].arguments.error == "unknownMethod")
            #expect(try await talk.send([("Mailbox/get", "{}")], using: mail)[0].name == "Mailbox/get")
        }
    }

    @Test("back-references pass results and flatten lists")
    func backReferences() async throws {
        let mail = [
            MailText("1") { $0.date = 1_400_000_000 },
            MailText("2") {
                $0.date = 1_400_000_100
                $0.inReplyTo = "1"
            },
        ]
        try await TestServer.with(mail: mail) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            func reference(_ call: Int, _ name: String, _ path: String) -> String {
                #"{"resultOf":"\#(call)","name":"\#(name)","path":"\#(path)"}"#
            }
            let answers = try await talk.send([
                ("Email/query", #"{"collapseThreads":true}"#),
                ("Email/get", ##"{"properties":["threadId"],"#ids":\##(reference(0, "Email/query", "/ids"))}"##),
                ("Thread/get", ##"{"#ids":\##(reference(1, "Email/get", "/list/*/threadId"))}"##),
                ("Email/get", ##"{"properties":["id"],"#ids":\##(reference(2, "Thread/get", "/list/*/emailIds"))}"##),
                ("Email/get", ##"{"#ids":\##(reference(2, "Thread/get", "/nowhere"))}"##),
                ("Email/get", ##"{"#ids":\##(reference(0, "Email/get", "/ids"))}"##),
                ("Email/get", ##"{"ids":[],"#ids":\##(reference(0, "Email/query", "/ids"))}"##),
            ])
            #expect(answers[0].arguments["ids"]?.textList.count == 1)
            let all = try await talk.emails()
            #expect(answers[3].arguments["list"]?.ids == all && all.count == 2)
            #expect(
                answers[4...].map(\.arguments.error) == [
                    "invalidResultReference", "invalidResultReference", "invalidArguments",
                ])
        }
    }

    @Test("a call can use an earlier call's new id")
    func createdIDs() async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let answers = try await talk.send([
                ("Mailbox/set", #"{"create":{"m":{"name":"Mill"}}}"#),
                ("Email/set", ##"{"create":{"e":{"mailboxIds":{"#m":true},"subject":"Cogs"}}}"##),
                ("Email/get", ##"{"ids":["#e"]}"##),
            ])
            let mailbox = answers[0].arguments["created"]?["m"]?["id"]?.textValue
            #expect(answers[2].arguments["list"]?[0]["mailboxIds"]?.trueNames == mailbox.map { [$0] })
        }
    }

    @Test("createdIds are returned to a client that sends them")
    func createdIDsInRequest() async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let body =
                #"{"using":["urn:ietf:params:jmap:core","urn:ietf:params:jmap:mail"],"createdIds":{"x":"y"},"#
                + #""methodCalls":[["Mailbox/set",{"accountId":"\#(talk.account)","create":{"m":{"name":"Mill"}}},"0"]]}"#
            let answer = try await test.ann.call("POST", "/jmap/api", body: Array(body.utf8)).json
            let id = answer["methodResponses"]?[0][1]["created"]?["m"]?["id"]
            #expect(answer["createdIds"]?["m"] == id && answer["createdIds"]?["x"]?.textValue == "y")
            #expect(answer["sessionState"] == (try await test.ann.get("/jmap/session").json["state"]))
        }
    }
}
