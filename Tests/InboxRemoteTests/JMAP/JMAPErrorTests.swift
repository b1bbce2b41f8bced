import Foundation
import InboxModel
import Synchronization
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Errors of a JMAP server")
struct JMAPErrorTests {
    let server = ScriptedJMAP()
    let clock = ManualClock()
    var service: JMAPService { .scripted(server, clock: clock) }

    private func problem(_ type: String, _ more: String = "") -> String {
        #"{"type": "urn:ietf:params:jmap:error:\#(type)", "status": 400\#(more)}"#
    }

    @Test(
        "J-19: a lost, cut or non-JSON answer leaves the outcome open and is retried",
        arguments: [
            ScriptedJMAP.Answer.failure(.unreachable(detail: "reset")), .failure(.timedOut),
            .success(HTTPResponse(status: 200, body: Array(#"{"methodResponses": [["Mail"#.utf8))),
            .success(HTTPResponse(status: 200, body: Array("<html>Sign in to the hotel</html>".utf8))),
            .success(HTTPResponse(status: 200)), .success(HTTPResponse(status: 204)),
            .success(HTTPResponse(status: 200, body: Array("[]".utf8))),
            .success(HTTPResponse(status: 302, headers: ["Location": "https://portal.example"])),
        ])
    func lost(answer: ScriptedJMAP.Answer) async {
        server.nextHTTP(JMAPFixtures.api, answer)
        let error = await failure { _ = try await service.mailboxes() }
        #expect(error?.nextStep == .retry(after: nil))
        #expect(server.requests(to: JMAPFixtures.api).count == 1, "the engine repeats, with back-off")
    }

    @Test(
        "J-20: our own errors are reported and not retried",
        arguments: ["notJSON", "notRequest", "unknownCapability"])
    func ourMistake(type: String) async {
        server.nextHTTP(status: 400, text: problem(type, #", "detail": "no such thing""#))
        let error = await failure { _ = try await service.mailboxes() }
        #expect(error?.reason == .refused(status: 400, message: "\(type): no such thing"))
        #expect(error?.nextStep == .drop && error?.type == type)
        #expect(server.requests(to: JMAPFixtures.api).count == 1)
    }

    @Test(
        "whatever a server calls an error, it is not taken for something found out here",
        arguments: ["lostAddress", "unapprovedOrigin", "otherAccount", "foreignServer", "noMailAccount", "silent"])
    func notOurFinding(type: String) async {
        server.next("Mailbox/get", .error(type, #", "arguments": ["https://else.example"]"#))
        let error = await failure { _ = try await service.mailboxes() }
        #expect(error?.type == type && error?.names == ["https://else.example"] && error?.finding == nil)
    }

    @Test(
        "J-20: a concurrency limit and server trouble are retried",
        arguments: ["maxConcurrentRequests", "maxConcurrentUpload"], [400, 429, 503])
    func tooManyAtOnce(limit: String, status: Int) async {
        server.nextHTTP(status: status, text: problem("limit", #", "limit": "\#(limit)""#))
        let error = await failure { _ = try await service.mailboxes() }
        #expect(error?.nextStep == .retry(after: nil) && error?.type == limit)
        server.nextHTTP(status: 503, text: problem("notRequest"))
        #expect(await failure { _ = try await service.mailboxes() }?.nextStep == .retry(after: nil))
    }

    @Test("J-21: a 401 counts once it comes twice, 5 seconds apart on a new connection")
    func unauthorized() async throws {
        let service = service
        _ = try await service.signIn()
        server.nextHTTP(status: 401)
        async let mailboxes = service.mailboxes()
        await clock.untilSomeoneSleeps(for: .seconds(5)..<(.seconds(6)))
        clock.advance(by: .seconds(5))
        #expect(try await mailboxes.count == 4)
        #expect(server.requests(to: JMAPFixtures.api).map(\.isRepeatable) == [true, false])

        server.nextHTTP(status: 401)
        server.nextHTTP(status: 401)
        async let refused = failure { _ = try await service.mailboxes() }
        await clock.untilSomeoneSleeps(for: .seconds(5)..<(.seconds(6)))
        clock.advance(by: .seconds(5))
        #expect(await refused?.nextStep == .signIn)
        #expect(server.requests(to: JMAPFixtures.api).count == 4)
    }

    @Test(
        "J-21: a secret that never worked is reported at once, but a single 401 is not believed", arguments: [1, 2])
    func notTakenYet(times: Int) async throws {
        let saved = Mutex<String?>(nil)
        let memory = RemoteMemory(read: { saved.withLock { $0 } }, write: { text in saved.withLock { $0 = text } })
        _ = try await JMAPService.scripted(server, memory: memory).signIn()
        // The session is cached, so the API is asked first. The clock stands still.
        let restarted = JMAPService.scripted(server, clock: clock, memory: memory)
        for _ in 0..<times {
            server.nextHTTP(status: 401)
            server.nextHTTP(JMAPFixtures.sessionPath, status: 401)
        }
        if times == 1 {
            #expect(try await restarted.mailboxes().count == 4)
        } else {
            #expect(await failure { _ = try await restarted.mailboxes() }?.nextStep == .signIn)
        }
        #expect(server.requests(to: JMAPFixtures.api).map(\.isRepeatable) == [true, false])
    }

    @Test("J-21: a secret is tried as password, then as token, before the user is asked")
    func passwordOrToken() async throws {
        server.nextHTTP(JMAPFixtures.sessionPath, status: 401)
        let service = service
        _ = try await service.signIn()
        _ = try await service.mailboxes()
        let sent = server.requests.map { $0.headers["Authorization"] ?? "" }
        #expect(sent == ["Basic YWRhOnNlY3JldA==", "Bearer secret", "Bearer secret"])

        let other = ScriptedJMAP()
        for _ in 0..<2 { other.nextHTTP(JMAPFixtures.sessionPath, status: 401) }
        let error = await failure { _ = try await JMAPService.scripted(other).signIn() }
        #expect(error?.nextStep == .signIn)
    }

    @Test("J-22: a 403 refuses only that operation")
    func forbidden() async {
        server.nextHTTP(status: 403, text: "not you")
        let error = await failure { _ = try await service.mailboxes() }
        #expect(error?.reason == .refused(status: 403, message: "not you"))
    }

    @Test(
        "J-22: where no API is any more, nothing is refused, and the session is reread",
        arguments: [404, 405, 410, 421])
    func moved(status: Int) async throws {
        let service = service
        _ = try await service.signIn()
        server.session = JMAPFixtures.session(apiURL: "/jmap/new")
        server.nextHTTP(status: status, text: "<html>We will be back soon</html>")
        let error = await failure { _ = try await service.mailboxes() }
        #expect(error?.nextStep == .retry(after: nil))
        clock.advance(by: .seconds(31))
        server.nextHTTP("/jmap/new", status: 200, text: #"{"methodResponses": [["Mailbox/get", {"list": []}, "c0"]]}"#)
        #expect(try await service.mailboxes().isEmpty)
    }

    @Test(
        "J-24: Retry-After pauses all requests to the server",
        arguments: [
            (429, "7", 7), (503, "7", 7), (429, "0.5", 0.5), (503, "Sun, 06 Nov 1994 08:50:37 GMT", 60),
            (503, "1000000", 900), (429, "Sun, 06 Nov 2094 08:49:37 GMT", 900), (503, " 12 ", 12),
        ])
    func retryAfter(status: Int, header: String, seconds: Double) async throws {
        let service = service
        _ = try await service.signIn()
        server.nextHTTP(status: status, headers: ["Retry-After": header])
        let error = await failure { _ = try await service.mailboxes() }
        #expect(error?.nextStep == .retry(after: .seconds(seconds)))

        let before = server.requests.count
        let held = await failure { _ = try await service.messages([RemoteID("m1")]) }
        let upload = RemoteUpload(fileName: "a", contentType: "text/plain", bytes: [])
        #expect(held?.nextStep == .retry(after: .seconds(seconds)))
        #expect(await failure { _ = try await service.upload(upload) }?.retryAfter == .seconds(seconds))
        #expect(await failure { _ = try await service.signIn() }?.retryAfter == .seconds(seconds))
        #expect(server.requests.count == before, "nothing goes out")
        clock.advance(by: .seconds(seconds))
        #expect(try await service.mailboxes().count == 4)
    }

    @Test(
        "J-24: an invalid Retry-After falls back to our own back-off",
        arguments: ["soon", "", "-5", "Sun, 06 Nov 1993 08:49:37 GMT", "nan", "inf"])
    func oddRetryAfter(header: String) async throws {
        let service = service
        server.nextHTTP(status: 503, headers: ["Retry-After": header])
        let error = await failure { _ = try await service.mailboxes() }
        #expect(error?.nextStep == .retry(after: nil) || error?.nextStep == .retry(after: .zero))
        #expect(try await service.mailboxes().count == 4)
    }

    @Test("J-24: a limit hit by the session request applies to all requests")
    func sessionLimited() async {
        let service = service
        server.nextHTTP(JMAPFixtures.sessionPath, status: 429, headers: ["Retry-After": "60"])
        #expect(await failure { _ = try await service.signIn() }?.retryAfter == .seconds(60))
        #expect(await failure { _ = try await service.mailboxes() }?.retryAfter == .seconds(60))
        #expect(server.requests.count == 1)
    }

    @Test("a file that is too large for a proxy is refused by the name of a server's own error")
    func tooLargeForProxy() async {
        server.nextHTTP("/jmap/upload/A/", status: 413, text: "<html>413 Request Entity Too Large</html>")
        let file = RemoteUpload(fileName: "a", contentType: "text/plain", bytes: [1])
        let error = await failure { _ = try await service.upload(file) }
        #expect(error?.reason == .refused(status: 413, message: "requestTooLarge"))
        #expect(error?.type == "requestTooLarge")
    }

    @Test("J-24: other server errors are retried", arguments: [500, 502, 504, 599, 408])
    func serverErrors(status: Int) async {
        server.nextHTTP(status: status, text: "<html>oops</html>")
        let error = await failure { _ = try await service.mailboxes() }
        #expect(error?.reason == .busy(status: status, message: "status \(status)"))
    }

    @Test(
        "J-25: a server that cannot serve a call now is retried",
        arguments: ["serverUnavailable", "serverFail", "serverPartialFail"])
    func unavailable(type: String) async {
        server.next("Mailbox/get", .error(type, #", "description": "index\r\nlocked""#))
        let error = await failure { _ = try await service.mailboxes() }
        #expect(error?.reason == .busy(status: 0, message: "\(type): index  locked"))
    }

    @Test(
        "J-26: an account error rereads the session and keeps queued actions",
        arguments: ["accountNotFound", "accountNotSupportedByMethod"])
    func account(type: String) async throws {
        let service = service
        _ = try await service.signIn()
        server.next("Email/set", .error(type))
        let update = [RemoteID("m1"): RemoteUpdate(addKeywords: [.seen])]
        let answer = await service.update(update)[RemoteID("m1")]
        #expect(throws: RemoteError.self) { try answer?.get() }
        if case .failure(let error) = answer { #expect(error.nextStep == .retry(after: nil)) }
        clock.advance(by: .seconds(31))
        _ = try await service.mailboxes()
        #expect(server.requests(to: JMAPFixtures.sessionPath).count == 2)
    }

    @Test("J-26: an unlisted account is reported as gone, gets no requests, and recovers by itself")
    func gone() async throws {
        let service = service
        _ = try await service.signIn()
        let before = server.session
        server.session = before.replacing(#""A": {"name": "ada@"#, with: #""B": {"name": "ada@"#)
        server.next("Mailbox/get", .error("accountNotFound"))
        #expect(await failure { _ = try await service.mailboxes() }?.nextStep == .retry(after: nil))
        clock.advance(by: .seconds(31))
        let asked = server.calls.count
        let update = [RemoteID("m1"): RemoteUpdate(addKeywords: [.seen])]
        for pause in [0, 1, 30] {
            clock.advance(by: .seconds(pause))
            let error = await failure { _ = try await service.update(update)[RemoteID("m1")]?.get() }
            #expect(error?.otherAccounts == ["ada@mail.example"])
            // Queued actions stay queued.
            #expect(error?.nextStep == .retry(after: nil) && error?.isAboutObject == false)
        }
        #expect(server.calls.count == asked, "that id may be another's by now")
        #expect(server.requests(to: JMAPFixtures.sessionPath).count == 3)
        server.session = before
        clock.advance(by: .seconds(31))
        _ = try await service.mailboxes()
    }

    @Test("J-26: a read-only account's refusal is reported, and the session is reread at once")
    func readOnly() async throws {
        let service = service
        _ = try await service.signIn()
        server.next("Email/set", .error("accountReadOnly"))
        let update = [RemoteID("m1"): RemoteUpdate(addKeywords: [.seen])]
        let answer = await service.update(update)[RemoteID("m1")]
        guard case .failure(let error)? = answer else { Issue.record("\(String(describing: answer))"); return }
        #expect(error.nextStep == .drop && error.type == RemoteError.accountReadOnly)
        server.session = JMAPFixtures.session(
            more:
                #""accounts": {"A": {"name": "a", "isReadOnly": true, "accountCapabilities": {"urn:ietf:params:jmap:mail": {"maxMailboxesPerEmail": 1}}}}"#
        )
        #expect(try await service.ability(isAnew: false) == RemoteAbility(isReadOnly: true, hasLabels: false))
        #expect(server.requests(to: JMAPFixtures.sessionPath).count == 2)
    }

    @Test("J-28: each object of a change gets its own result")
    func partial() async throws {
        server.next(
            "Email/set",
            .json(
                """
                {"updated": {"m0": null, "m1": {"keywords": {}}}, "notUpdated": {
                  "m2": {"type": "notFound"}, "m3": {"type": "forbidden", "description": "not yours"},
                  "m4": {"type": "rateLimit"}, "m5": 7, "m6": {"type": "somethingNew"}, "m7": {"type": "serverFail"}}}
                """))
        let ids = (0..<8).map { RemoteID("m\($0)") }
        let updates = Dictionary(uniqueKeysWithValues: ids.map { ($0, RemoteUpdate(addKeywords: [.seen])) })
        let answers = await service.update(updates)
        let steps = ids.map { id -> RemoteError.NextStep? in
            if case .failure(let error)? = answers[id] { error.nextStep } else { nil }
        }
        #expect(steps == [nil, nil, .drop, .drop, .retry(after: nil), .drop, .drop, .retry(after: nil)])
        let isAlone = [4, 7].map { number -> Bool? in
            if case .failure(let error)? = answers[ids[number]] { error.isAboutObject } else { nil }
        }
        #expect(isAlone == [false, true], "a limit is the account's, a failure is the message's")
        if case .failure(let error)? = answers[ids[3]] {
            #expect(error.reason == .refused(status: 0, message: "forbidden: not yours"))
        }
    }

    @Test("J-28: an update that the server does not mention is not taken as done")
    func silent() async {
        server.next("Email/set", .json("{}"))
        server.on("Email/get") { _ in
            JMAPFixtures.get([JMAPFixtures.email("m1", keywords: ["$seen"]), JMAPFixtures.email("m2")])
        }
        let update = RemoteUpdate(addKeywords: [.seen])
        let answers = await service.update([RemoteID("m1"): update, RemoteID("m2"): update])
        #expect(throws: Never.self, "it is so already") { try answers[RemoteID("m1")]?.get() }
        #expect(throws: RemoteError.self) { try answers[RemoteID("m2")]?.get() }
    }

    @Test("J-29: destroying a missing draft differs from success, and a draft sent elsewhere is kept")
    func destroyed() async throws {
        let draft = JMAPFixtures.get([JMAPFixtures.email("d1", keywords: ["$draft"])])
        server.next("Email/get", draft)
        server.next("Email/set", .json(#"{"destroyed": ["d1"]}"#))
        try await service.deleteDraft(RemoteID("d1"), version: nil)
        server.next("Email/get", draft)
        server.next("Email/set", .json(#"{"notDestroyed": {"d1": {"type": "notFound"}}}"#))
        var error = await failure { try await service.deleteDraft(RemoteID("d1"), version: nil) }
        #expect(error?.isNotFound == true)
        server.next("Email/get", draft)
        server.next("Email/set", .json(#"{"notDestroyed": {"d1": {"type": "forbidden"}}}"#))
        error = await failure { try await service.deleteDraft(RemoteID("d1"), version: nil) }
        #expect(error?.type == "forbidden")
        let asked = server.calls("Email/set").count
        server.next("Email/get", JMAPFixtures.get([JMAPFixtures.email("d1", keywords: ["$seen"])]))
        error = await failure { try await service.deleteDraft(RemoteID("d1"), version: nil) }
        #expect(error?.isNotFound == true && server.calls("Email/set").count == asked)
    }

    @Test("J-30: an unknown error shows its type and text, cleaned and cut")
    func unknownError() async {
        let long = String(repeating: "ä", count: 5000)
        server.next("Mailbox/get", .error("flux\\u001b[31m", #", "description": "a\u001b]0;x\u0007\#(long)""#))
        let error = await failure { _ = try await service.mailboxes() }
        let summary = error?.summary ?? ""
        #expect(summary.count <= 270 && summary.hasPrefix("flux [31m: a ]0;x ä"))
        #expect(summary.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
}
