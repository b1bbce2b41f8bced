import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Optional JMAP capabilities besides mail")
struct JMAPExtrasTests {
    let server = ScriptedJMAP()

    private func service(_ capabilities: [String]) -> JMAPService {
        let all = ["core", "mail", "submission"] + capabilities
        server.session = JMAPFixtures.session(capabilities: all, accountCapabilities: all)
        return .scripted(server)
    }

    @Test("Vacation: the reply is read and set as plain text with UTC dates and no HTML")
    func vacation() async throws {
        let service = service(["vacationresponse"])
        server.next(
            "VacationResponse/get",
            JMAPFixtures.get([
                #"{"id": "singleton", "isEnabled": true, "fromDate": "2026-12-24T00:00:00Z", "toDate": null, "subject": "Away", "textBody": "Back soon", "htmlBody": "<b>"}"#
            ]))
        let before = try await service.vacation()
        var reply = before
        #expect(reply.isEnabled && reply.subject == "Away" && reply.text == "Back soon" && reply.until == nil)
        #expect(reply.from == Date(timeIntervalSince1970: 1_798_070_400))
        server.next("VacationResponse/set", .json(#"{"updated": {"singleton": null}}"#))
        (reply.subject, reply.text, reply.from) = ("Away\r\nBcc: x@y", "Back later", nil)
        try await service.setVacation(reply, before: before)
        let set = try #require(server.calls("VacationResponse/set").first)
        #expect(
            set["update"]?["singleton"] == [
                "isEnabled": true, "fromDate": nil, "subject": "Away  Bcc: x@y", "textBody": "Back later",
                "htmlBody": nil,
            ])
    }

    @Test("Vacation: another program's formatted reply survives switching it off and on")
    func formattedVacation() async throws {
        let service = service(["vacationresponse"])
        server.next(
            "VacationResponse/get",
            JMAPFixtures.get([
                #"{"id": "singleton", "isEnabled": true, "fromDate": "2026-12-24T00:00:00Z", "toDate": "2026-12-31T00:00:00Z", "textBody": null, "htmlBody": "<p>Back <b>soon</b></p>"}"#
            ]))
        let before = try await service.vacation()
        #expect(before.text == nil && before.html == "<p>Back <b>soon</b></p>")
        let (early, late) = (Date(timeIntervalSince1970: 1_798_100_000), Date(timeIntervalSince1970: 1_900_000_000))
        for on in [false, true] {
            server.next("VacationResponse/set", .json(#"{"updated": {"singleton": null}}"#))
            try await service.setVacation(before.switched(on: on, now: early), before: before)
            #expect(server.calls("VacationResponse/set").last?["update"]?["singleton"] == ["isEnabled": .bool(on)])
        }
        let again = before.switched(on: true, now: late)
        #expect(again.from == nil && again.until == nil, "those dates are over")
    }

    @Test("Quota: quotas are read; invalid or non-mail ones are left out")
    func quotas() async throws {
        let service = service(["quota"])
        server.next(
            "Quota/get",
            JMAPFixtures.get([
                #"{"id": "1", "name": "mail", "resourceType": "octets", "used": 1900, "hardLimit": 2000, "types": ["Email"]}"#,
                #"{"id": "2", "name": "n", "resourceType": "count", "used": 5, "hardLimit": 100, "warnLimit": 4}"#,
                #"{"id": "3", "name": "cal", "resourceType": "octets", "used": 1, "hardLimit": 2, "types": ["CalendarEvent"]}"#,
                #"{"id": "4", "name": "odd", "resourceType": "stars", "used": 1, "hardLimit": 2}"#,
            ]))
        let quotas = try await service.quotas()
        #expect(quotas.map(\.name) == ["mail", "n"])
        #expect(quotas.map(\.isTight) == [true, true])
        #expect(!MailQuota(name: "", unit: .count, used: 89, limit: 100).isTight)
    }

    @Test("Quota: a limit of 0 is none")
    func noQuota() async throws {
        let service = service(["quota"])
        let quota = #""name": "ada", "resourceType": "octets", "used": 5000"#
        server.next(
            "Quota/get",
            JMAPFixtures.get([
                #"{"id": "a", \#(quota), "hardLimit": 0}"#, #"{"id": "b", \#(quota), "hardLimit": null}"#,
                #"{"id": "c", \#(quota), "hardLimit": 6000}"#,
            ]))
        #expect(try await service.quotas().map(\.limit) == [6000])
    }

    @Test("Quota: what a domain or the whole server shares is not the account's own")
    func sharedQuotas() async throws {
        let service = service(["quota"])
        func quota(_ name: String, _ scope: String) -> String {
            #"{"id": "\#(name)", "name": "\#(name)", "resourceType": "octets", "used": 99, "hardLimit": 100\#(scope)}"#
        }
        server.next(
            "Quota/get",
            JMAPFixtures.get([
                quota("domain", #", "scope": "domain""#), quota("global", #", "scope": "global""#),
                quota("own", #", "scope": "account""#), quota("plain", ""),
            ]))
        #expect(try await service.quotas().map(\.name) == ["own", "plain"])
    }

    @Test("H-6: all headers of a name come in order, unfolded")
    func headers() async throws {
        let service = service([])
        server.next(
            "Email/get",
            JMAPFixtures.get([
                #"{"id": "m1", "header:list-id:asRaw:all": [" <a.b>"], "header:Authentication-Results:asRaw:all": [" mx; a=b\r\n\tc=d", " mx; none"]}"#
            ]))
        let found = try await service.headers(
            named: ["Authentication-Results", "List-Unsubscribe", "List-Id"], of: RemoteID("m1"))
        #expect(found == [[" mx; a=b\tc=d", " mx; none"], [], [" <a.b>"]])
        #expect(
            server.calls("Email/get").first?["properties"] == [
                "header:Authentication-Results:asRaw:all", "header:List-Unsubscribe:asRaw:all",
                "header:List-Id:asRaw:all",
            ])
    }

    @Test("Vacation, Quota: a server without them gets no requests")
    func unnamed() async throws {
        let service = service([])
        #expect(await failure { _ = try await service.vacation() }?.reason == .unsupported)
        #expect(await failure { _ = try await service.quotas() }?.reason == .unsupported)
        #expect(server.calls.isEmpty)
    }

    @Test("J-16, J-19: a call that loses the connection twice is not repeated, and other calls are unaffected")
    func lost() async throws {
        let service = service(["vacationresponse", "quota"])
        for _ in 0..<2 {
            server.nextHTTP(JMAPFixtures.api, .failure(.unreachable(detail: "EOF")))
            #expect(await failure { _ = try await service.vacation() }?.nextStep == .retry(after: nil))
        }
        let asked = server.requests.count
        let error = await failure { _ = try await service.vacation() }
        #expect(error?.reason == .unsupported && error?.finding == .hungUp)
        #expect(server.requests.count == asked)
        server.next("Quota/get", JMAPFixtures.get([]))
        #expect(try await service.quotas().isEmpty)
        #expect(try await service.message(RemoteID("m1")) != nil)
    }

    @Test("J-19: a call that fails while the network is away is made again afterwards")
    func offline() async throws {
        let service = service(["vacationresponse"])
        for _ in 0..<3 {
            for _ in 0..<2 { server.nextHTTP(JMAPFixtures.api, .failure(.unreachable(detail: "no route"))) }
            #expect(await failure { _ = try await service.vacation() }?.nextStep == .retry(after: nil))
        }
        server.on("VacationResponse/get") { _ in JMAPFixtures.get([#"{"id": "singleton", "isEnabled": true}"#]) }
        #expect(try await service.vacation().isEnabled)
    }

    @Test("Identities: they have names, signatures, Reply-To and blind copies; invalid addresses are skipped")
    func identities() async throws {
        server.on("Identity/get") { _ in
            JMAPFixtures.get([
                #"{"id": "1", "email": "ada@mail.example", "name": "Ada\nBcc: x", "textSignature": "A.\n", "bcc": null}"#,
                #"{"id": "2", "email": "*@lists.example", "name": null, "textSignature": ""}"#,
                #"{"id": "3", "email": "", "name": 7}"#,
                #"{"id": "4", "email": "bo@mail.example", "bcc": [{"name": "Me", "email": "me@mail.example"}, {"email": "x"}], "replyTo": [{"email": "desk@mail.example\nBcc: y"}]}"#,
            ])
        }
        let found = try await service([]).identities()
        #expect(found.map(\.email) == ["ada@mail.example", "*@lists.example", "bo@mail.example"])
        #expect(found[0].bcc == nil && found[0].replyTo == nil)
        #expect(found[2].bcc == [MailAddress(name: "Me", email: "me@mail.example")])
        #expect(found[2].replyTo == nil)
        #expect(found[0].signature == "A." && !found[0].name.contains("\n") && found[1].signature == nil)
    }

    @Test("Identities: of more than a server lists at once, those of the latest mail are known, and one sends")
    func manyIdentities() async throws {
        server.on("Identity/get") { call in
            guard !call.ids.isEmpty else { return .error("requestTooLarge") }
            return JMAPFixtures.get(call.ids.map { #"{"id": "\#($0)", "email": "\#($0)@mail.example"}"# })
        }
        server.on("EmailSubmission/query") { _ in JMAPFixtures.query(["s1", "s2", "s3"]) }
        server.on("EmailSubmission/get") { _ in
            JMAPFixtures.get(["ada", "bo", "ada"].map { #"{"id": "s", "identityId": "\#($0)"}"# })
        }
        let service = service([])
        #expect(try await service.identities().map(\.email) == ["ada@mail.example", "bo@mail.example"])
        #expect(try await service.identity(for: "bo@mail.example").id == "bo")
        server.on("EmailSubmission/get") { _ in JMAPFixtures.get([]) }
        let error = await #expect(throws: RemoteError.self) { _ = try await service.identity(for: "bo@mail.example") }
        #expect(error?.type == "requestTooLarge")
    }

    @Test("J-16: extras share no request with sync or sending")
    func apart() async throws {
        let service = service(["vacationresponse", "quota"])
        server.on("VacationResponse/get") { _ in JMAPFixtures.get([]) }
        server.on("Quota/get") { _ in JMAPFixtures.get([]) }
        server.on("Email/query") { _ in JMAPFixtures.query(["m1"]) }
        server.on("EmailSubmission/set") { _ in .json(#"{"created": {"s": {"id": "u"}}}"#) }
        server.on("Email/set") { _ in .json(#"{"updated": {"m1": null}}"#) }
        async let quotas = service.quotas()
        async let vacation = service.vacation()
        async let page = service.threads(in: nil, from: nil, limit: 5)
        _ = try await (quotas, vacation, page)
        _ = try await service.changes(since: try await service.latestState(), wait: nil)
        server.on("Email/get") { _ in JMAPFixtures.get([#"{"id": "m1", "keywords": {"$draft": true}}"#]) }
        _ = try await service.send(
            RemoteSubmission(draft: RemoteID("m1"), recipients: [MailAddress(name: "", email: "b@mail.example")]))
        let extras: Set = ["VacationResponse/get", "Quota/get", "SearchSnippet/get", "Identity/get"]
        for request in server.requests(to: JMAPFixtures.api) {
            let body = try JSONDecoder().decode(JSON.self, from: Data(request.body ?? []))
            let methods = Set((body["methodCalls"]?.elements ?? []).compactMap { $0.elements.first?.text })
            if !methods.isDisjoint(with: extras) { #expect(methods.count == 1, "\(methods)") }
        }
    }

    @Test(
        "J-38, J-68: lists come from the store, so queryChanges is never called; no push to a public URL is set up"
    )
    func neverAsked() async throws {
        let service = service([])
        server.on("Email/query") { _ in
            .json(#"{"queryState": "q", "canCalculateChanges": true, "position": 0, "ids": ["m1", "m2"], "total": 2}"#)
        }
        // A new search asks the server again.
        let question = try #require(
            RemoteQuestion(MailQuery("gears").predicate, account: AccountID(1), mailboxes: []))
        _ = try await service.search(question, limit: 5)
        _ = try await service.search(question, limit: 5)
        #expect(server.calls("Email/query").count == 2)
        _ = try await service.threads(in: nil, from: nil, limit: 1)
        // Another filter over the same mail has its own window.
        _ = try await service.drafts()
        _ = try await service.threads(in: RemoteID("in"), from: nil, limit: 5)
        _ = try await service.changes(since: try await service.latestState(), wait: nil)
        let filters = server.calls("Email/query").map { $0["filter"] }
        #expect(Set(filters).count == 4)
        let methods = Set(server.calls.map(\.method))
        #expect(methods.allSatisfy { !$0.hasPrefix("PushSubscription") && !$0.hasSuffix("/queryChanges") })
    }
}
