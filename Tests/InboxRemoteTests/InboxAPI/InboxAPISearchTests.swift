import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Searching on an Inbox API server")
struct InboxAPISearchTests {
    private let transport = ScriptedTransport()
    private var service: InboxAPIService { .scripted(transport) }

    private static let mailboxes = [
        Mailbox(id: MailboxID(1), account: AccountID(1), remoteID: RemoteID("f1"), name: "Old", role: nil)
    ]

    private func question(_ text: String) throws -> RemoteQuestion {
        try #require(
            RemoteQuestion(MailQuery(text).predicate, account: AccountID(1), mailboxes: Self.mailboxes))
    }

    private func ids(_ numbers: Range<Int>) -> String { InboxAPIFixtures.list(numbers.map { "\"m\($0)\"" }) }

    @Test("without words the list of messages is asked for what it can filter by, and the rest is left to be tested")
    func filters() async throws {
        transport.answer("GET /api/messages", json: ids(0..<2))
        let found = try await service.search(try question("from:bo@wheel.example in:old list:dev"), limit: 10)
        #expect(found.hits == [RemoteID("m0"), RemoteID("m1")] && !found.hasMore)
        #expect(found.remainder == MailQuery("list:dev").predicate)
        #expect(
            transport.requests.map(\.query)
                == [["view": "ids", "from": "bo@wheel.example", "in": "f1", "limit": "11"]])
    }

    @Test("words are searched for, and all but those that are looked for anywhere is left to be tested")
    func words() async throws {
        transport.answer("GET /api/messages/search", json: InboxAPIFixtures.list([InboxAPIFixtures.message("m1")]))
        let found = try await service.search(try question("mill subject:gears in:old"), limit: 10)
        #expect(found.hits == [RemoteID("m1")])
        #expect(found.remainder == MailQuery("subject:gears in:old").predicate.normalForm)
        #expect(transport.requests.map { $0.query["in"] } == [nil])
    }

    @Test("many are asked for page by page, and that there are more is told")
    func pages() async throws {
        transport.answer(json: ids(0..<200))
        // Mail arrived meanwhile.
        transport.answer(json: ids(199..<250))
        let found = try await service.search(try question("is:unread"), limit: 240)
        #expect(found.hits == (0..<240).map { RemoteID("m\($0)") } && found.hasMore)
        #expect(transport.requests.map { $0.query["offset"] } == [nil, "200"])
        #expect(transport.requests.map { $0.query["limit"] } == ["200", "41"])
    }

    @Test(
        "what it can't be asked in any part it is not asked, and neither is a server without a search",
        arguments: [true, false])
    func unsupported(hasSearch: Bool) async throws {
        if !hasSearch { transport.answer(status: 404, json: "{}") }
        let query = try question(hasSearch ? "list:dev" : "mill")
        let error = await #expect(throws: RemoteError.self) { _ = try await service.search(query, limit: 10) }
        #expect(error?.reason == .unsupported)
        #expect(transport.requests.count == (hasSearch ? 0 : 1))
    }
}
