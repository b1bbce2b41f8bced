import InboxModel
import InboxRemote
import TestSupport
import Testing

@Suite("Changing a whole thread on an Inbox API server")
struct ThreadUpdateTests {
    private let transport = ScriptedTransport()
    private let ids = (1...9).map { RemoteID("m\($0)") }
    private let move = RemoteUpdate(
        addKeywords: [.seen], addMailboxes: [RemoteID("f2")], removeMailboxes: [RemoteID("f1")],
        resultingMailboxes: [RemoteID("f2")])

    private var known: KnownThreads {
        let messages = ids.map { KnownThreads.Message(id: $0, keywords: [], mailboxes: [RemoteID("f1")]) }
        return KnownThreads(state: "c1", threads: [RemoteID("t1"): messages])
    }

    /// Moves a thread of nine messages, and returns what was asked.
    private func ask(thread: String, deltas: String? = nil, status: Int = 200) async -> [String] {
        transport.answer("GET /api/account", json: InboxAPIFixtures.account)
        transport.answer(
            "GET /api/delta", json: deltas ?? InboxAPIFixtures.deltas([], start: "c1", end: "c1"))
        transport.answer("PUT /api/threads/t1", status: status, json: thread)
        for id in ids {
            transport.answer("PUT /api/messages/\(id.rawValue)", json: InboxAPIFixtures.message(id.rawValue))
        }
        let answers = await InboxAPIService.scripted(transport).update(
            Dictionary(uniqueKeysWithValues: ids.map { ($0, move) }), knowing: known)
        #expect(answers.count == 9 && answers.values.allSatisfy { if case .success = $0 { true } else { false } })
        return transport.requests.filter { $0.method == .put }.map(\.path)
    }

    private func thread(folders: String, more: String = "") -> String {
        let names = ids.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
        return #"{"id": "t1", "folders": [\#(folders)], "message_ids": [\#(names)\#(more)]}"#
    }

    @Test("one request changes all messages, after a look at the changed threads")
    func whole() async {
        #expect(await ask(thread: thread(folders: #"{"id": "f2"}"#)) == ["/api/threads/t1"])
        let look = transport.requests.first { $0.path == "/api/delta" }
        #expect(look?.query["cursor"] == "c1" && look?.query["include_types"] == "thread")
        #expect(transport.requests.last?.bodyText == #"{"folder_id":"f2","unread":false}"#)
    }

    @Test("if the server left some where they are, the messages are moved one by one")
    func halfMoved() async {
        let asked = await ask(thread: thread(folders: #"{"id": "f2"}, {"id": "f1"}"#))
        #expect(asked == ["/api/threads/t1"] + ids.map { "/api/messages/\($0.rawValue)" })
    }

    @Test("if the server goes away after it has changed the thread, no message is said to be untouched")
    func goneHalfway() async {
        for id in ids {
            transport.answer("PUT /api/messages/\(id.rawValue)", with: .failure(.unconnected(detail: "no connection")))
        }
        transport.answer("GET /api/account", json: InboxAPIFixtures.account)
        transport.answer("GET /api/delta", json: InboxAPIFixtures.deltas([], start: "c1", end: "c1"))
        transport.answer("PUT /api/threads/t1", json: thread(folders: #"{"id": "f2"}, {"id": "f1"}"#))
        let answers = await InboxAPIService.scripted(transport).update(
            Dictionary(uniqueKeysWithValues: ids.map { ($0, move) }), knowing: known)
        #expect(answers.count == 9)
        for answer in answers.values {
            #expect(throws: RemoteError.self) { try answer.get() }
            if case .failure(let error) = answer { #expect(!error.didNothing) }
        }
    }

    @Test("an unexpected message of the thread is unread and in its place again")
    func newcomer() async throws {
        transport.answer("PUT /api/messages/new", json: InboxAPIFixtures.message("new"))
        let asked = await ask(thread: thread(folders: #"{"id": "f2"}"#, more: #", "new""#))
        #expect(asked == ["/api/threads/t1", "/api/messages/new"])
        #expect(transport.requests.last?.bodyText == #"{"folder_id":"f1","unread":true}"#)
    }

    @Test("a thread that has changed, and every thread if the server does not say, is changed message by message")
    func unsure() async {
        let entry = #"{"id": "t1", "object": "thread", "event": "modify", "cursor": "c2"}"#
        transport.answer("GET /api/delta", json: InboxAPIFixtures.deltas([entry], start: "c1", end: "c2"))
        let last = InboxAPIFixtures.deltas([], start: "c2", end: "c2")
        #expect(await ask(thread: "", deltas: last).sorted() == ids.map { "/api/messages/\($0.rawValue)" })
    }

    @Test("a server without such deltas is asked for each message")
    func noDeltas() async {
        transport.answer("GET /api/delta", status: 400, json: #"{"type": "invalid_request_error", "message": "no"}"#)
        #expect(await ask(thread: "").sorted() == ids.map { "/api/messages/\($0.rawValue)" })
    }

    @Test("a refusal of the thread is no refusal of its messages")
    func refused() async {
        let asked = await ask(thread: #"{"type": "api_error", "message": "no such thread"}"#, status: 404)
        #expect(asked == ["/api/threads/t1"] + ids.map { "/api/messages/\($0.rawValue)" })
    }
}
