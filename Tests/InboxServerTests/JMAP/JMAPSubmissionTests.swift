import TestSupport
import Testing

@testable import InboxServer

@Suite("JMAP: sending", .timeLimit(.minutes(10)))
struct JMAPSubmissionTests {
    @Test("the account has one identity, which cannot change")
    func identity() async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let answer = try await talk.call("Identity/get")
            let identity = try #require(answer["list"]?[0])
            #expect(identity["email"]?.textValue == "ann@example.test" && identity["mayDelete"] == .bool(false))
            let id = try #require(identity["id"]?.textValue)
            let set = try await talk.call(
                "Identity/set", #"{"create":{"a":{}},"update":{"\#(id)":{"name":"x"},"x":{}},"destroy":["\#(id)"]}"#)
            #expect(set["notCreated"]?["a"]?.error == "forbidden" && set["notUpdated"]?[id]?.error == "forbidden")
            #expect(set["notUpdated"]?["x"]?.error == "notFound" && set["notDestroyed"]?[id]?.error == "forbidden")
            let state = answer["state"]?.textValue ?? ""
            let changes = try await talk.call("Identity/changes", #"{"sinceState":"\#(state)"}"#)
            #expect(changes["updated"] == .array([]) && changes["newState"]?.textValue == state)
        }
    }

    @Test("a draft is sent, moved by the implicit call, and recorded", arguments: [false, true])
    func send(hasLabels: Bool) async throws {
        try await TestServer.with(mail: [MailText("1")], { $0.hasLabels = hasLabels }) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try await talk.draft(to: "bob@example.test", more: #","bcc":[{"email":"ann@example.test"}]"#)
            let (state, emails) = (try await talk.state("EmailSubmission"), try await talk.state("Email"))
            let answers = try await talk.send([
                ("EmailSubmission/set", try await talk.submission(of: id, more: #","ifInState":"\#(state)""#))
            ])
            #expect(answers.map(\.name) == ["EmailSubmission/set", "Email/set"] && answers.map(\.id) == ["0", "0"])
            let made = answers[0].arguments["created"]?["s"]
            #expect(made?["undoStatus"]?.textValue == "final" && made?["sendAt"]?.textValue?.hasSuffix("Z") == true)
            #expect(
                answers[1].arguments["updated"]?[id] != nil && answers[1].arguments["oldState"]?.textValue != emails)
            #expect(answers[1].arguments["newState"]?.textValue == (try await talk.state("Email")))
            let sent = try await talk.email(id)
            #expect(sent["keywords"]?.trueNames == ["$seen"])
            #expect(sent["mailboxIds"]?.trueNames?.contains(try await talk.mailbox("sent")) == true)
            // The sender receives a separate message as Bcc, whose bytes contain no Bcc.
            for (client, count) in [(test.ann, 2), (test.bob, 1)] {
                let all = try await client.get("/messages?subject=Cogs").json
                #expect(all.ids.count == count)
                for copy in all.ids where copy != id {
                    let raw = try await client.get("/messages/\(copy)", headers: ["Accept": "message/rfc822"]).text
                    #expect(!raw.lowercased().contains("bcc"))
                }
            }
            let submission = try #require(made?["id"]?.textValue)
            let told = try await talk.call("EmailSubmission/get", #"{"ids":["\#(submission)","x"]}"#)
            let order = told["list"]?[0]
            #expect(told["notFound"] == .texts(["x"]) && order?["emailId"]?.textValue == id)
            #expect(order?["envelope"]?["rcptTo"]?.texts("email") == ["bob@example.test", "ann@example.test"])
            #expect(order?["deliveryStatus"]?["bob@example.test"]?["delivered"]?.textValue == "yes")
            let changes = try await talk.call("EmailSubmission/changes", #"{"sinceState":"\#(state)"}"#)
            #expect(changes["created"] == .texts([submission]))
            for filter in [
                #"{"emailIds":["\#(id)"]}"#, #"{"undoStatus":"final"}"#, #"{"after":"2020-01-01T00:00:00Z"}"#, "{}",
            ] {
                let found = try await talk.call("EmailSubmission/query", #"{"filter":\#(filter)}"#)
                #expect(found["ids"] == .texts([submission]), "\(filter)")
            }
            for filter in [#"{"emailIds":["x"]}"#, #"{"undoStatus":"pending"}"#, #"{"before":"2020-01-01T00:00:00Z"}"#]
            {
                let found = try await talk.call("EmailSubmission/query", #"{"filter":\#(filter)}"#)
                #expect(found["ids"] == .array([]), "\(filter)")
            }
        }
    }

    @Test("mail to oneself arrives in the thread of the message that was sent")
    func ownCopy() async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try await talk.draft(to: "ann@example.test")
            let made = try await talk.call("EmailSubmission/set", try await talk.submission(of: id))["created"]
            #expect(made?["s"] != nil)
            let thread = try await talk.email(id)["threadId"]?.textValue ?? ""
            let emails = try await talk.call("Thread/get", #"{"ids":["\#(thread)"]}"#)["list"]?[0]["emailIds"]
            #expect(emails?.textList.count == 2 && emails?.textList.contains(id) == true)
            #expect(try await test.ann.get("/threads?view=ids").json.ids.count == 1)
        }
    }

    @Test("repeating a submission with its old state sends only once")
    func once() async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try await talk.draft(to: "bob@example.test")
            let order = try await talk.submission(
                of: id, more: #","ifInState":"\#(try await talk.state("EmailSubmission"))""#)
            #expect(try await talk.call("EmailSubmission/set", order)["created"]?["s"] != nil)
            #expect(try await talk.call("EmailSubmission/set", order).error == "stateMismatch")
            #expect(try await test.bob.get("/messages").json.ids.count == 1)
        }
    }

    @Test(
        "an invalid submission is refused by type, and nothing is sent",
        arguments: [
            (
                #"{"mailFrom":{"email":"bob@example.test"},"rcptTo":[{"email":"bob@example.test"}]}"#,
                "forbiddenMailFrom"
            ),
            (#"{"mailFrom":{"email":"ann@example.test"},"rcptTo":[]}"#, "noRecipients"),
            (#"{"mailFrom":{"email":"ann@example.test"},"rcptTo":[{"email":"nobody"}]}"#, "invalidRecipients"),
            (#"{"mailFrom":{"email":"ann@example.test"},"rcptTo":{"email":"eve@example.test"}}"#, "invalidProperties"),
            (
                #"{"mailFrom":{"email":"ann@example.test"},"rcptTo":[{"email":"bob@example.test"},{"mail":"eve@example.test"}]}"#,
                "invalidProperties"
            ),
            (#"{"mailFrom":"ann@example.test","rcptTo":[{"email":"bob@example.test"}]}"#, "invalidProperties"),
            (#"{"mailFrom":{"email":"ann@example.test"}}"#, "invalidProperties"),
            (#""eve@example.test""#, "invalidProperties"),
            (
                #"{"mailFrom":{"email":"ann@example.test","parameters":{"HOLDFOR":"-5"}},"rcptTo":[{"email":"bob@example.test"}]}"#,
                "invalidProperties"
            ),
            (
                #"{"mailFrom":{"email":"ann@example.test","parameters":{"HOLDFOR":"5","SIZE":"9"}},"rcptTo":[{"email":"bob@example.test"}]}"#,
                "invalidProperties"
            ),
            (
                #"{"mailFrom":{"email":"ann@example.test"},"rcptTo":[{"email":"far@away.internal"}]}"#,
                "invalidRecipients"
            ),
            (
                #"{"mailFrom":{"email":"ann@example.test","parameters":{"HOLDFOR":"99999999"}},"rcptTo":[{"email":"bob@example.test"}]}"#,
                "invalidProperties"
            ),
            (
                #"{"mailFrom":{"email":"ann@example.test","parameters":{"HOLDFOR":"9223372036854775807"}},"rcptTo":[{"email":"bob@example.test"}]}"#,
                "invalidProperties"
            ),
        ])
    func refusals(envelope: String, error: String) async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try await talk.draft(to: "bob@example.test")
            let state = try await talk.state("EmailSubmission")
            let answers = try await talk.send([
                ("EmailSubmission/set", try await talk.submission(of: id, envelope: envelope))
            ])
            #expect(answers.count == 1 && answers[0].arguments["notCreated"]?["s"]?.error == error)
            #expect(try await talk.state("EmailSubmission") == state)
            #expect(try await talk.keywords(id)?.contains("$draft") == true)
            #expect(try await test.bob.get("/messages").json == .array([]))
        }
    }

    @Test("an unknown email, identity or property is refused")
    func wrongOrders() async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try await talk.draft(to: "bob@example.test")
            let set = try await talk.call(
                "EmailSubmission/set",
                #"{"create":{"a":{"identityId":"I\#(talk.account)","emailId":"x"},"b":{"identityId":"x","emailId":"\#(id)"},"#
                    + #""c":{"identityId":"I\#(talk.account)","emailId":"\#(id)","sendAt":"2020-01-01T00:00:00Z"}}}"#)
            for name in ["a", "b", "c"] { #expect(set["notCreated"]?[name]?.error == "invalidProperties") }
        }
    }

    private static let held =
        #"{"mailFrom":{"email":"ann@example.test","parameters":{"HOLDFOR":"600"}},"rcptTo":[{"email":"bob@example.test"}]}"#

    @Test("held mail is sent at its time")
    func hold() async throws {
        let clock = CountedClock(sleeps: 11)
        try await TestServer.with(clock: clock) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let bob = try await JMAPTalk(test.bob)
            let id = try await talk.draft(to: "bob@example.test")
            let cursor = try await test.bob.call("POST", "/delta/latest_cursor").json["cursor"]?.textValue ?? ""
            let made = try await talk.call(
                "EmailSubmission/set", try await talk.submission(of: id, envelope: Self.held))["created"]?["s"]
            #expect(made?["undoStatus"]?.textValue == "pending")
            _ = try await test.bob.get("/delta/longpoll?cursor=\(cursor)&timeout=600")
            #expect(try await bob.emails().count == 1)
            let seconds = clock.durations.prefix(11).reduce(.zero, +).components.seconds
            #expect((595...600).contains(seconds))
        }
    }

    @Test("S-10: held mail is late by a minute at most when the clock is set forward")
    func setForward() async throws {
        let clock = CountedClock(sleeps: 0)
        try await TestServer.with(clock: clock) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try await talk.draft(to: "bob@example.test")
            _ = try await talk.call("EmailSubmission/set", try await talk.submission(of: id, envelope: Self.held))
            await clock.ended()
            #expect(clock.durations == [.seconds(60)])
        }
    }

    @Test("S-10: setting the clock back does not send held mail before its time")
    func setBack() async throws {
        let clock = CountedClock(sleeps: 1, isSetBack: true)
        try await TestServer.with(clock: clock) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try await talk.draft(to: "bob@example.test")
            let made = try await talk.call(
                "EmailSubmission/set", try await talk.submission(of: id, envelope: Self.held))["created"]?["s"]
            await clock.ended()
            let order = made?["id"]?.textValue ?? ""
            let told = try await talk.call("EmailSubmission/get", #"{"ids":["\#(order)"]}"#)["list"]?[0]
            #expect(told?["undoStatus"]?.textValue == "pending")
            #expect(try await test.bob.get("/messages").json.ids.isEmpty)
        }
    }

    @Test("held mail can be cancelled and its draft kept on request; sent mail stays sent")
    func cancel() async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let id = try await talk.draft(to: "bob@example.test")
            let order = try await talk.submission(of: id, envelope: Self.held)
            let made = try await talk.call("EmailSubmission/set", order)["created"]?["s"]
            let submission = try #require(made?["id"]?.textValue)
            #expect(try await talk.keywords(id)?.contains("$draft") == false)
            #expect(
                try await talk.call("EmailSubmission/set", #"{"destroy":["\#(submission)"]}"#)["notDestroyed"]?[
                    submission]?
                    .error == "forbidden")
            let drafts = try await talk.mailbox("drafts")
            let answers = try await talk.send([
                (
                    "EmailSubmission/set",
                    #"{"update":{"\#(submission)":{"undoStatus":"canceled"}},"onSuccessUpdateEmail":{"\#(submission)":"#
                        + #"{"mailboxIds":{"\#(drafts)":true},"keywords/$draft":true}}}"#
                )
            ])
            #expect(answers[0].arguments["updated"]?[submission] != nil && answers.count == 2)
            #expect(try await talk.keywords(id)?.contains("$draft") == true)
            let told = try await talk.call("EmailSubmission/get", #"{"ids":["\#(submission)"]}"#)["list"]?[0]
            #expect(told?["undoStatus"]?.textValue == "canceled")
            let sent = try await talk.call("EmailSubmission/set", try await talk.submission(of: id))["created"]?["s"]
            let final = try #require(sent?["id"]?.textValue)
            let late = try await talk.call(
                "EmailSubmission/set", #"{"update":{"\#(final)":{"undoStatus":"canceled"},"x":{}}}"#)
            #expect(
                late["notUpdated"]?[final]?.error == "cannotUnsend" && late["notUpdated"]?["x"]?.error == "notFound")
            let gone = try await talk.call("EmailSubmission/set", #"{"destroy":["\#(final)"]}"#)
            #expect(gone["destroyed"] == .texts([final]))
            #expect(try await test.bob.get("/messages").json.ids.count == 1)
        }
    }

    @Test("held mail survives a restart")
    func restart() async throws {
        try await TestFolder.with { folder in
            var configuration = ServerConfiguration()
            configuration.account.token = TestServer.annToken
            configuration.dataFile = folder.path + "/mail.db"
            let address = try await run(configuration, clock: ContinuousClock()) { talk in
                let id = try await talk.draft(to: "ann@example.test")
                let envelope = Self.held.replacing("bob@", with: "ann@")
                let made = try await talk.call(
                    "EmailSubmission/set", try await talk.submission(of: id, envelope: envelope))
                return made["created"]?["s"]?["id"]?.textValue ?? ""
            }
            let clock = CountedClock(sleeps: 11)
            try await run(configuration, clock: clock) { talk in
                let inbox = try await talk.mailbox("inbox")
                try await eventually { try await !talk.emails(#"{"inMailbox":"\#(inbox)"}"#).isEmpty }
                let told = try await talk.call("EmailSubmission/get", #"{"ids":["\#(address)"]}"#)["list"]?[0]
                #expect(told?["undoStatus"]?.textValue == "final")
            }
        }
    }

    @discardableResult
    private func run<Value>(
        _ configuration: ServerConfiguration, clock: any Clock<Duration>, _ body: (JMAPTalk) async throws -> Value
    ) async throws -> Value {
        let server = InboxServer(configuration: configuration, clock: clock, now: CountedClock.date(of: clock))
        let address = try await server.start()
        let port = Int(address.url.split(separator: ":").last ?? "") ?? 0
        do {
            let value = try await body(JMAPTalk(LoopbackClient(port: port, token: TestServer.annToken)))
            await server.stop()
            return value
        } catch {
            await server.stop()
            throw error
        }
    }
}
