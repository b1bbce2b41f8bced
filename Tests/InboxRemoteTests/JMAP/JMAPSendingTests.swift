import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Sending via a JMAP server")
struct JMAPSendingTests: JMAPSendingCase {
    let server = ScriptedJMAP()

    @Test("J-57, J-58: the envelope has each recipient once, and ifInState binds it to the state read before")
    func envelope() async throws {
        has(["d1": saved("d1")])
        server.next(
            "EmailSubmission/set",
            .several([
                ("EmailSubmission/set", #"{"created": {"s": {"id": "s1", "undoStatus": "final"}}}"#),
                ("Email/set", #"{"updated": {"d1": null}}"#),
            ]))
        let sent = try await service.send(order)
        #expect(sent.message?.id == RemoteID("d1"))
        let set = try #require(server.calls("EmailSubmission/set").first)
        #expect(set["ifInState"] == "u1")
        let submission = set["create"]?["s"]
        #expect(submission?["emailId"] == "d1" && submission?["identityId"] == "i1")
        #expect(submission?["envelope"]?["mailFrom"]?["email"] == "ada@mail.example")
        #expect(
            submission?["envelope"]?["rcptTo"]?.elements.map { $0["email"]?.text } == [
                "bo@mail.example", "cy@mail.example",
            ])
        #expect(
            set["onSuccessUpdateEmail"] == [
                "#s": ["mailboxIds/dr": nil, "mailboxIds/se": true, "keywords/$draft": nil]
            ], "J-15: a creation id is used within its request only")
        #expect(server.calls("Email/set").isEmpty)
        let posts = server.requests(to: JMAPFixtures.api)
        #expect(posts.filter { !$0.isRepeatable }.count == 1)
    }

    @Test("what was sent stays in a mailbox that a server reports both as drafts and as sent mail")
    func oneMailboxForBoth() async throws {
        has(["d1": saved("d1")])
        server.on("Mailbox/get") { _ in
            JMAPFixtures.get(["drafts", "sent"].map { JMAPFixtures.mailbox("a/b", "Mail", role: $0) })
        }
        server.next(
            "EmailSubmission/set",
            .several([
                ("EmailSubmission/set", #"{"created": {"s": {"id": "s1", "undoStatus": "final"}}}"#),
                ("Email/set", #"{"updated": {"d1": null}}"#),
            ]))
        _ = try await service.send(order)
        let set = try #require(server.calls("EmailSubmission/set").first)
        #expect(set["onSuccessUpdateEmail"] == ["#s": ["mailboxIds/a~1b": true, "keywords/$draft": nil]])
    }

    @Test("J-57: a copy without Bcc is sent; the draft is destroyed once the copy is sent")
    func blindCopies() async throws {
        let emails = ["d1": saved("d1", bcc: true), "d2": saved("d2")]
        server.on("Email/get") { call in JMAPFixtures.get(call.ids.compactMap { emails[$0] }) }
        server.on("Email/query") { _ in JMAPFixtures.query(["d1"]) }
        let bytes =
            "Subject: Gears\r\nBCC: hidden@mail.example,\r\n two@mail.example\r\nTo: bo@mail.example\r\n\r\nBcc: text\r\n"
        server.nextHTTP("/jmap/download/A/b-d1/file", status: 200, text: bytes)
        server.nextHTTP("/jmap/upload/A/", status: 201, text: #"{"blobId": "G9"}"#)
        server.next("Email/import", .json(#"{"created": {"copy": {"id": "d2"}}}"#))
        server.next(
            "EmailSubmission/set",
            .several([
                ("EmailSubmission/set", #"{"created": {"s": {"id": "s1"}}}"#),
                ("Email/set", #"{"updated": {"d2": null}}"#),
            ]))
        server.next("Email/set", .json(#"{"destroyed": ["d1"]}"#))
        _ = try await service.send(order)
        let upload = server.requests(to: "/jmap/upload/A/").first?.bodyText
        #expect(upload == "Subject: Gears\r\nTo: bo@mail.example\r\n\r\nBcc: text\r\n")
        #expect(server.calls("EmailSubmission/set").first?["create"]?["s"]?["emailId"] == "d2")
        #expect(server.calls("Email/set").map { $0["destroy"] } == [["d1"]])
    }

    @Test("M-2: a draft whose headers are too long for an answer does not leave", arguments: [true, false])
    func unseenHeaders(refuses: Bool) async throws {
        let tooMuch = #", "x": "\#(String(repeating: "x", count: JMAPCaller.largestAnswer))""#
        let draft = saved("d1")
        let large = String(draft.dropLast()) + tooMuch + "}"
        server.on("Email/get") { call in
            guard call["properties"]?.strings.contains("to") == true else { return JMAPFixtures.get([draft]) }
            return refuses ? .error("requestTooLarge") : JMAPFixtures.get([large])
        }
        let error = await failure { _ = try await service.send(order) }
        #expect(error?.type == (refuses ? "requestTooLarge" : "tooLarge") && (refuses || error?.nextStep == .drop))
        #expect(server.calls("EmailSubmission/set").isEmpty && server.calls("Email/import").isEmpty)
    }

    @Test("a message that can't leave because its blind copies can't be taken out is refused with that reason")
    func largeBlindCopies() async throws {
        server.session = JMAPFixtures.session(core: #""maxSizeUpload": 20"#)
        has(["d1": saved("d1", bcc: true)])
        server.nextHTTP(
            "/jmap/download/A/b-d1/file", status: 200, text: "Bcc: h@x.example\r\nTo: bo\r\n\r\nA long text\r\n")
        let error = await failure { _ = try await service.send(order) }
        #expect(error?.nextStep == .drop && error?.type == "tooLarge")
        #expect(error?.summary.contains("blind copies") == true)
        #expect(server.calls("EmailSubmission/set").isEmpty)
    }

    @Test("M-4: the notes of the program that wrote the draft do not leave; its name does, and needs no copy")
    func notes() async throws {
        for (header, isNote) in [("FCC", true), ("x-mozilla-draft-info", true), ("X-Mailer", false)] {
            let other = JMAPSendingTests()
            let headers = #", "headers": [{"name": "\#(header)", "value": " imap://ann@host/Sent"}]}"#
            let draft = saved("d1").dropLast() + headers
            other.has(["d1": String(draft), "d2": saved("d2")])
            other.server.on("Email/query") { _ in JMAPFixtures.query(["d1"]) }
            let bytes = "To: bo\r\n\(header): imap://ann@host\r\n /Sent\r\nSubject: Gears\r\n\r\n\(header): text\r\n"
            other.server.nextHTTP("/jmap/download/A/b-d1/file", status: 200, text: bytes)
            other.server.nextHTTP("/jmap/upload/A/", status: 201, text: #"{"blobId": "G9"}"#)
            other.server.next("Email/import", .json(#"{"created": {"copy": {"id": "d2"}}}"#))
            other.server.next(
                "EmailSubmission/set",
                .several([
                    ("EmailSubmission/set", #"{"created": {"s": {"id": "s1"}}}"#),
                    ("Email/set", #"{"updated": {"d1": null, "d2": null}}"#),
                ]))
            other.server.on("Email/set") { _ in .json(#"{"destroyed": ["d1"]}"#) }
            _ = try await other.service.send(order)
            let upload = other.server.requests(to: "/jmap/upload/A/").first?.bodyText
            #expect(upload == (isNote ? "To: bo\r\nSubject: Gears\r\n\r\n\(header): text\r\n" : nil), "\(header)")
            let sent = other.server.calls("EmailSubmission/set").first?["create"]?["s"]?["emailId"]
            #expect(sent == (isNote ? "d2" : "d1"), "\(header)")
        }
    }

    /// A server with a draft that has blind copies, which accepts the copy "d9" without them.
    /// - Parameter keywords: the keywords of the copy once it exists.
    private func takesCopy(keywords: [String] = ["$draft", "$seen"]) {
        has(["d1": saved("d1", bcc: true), "d2": saved("d2"), "d9": saved("d9", keywords: keywords)])
        server.on("Email/query") { _ in JMAPFixtures.query(["d1", "d2"]) }
        for (id, text) in [("d1", "Bcc: h@x\r\nTo: bo\r\n\r\nnew"), ("d2", "To: bo\r\n\r\nold")] {
            server.nextHTTP("/jmap/download/A/b-\(id)/file", status: 200, text: text)
        }
        server.nextHTTP("/jmap/upload/A/", status: 201, text: #"{"blobId": "G9"}"#)
        server.next("Email/import", .json(#"{"created": {"copy": {"id": "d9"}}}"#))
    }

    @Test("J-57: a copy that is refused is destroyed, the draft stays")
    func refusedCopy() async {
        takesCopy()
        server.next("EmailSubmission/set", .json(#"{"notCreated": {"s": {"type": "invalidRecipients"}}}"#))
        let error = await failure { _ = try await service.send(order) }
        #expect(error?.type == "invalidRecipients")
        #expect(server.calls("Email/set").map { $0["destroy"] } == [["d9"]])
    }

    @Test("J-57: so is the copy of an order refused as a whole")
    func refusedOrder() async {
        takesCopy()
        server.next("EmailSubmission/set", .error("forbidden"))
        let error = await failure { _ = try await service.send(order) }
        #expect(error?.type == "forbidden" && error?.nextStep == .drop)
        #expect(server.calls("Email/set").map { $0["destroy"] } == [["d9"]])
    }

    @Test(
        "J-27, J-59: if an order arrives twice and the second fails on state, the first's mail stays and is looked up",
        arguments: [(["$seen"], "final"), (["$draft", "$seen"], "pending"), (["$draft", "$seen"], "canceled")])
    func cameTwice(keywords: [String], status: String) async {
        takesCopy(keywords: keywords)
        hasSubmissions([(email: "d9", status: status)], state: "u1")
        server.next("EmailSubmission/set", .error("stateMismatch"))
        server.on("Email/set") { _ in .json(#"{"destroyed": ["d9"]}"#) }
        let error = await failure { _ = try await service.send(order) }
        let isDone = status != "canceled"
        #expect(server.calls("Email/set").isEmpty == isDone)
        if isDone {
            guard case .unreachable = error?.reason else { Issue.record("\(String(describing: error))"); return }
            #expect(error?.isBeforeWork == false)
        } else {
            #expect(error?.type == "stateMismatch" && error?.nextStep == .retry(after: .seconds(1)))
        }
    }

    @Test("J-57: a draft that cannot be destroyed after sending is retried")
    func untidied() async throws {
        takesCopy()
        server.next(
            "EmailSubmission/set",
            .several([
                ("EmailSubmission/set", #"{"created": {"s": {"id": "s1"}}}"#),
                ("Email/set", #"{"updated": {"d9": null}}"#),
            ]))
        server.next("Email/set", .error("serverUnavailable"))
        let leftover = try #require(try await service.send(order).leftover)
        #expect(leftover.message == RemoteID("d9") && leftover.error.nextStep == .retry(after: nil))
    }

    @Test(
        "J-57: a copy from an earlier attempt is reused, but not that of an older save",
        arguments: [true, false])
    func copyAgain(isSame: Bool) async throws {
        has(["d1": saved("d1", bcc: true), "d2": saved("d2"), "d3": saved("d3")])
        server.nextHTTP("/jmap/download/A/b-d1/file", status: 200, text: "Bcc: h@x\r\nTo: bo\r\n\r\nnew")
        server.nextHTTP("/jmap/download/A/b-d2/file", status: 200, text: "To: bo\r\n\r\n" + (isSame ? "new" : "old"))
        server.nextHTTP("/jmap/download/A/b-d3/file", status: 200, text: "To: bo\r\n\r\nolder")
        server.nextHTTP("/jmap/upload/A/", status: 201, text: #"{"blobId": "G9"}"#)
        server.next("Email/import", .json(#"{"notCreated": {"copy": {"type": "alreadyExists", "existingId": "d9"}}}"#))
        server.next("EmailSubmission/set", .json(#"{"created": {"s": {"id": "s1"}}}"#))
        server.on("Email/set") { _ in .json("{}") }
        _ = try await service.send(order)
        #expect(server.calls("EmailSubmission/set").first?["create"]?["s"]?["emailId"]?.text == (isSame ? "d2" : "d9"))
    }

    @Test(
        "J-60: a sent message counts as sent even if it could not be moved to Sent", arguments: [true, false])
    func movesItself(isAnswered: Bool) async throws {
        has(["d1": saved("d1")])
        let set = (method: "EmailSubmission/set", json: #"{"created": {"s": {"id": "s1"}}}"#)
        let moved = (method: "Email/set", json: #"{"notUpdated": {"d1": {"type": "stateMismatch"}}}"#)
        server.next("EmailSubmission/set", .several(isAnswered ? [set, moved] : [set]))
        server.next("Email/set", .json(#"{"updated": {"d1": null}}"#))
        #expect(try await service.send(order).leftover == nil)
        #expect(
            server.calls("Email/set").map { $0["update"]?["d1"]?.keys } == [
                ["mailboxIds/dr", "mailboxIds/se", "keywords/$draft"]
            ])
    }

    @Test(
        "J-60: a message that is sent but stays a draft reports both and why; it need not be in Sent",
        arguments: [
            (["method serverFail"], "retry"), (["stateMismatch"], "retry"), (["nothing"], "retry"),
            (["forbidden", "done"], "none"), (["forbidden", "forbidden"], "drop"), (["notFound"], "none"),
        ])
    func leftover(answers: [String], expected: String) async throws {
        has(["d1": saved("d1")])
        server.next("EmailSubmission/set", .json(#"{"created": {"s": {"id": "s1"}}}"#))
        for answer in answers {
            switch answer {
            case "method serverFail": server.next("Email/set", .error("serverFail"))
            case "nothing": server.next("Email/set", .json("{}"))
            case "done": server.next("Email/set", .json(#"{"updated": {"d1": null}}"#))
            default: server.next("Email/set", .json(#"{"notUpdated": {"d1": {"type": "\#(answer)"}}}"#))
            }
        }
        let leftover = try await service.send(order).leftover
        let step =
            switch leftover?.error.nextStep {
            case nil: "none"
            case .drop: "drop"
            default: "retry"
            }
        #expect(step == expected && (leftover == nil || leftover?.message == RemoteID("d1")))
        let asked = server.calls("Email/set").map { $0["update"]?["d1"]?.keys.count }
        #expect(asked == (answers.count == 2 ? [3, 1] : [3]))
        #expect(server.calls("EmailSubmission/set").count == 1)
    }

    @Test(
        "J-60: a message that the server refuses returns with its reason",
        arguments: [
            "invalidRecipients", "noRecipients", "tooManyRecipients", "invalidEmail", "forbiddenFrom",
            "forbiddenMailFrom",
            "tooLarge",
        ])
    func refused(type: String) async {
        has(["d1": saved("d1")])
        server.next(
            "EmailSubmission/set",
            .json(
                #"{"notCreated": {"s": {"type": "\#(type)", "description": "no", "invalidRecipients": ["bo@mail.example"]}}}"#
            ))
        let error = await failure { _ = try await service.send(order) }
        #expect(error?.nextStep == .drop && error?.type == type)
        #expect(error?.summary == "\(type): no (bo@mail.example)")
    }

    @Test("J-60: recipients that were or may be missed are listed with the SMTP reply")
    func notToAll() async throws {
        has(["d1": saved("d1")])
        server.next("EmailSubmission/set", .json(#"{"created": {"s": {"id": "s1"}}}"#))
        server.on("EmailSubmission/get") { call in
            guard call.ids == ["s1"] else { return JMAPFixtures.get([], state: "u1") }
            return JMAPFixtures.get([
                #"""
                {"id": "s1", "deliveryStatus": {
                  "a@x": {"delivered": "yes", "smtpReply": "250 ok"}, "b@x": {"delivered": "no", "smtpReply": "550 no"},
                  "c@x": {"delivered": "unknown", "smtpReply": "451 perhaps"}, "d@x": {"delivered": "unknown", "smtpReply": "250 ok"},
                  "e@x": {"delivered": "queued", "smtpReply": "250 ok"}}}
                """#
            ])
        }
        #expect(try await service.send(order).refusals == ["b@x": "550 no", "c@x": "451 perhaps"])
    }

    @Test(
        "an order that a server fails at was not carried out, unless a part of it was: it is given again, and holds up no other",
        arguments: [("serverFail", true), ("serverPartialFail", false)])
    func failedOrder(type: String, didNothing: Bool) async {
        has(["d1": saved("d1")])
        server.next("EmailSubmission/set", .json(#"{"notCreated": {"s": {"type": "\#(type)"}}}"#))
        let error = await failure { _ = try await service.send(order) }
        #expect(error?.nextStep == .retry(after: nil))
        #expect(error?.didNothing == didNothing && error?.isAboutObject == true)
    }

    @Test("J-60: a server that may send later is asked three times within a quarter of an hour")
    func forbiddenToSend() async {
        has(["d1": saved("d1")])
        server.on("EmailSubmission/set") { _ in
            .json(#"{"notCreated": {"s": {"type": "forbiddenToSend", "description": "451 later"}}}"#)
        }
        var steps: [RemoteError.NextStep?] = []
        for count in [nil, 1, 2] as [Int?] {
            // The count is part of the order, also across restarts.
            var order = order
            order.putOff = count
            let service: JMAPService = .scripted(server)
            steps.append(await failure { _ = try await service.send(order) }?.nextStep)
        }
        #expect(steps == [.retry(after: .seconds(450)), .retry(after: .seconds(450)), .drop])
    }

    @Test(
        "J-6, J-26: without the submission capability the order is kept: Cyrus drops it while its MTA is down"
    )
    func noSubmission() async {
        server.session = JMAPFixtures.session(accountCapabilities: ["mail"])
        let error = await failure { _ = try await service.send(order) }
        #expect(error?.nextStep == .retry(after: nil))
        // Before sending, the state is requested, which such a server would refuse for good.
        let asked = await failure { _ = try await service.stateBeforeSending() }
        #expect(asked?.nextStep == .retry(after: nil))
        #expect(server.calls.isEmpty)
    }

    @Test("S-2: a truncated draft is neither copied for sending nor destroyed")
    func shortDraft() async throws {
        let draft = saved("d1", bcc: true).dropLast() + #", "size": 400}"#
        server.on("Email/get") { call in JMAPFixtures.get(call.ids.contains("d1") ? [String(draft)] : []) }
        server.on("Email/query") { _ in JMAPFixtures.query(["d1"]) }
        server.nextHTTP("/jmap/download/A/b-d1/file", status: 200, text: "Subject: Gea")
        server.nextHTTP("/jmap/upload/A/", status: 201, text: #"{"blobId": "G9"}"#)
        server.next("Email/import", .json(#"{"created": {"copy": {"id": "d2"}}}"#))
        let error = await failure { _ = try await service.send(order) }
        #expect(error?.nextStep != .drop)
        #expect(server.calls("Email/import").isEmpty && server.calls("Email/set").isEmpty)
        #expect(server.calls("EmailSubmission/set").isEmpty)
    }

    @Test(
        "J-27, J-59: if something else was sent meanwhile, nothing is sent, and the new state is tried")
    func stateMismatch() async {
        has(["d1": saved("d1")])
        server.next("EmailSubmission/set", .error("stateMismatch"))
        let error = await failure { _ = try await service.send(order) }
        #expect(error?.nextStep == .retry(after: .seconds(1)) && error?.type == "stateMismatch")
        // Certainly nothing was done, so the mail cannot have been sent.
        guard case .limited = error?.reason else { Issue.record("\(String(describing: error))"); return }
    }

    @Test(
        "J-58: the identity is the sender's own, else the domain's wildcard, else the first",
        arguments: [("ada@mail.example", "own"), ("eve@wild.example", "wild"), ("eve@other.example", "empty")])
    func identity(sender: String, id: String) async throws {
        server.on("Identity/get") { _ in
            JMAPFixtures.get([
                #"{"id": "empty", "email": "", "name": ""}"#, #"{"id": "wild", "email": "*@wild.example"}"#,
                #"{"id": "own", "email": "Ada@Mail.example"}"#,
            ])
        }
        #expect(try await service.identity(for: sender).id == id)
    }
}
