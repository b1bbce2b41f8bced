import Testing

@testable import InboxServer

@Suite("JMAP: oddities")
struct JMAPOddityTests {
    private static func with(
        _ oddities: String..., mail: [MailText] = [MailText("1"), MailText("2"), MailText("3"), MailText("4")],
        _ body: (TestServer, JMAPTalk) async throws -> Void
    ) async throws {
        try await TestServer.with(mail: mail) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            await test.server.setOddities(oddities.compactMap { Oddity($0) })
            try await body(test, talk)
        }
    }

    @Test("command line words are parsed", arguments: Oddity.Kind.allCases)
    func words(kind: Oddity.Kind) {
        #expect(Oddity(kind.rawValue) == Oddity(kind))
        #expect(Oddity(kind.rawValue + "=3") == Oddity(kind, count: 3))
        for wrong in ["=0", "=", "=x", "x"] { #expect(Oddity(kind.rawValue + wrong) == nil) }
    }

    @Test("relative-urls, foreign-origin, shared-accounts and no-hold show in the session")
    func session() async throws {
        try await Self.with("relative-urls") { test, _ async throws in
            #expect(try await test.ann.get("/jmap/session").json["apiUrl"]?.textValue == "/jmap/api")
        }
        try await Self.with("foreign-origin", "shared-accounts", "no-hold") { test, talk async throws in
            let session = try await test.ann.get("/jmap/session").json
            #expect(session["apiUrl"]?.textValue == "http://localhost:\(test.ann.port)/jmap/api")
            #expect(session["accounts"]?.members?.count == 2)
            let bob = try await JMAPTalk(test.bob).account
            #expect(session["accounts"]?[bob]?["isPersonal"] == .bool(false))
            #expect(try await talk.call("Mailbox/get", #"{"accountId":"\#(bob)"}"#)["accountId"]?.textValue == bob)
            let submission = session["accounts"]?[talk.account]?["accountCapabilities"]?[
                "urn:ietf:params:jmap:submission"]
            #expect(submission?["maxDelayedSend"] == .integer(0 as Int64))
        }
    }

    @Test("no-anchors, submissions-untold and read-only refuse what some servers lack")
    func lacking() async throws {
        try await Self.with("no-anchors", "submissions-untold") { _, talk async throws in
            let ids = try await talk.emails()
            #expect(
                try await talk.call("Email/query", #"{"anchor":"\#(ids[0])","anchorOffset":1}"#).error
                    == "invalidArguments")
            #expect(try await talk.call("Email/query", #"{"position":1}"#).error == nil)
            for reading in ["get", "query", "changes"] {
                #expect(try await talk.call("EmailSubmission/\(reading)", "{}").error == "unknownMethod")
            }
            #expect(try await talk.call("EmailSubmission/set", "{}").error == nil)
        }
        try await Self.with("read-only") { test, talk async throws in
            let session = try await test.ann.get("/jmap/session").json
            #expect(session["accounts"]?[talk.account]?["isReadOnly"] == .bool(true))
            for writing in ["Email/set", "Mailbox/set", "Email/import", "EmailSubmission/set"] {
                #expect(try await talk.call(writing, "{}").error == "accountReadOnly")
            }
            #expect(try await talk.call("Email/get", #"{"ids":[]}"#).error == nil)
        }
    }

    @Test("many-redirects redirects six times before the session")
    func redirects() async throws {
        try await Self.with("many-redirects") { test, _ async throws in
            var path = "/.well-known/jmap"
            for _ in 0..<6 {
                let answer = try await test.ann.get(path)
                #expect(answer.status == 302)
                path = answer.headers["location"] ?? ""
            }
            #expect(path == "/jmap/session")
        }
    }

    @Test(
        "five-redirects redirects once less, foreign-redirect to the server's other name, and no-socket lists no socket"
    )
    func otherWays() async throws {
        try await Self.with("five-redirects", "no-socket") { test, _ async throws in
            var path = "/.well-known/jmap"
            for _ in 0..<5 { path = try await test.ann.get(path).headers["location"] ?? "" }
            #expect(path == "/jmap/session")
            let session = try await test.ann.get(path).json
            #expect(session["capabilities"]?["urn:ietf:params:jmap:websocket"] == nil && session["apiUrl"] != nil)
        }
        try await Self.with("foreign-redirect") { test, _ async throws in
            let place = try await test.ann.get("/.well-known/jmap").headers["location"]
            #expect(place == "http://localhost:\(test.ann.port)/jmap/session")
        }
    }

    @Test("states-ahead reports each change with the second request after it, and the states of /get at once")
    func statesAhead() async throws {
        try await Self.with("states-ahead") { _, talk async throws in
            let (state, id) = (try await talk.state("Email"), try await talk.emails()[0])
            func changes(_ since: String) async throws -> (updated: [String]?, state: String) {
                let told = try await talk.call("Email/changes", #"{"sinceState":"\#(since)"}"#)
                return (told["updated"]?.textList, told["newState"]?.textValue ?? "")
            }
            _ = try await talk.call("Email/set", #"{"update":{"\#(id)":{"keywords/$seen":true}}}"#)
            let newest = try await talk.state("Email")
            #expect(newest != state)
            #expect(try await changes(state) == ([], state))
            #expect(try await changes(state) == ([id], newest))
            #expect(try await changes(newest) == ([], newest))
        }
    }

    @Test("new-ids gives all mail and all mailboxes other ids, once, and knows no earlier state")
    func newIDs() async throws {
        try await Self.with { test, talk async throws in
            func all() async throws -> (emails: [String], mailboxes: [String], threads: [JSONValue]) {
                let emails = try await talk.emails()
                let mailboxes = try await talk.call("Mailbox/get")["list"]?.texts("id") ?? []
                return (emails, mailboxes, try await talk.call("Thread/get")["list"]?.arrayValue ?? [])
            }
            let held = try await talk.draft(to: "bob@example.test")
            let envelope =
                #"{"mailFrom":{"email":"ann@example.test","parameters":{"HOLDFOR":"600"}},"rcptTo":[{"email":"bob@example.test"}]}"#
            _ = try await talk.send([
                ("EmailSubmission/set", try await talk.submission(of: held, envelope: envelope))
            ])
            let (states, old) = (try await [talk.state("Email"), talk.state("Mailbox")], try await all())
            await test.server.setOddities([Oddity(.newIDs)])
            let new = try await all()
            #expect(new.emails.count == old.emails.count && Set(new.emails).isDisjoint(with: old.emails))
            #expect(new.mailboxes.count == old.mailboxes.count && Set(new.mailboxes).isDisjoint(with: old.mailboxes))
            #expect(new.threads.count == old.threads.count)
            #expect(Set(new.threads.flatMap { $0["emailIds"]?.textList ?? [] }) == Set(new.emails))
            for (type, state) in zip(["Email", "Mailbox"], states) {
                let changes = try await talk.call("\(type)/changes", #"{"sinceState":"\#(state)"}"#)
                #expect(changes.error == "cannotCalculateChanges")
                let now = try await talk.state(type)
                #expect(try await talk.call("\(type)/changes", #"{"sinceState":"\#(now)"}"#)["created"] == .texts([]))
            }
            #expect(try await all() == new, "once")
            let sent = try await talk.call("EmailSubmission/get")["list"]?.texts("emailId") ?? []
            #expect(sent.count == 1 && new.emails.contains(sent[0]))
        }
    }

    @Test("merged-threads joins the two newest threads, and split-threads takes the newest message out: under new ids")
    func threads() async throws {
        try await Self.with { test, talk async throws in
            func threads() async throws -> [Set<String>] {
                (try await talk.call("Thread/get")["list"]?.arrayValue ?? []).map {
                    Set($0["emailIds"]?.textList ?? [])
                }
            }
            let (state, ids) = (try await talk.state("Email"), Set(try await talk.emails()))
            #expect(try await threads().count == 4)
            await test.server.setOddities([Oddity(.mergedThreads)])
            let merged = try await threads()
            #expect(merged.count == 3 && merged.contains { $0.count == 2 })
            await test.server.setOddities([Oddity(.splitThreads)])
            let split = try await threads()
            #expect(split.count == 4 && split.allSatisfy { $0.count == 1 })
            let now = Set(try await talk.emails())
            let changes = try await talk.call("Email/changes", #"{"sinceState":"\#(state)"}"#)
            #expect(Set(changes["created"]?.textList ?? []) == now.subtracting(ids))
            #expect(Set(changes["destroyed"]?.textList ?? []) == ids.subtracting(now))
            #expect(now != ids && now.count == 4)
        }
    }

    @Test("tiny-limits refuses 4 ids in a call and 3 calls in a request; request-limits the whole request")
    func limits() async throws {
        try await Self.with("tiny-limits") { test, talk async throws in
            let ids = JSONValue.texts(try await talk.emails()).compactText
            #expect(try await talk.call("Email/get", #"{"ids":\#(ids)}"#).error == "requestTooLarge")
            #expect(try await talk.send(Array(repeating: ("Core/echo", "{}"), count: 3)).isEmpty)
            let big = try await test.ann.call(
                "POST", "/jmap/api", body: Array(repeating: UInt8(ascii: " "), count: 20_001))
            #expect(big.status == 400 && big.json["limit"]?.textValue == "maxSizeRequest")
            await test.server.setOddities([Oddity(.tinyLimits), Oddity(.requestLimits)])
            let body =
                #"{"using":["urn:ietf:params:jmap:core","urn:ietf:params:jmap:mail"],"methodCalls":"#
                + #"[["Email/get",{"accountId":"\#(talk.account)","ids":\#(ids)},"0"]]}"#
            let refused = try await test.ann.call("POST", "/jmap/api", body: Array(body.utf8))
            #expect(refused.status == 400 && refused.json["limit"]?.textValue == "maxObjectsInGet")
        }
    }

    @Test("small-steps reports single changes until all are reported")
    func smallSteps() async throws {
        try await Self.with("small-steps") { _, talk async throws in
            var state = try await talk.state("Email")
            let ids = try await talk.emails()
            for id in ids { _ = try await talk.call("Email/set", #"{"update":{"\#(id)":{"keywords/$seen":true}}}"#) }
            var told: [String] = []
            for _ in ids.indices {
                let changes = try await talk.call("Email/changes", #"{"sinceState":"\#(state)","maxChanges":100}"#)
                #expect(changes["updated"]?.textList.count == 1)
                #expect(changes["hasMoreChanges"] == .bool(told.count < ids.count - 1))
                told += changes["updated"]?.textList ?? []
                state = changes["newState"]?.textValue ?? ""
            }
            #expect(told == ids)
        }
    }

    @Test("states are forgotten, hidden, repeated, or malformed, on request")
    func states() async throws {
        try await Self.with { test, talk async throws in
            let state = try await talk.state("Email")
            let since = #"{"sinceState":"\#(state)"}"#
            let id = try #require(try await talk.emails().first)
            let two = try await talk.write()
            _ = try await talk.call("Email/set", #"{"update":{"\#(id)":{"keywords/$seen":true}}}"#)
            await test.server.setOddities([Oddity(.forgetsStates)])
            #expect(try await talk.call("Email/changes", since).error == "cannotCalculateChanges")
            #expect(try await talk.call("Mailbox/changes", since).error == "cannotCalculateChanges")
            #expect(
                try await talk.call("Email/queryChanges", #"{"sinceQueryState":"\#(state)"}"#).error
                    == "cannotCalculateChanges")
            await test.server.setOddities([Oddity(.forgetsStates), Oddity(.badStateIsInvalid)])
            #expect(try await talk.call("Email/changes", since)["arguments"] == .texts(["sinceState"]))
            await test.server.setOddities([Oddity(.badStateIsInvalid)])
            #expect(try await talk.call("Email/changes", #"{"sinceState":"x"}"#).error == "invalidArguments")
            await test.server.setOddities([Oddity(.hidesOldState), Oddity(.repeatsChanges)])
            let changes = try await talk.call("Email/changes", since)
            #expect(changes["oldState"]?.textValue == "" && changes["created"] == .texts([two, two]))
            #expect(changes["updated"] == .texts([id, id]))
            let mailboxes = try await talk.call("Mailbox/changes", since)
            #expect(mailboxes["oldState"]?.textValue == "")
            let set = try await talk.call("Email/set", #"{"update":{"\#(id)":{"keywords/$seen":null}}}"#)
            #expect(set["oldState"] == .null)
        }
    }

    @Test("no-query-changes and anchors-gone force a new query")
    func queries() async throws {
        try await Self.with("no-query-changes", "anchors-gone") { _, talk async throws in
            let answer = try await talk.call("Email/query", "{}")
            #expect(answer["canCalculateChanges"] == .bool(false))
            let since = #"{"sinceQueryState":"\#(answer["queryState"]?.textValue ?? "")"}"#
            #expect(try await talk.call("Email/queryChanges", since).error == "cannotCalculateChanges")
            let anchor = answer["ids"]?.textList.first ?? ""
            #expect(try await talk.call("Email/query", #"{"anchor":"\#(anchor)"}"#).error == "anchorNotFound")
        }
    }

    @Test("few-roles removes the archive and trash roles")
    func fewRoles() async throws {
        try await Self.with("few-roles") { _, talk async throws in
            let list = try #require(try await talk.call("Mailbox/get")["list"]?.arrayValue)
            let roles = list.reduce(into: [:]) { $0[$1["name"]?.textValue] = $1["role"] }
            #expect(roles["Inbox"] == .text("inbox") && roles["Archive"] == .null && roles["Trash"] == .null)
        }
    }

    @Test("no-roles and no-rights show in every mailbox")
    func mailboxes() async throws {
        try await Self.with("no-roles", "no-rights") { _, talk async throws in
            let list = try #require(try await talk.call("Mailbox/get")["list"]?.arrayValue)
            #expect(!list.isEmpty)
            #expect(list.allSatisfy { $0["role"] == .null && $0["myRights"]?["maySetSeen"] == .bool(false) })
        }
    }

    @Test("already-exists, partial-sets and ignores-if-in-state change what a set does")
    func sets() async throws {
        try await Self.with { test, talk async throws in
            let ids = try await talk.emails()
            let raw = try await test.ann.get("/messages/\(ids[0])", headers: ["Accept": "message/rfc822"]).body
            let up = try await test.ann.call("POST", "/jmap/upload/\(talk.account)", body: raw)
            let inbox = try await talk.mailbox("inbox")
            let whole =
                #"{"emails":{"a":{"blobId":"\#(up.json["blobId"]?.textValue ?? "")","mailboxIds":{"\#(inbox)":true}}}}"#
            await test.server.setOddities([Oddity(.alreadyExists)])
            let refused = try await talk.call("Email/import", whole)["notCreated"]?["a"]
            #expect(refused?.error == "alreadyExists" && refused?["existingId"]?.textValue == ids[0])
            await test.server.setOddities([Oddity(.partialSets)])
            let both = try await talk.call("Email/set", #"{"destroy":["\#(ids[0])","\#(ids[1])"]}"#)
            #expect(both["notDestroyed"]?[ids[0]]?.error == "rateLimit" && both["destroyed"] == .texts([ids[1]]))
            await test.server.setOddities([Oddity(.ignoresIfInState)])
            let stale = try await talk.call("Email/set", #"{"ifInState":"stale","destroy":["\#(ids[0])"]}"#)
            #expect(stale["destroyed"] == .texts([ids[0]]))
        }
    }

    @Test("submissions vanish, cannot be held or cancelled, and leave their emails unmoved")
    func submissions() async throws {
        try await Self.with { test, talk async throws in
            let hold =
                #"{"mailFrom":{"email":"ann@example.test","parameters":{"HOLDFOR":"60"}},"rcptTo":[{"email":"bob@example.test"}]}"#
            func send(_ oddities: Oddity.Kind..., envelope: String = "null") async throws -> [JMAPTalk.Response] {
                let id = try await talk.draft(to: "bob@example.test")
                await test.server.setOddities(oddities.map { Oddity($0) })
                return try await talk.send([
                    ("EmailSubmission/set", try await talk.submission(of: id, envelope: envelope))
                ])
            }
            let state = try await talk.state("EmailSubmission")
            let vanished = try await send(.submissionsVanish)[0].arguments["created"]?["s"]?["id"]?.textValue ?? ""
            #expect(
                try await talk.call("EmailSubmission/get", #"{"ids":["\#(vanished)"]}"#)["notFound"]
                    == .texts([vanished]))
            #expect(try await talk.state("EmailSubmission") != state)
            #expect(
                try await send(.noHold, envelope: hold)[0].arguments["notCreated"]?["s"]?.error == "invalidProperties")
            let held =
                try await send(.cannotUnsend, envelope: hold)[0].arguments["created"]?["s"]?["id"]?.textValue ?? ""
            let back = try await talk.call("EmailSubmission/set", #"{"update":{"\#(held)":{"undoStatus":"canceled"}}}"#)
            #expect(back["notUpdated"]?[held]?.error == "cannotUnsend")
            let answers = try await send(.implicitSetFails)
            #expect(answers[0].arguments["created"]?["s"] != nil)
            #expect(answers[1].arguments["notUpdated"]?.members?.first?.value.error == "forbidden")
            #expect(try await test.bob.get("/messages").json.ids.count == 2)
        }
    }

    @Test("blobs expire, or are short or long")
    func blobs() async throws {
        try await Self.with { test, talk async throws in
            let up = try await test.ann.call("POST", "/jmap/upload/\(talk.account)", body: [1, 2, 3, 4])
            let path = "/jmap/download/\(talk.account)/\(up.json["blobId"]?.textValue ?? "")/x"
            await test.server.setOddities([Oddity(.shortBlobs)])
            #expect(try await test.ann.get(path).body == [1, 2])
            await test.server.setOddities([Oddity(.longBlobs)])
            #expect(try await test.ann.get(path).body.count == 8)
            await test.server.setOddities([Oddity(.blobsExpire)])
            #expect(try await test.ann.get(path).status == 404)
        }
    }

    @Test("the event source is missing, pingless, sends half events or repeats")
    func events() async throws {
        try await Self.with { test, talk async throws in
            let path = "/jmap/eventsource?types=Email&closeafter=state&ping=1"
            await test.server.setOddities([Oddity(.noPush)])
            #expect(try await test.ann.get(path).status == 204)
            func lines(_ oddities: Oddity.Kind...) async throws -> [String] {
                await test.server.setOddities(oddities.map { Oddity($0) })
                let id = try #require(try await talk.emails().first)
                let isSeen = try await talk.keywords(id)?.contains("$seen") == true
                return try await test.ann.stream(path, until: { _ in false }) {
                    Task {
                        try await talk.call(
                            "Email/set", #"{"update":{"\#(id)":{"keywords/$seen":\#(isSeen ? "null" : "true")}}}"#)
                    }
                }
            }
            #expect(try await lines(.repeatedEvents, .noPings).filter { $0 == "event: state" }.count == 2)
            let half = try await lines(.halfEvents)
            #expect(!half.contains { $0.hasPrefix("data: ") && $0.hasSuffix("}") && $0.contains("@type") })
        }
    }

    @Test(
        "API requests fail with a status the given number of times",
        arguments: [
            (Oddity.Kind.unauthorized, 401), (.forbidden, 403), (.missing, 404), (.tooLarge, 413), (.rateLimited, 429),
            (.unavailable, 503), (.broken, 503),
        ])
    func statuses(kind: Oddity.Kind, status: Int) async throws {
        try await Self.with { test, talk async throws in
            await test.server.setOddities([Oddity(kind, count: 2)])
            for _ in 0..<2 {
                let answer = try await test.ann.call("POST", "/jmap/api", body: Array("{}".utf8))
                #expect(answer.status == status)
                let retry = answer.headers["retry-after"]
                switch kind {
                case .rateLimited: #expect(retry == "2")
                case .unavailable: #expect(retry?.hasSuffix(" GMT") == true)
                default: #expect(retry == nil)
                }
            }
            #expect(try await talk.call("Core/echo", #"{"a":1}"#)["a"]?.wholeNumber == 1)
        }
    }

    @Test("answers are truncated, or never end")
    func torn() async throws {
        try await Self.with { test, talk async throws in
            await test.server.setOddities([Oddity(.cut, count: 1)])
            #expect(try await talk.send([("Mailbox/get", "{}")]).isEmpty)
            #expect(try await talk.send([("Mailbox/get", "{}")]).count == 1)
            await test.server.setOddities([Oddity(.endless)])
            let body = #"{"using":[],"methodCalls":[]}"#
            let blanks = try await test.ann.flood("/jmap/api", body: Array(body.utf8), atLeast: 1_000_000)
            #expect(blanks >= 1_000_000)
        }
    }
}
