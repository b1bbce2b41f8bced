import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Prefetching pages", .timeLimit(.minutes(10)))
struct PagesAheadTests {
    private typealias Place = PagesAhead.Place

    private static func page(_ name: String) -> RemoteMessagePage {
        RemoteMessagePage(messages: [], count: 0, total: nil, next: RemotePosition(rawValue: name))
    }

    @Test("a prefetched page is used once, and one for another place is dropped")
    func matching() async throws {
        let ahead = PagesAhead()
        let asked = Mutex<[String]>([])
        func asking(_ name: String) -> PagesAhead.Asking {
            { _ in
                asked.withLock { $0.append(name) }
                return Self.page(name)
            }
        }
        let place = Place(walk: .threads, position: RemotePosition(rawValue: "1"), since: "s")
        ahead.ask(for: [place], asking("ahead"))
        #expect(try await ahead.page(at: place, asking("late")).next?.rawValue == "ahead")
        // Each page is returned once.
        #expect(try await ahead.page(at: place, asking("again")).next?.rawValue == "again")
        for other in [
            Place(walk: .bodies, position: place.position, since: "s"),
            Place(walk: .threads, position: nil, since: "s"),
            Place(walk: .threads, position: place.position, since: "t"),
        ] {
            ahead.ask(for: [other], asking("other"))
            #expect(try await ahead.page(at: place, asking("own")).next?.rawValue == "own")
        }
    }

    @Test("two prefetched pages are each used when needed and requested once")
    func two() async throws {
        let ahead = PagesAhead()
        let asked = Mutex<[Place]>([])
        let asking: PagesAhead.Asking = { place in
            asked.withLock { $0.append(place) }
            return Self.page(place.position?.rawValue ?? "")
        }
        let places = (0..<3).map { Place(walk: .threads, position: RemotePosition(rawValue: "\($0)"), since: "s") }
        ahead.ask(for: [places[0]], asking)
        ahead.ask(for: [places[0], places[1]], asking)
        #expect(try await ahead.page(at: places[0], asking).next?.rawValue == "0")
        ahead.ask(for: [places[1], places[2]], asking)
        #expect(try await ahead.page(at: places[1], asking).next?.rawValue == "1")
        #expect(try await ahead.page(at: places[2], asking).next?.rawValue == "2")
        #expect(Set(asked.withLock(\.self)) == Set(places) && asked.withLock(\.count) == 3)
    }

    @Test("a failed prefetch fails when needed")
    func failure() async {
        let ahead = PagesAhead()
        let place = Place(walk: .threads, position: nil, since: nil)
        ahead.ask(for: [place]) { _ throws(RemoteError) in throw .unreachable }
        await #expect(throws: RemoteError.unreachable) { try await ahead.page(at: place) { _ in Self.page("never") } }
    }

    @Test("an unwanted prefetch ends", arguments: ["stop", "other place", "other wish", "cancelled", "gone"])
    func ends(way: String) async throws {
        let (ends, end) = AsyncStream<Void>.makeStream()
        let place = Place(walk: .threads, position: nil, since: nil)
        var ahead: PagesAhead? = PagesAhead()
        ahead?.ask(for: [place]) { _ async throws(RemoteError) in
            await withTaskCancellationHandler {
                for await _ in AsyncStream<Void>.makeStream().stream {}
            } onCancel: {
                end.yield()
            }
            throw .unreachable
        }
        switch way {
        case "stop": ahead?.stop()
        case "other place":
            let other = Place(walk: .bodies, position: nil, since: nil)
            let told = try await ahead?.page(at: other) { _ in Self.page("other") }
            #expect(told?.next?.rawValue == "other")
        case "other wish":
            let other = Place(walk: .threads, position: RemotePosition(rawValue: "1"), since: nil)
            ahead?.ask(for: [other]) { _ in Self.page("other") }
        case "cancelled":
            let waiting = Task { [ahead] in _ = try? await ahead?.page(at: place) { _ in Self.page("never") } }
            waiting.cancel()
        default: ahead = nil
        }
        let hasEnded = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await _ in ends { return true }
                return false
            }
            // Only a request that continues lasts this long.
            group.addTask {
                try? await Task.sleep(for: .seconds(20))
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
        #expect(hasEnded, "the question is still under way")
        // Otherwise the release of the pages would end the request.
        withExtendedLifetime(ahead) {}
    }

    // MARK: In a sync

    /// The account's sync after its first page, once the server was asked for what is requested in advance.
    private func begun(pages: Int = 1) async throws -> (Client, AccountSync) {
        let server = ModelServer()
        server.put((0..<6).map { .remote(id: "m\($0)", thread: "t\($0)", at: $0) })
        let client = try Client(server)
        server.setWalkPage(2)
        let sync = client.sync
        if pages > 1 { server.setKnowsPositions() }
        try await sync.readFirst()
        // The inbox, and the first page.
        try await eventually { server.calls("threads").count >= 2 }
        server.hold("threads")
        try await sync.fetchThreads(from: "")
        server.release("threads")
        try await eventually { server.calls("threads").count >= 2 + pages }
        return (client, sync)
    }

    private func position(_ client: Client) throws -> String {
        try state(AccountSync.Key.threads, client) ?? ""
    }

    private func state(_ key: String, _ client: Client) throws -> String? {
        let account = client.account.id
        return try client.store.read { try $0.syncState(key, account: account) }
    }

    @Test("the next page is prefetched when needed")
    func isThere() async throws {
        let (client, sync) = try await begun()
        try await sync.fetchThreads(from: try position(client), goesOn: false)
        #expect(client.server.calls("threads").count == 3)
        try await sync.once(bodies: true)
        #expect(try client.differences() == [])
    }

    @Test("pages that have arrived are stored together")
    func together() async throws {
        let (client, sync) = try await begun(pages: 2)
        let since = try state(AccountSync.Key.state, client)
        for start in ["2", "4"] {
            let place = Place(walk: .threads, position: RemotePosition(rawValue: start), since: since)
            try await eventually { sync.ahead.isHere(place) }
        }
        try await sync.fetchThreads(from: try position(client))
        #expect(try position(client) == AccountSync.Key.done)
        #expect(client.server.calls("threads").count == 4)
        #expect(try client.differences() == [])
    }

    @Test("a page older than changes read since is requested again")
    func isOlder() async throws {
        let (client, sync) = try await begun()
        client.server.edit("m3") { $0.keywords.formSymmetricDifference([.flagged]) }
        _ = try await sync.readChanges(wait: nil)
        try await sync.fetchThreads(from: try position(client), goesOn: false)
        #expect(client.server.calls("threads").count == 4)
        try await sync.once(bodies: true)
        #expect(try client.differences() == [])
    }

    @Test("fetching one older page prefetches no other")
    func onePage() async throws {
        let (client, _) = try await begun()
        let sync = client.sync
        let before = client.server.calls.count
        #expect(try await sync.fetchOlder())
        #expect(client.server.calls.count == before + 1)
    }
}
