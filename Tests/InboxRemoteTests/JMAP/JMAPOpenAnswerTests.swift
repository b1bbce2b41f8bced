import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Outcomes that stay unknown (JMAP)")
struct JMAPOpenAnswerTests: JMAPSendingCase {
    let server = ScriptedJMAP()

    private static let sent: ScriptedJMAP.Reply = .several([
        ("EmailSubmission/set", #"{"created": {"s": {"id": "s1"}}}"#),
        ("Email/set", #"{"updated": {"d9": null}}"#),
    ])

    private func hasBlindCopies() {
        has(["d1": saved("d1", bcc: true), "d2": saved("d2")])
        for (id, text) in [("d1", "Bcc: h@x\r\nTo: bo\r\n\r\nnew"), ("d2", "To: bo\r\n\r\nold")] {
            server.nextHTTP("/jmap/download/A/b-\(id)/file", status: 200, text: text)
        }
        server.nextHTTP("/jmap/upload/A/", status: 201, text: #"{"blobId": "G9"}"#)
    }

    @Test(
        "once an order succeeds no cleanup error makes it look unsent",
        arguments: ["rateLimit", "serverUnavailable", "serverFail"])
    func tidying(error: String) async throws {
        hasBlindCopies()
        server.next("Email/import", .json(#"{"created": {"copy": {"id": "d9"}}}"#))
        server.next("EmailSubmission/set", Self.sent)
        server.next("Email/set", .error(error))
        let sent = try await service.send(order)
        #expect(sent.leftover?.message == RemoteID("d9") && sent.leftover?.error.type == error)
    }

    @Test("a draft that may be left once its copy is sent is looked for again")
    func unclearTidying() async throws {
        hasBlindCopies()
        server.next("Email/import", .json(#"{"created": {"copy": {"id": "d9"}}}"#))
        server.next("EmailSubmission/set", Self.sent)
        server.next("Email/set", .json("{}"))
        let sent = try await service.send(order)
        #expect(sent.leftover?.message == RemoteID("d9") && sent.leftover?.error.isUnreadable == true)
    }

    @Test("a save that cannot be read back is not taken as undone")
    func readBack() async throws {
        server.on("Email/query") { _ in JMAPFixtures.query([]) }
        // The existing drafts are read before the save.
        server.next("Email/get", JMAPFixtures.get([]))
        server.on("Email/get") { _ in .error("rateLimit") }
        server.next("Email/set", .json(#"{"created": {"draft": {"id": "d9"}}}"#))
        let failure = try #require(await failure { _ = try await service.save(draft) })
        #expect(failure.isUnreachable, "\(failure)")
    }

    @Test("an unclear answer to an order leaves it open and destroys nothing")
    func torn() async throws {
        hasBlindCopies()
        server.next("Email/import", .json(#"{"created": {"copy": {"id": "d9"}}}"#))
        server.next("EmailSubmission/set", .json(#"{"created": {"s": {}}}"#))
        let failure = try #require(await failure { _ = try await service.send(order) })
        #expect(failure.isUnreadable, "\(failure)")
        #expect(server.calls("Email/set").isEmpty)
    }

    @Test("an email that existed before is kept if its order is refused")
    func known() async throws {
        hasBlindCopies()
        server.next(
            "Email/import", .json(#"{"notCreated": {"copy": {"type": "alreadyExists", "existingId": "old"}}}"#))
        server.next("EmailSubmission/set", .json(#"{"notCreated": {"s": {"type": "invalidRecipients"}}}"#))
        let failure = try #require(await failure { _ = try await service.send(order) })
        #expect(failure.nextStep == .drop)
        #expect(server.calls("Email/set").isEmpty)
    }

    @Test("an id that the server does not report gone is retried")
    func destroyed() async throws {
        server.on("Email/set") { _ in .json(#"{"destroyed": ["a"], "notDestroyed": {"b": {"type": "notFound"}}}"#) }
        let failed = try await service.letGo([RemoteID("a"), RemoteID("b"), RemoteID("c")])
        #expect(failed.keys.map(\.rawValue) == ["c"])
        #expect(failed[RemoteID("c")]?.nextStep == .retry(after: nil))
    }

    @Test("a message whose upload fails is known to be in its old place")
    func upload() async throws {
        let from = ScriptedJMAP()
        from.on("Email/get") { call in
            JMAPFixtures.get(call.ids.map { #"{"id": "\#($0)", "blobId": "b-\#($0)", "size": 3, "keywords": {}}"# })
        }
        from.nextHTTP("/jmap/download/A/b-m/file", status: 200, text: "abc")
        server.nextHTTP("/jmap/upload/A/", .failure(.unreachable(detail: "no route")))
        let other = JMAPFixtures.url.replacing("mail.example", with: "two.example")
        let answers = await service.take(
            [RemoteID("m"): [RemoteID("in")]], from: JMAPService.scripted(from, url: other), mayBeHere: false)
        guard case .failure(let error) = answers[RemoteID("m")] else {
            Issue.record("\(answers)")
            return
        }
        #expect(error.call != RemoteError.copying)
    }
}

extension RemoteError {
    fileprivate var isUnreachable: Bool { if case .unreachable = reason { true } else { false } }
    fileprivate var isUnreadable: Bool { if case .unreadableAnswer = reason { true } else { false } }
}
