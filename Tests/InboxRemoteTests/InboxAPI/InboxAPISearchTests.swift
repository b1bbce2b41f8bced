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

    @Test("a query without words uses the message list's filters and returns the rest as remainder")
    func filters() async throws {
        transport.answer("GET /api/messages", json: ids(0..<2))
        let found = try await service.search(try question("from:bo@wheel.example in:old list:dev"), limit: 10)
        #expect(found.hits == [RemoteID("m0"), RemoteID("m1")] && !found.hasMore)
        #expect(found.remainder == MailQuery("list:dev").predicate)
        #expect(
            transport.requests.map(\.query)
                == [["view": "ids", "from": "bo@wheel.example", "in": "f1", "limit": "11"]])
    }

    @Test("words use the search endpoint, and all conditions but free text stay as remainder")
    func words() async throws {
        transport.answer("GET /api/messages/search", json: InboxAPIFixtures.list([InboxAPIFixtures.message("m1")]))
        let found = try await service.search(try question("mill subject:gears in:old"), limit: 10)
        #expect(found.hits == [RemoteID("m1")])
        #expect(found.remainder == MailQuery("subject:gears in:old").predicate.normalForm)
        #expect(transport.requests.map { $0.query["in"] } == [nil])
    }

    @Test("large results come page by page, with a flag for more")
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
        "a query that no filter covers, or a server without search, is unsupported",
        arguments: [true, false])
    func unsupported(hasSearch: Bool) async throws {
        if !hasSearch { transport.answer(status: 404, json: "{}") }
        let query = try question(hasSearch ? "list:dev" : "mill")
        let error = await #expect(throws: RemoteError.self) { _ = try await service.search(query, limit: 10) }
        #expect(error?.reason == .unsupported)
        #expect(transport.requests.count == (hasSearch ? 0 : 1))
    }
}
