import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Drafts on a JMAP server")
struct JMAPDraftTests: JMAPSendingCase {
    let server = ScriptedJMAP()

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

    @Test("a type with parameters goes as a header, with the name in it")
    func parameters() {
        var draft = draft
        draft.files = ["text/calendar;method=REPLY", "text/plain"].map {
            MessageFile(remoteID: RemoteID("b"), fileName: "an \"s\"wer.ics", contentType: $0, size: 1)
        }
        let files = DraftEmail(draft: draft, mailbox: RemoteID("dr"), references: []).json["attachments"]
        #expect(
            files == [
                [
                    "blobId": "b", "disposition": "attachment",
                    "header:Content-Type:asRaw": " text/calendar;method=REPLY;name=\"answer.ics\"",
                ], ["blobId": "b", "disposition": "attachment", "type": "text/plain", "name": "an \"s\"wer.ics"],
            ])
    }

    @Test("J-57: no header value leaves with a line break or another control", arguments: 0..<100)
    func clean(seed: Int) async throws {
        var random = SeededRandom(seed: seed)
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
}
