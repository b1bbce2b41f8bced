import Foundation
import InboxModel
import MailContent
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Drafts on a JMAP server")
struct JMAPDraftTests: JMAPSendingCase {
    let server = ScriptedJMAP()

    @Test("J-56: a draft is saved to Drafts as $draft and $seen with the client's Message-ID")
    func saves() async throws {
        server.next("Email/set", .json(#"{"created": {"draft": {"id": "d1"}}}"#))
        has(["d1": saved("d1")])
        #expect(try await service.save(draft).id == RemoteID("d1"))
        let email = server.calls("Email/set").first?["create"]?["draft"]
        #expect(email?["mailboxIds"] == ["dr": true] && email?["keywords"] == ["$draft": true, "$seen": true])
        #expect(email?["messageId"] == ["one@mail.example"] && email?["subject"] == "Gears")
        #expect(server.requests.map(\.isRepeatable).contains(false))
    }

    @Test("J-56: the older save is destroyed only once the new one exists")
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
                ["accountId", "create", "ifInState"], ["accountId", "create", "ifInState"],
                ["accountId", "destroy", "ifInState"],
            ])
        #expect(server.calls("Email/set").last?["destroy"] == ["d0"])
    }

    @Test(
        "J-56, S-3: a save requires the current mail state; on a mismatch it is looked up, not repeated at once"
    )
    func bound() async throws {
        for id in [nil, RemoteID("d0")] {
            var draft = draft
            draft.id = id
            has(["d0": saved("d0")])
            server.next("Email/set", .error("stateMismatch"))
            let count = server.calls("Email/set").count
            let error = await failure { _ = try await service.save(draft) }
            // A request that arrived twice was performed once, so this error must not be taken as proof that nothing was done.
            #expect(error?.nextStep == .retry(after: nil) && error?.isBeforeWork == false)
            #expect(server.calls("Email/set").dropFirst(count).map { $0["ifInState"] } == ["1"])
        }
    }

    @Test("J-56: a server that rejects ifInState on create still saves drafts, and is asked only once")
    func unbound() async throws {
        has(["d1": saved("d1")])
        let refusal = ScriptedJMAP.Reply.error("invalidArguments", #", "arguments": ["ifInState"]"#)
        let service = service
        for first in [refusal, nil] {
            if let first { server.next("Email/set", first) }
            server.next("Email/set", .json(#"{"created": {"draft": {"id": "d1"}}}"#))
            #expect(try await service.save(draft).id == RemoteID("d1"))
        }
        #expect(server.calls("Email/set").map { $0["ifInState"] } == ["1", nil, nil])
    }

    @Test("J-23: a text larger than a request is uploaded as a message")
    func largeText() async throws {
        server.session = JMAPFixtures.session(core: #""maxSizeRequest": 5000"#)
        server.nextHTTP("/jmap/upload/A/", status: 201, text: #"{"blobId": "G9"}"#)
        server.next("Email/import", .json(#"{"created": {"draft": {"id": "d1"}}}"#))
        has(["d1": saved("d1")])
        var large = draft
        large.body = MessageBody(plain: String(repeating: "gears ", count: 2000))
        #expect(try await service.save(large).id == RemoteID("d1"))
        #expect(server.calls("Email/set").isEmpty && server.calls("Email/import").first?["ifInState"] == "1")
    }

    @Test("a draft that another client replaced or deleted is reported as not found, not saved over")
    func savedElsewhere() async throws {
        var newer = draft
        newer.id = RemoteID("d0")
        has(["d1": saved("d1")])
        let error = await failure { _ = try await service.save(newer) }
        #expect(error?.isNotFound == true && server.calls("Email/set").isEmpty)
    }

    @Test("S-5: a draft that another program sent is neither overwritten nor destroyed")
    func sentElsewhere() async throws {
        var newer = draft
        newer.id = RemoteID("d0")
        has(["d0": saved("d0").replacing(#""$draft": true"#, with: #""$draft": false"#)])
        let error = await failure { _ = try await service.save(newer) }
        #expect(error?.isNotFound == true)
        let deletion = await failure { try await service.deleteDraft(RemoteID("d0"), version: nil) }
        #expect(deletion?.isNotFound == true)
        let order = await failure {
            _ = try await service.send(
                RemoteSubmission(
                    draft: RemoteID("d0"), version: nil, messageIDHeader: "<one@mail.example>", from: nil,
                    recipients: [MailAddress(email: "bo@mail.example")], state: nil))
        }
        #expect(order?.isNotFound == true)
        #expect(server.calls("Email/set").isEmpty && server.calls("EmailSubmission/set").isEmpty)
    }

    @Test("S-5: an older save that changes during the check is checked again before it is destroyed")
    func changedWhileLooking() async throws {
        has(["d0": saved("d0")])
        server.next("Email/set", .error("stateMismatch"))
        server.next("Email/set", .json(#"{"destroyed": ["d0"]}"#))
        try await service.deleteDraft(RemoteID("d0"), version: nil)
        #expect(server.calls("Email/get").count == 2 && server.calls("Email/set").count == 2)
    }

    @Test(
        "J-56: if the older save cannot be destroyed, the save's outcome stays open until a lookup sees both"
    )
    func olderStays() async {
        has(["d0": saved("d0"), "d1": saved("d1")])
        var newer = draft
        newer.id = RemoteID("d0")
        server.next("Email/set", .json(#"{"created": {"draft": {"id": "d1"}}}"#))
        server.next("Email/set", .error("serverUnavailable"))
        let error = await failure { _ = try await service.save(newer) }
        #expect(error?.nextStep == .retry(after: nil) && error?.isBeforeWork == false)
    }

    @Test("J-56: saving the same bytes yields the existing draft")
    func sameBytes() async throws {
        server.next("Email/set", .json(#"{"notCreated": {"draft": {"type": "alreadyExists", "existingId": "d7"}}}"#))
        has(["d7": saved("d7")])
        var again = draft
        again.id = RemoteID("d7")
        #expect(try await service.save(again).id == RemoteID("d7"))
        #expect(server.calls("Email/set").count == 1, "it is not destroyed")
    }

    @Test(
        "J-56: a saved draft that cannot be read back leaves the outcome open",
        arguments: ["invalidArguments", "serverFail"])
    func savedButNotTold(type: String) async {
        server.next("Email/get", JMAPFixtures.get([]))
        server.next("Email/set", .json(#"{"created": {"draft": {"id": "d1"}}}"#))
        server.next("Email/get", .error(type))
        let error = await failure { _ = try await service.save(draft) }
        #expect(error?.nextStep == .retry(after: nil) && error?.isBeforeWork == false)
    }

    @Test("J-56: failing to read the state before a save leaves nothing open")
    func unreadState() async {
        server.next("Email/get", .error("serverFail"))
        let error = await failure { _ = try await service.save(draft) }
        #expect(error?.isBeforeWork == true && server.calls("Email/set").isEmpty)
    }

    @Test(
        "J-56: a reply references its whole thread, as far as what it answers tells (RFC 5322 §3.6.4)",
        arguments: [
            (#""references": ["a@x", "b@x"], "inReplyTo": ["b@x"]"#, ["a@x", "b@x", "c@x"]),
            (#""references": null, "inReplyTo": ["b@x"]"#, ["b@x", "c@x"]),
            (#""references": null, "inReplyTo": ["a@x", "b@x"]"#, ["c@x"]),
        ])
    func references(known: String, expected: [String]) async throws {
        server.next("Email/get", JMAPFixtures.get(["{\"id\": \"m1\", \(known), \"messageId\": [\"c@x\"]}"]))
        server.next("Email/set", .json(#"{"created": {"draft": {"id": "d1"}}}"#))
        var answer = draft
        (answer.inReplyTo, answer.inReplyToHeader) = (RemoteID("m1"), "<c@x>")
        _ = try await service.save(answer)
        let email = server.calls("Email/set").first?["create"]?["draft"]
        #expect(email?["references"]?.strings == expected && email?["inReplyTo"] == ["c@x"])
    }

    @Test("a reply begun in another client stays a reply when saved here")
    func begunElsewhere() async throws {
        server.next(
            "Email/get",
            JMAPFixtures.get([
                #"""
                {"id": "d0", "references": ["a@x", "b@x"], "inReplyTo": ["b@x"], "messageId": ["one@mail.example"],
                "keywords": {"$draft": true}}
                """#
            ]))
        _ = try await saveAgain()
        let email = server.calls("Email/set").first?["create"]?["draft"]
        #expect(email?["inReplyTo"] == ["b@x"] && email?["references"] == ["a@x", "b@x"])
    }

    /// Saves the draft over its save d0, as d1.
    private func saveAgain() async throws -> RemoteMessage {
        server.next("Email/set", .json(#"{"created": {"draft": {"id": "d1"}}}"#))
        server.next("Email/set", .json(#"{"destroyed": ["d0"]}"#))
        has(["d1": saved("d1")])
        var newer = draft
        newer.id = RemoteID("d0")
        return try await service.save(newer)
    }

    @Test("labels that another client gave a draft stay when it is saved here; it does not stay in the trash")
    func othersLabels() async throws {
        server.on("Mailbox/get") { _ in
            JMAPFixtures.get(JMAPFixtures.mailboxes + [JMAPFixtures.mailbox("wo", "Work")])
        }
        let old = JMAPFixtures.email("d0", mailboxes: ["wo", "tr"], keywords: ["$draft"])
        server.next("Email/get", JMAPFixtures.get([old]))
        _ = try await saveAgain()
        #expect(server.calls("Email/set").first?["create"]?["draft"]?["mailboxIds"] == ["dr": true, "wo": true])
    }

    @Test("headers that another client gave a draft stay when it is saved here, but not its notes to itself")
    func othersHeaders() async throws {
        let headers = [
            ("X-Priority", " 1"), ("Subject", " Old"), ("Content-Type", " text/plain"), ("FCC", " imap://ann@mail"),
            ("X-Mozilla-Draft-Info", " internal"), ("X-Long", " one\\r\\n\\ttwo"), ("X-Own", " old"),
            ("X-Copy", " Hidden@mail.example"),
        ].map { #"{"name": "\#($0)", "value": "\#($1)"}"# }.joined(separator: ", ")
        let old = #"{"id": "d0", "keywords": {"$draft": true}, "headers": [\#(headers)]}"#
        server.next("Email/get", JMAPFixtures.get([old]))
        server.nextHTTP("/jmap/upload/A/", status: 201, text: #"{"blobId": "b1"}"#)
        server.next("Email/import", .json(#"{"created": {"draft": {"id": "d1"}}}"#))
        server.next("Email/set", .json(#"{"destroyed": ["d0"]}"#))
        has(["d1": saved("d1")])
        var newer = draft
        newer.id = RemoteID("d0")
        newer.bcc = [MailAddress(name: "", email: "hidden@mail.example")]
        newer.headers = [try #require(DraftHeader(name: "X-Own", value: "new"))]
        _ = try await service.save(newer)
        let sent = server.requests(to: "/jmap/upload/A/").first?.bodyText ?? ""
        let names = ["X-Priority", "X-Long", "X-Own", "FCC", "X-Mozilla-Draft-Info", "X-Copy"]
        let values = names.map { ParsedMessage.headers(named: $0, of: Array(sent.utf8)) }
        #expect(values == [["1"], ["one two"], ["new"], [], [], []])
        #expect(ParsedMessage.parse(Array(sent.utf8)).subject == draft.subject)
    }

    @Test("what another client gave a draft can be kept when it is discarded, without notes and blind copies")
    func othersHeadersAlone() async throws {
        let headers = [("X-Priority", " 1"), ("FCC", " Sent"), ("To", " bo"), ("X-Copy", " Hidden@mail.example")]
            .map { #"{"name": "\#($0)", "value": "\#($1)"}"# }.joined(separator: ", ")
        let references = #""references": ["a@x", "b@x"]"#
        has(["d1": #"{"id": "d1", "keywords": {"$draft": true}, "headers": [\#(headers)], \#(references)}"#])
        let hidden = [MailAddress(name: "", email: "hidden@mail.example")]
        let kept = try await service.othersHeaders(of: RemoteID("d1"), hiding: hidden)
        #expect(kept.map(\.name) == ["X-Priority", "References"] && kept.last?.value == "<a@x> <b@x>")
        #expect(try await service.othersHeaders(of: RemoteID("gone"), hiding: []).isEmpty)
    }

    @Test("an image that the text shows stays inline, other files do not")
    func pictures() {
        var draft = draft
        draft.body = MessageBody(html: "<img src=\"cid:pic@x\"> cid:")
        draft.files = ["pic@x", "other@x", "", nil].map {
            MessageFile(
                remoteID: RemoteID("b"), fileName: "p.png", contentType: "image/png", size: 1, contentID: $0)
        }
        let email = DraftEmail(draft: draft, mailbox: RemoteID("dr"), references: [])
        guard case .array(let files) = email.json["attachments"] else { Issue.record("no files"); return }
        #expect(files.map { $0["cid"] } == ["pic@x", nil, nil, nil])
        #expect(files.map { $0["disposition"] } == ["inline", "attachment", "attachment", "attachment"])
        let content = draft.files.map {
            OutgoingFile(id: $0.contentID ?? "", name: $0.fileName, contentType: $0.contentType, content: [1])
        }
        let mail = ParsedMessage.parse(email.bytes(content, now: Date(timeIntervalSince1970: 0)))
        #expect(mail.files.map(\.contentID) == ["pic@x", nil, nil, nil])
        #expect(mail.files.map(\.isInline) == [true, false, false, false])
    }

    @Test("text with long lines is uploaded as our own bytes, since no server writes format=flowed")
    func flowed() async throws {
        let text = String(repeating: "words without an end ", count: 10) + "end"
        server.nextHTTP("/jmap/upload/A/", status: 201, text: #"{"blobId": "b1"}"#)
        server.next("Email/import", .json(#"{"created": {"draft": {"id": "d1"}}}"#))
        has(["d1": saved("d1")])
        var draft = draft
        draft.body = MessageBody(plain: text)
        #expect(try await service.save(draft).id == RemoteID("d1"))
        #expect(server.calls("Email/set").isEmpty)
        #expect(
            server.calls("Email/import").first?["emails"] == [
                "draft": ["blobId": "b1", "mailboxIds": ["dr": true], "keywords": ["$draft": true, "$seen": true]]
            ])
        let mail = ParsedMessage.parse(Array((server.requests(to: "/jmap/upload/A/").first?.bodyText ?? "").utf8))
        #expect(mail.messageID == draft.messageIDHeader && mail.subject == draft.subject && mail.to == draft.to)
        #expect(mail.bcc == draft.bcc && mail.body.plain == text + "\n")
    }

    @Test("a missing or truncated file is left to Email/set, whose error asks for a new upload")
    func lostFile() async throws {
        for (status, text) in [(404, ""), (200, "ab")] {
            server.nextHTTP("/jmap/download/A/f1/file", status: status, text: text)
            server.next(
                "Email/set", .json(#"{"notCreated": {"draft": {"type": "blobNotFound", "notFound": ["f1"]}}}"#))
            var draft = draft
            draft.body = MessageBody(plain: String(repeating: "words without an end ", count: 10))
            draft.files = [
                MessageFile(remoteID: RemoteID("f1"), fileName: "a.txt", contentType: "text/plain", size: 400)
            ]
            await #expect(throws: RemoteError.self) { try await service.save(draft) }
            #expect(server.calls("Email/import").isEmpty)
        }
        #expect(server.calls("Email/set").count == 2)
    }

    @Test(
        "an error that says in other words that a file is missing asks for a new upload, too",
        arguments: [
            (#""description": "Attachment not found: uploads-1", "properties": ["attachments"]"#, "blobNotFound"),
            (#""description": "unknown type of file", "properties": ["attachments"]"#, "invalidArguments"),
            (#""description": "Mailbox not found", "properties": ["mailboxIds"]"#, "invalidArguments"),
            (#""description": "Attachment not found""#, "invalidArguments"),
        ])
    func lostFileInOtherWords(told: String, type: String) async throws {
        server.next("Email/set", .json(#"{"notCreated": {"draft": {"type": "invalidArguments", \#(told)}}}"#))
        let error = await failure { _ = try await service.save(draft) }
        #expect(error?.type == type && error?.nextStep == .drop)
    }

    @Test("if the server rejects those bytes, properties make the draft")
    func refusedBytes() async throws {
        server.nextHTTP("/jmap/upload/A/", status: 201, text: #"{"blobId": "b1"}"#)
        server.next("Email/import", .json(#"{"notCreated": {"draft": {"type": "invalidEmail"}}}"#))
        server.next("Email/set", .json(#"{"created": {"draft": {"id": "d1"}}}"#))
        has(["d1": saved("d1")])
        var draft = draft
        draft.body = MessageBody(plain: String(repeating: "words without an end ", count: 10))
        #expect(try await service.save(draft).id == RemoteID("d1"))
    }
}
