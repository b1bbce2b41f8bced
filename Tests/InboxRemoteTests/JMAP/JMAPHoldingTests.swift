import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Orders that a JMAP server holds until sending")
struct JMAPHoldingTests {
    let server = ScriptedJMAP()
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let until = Date(timeIntervalSince1970: 1_800_003_600)
    var service: JMAPService {
        let now = now
        return JMAPService(
            url: JMAPFixtures.url, userName: "ada", secret: "secret", transport: server, now: { now })
    }
    var order: RemoteSubmission {
        RemoteSubmission(
            draft: RemoteID("d1"), messageIDHeader: "<one@mail.example>",
            from: MailAddress(name: "Ada", email: "ada@mail.example"),
            recipients: [MailAddress(name: "", email: "bo@mail.example")], state: "u1", holdUntil: until)
    }
    var hold: RemoteHold { RemoteHold(id: RemoteID("s1"), message: RemoteID("d1"), until: until) }

    /// The mailboxes as a whole, wherever the message was moved: a patch must not name a part of them as well (RFC 8620 §5.3).
    private static let wayBack: JSON = ["mailboxIds": ["dr": true], "keywords/$draft": true]

    private func has(keywords: [String]) {
        let email = JMAPFixtures.email(
            "d1", mailboxes: ["dr"], keywords: keywords, more: #", "messageId": ["one@mail.example"]"#)
        server.on("Email/get") { call in JMAPFixtures.get(call.ids.contains("d1") ? [email] : []) }
        server.on("Email/query") { _ in JMAPFixtures.query(["d1"]) }
    }

    /// Sets the server's reports about the order, in sequence; the last one stays.
    private func says(_ statuses: String?...) {
        let answers = statuses.map { status in
            JMAPFixtures.get(
                status.map {
                    [
                        #"{"id": "s1", "emailId": "d1", "undoStatus": "\#($0)", "sendAt": "2027-01-15T09:00:05Z"}"#
                    ]
                } ?? [], state: "u2", notFound: status == nil ? ["s1"] : [])
        }
        for answer in answers.dropLast() { server.next("EmailSubmission/get", answer) }
        server.on("EmailSubmission/query") { _ in JMAPFixtures.query(["s1"]) }
        server.on("EmailSubmission/get") { _ in answers[answers.count - 1] }
    }

    private func answersSending(_ created: String) {
        server.next(
            "EmailSubmission/set",
            .several([
                ("EmailSubmission/set", #"{"created": {"s": \#(created)}}"#),
                ("Email/set", #"{"updated": {"d1": null}}"#),
            ]))
    }

    // MARK: Giving

    @Test("J-61: the server holds an order until its own sendAt")
    func holds() async throws {
        has(keywords: ["$draft"])
        answersSending(#"{"id": "s1", "undoStatus": "pending", "sendAt": "2027-01-15T09:00:05Z"}"#)
        let sent = try await service.send(order)
        #expect(sent.hold?.id == RemoteID("s1") && sent.hold?.message == RemoteID("d1"))
        #expect(sent.hold?.until == UTCDate.parse("2027-01-15T09:00:05Z"))
        let envelope = server.calls("EmailSubmission/set").first?["create"]?["s"]?["envelope"]
        #expect(envelope?["mailFrom"]?["parameters"] == ["HOLDUNTIL": "2027-01-15T09:00:00Z"])
    }

    @Test("J-61: a server that sends at once despite a hold is believed")
    func sendsAtOnce() async throws {
        has(keywords: ["$draft"])
        answersSending(#"{"id": "s1", "undoStatus": "final"}"#)
        #expect(try await service.send(order).hold == nil)
    }

    @Test("J-61: a server that rejects a hold despite offering it says so once and gets no more")
    func refuses() async throws {
        has(keywords: ["$draft"])
        server.session = JMAPFixtures.session(submission: #""maxDelayedSend": 86400"#)
        server.on("EmailSubmission/get") { _ in .json(#"{"state": "1", "list": []}"#) }
        let service = service
        #expect(await service.longestHold == .seconds(86_400))
        server.next(
            "EmailSubmission/set",
            .json(#"{"notCreated": {"s": {"type": "invalidProperties", "properties": ["envelope"]}}}"#))
        let error = await failure { _ = try await service.send(order) }
        #expect(error?.reason == .unsupported)
        #expect(await service.longestHold == .zero)
    }

    @Test("J-61: the account's maxDelayedSend limits a hold; without it there is none")
    func longest() async {
        #expect(await service.longestHold == .zero)
        server.session = JMAPFixtures.session(submission: #""maxDelayedSend": -5"#)
        #expect(await service.longestHold == .zero)
    }

    @Test("J-61: a server that cannot list orders gets none to hold; one that it has lasts until its time")
    func untold() async throws {
        server.session = JMAPFixtures.session(submission: #""maxDelayedSend": 86400"#)
        server.on("EmailSubmission/get") { _ in .error("unknownMethod") }
        let service = service
        #expect(await service.longestHold == .zero)
        #expect(await service.longestHold == .zero)
        #expect(server.calls("EmailSubmission/get").count == 1)
        has(keywords: ["$seen"])
        let early = try await service.state(of: RemoteHold(id: hold.id, message: hold.message, until: .distantFuture))
        #expect(early == .held)
        let late = try await service.state(of: RemoteHold(id: hold.id, message: hold.message, until: .distantPast))
        guard case .sent(let sent) = late else { Issue.record("\(late)"); return }
        #expect(sent.message?.id == hold.message)
        // The server may cancel an order all the same.
        server.next("EmailSubmission/set", .json(#"{"updated": {"s1": null}}"#))
        has(keywords: ["$draft"])
        let back = try await service.takeBack(
            RemoteHold(id: hold.id, message: hold.message, until: .distantFuture))
        guard case .takenBack = back else { Issue.record("\(back)"); return }
    }

    @Test("J-59, J-61: after a lost answer a held order is found, not taken as sent")
    func lostAnswer() async throws {
        has(keywords: ["$draft"])
        says("pending")
        server.on("Email/set") { _ in .json(#"{"updated": {"d1": null}}"#) }
        let found = try await service.whereabouts(
            of: order.draft, messageIDHeader: order.messageIDHeader, sending: order)
        guard case .held(_, let hold) = found else { Issue.record("\(found)"); return }
        #expect(hold.id == RemoteID("s1") && hold.until == UTCDate.parse("2027-01-15T09:00:05Z"))
        #expect(server.calls("EmailSubmission/set").isEmpty)
    }

    @Test("S-1: a held order that has left says whom it did not reach")
    func notToAll() async throws {
        has(keywords: ["$seen"])
        server.on("EmailSubmission/get") { _ in
            JMAPFixtures.get(
                [
                    #"""
                    {"id": "s1", "emailId": "d1", "undoStatus": "final", "deliveryStatus": {
                      "bo@mail.example": {"delivered": "no", "smtpReply": "550 no such person"}}}
                    """#
                ], state: "u2")
        }
        guard case .sent(let sent) = try await service.state(of: hold) else { Issue.record("not sent"); return }
        #expect(sent.message?.id == hold.message && sent.refusals == ["bo@mail.example": "550 no such person"])
    }

    // MARK: Taking back

    @Test("J-61: taking back cancels the order and restores the draft in one request")
    func takesBack() async throws {
        says("pending")
        has(keywords: ["$draft", "$seen"])
        server.next("EmailSubmission/set", .json(#"{"updated": {"s1": null}}"#))
        guard case .takenBack = try await service.takeBack(hold) else { Issue.record("not taken back"); return }
        let set = try #require(server.calls("EmailSubmission/set").first)
        #expect(set["update"] == ["s1": ["undoStatus": "canceled"]])
        #expect(set["onSuccessUpdateEmail"] == ["s1": Self.wayBack])
        #expect(server.calls("Email/set").isEmpty)
    }

    @Test("J-61: a cancelled but unmoved message is moved afterwards")
    func movesBack() async throws {
        says("pending")
        has(keywords: ["$seen"])
        server.next("EmailSubmission/set", .json(#"{"updated": {"s1": null}}"#))
        server.next("Email/set", .json(#"{"updated": {"d1": null}}"#))
        _ = try await service.takeBack(hold)
        #expect(server.calls("Email/set").first?["update"] == ["d1": Self.wayBack])
    }

    @Test("J-61: a message that was cancelled before, and lies elsewhere than in the sent mail, becomes a draft again")
    func movesBackFromAnywhere() async throws {
        says("canceled")
        let email = JMAPFixtures.email("d1", mailboxes: ["tr"], keywords: ["$seen"])
        server.on("Email/get") { _ in JMAPFixtures.get([email]) }
        server.next("Email/set", .json(#"{"updated": {"d1": null}}"#))
        guard case .takenBack = try await service.takeBack(hold) else { Issue.record("not taken back"); return }
        #expect(server.calls("Email/set").first?["update"] == ["d1": Self.wayBack])
    }

    @Test(
        "J-61: taking back reports sent mail as sent",
        arguments: [("cannotUnsend", "final"), ("notFound", nil), ("cannotUnsend", "pending")] as [(String, String?)])
    func cannot(type: String, status: String?) async throws {
        says("pending", status)
        has(keywords: ["$seen"])
        server.next("EmailSubmission/set", .json(#"{"notUpdated": {"s1": {"type": "\#(type)"}}}"#))
        server.on("Email/set") { _ in .json(#"{"updated": {"d1": null}}"#) }
        switch (status, try await service.takeBack(hold)) {
        case ("final", .sent), ("pending", .held): break
        // It disappeared long before its time, so somebody cancelled it.
        case (nil, .takenBack): break
        case (_, let state): Issue.record("\(state)")
        }
    }

    @Test(
        "J-61: the message and the time settle an order that the server forgot",
        arguments: [
            (["$draft"], "10:00:00", true), (["$seen"], "10:00:00", false), (["$seen"], "08:59:50", false),
            (["$seen"], "08:30:00", true), (["$seen"], nil, false),
        ])
    func forgotten(keywords: [String], time: String?, isBack: Bool) async throws {
        says(nil)
        has(keywords: keywords)
        server.on("Email/set") { _ in .json(#"{"updated": {"d1": null}}"#) }
        server.date = time.map { "Fri, 15 Jan 2027 \($0) GMT" }
        switch try await service.state(of: hold) {
        case .takenBack: #expect(isBack)
        case .sent: #expect(!isBack)
        case .held: Issue.record("held")
        }
    }

    @Test("J-61: an order that vanishes early with its message does not count as sent")
    func goneWithItsMessage() async throws {
        says(nil)
        server.on("Email/get") { call in JMAPFixtures.get([], notFound: call.ids) }
        server.date = "Fri, 15 Jan 2027 08:30:00 GMT"
        #expect(try await service.state(of: hold) == .takenBack(nil))
        server.date = "Fri, 15 Jan 2027 10:00:00 GMT"
        #expect(try await service.state(of: hold) == .sent(RemoteSent(id: hold.message)))
    }

    @Test("J-61: an answer that omits the order does not mean that it is gone", arguments: ["$seen", "$draft"])
    func leftOut(keyword: String) async throws {
        server.on("EmailSubmission/get") { _ in JMAPFixtures.get([], state: "u2") }
        has(keywords: [keyword])
        server.date = "Fri, 15 Jan 2027 08:30:00 GMT"
        let service = service
        let error = await failure { _ = try await service.state(of: hold) }
        #expect(error?.nextStep == .retry(after: nil) && server.calls("Email/set").isEmpty)
    }

    @Test("J-61: the server's clock decides: with a slow local clock, sent mail would return as a draft")
    func slowClock() async throws {
        says(nil)
        has(keywords: ["$seen"])
        let until = try #require(UTCDate.parse("1994-11-06T08:40:00Z"))
        let late = RemoteHold(id: hold.id, message: hold.message, until: until)
        let service = JMAPService(
            url: JMAPFixtures.url, userName: "ada", secret: "secret", transport: server,
            now: { until.addingTimeInterval(-600) })
        guard case .sent = try await service.state(of: late) else { Issue.record("taken back"); return }
        #expect(server.calls("Email/set").isEmpty)
    }

    @Test("J-61: taking back twice cancels once")
    func twice() async throws {
        says("canceled")
        has(keywords: ["$draft"])
        guard case .takenBack = try await service.takeBack(hold) else { Issue.record("not taken back"); return }
        #expect(server.calls("EmailSubmission/set").isEmpty)
    }
}
