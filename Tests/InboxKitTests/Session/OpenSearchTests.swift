import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("An open search", .timeLimit(.minutes(10)))
struct OpenSearchTests {
    private let clock = ManualClock()
    private let mill = MailQuery("mill").predicate

    /// A server that finds more than the words of its mail, and a session beside the sync of the same store.
    private func world() async throws -> (Client, MailSession) {
        let server = ModelServer()
        server.put(["a", "b"].map { .remote(id: $0, body: "text") })
        server.setFinds { message, _ in ["b", "c", "d"].contains(message.id.rawValue) }
        let client = try Client(server)
        try await client.sync.once(bodies: true)
        let session = MailSession(store: client.store, clock: clock) { _, _ in ScriptedService(server) }
        session.running.withLock { $0.services[client.account.id] = ScriptedService(server) }
        return (client, session)
    }

    private func pass() async {
        await clock.untilSomeoneSleeps(for: .seconds(2)..<(.seconds(4)))
        clock.advance(by: .seconds(3))
    }

    private func beyond(_ search: ServerSearch?, _ client: Client) throws -> [String] {
        let ids = Set(search?.beyond ?? [])
        return try ["a", "b", "c", "d"].filter { try client.message($0).map { ids.contains($0.id) } ?? false }
    }

    @Test("an open search adds new results from the server and drops deleted mail")
    func follows() async throws {
        let (client, session) = try await world()
        let first = await session.searchServer(of: client.account, for: mill)
        #expect(try beyond(first, client) == ["b"])
        let second = Task { await session.searchServer(of: client.account, for: mill, after: first) }
        await pass()
        client.server.put(.remote(id: "c", body: "text"))
        try await client.sync.catchUp()
        let found = try #require(await second.value)
        #expect(try beyond(found, client) == ["b", "c"] && found.outcome == .found)
        #expect(client.server.calls("search").count == 2)

        let third = Task { await session.searchServer(of: client.account, for: mill, after: found) }
        client.server.remove("c")
        try await client.sync.catchUp()
        await pass()
        #expect(try beyond(await third.value, client) == ["b"])
    }

    @Test("an open search ignores irrelevant changes and keeps its results through a failure")
    func keeps() async throws {
        let (client, session) = try await world()
        let first = await session.searchServer(of: client.account, for: mill)
        let second = Task { await session.searchServer(of: client.account, for: mill, after: first) }
        client.server.edit("a") { $0.keywords.insert(.flagged) }
        try await client.sync.catchUp()
        await pass()
        await client.server.until { $0.count { $0.name == "search" } == 2 }
        await clock.untilSomeoneSleeps(for: .seconds(2)..<(.seconds(4)))
        client.server.setFault { $0.name == "search" ? .before(.busy) : nil }
        client.server.put(.remote(id: "c", body: "text"))
        try await client.sync.catchUp()
        clock.advance(by: .seconds(3))
        await client.server.until { $0.count { $0.name == "search" } == 3 }
        await clock.untilSomeoneSleeps(for: .seconds(2)..<(.seconds(4)))
        client.server.setFault { _ in nil }
        client.server.put(.remote(id: "d", body: "text"))
        try await client.sync.catchUp()
        clock.advance(by: .seconds(3))
        #expect(try beyond(await second.value, client) == ["b", "c", "d"])
    }

    @Test("a search that the server can't do, or need not do, does not stay open")
    func ends() async throws {
        let (client, session) = try await world()
        let needless = await session.searchServer(of: client.account, for: .starred)
        #expect(needless.outcome == .needless)
        #expect(await session.searchServer(of: client.account, for: .starred, after: needless) == nil)
        client.server.setFault { $0.name == "search" ? .before(RemoteError(.unsupported, call: "search")) : nil }
        let unsupported = await session.searchServer(of: client.account, for: mill)
        #expect(await session.searchServer(of: client.account, for: mill, after: unsupported) == nil)
    }
}
