import InboxModel
import InboxRemote
import TestSupport
import Testing

@Suite("Changing messages on an Inbox API server")
struct InboxAPIUpdateTests {
    let transport = ScriptedTransport()
    var service: InboxAPIService { .scripted(transport) }

    /// Returns the body of the request.
    private func sent(_ update: RemoteUpdate, account: String = InboxAPIFixtures.account) async throws -> String? {
        transport.answer("GET /api/account", json: account)
        transport.answer("PUT /api/messages/m1", json: InboxAPIFixtures.message("m1"))
        let message = try await service.update(RemoteID("m1"), update)
        #expect(message.id == RemoteID("m1"))
        let request = try #require(transport.requests.last)
        #expect(request.method == .put)
        #expect(request.headers["content-type"] == "application/json")
        return request.bodyText
    }

    @Test("keywords map to unread and starred, and only changes are sent")
    func marks() async throws {
        #expect(try await sent(RemoteUpdate(addKeywords: [.seen])) == #"{"unread":false}"#)
        #expect(try await sent(RemoteUpdate(removeKeywords: [.seen])) == #"{"unread":true}"#)
        #expect(
            try await sent(RemoteUpdate(addKeywords: [.flagged], removeKeywords: [.seen]))
                == #"{"starred":true,"unread":true}"#)
        #expect(try await sent(RemoteUpdate(removeKeywords: [.flagged])) == #"{"starred":false}"#)
    }

    @Test("a move in a folder account sends the one folder")
    func folder() async throws {
        let move = RemoteUpdate(
            addKeywords: [.seen], addMailboxes: [RemoteID("f2")], removeMailboxes: [RemoteID("f1")],
            resultingMailboxes: [RemoteID("f2")])
        #expect(try await sent(move) == #"{"folder_id":"f2","unread":false}"#)
        let unclear = RemoteUpdate(
            addMailboxes: [RemoteID("f3")], resultingMailboxes: [RemoteID("f1"), RemoteID("f3")])
        #expect(try await sent(unclear) == #"{"folder_id":"f3"}"#)
    }

    @Test("a move in a label account sends all labels, including those that others added meanwhile")
    func labels() async throws {
        func answer(labels: String) {
            transport.answer(
                "GET /api/messages/m1", json: InboxAPIFixtures.message("m1", more: #", "labels": [\#(labels)]"#))
        }
        let move = RemoteUpdate(
            addMailboxes: [RemoteID("b")], removeMailboxes: [RemoteID("inbox")],
            resultingMailboxes: [RemoteID("all"), RemoteID("b")])
        answer(labels: #"{"id": "inbox"}, {"id": "all"}, {"id": "others"}"#)
        #expect(try await sent(move, account: InboxAPIFixtures.labelAccount) == #"{"label_ids":["all","b","others"]}"#)

        transport.answer("GET /api/account", json: InboxAPIFixtures.labelAccount)
        for _ in 0..<2 { answer(labels: #"{"id": "all"}, {"id": "b"}"#) }
        #expect(try await service.update(RemoteID("m1"), move).mailboxes == [RemoteID("all"), RemoteID("b")])
        #expect(transport.requests.count { $0.method == .put } == 1, "another has done it: nothing is to change")
    }

    @Test("the account's kind is requested once")
    func kindOnce() async throws {
        let service = service
        transport.answer("GET /api/account", json: InboxAPIFixtures.account)
        let move = RemoteUpdate(addMailboxes: [RemoteID("f2")], resultingMailboxes: [RemoteID("f2")])
        for _ in 0..<2 {
            transport.answer("PUT /api/messages/m1", json: InboxAPIFixtures.message("m1"))
            _ = try await service.update(RemoteID("m1"), move)
        }
        #expect(transport.requests.map(\.path) == ["/api/account", "/api/messages/m1", "/api/messages/m1"])
    }

    @Test("a move to no folder is unsupported, and nothing is sent")
    func nowhere() async throws {
        transport.answer("GET /api/account", json: InboxAPIFixtures.account)
        let error = await #expect(throws: RemoteError.self) {
            try await service.update(RemoteID("m1"), RemoteUpdate(removeMailboxes: [RemoteID("f1")]))
        }
        #expect(error?.reason == .unsupported)
        #expect(transport.requests.allSatisfy { $0.method == .get })
    }

    @Test("unsupported keywords are not sent; the message is fetched as it is")
    func otherKeywords() async throws {
        transport.answer("GET /api/messages/m1", json: InboxAPIFixtures.message("m1"))
        #expect(try await service.update(RemoteID("m1"), RemoteUpdate(addKeywords: [.answered])).id == RemoteID("m1"))
        transport.answer("GET /api/messages/m1", status: 404, json: "{}")
        let error = await #expect(throws: RemoteError.self) {
            try await service.update(RemoteID("m1"), RemoteUpdate(addKeywords: [.answered]))
        }
        guard case .notFound = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        "a reply to a deleted message is saved without the reference; otherwise the refusal holds",
        arguments: [["<a@mail.example>", "<m1@mail.example>"], []])
    func answeredGone(references: [String]) async throws {
        var draft = RemoteDraft(messageIDHeader: "<d@mail.example>", subject: "Re: Boats")
        (draft.inReplyTo, draft.inReplyToHeader, draft.references) = (RemoteID("m1"), "<m1@mail.example>", references)
        let refusal = #"{"type": "invalid_request_error", "message": "Invalid message id m1"}"#

        transport.answer("POST /api/drafts", status: 400, json: refusal)
        transport.answer("GET /api/messages/m1", json: InboxAPIFixtures.message("m1"))
        await #expect(throws: RemoteError.self) { _ = try await service.save(draft) }

        transport.answer("POST /api/drafts", status: 400, json: refusal)
        transport.answer("GET /api/messages/m1", status: 404, json: #"{"message": "no such message"}"#)
        transport.answer("POST /api/drafts", json: #"{"id": "d1", "object": "draft", "version": 0}"#)
        #expect(try await service.save(draft).id == RemoteID("d1"))
        let bodies = transport.requests.filter { $0.method == .post }.map { $0.bodyText ?? "" }
        #expect(bodies.map { $0.contains("reply_to_message_id") } == [true, true, false])
        #expect(bodies.last?.contains("<m1@mail.example>") == true, "the headers still lead there")
    }
}
