import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Drafts and sending on a JMAP server")
struct JMAPSendingTests {
    let server = ScriptedJMAP()
    var service: JMAPService { .scripted(server) }
    let draft = RemoteDraft(
        messageIDHeader: "<one@mail.example>", from: MailAddress(name: "Ada", email: "ada@mail.example"),
        to: [MailAddress(name: "Bo", email: "bo@mail.example")], subject: "Gears", body: MessageBody(plain: "Hi"))
    let order = RemoteSubmission(
        draft: RemoteID("d1"), messageIDHeader: "<one@mail.example>",
        from: MailAddress(name: "Ada", email: "ada@mail.example"),
        recipients: ["bo@mail.example", "cy@mail.example", "BO@mail.example"].map { MailAddress(name: "", email: $0) },
        state: "u1")

    private func saved(
        _ id: String, keywords: [String] = ["$draft", "$seen"], header: String = "one@mail.example", bcc: Bool = false
    )
        -> String
    {
        let bcc = bcc ? #", "bcc": [{"email": "hidden@mail.example"}]"# : ""
        return JMAPFixtures.email(
            id, mailboxes: ["dr"], keywords: keywords, more: #", "messageId": ["\#(header)"]\#(bcc)"#)
    }

    /// The server has these emails, and lists them in every mailbox.
    private func has(_ emails: [String: String]) {
        server.on("Email/get") { call in JMAPFixtures.get(call.ids.compactMap { emails[$0] }) }
        server.on("Email/query") { _ in JMAPFixtures.query(emails.keys.sorted()) }
    }

    /// The server has these orders to send, as email ids and their states.
    private func hasSubmissions(_ submissions: [(email: String, status: String)], state: String) {
        let list = submissions.enumerated().map {
            #"{"id": "s\#($0.offset)", "emailId": "\#($0.element.email)", "undoStatus": "\#($0.element.status)"}"#
        }
        server.on("EmailSubmission/query") { _ in JMAPFixtures.query(list.indices.map { "s\($0)" }) }
        server.on("EmailSubmission/get") { call in JMAPFixtures.get(call.ids.isEmpty ? [] : list, state: state) }
    }

    // MARK: Drafts

    @Test("J-56: a draft lies in the drafts, marked as draft and read, with the Message-ID that the client chose")
    func saves() async throws {
        server.next("Email/set", .json(#"{"created": {"draft": {"id": "d1"}}}"#))
        has(["d1": saved("d1")])
        #expect(try await service.save(draft).id == RemoteID("d1"))
        let email = server.calls("Email/set").first?["create"]?["draft"]
        #expect(email?["mailboxIds"] == ["dr": true] && email?["keywords"] == ["$draft": true, "$seen": true])
        #expect(email?["messageId"] == ["one@mail.example"] && email?["subject"] == "Gears")
        #expect(server.requests.map(\.isRepeatable).contains(false))
    }

    @Test("J-56: the older save goes when the new one is there, and only then")
    func replaces() async throws {
        var newer = draft
        newer.id = RemoteID("d0")
        has(["d0": saved("d0")])
        server.next("Email/set", .json(#"{"notCreated": {"draft": {"type": "overQuota"}}}"#))
        let error = await failure { _ = try await service.save(newer) }
        #expect(error?.type == "overQuota")
        #expect(server.calls("Email/set").count == 1)

        server.next("Email/set", .json(#"{"created": {"draft": {"id": "d1"}}}"#))
        server.next("Email/set", .json(#"{"destroyed": ["d0"]}"#))
        has(["d0": saved("d0"), "d1": saved("d1")])
        _ = try await service.save(newer)
        #expect(
            server.calls("Email/set").map(\.arguments.keys) == [
                ["accountId", "create"], ["accountId", "create"], ["accountId", "destroy"],
            ])
        #expect(server.calls("Email/set").last?["destroy"] == ["d0"])
    }

    @Test("a draft that another client saved over or deleted is not saved over again: that is told instead")
    func savedElsewhere() async throws {
        var newer = draft
        newer.id = RemoteID("d0")
        has(["d1": saved("d1")])
        let error = await failure { _ = try await service.save(newer) }
        #expect(error?.isNotFound == true && server.calls("Email/set").isEmpty)
    }

    @Test("J-56: the same bytes again are the draft that is there")
    func sameBytes() async throws {
        server.next("Email/set", .json(#"{"notCreated": {"draft": {"type": "alreadyExists", "existingId": "d7"}}}"#))
        has(["d7": saved("d7")])
        var again = draft
        again.id = RemoteID("d7")
        #expect(try await service.save(again).id == RemoteID("d7"))
        #expect(server.calls("Email/set").count == 1, "it is not destroyed")
    }

    @Test(
        "J-56: a draft that was saved but is not told leaves the outcome open",
        arguments: ["invalidArguments", "serverFail"])
    func savedButNotTold(type: String) async {
        server.next("Email/set", .json(#"{"created": {"draft": {"id": "d1"}}}"#))
        server.next("Email/get", .error(type))
        let error = await failure { _ = try await service.save(draft) }
        #expect(error?.nextStep == .retry(after: nil))
    }

    @Test("J-56: an answer names the whole thread before it")
    func references() async throws {
        server.next(
            "Email/get", JMAPFixtures.get([#"{"id": "m1", "references": ["a@x", "b@x"], "messageId": ["c@x"]}"#]))
        server.next("Email/set", .json(#"{"created": {"draft": {"id": "d1"}}}"#))
        var answer = draft
        (answer.inReplyTo, answer.inReplyToHeader) = (RemoteID("m1"), "<c@x>")
        _ = try await service.save(answer)
        let email = server.calls("Email/set").first?["create"]?["draft"]
        #expect(email?["references"] == ["a@x", "b@x", "c@x"] && email?["inReplyTo"] == ["c@x"])
    }

    @Test("J-57: no header value leaves with a line break or another control", arguments: 0..<100)
    func clean(seed: Int) async throws {
        var random = SeededRandom(seed: UInt64(seed))
        func nasty() -> String {
            let pieces = ["\r\n", "\n", "\r", "\0", "\u{1b}", "\u{85}", "\u{7f}", "a", "é", "東", "Bcc: x@y", ":", " "]
            return (0..<Int.random(in: 1..<12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                .joined()
        }
        var draft = draft
        draft.subject = nasty()
        draft.to = [MailAddress(name: nasty(), email: nasty())]
        draft.bcc = [MailAddress(name: nasty(), email: nasty())]
        draft.replyTo = [MailAddress(name: nasty(), email: nasty())]
        draft.from = MailAddress(name: nasty(), email: nasty())
        draft.messageIDHeader = nasty()
        draft.inReplyToHeader = nasty()
        draft.files = [MessageFile(remoteID: RemoteID("b"), fileName: nasty(), contentType: "text/plain", size: 1)]
        func strings(_ json: JSON) -> [String] {
            switch json {
            case .string(let text): [text]
            case .array(let elements): elements.flatMap(strings)
            case .object(let fields): fields.values.flatMap(strings)
            default: []
            }
        }
        let json = DraftEmail(draft: draft, mailbox: RemoteID("dr"), references: [nasty()]).json
        guard case .object(var fields) = json else { return }
        fields["bodyValues"] = nil
        for text in strings(.object(fields)) {
            #expect(
                text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "\(text.debugDescription)"
            )
        }
    }

    // MARK: Sending

    @Test("J-57, J-58: the envelope names everyone once, and the order is bound to the state that was read before")
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

    @Test("J-57: what leaves is a copy without blind copies; the draft goes when the copy is sent")
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

    @Test(
        "J-57: a copy that an earlier try made is used again, an older save of the draft is not",
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
        "J-60: sent is sent, whether or not it could be moved to the sent mail along with it", arguments: [true, false])
    func movesItself(isAnswered: Bool) async throws {
        has(["d1": saved("d1")])
        let set = (method: "EmailSubmission/set", json: #"{"created": {"s": {"id": "s1"}}}"#)
        let moved = (method: "Email/set", json: #"{"notUpdated": {"d1": {"type": "stateMismatch"}}}"#)
        server.next("EmailSubmission/set", .several(isAnswered ? [set, moved] : [set]))
        server.next("Email/set", .error("serverFail"))
        _ = try await service.send(order)
        #expect(
            server.calls("Email/set").first?["update"]?["d1"]?.keys == [
                "mailboxIds/dr", "mailboxIds/se", "keywords/$draft",
            ])
    }

    @Test(
        "J-60: what a mail server does not take comes back with its reason",
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
        #expect(error?.summary == "\(type): no bo@mail.example")
    }

    @Test("J-60: a mail server that may send later is asked three times, five minutes apart")
    func forbiddenToSend() async {
        has(["d1": saved("d1")])
        server.on("EmailSubmission/set") { _ in
            .json(#"{"notCreated": {"s": {"type": "forbiddenToSend", "description": "451 later"}}}"#)
        }
        let service = service
        var steps: [RemoteError.NextStep?] = []
        for _ in 0..<3 { steps.append(await failure { _ = try await service.send(order) }?.nextStep) }
        #expect(steps == [.retry(after: .seconds(300)), .retry(after: .seconds(300)), .drop])
    }

    @Test(
        "J-6, J-26: without submission nothing is sent, and the order is kept: Cyrus has none while its mail server is away"
    )
    func noSubmission() async {
        server.session = JMAPFixtures.session(accountCapabilities: ["mail"])
        let error = await failure { _ = try await service.send(order) }
        #expect(error?.nextStep == .retry(after: nil))
        #expect(server.calls.isEmpty)
    }

    @Test("J-27, J-59: when something else was sent meanwhile, nothing is sent, and one has to look")
    func stateMismatch() async {
        has(["d1": saved("d1")])
        server.next("EmailSubmission/set", .error("stateMismatch"))
        let error = await failure { _ = try await service.send(order) }
        #expect(error?.nextStep == .retry(after: nil) && error?.type == "stateMismatch")
    }

    // MARK: Looking

    private func look(_ order: RemoteSubmission) async throws -> String {
        switch try await service.whereabouts(of: order.draft, messageIDHeader: order.messageIDHeader, sending: order) {
        case .draft(let message): "draft \(message.id.rawValue)"
        case .sent(let message): "sent \(message?.id.rawValue ?? "-")"
        case .held(let message, _): "held \(message?.id.rawValue ?? "-")"
        case .nowhere: "nowhere"
        case .uncertain: "uncertain"
        }
    }

    @Test(
        "J-59: an order that the server has means sent, and what it left undone is done",
        arguments: ["pending", "final"])
    func submitted(status: String) async throws {
        has(["d1": saved("d1")])
        hasSubmissions([("d1", status)], state: "u2")
        server.on("Email/set") { _ in .json(#"{"updated": {"d1": null}}"#) }
        #expect(try await look(order) == "sent d1")
        #expect(server.calls("Email/set").first?["update"]?["d1"]?["keywords/$draft"] == .null)
        #expect(server.calls("EmailSubmission/query").first?["filter"] == ["emailIds": ["d1"]])
    }

    @Test("J-59: an order that was cancelled, or is about other mail, means nothing")
    func otherSubmissions() async throws {
        has(["d1": saved("d1")])
        hasSubmissions([("d1", "canceled"), ("d8", "final")], state: "u1")
        #expect(try await look(order) == "draft d1")
    }

    @Test("J-59: a message that is no draft any more was sent, though the server forgot its order")
    func noDraftAnyMore() async throws {
        has(["d1": saved("d1", keywords: ["$seen"])])
        hasSubmissions([], state: "u9")
        #expect(try await look(order) == "sent d1")
    }

    @Test("J-59: a copy in the sent mail with its Message-ID was sent, and the draft it was made from goes")
    func copyIsSent() async throws {
        has([
            "d1": saved("d1", bcc: true), "d2": saved("d2", keywords: ["$seen"]),
            "x": saved("x", header: "two@mail.example"),
        ])
        hasSubmissions([], state: "u9")
        server.on("Email/set") { _ in .json("{}") }
        #expect(try await look(order) == "sent d2")
        #expect(server.calls("Email/set").map { $0["destroy"] } == [["d1"]])
    }

    @Test("J-59: a draft is a draft as long as the server has taken no order since")
    func stillDraft() async throws {
        has(["d1": saved("d1")])
        hasSubmissions([], state: "u1")
        #expect(try await look(order) == "draft d1")
        #expect(server.calls("Email/set").isEmpty)
    }

    @Test("J-59: when the server took some order since and nothing tells which, the user has to decide")
    func uncertain() async throws {
        has(["d1": saved("d1")])
        hasSubmissions([], state: "u2")
        #expect(try await look(order) == "uncertain")
        var stateless = order
        stateless.state = nil
        hasSubmissions([], state: "u1")
        #expect(try await look(stateless) == "uncertain")
        has([:])
        #expect(try await look(order) == "uncertain", "the draft is gone")
    }

    @Test("J-53: a save that may have been done is looked for by its Message-ID")
    func lookForSave() async throws {
        has(["d1": saved("d1"), "x": saved("x", header: "two@mail.example")])
        let service = service
        let found = try await service.whereabouts(of: nil, messageIDHeader: "<one@mail.example>", sending: nil)
        guard case .draft(let message) = found else { Issue.record("\(found)"); return }
        #expect(message.id == RemoteID("d1"))
        has([:])
        #expect(try await service.whereabouts(of: nil, messageIDHeader: "<one@mail.example>", sending: nil) == .nowhere)
    }

    @Test("J-53, J-56: a later save that was not heard of is found beside the one that it was to replace")
    func lookForLaterSave() async throws {
        has(["d1": saved("d1"), "d2": saved("d2")])
        let found = try await service.whereabouts(
            of: RemoteID("d1"), messageIDHeader: "<one@mail.example>", sending: nil)
        guard case .draft(let message) = found else { Issue.record("\(found)"); return }
        #expect(message.id == RemoteID("d2"))
    }

    // MARK: Identities

    @Test(
        "J-58: the identity is the sender's own, else that of the whole domain, else the first",
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
