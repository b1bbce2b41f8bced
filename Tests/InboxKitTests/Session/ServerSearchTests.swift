import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Searching on servers", .timeLimit(.minutes(10)))
struct ServerSearchTests {
    private static let day = 86_400
    private let mill = MailQuery("mill").predicate

    /// Twenty days of mail, of which all older than three days stays on the server.
    private func client() async throws -> (Client, AccountSync) {
        let server = ModelServer()
        server.put(
            (0..<20).map {
                .remote(
                    id: "m\($0)", thread: "t\($0 / 2)", subject: $0 == 11 ? "The mill" : "Hello",
                    in: ["archive"], at: -$0 * Self.day,
                    body: $0 == 1 ? "a mill" : "text")
            })
        server.setWalkPage(2)
        server.setFinds { message, _ in ["m1", "m4", "m11"].contains(message.id.rawValue) }
        let client = try Client(server)
        var sync = client.sync
        sync.policy = SyncPolicy(days: 3)
        sync.now = { [client] in client.now }
        try await sync.once(bodies: false)
        return (client, sync)
    }

    private func found(_ client: Client, _ predicate: MailPredicate) throws -> [String] {
        try client.store.read { reader in
            let predicate = try reader.resolved(predicate, now: client.now)
            let query = ThreadQuery(predicate: predicate, sort: .newestFirst)
            return try reader.threads(query, limit: 100).compactMap(\.remoteID?.rawValue)
        }
    }

    @Test("a search fetches the whole threads of server results, even from before the sync window")
    func fetches() async throws {
        let (client, sync) = try await client()
        #expect(try client.message("m11") == nil)
        #expect(try found(client, mill) == [])
        let search = await sync.search(mill)
        #expect(search.outcome == .found && search.fetched >= 1)
        #expect(try client.message("m11") != nil && client.message("m10") != nil)
        #expect(try client.message("m15") == nil)
        #expect(try found(client, mill).contains("t5"))
        // A second search has nothing to fetch.
        #expect(await sync.search(mill).fetched == 0)
        #expect(client.server.calls("threadsOf").count == 1)
    }

    @Test("results that only the server finds are listed once, in order")
    func beyond() async throws {
        let (client, sync) = try await client()
        let search = await sync.search(mill)
        let four = try #require(try client.message("m4"))
        #expect(search.beyond.contains(four.id))
        let eleven = try #require(try client.message("m11"))
        #expect(!search.beyond.contains(eleven.id))
        let widened = mill.widened(by: search.beyond)
        #expect(try found(client, widened) == ["t0", "t2", "t5"])
        #expect(search.snippets[four.thread]?.matches == [])
        #expect(search.snippets[four.thread]?.preview?.last?.isMatch == true)
    }

    @Test(
        "results that only the server finds must match all other terms, and queued actions on them count",
        arguments: [("is:unread", .shake), ("in:inbox", .archive)] as [(String, Action.Command)])
    func queued(term: String, command: Action.Command) async throws {
        let server = ModelServer()
        server.put(["a", "b", "c"].map { .remote(id: $0, unread: true, in: ["inbox"], body: "text") })
        server.setFinds { _, _ in true }
        let client = try Client(server)
        try await client.sync.once(bodies: true)
        try await client.perform(command, on: "a")
        let filter = MailQuery("mill \(term)").predicate
        let search = await client.sync.search(filter)
        #expect(search.beyond.count == 2)
        let widened = filter.widened(by: search.beyond)
        #expect(try found(client, widened).sorted() == ["t-b", "t-c"])
        try await client.perform(command, on: "b")
        #expect(try found(client, widened) == ["t-c"])
        // The server decides only about words: mail that fails another condition is not counted.
        #expect(await client.sync.search(filter && .address(.from, pattern: "bo@example.test")).beyond == [])
    }

    @Test("a search has more results only if some mail is not here")
    func moreThanHere() async throws {
        let server = ModelServer()
        server.put((0..<5).map { .remote(id: "m\($0)", body: "text") })
        server.setFinds { _, _ in true }
        let client = try Client(server)
        try await client.sync.once(bodies: true)
        #expect(await !client.sync.search(mill, limit: 2).hasMore)
        try client.store.writeNow { try $0.setLetGo(LetGo(until: .test(0)), account: client.account.id) }
        #expect(await client.sync.search(mill, limit: 2).hasMore)
    }

    @Test("a search fetches up to its limit and reports whether there is more")
    func limited() async throws {
        let (client, sync) = try await client()
        let search = await sync.search(mill, limit: 2)
        #expect(search.hasMore)
        #expect(try client.message("m11") == nil)
        #expect(await sync.search(mill, limit: 3).hasMore == false)
        #expect(try client.message("m11") != nil)
    }

    @Test("a server that is unreachable or can't search is reported; no mail is lost")
    func fails() async throws {
        let (client, sync) = try await client()
        let before = try client.store.read { try $0.messageCount(account: client.account.id) }
        let lost = RemoteError(.unreachable(detail: "cable"), call: "search")
        client.server.setFault { $0.name == "search" ? .before(lost) : nil }
        #expect(await sync.search(mill).outcome == .failed(.remote(lost)))
        client.server.setFault { $0.name == "threadsOf" ? .before(lost) : nil }
        #expect(await sync.search(mill).outcome == .failed(.remote(lost)))
        client.server.setFault { $0.name == "search" ? .before(RemoteError(.unsupported, call: "search")) : nil }
        #expect(await sync.search(mill).outcome == .unsupported)
        #expect(try client.store.read { try $0.messageCount(account: client.account.id) } == before)
    }

    @Test("a result older than changes read meanwhile is requested again")
    func races() async throws {
        let (client, sync) = try await client()
        let other = client.sync
        client.server.setFault { [server = client.server] call in
            if call.name == "threadsOf", server.calls("threadsOf").count == 1 {
                // Another engine reads changes while the answer is under way.
                try? client.store.writeNow {
                    try $0.setSyncState("1000", key: "state", account: client.account.id)
                }
            }
            return nil
        }
        #expect(await sync.search(mill).outcome == .found)
        #expect(client.server.calls("threadsOf").count == 2)
        #expect(try client.message("m11") != nil)
        _ = other
    }

    @Test("a keyword search on synced mail asks no server")
    func needless() async throws {
        let server = ModelServer()
        server.put([.remote(id: "a"), .remote(id: "b", starred: true)])
        let client = try Client(server)
        try await client.sync.once(bodies: false)
        #expect(await client.sync.search(.starred).outcome == .needless)
        #expect(await client.sync.search(MailQuery("is:starred mill").predicate).outcome == .unsupported)
        #expect(await client.sync.search(.account(AccountID(99)) && mill).outcome == .needless)
        #expect(server.calls("search").count == 1)
    }

    @Test("trimmed mail is found on the server and returns page by page at the end of a list")
    func letGo() async throws {
        let server = ModelServer()
        server.put((0..<20).map { .remote(id: "m\($0)", in: ["archive"], at: -$0 * Self.day) })
        server.setWalkPage(4)
        server.setFinds { message, _ in message.id == RemoteID("m15") }
        let client = try Client(server)
        let filter = MailQuery("from:anna@example.test").predicate
        try await client.sync.once(bodies: false)
        #expect(await client.sync.search(filter).outcome == .needless)

        let session = client.session()
        session.running.withLock { $0.services[client.account.id] = ScriptedService(server) }
        let report = try await session.trim(client.account.id, Retention(days: 10), now: client.now)
        #expect(report == TrimReport(threads: 9, messages: 9))
        let search = await client.sync.search(filter)
        #expect(search.outcome == .found && search.fetched == 1)
        #expect(try client.message("m15") != nil && client.message("m14") == nil)

        // Skips the pages of mail that stayed here.
        session.wantOlder([client.account.id])
        try await client.store.until { try $0.message(RemoteID("m11"), account: client.account.id) != nil }
        await session.stopAndWait()
        #expect(try client.message("m19") == nil)
        while try await client.sync.fetchOlder() {}
        #expect(try client.differences() == [])
        #expect(await client.sync.search(filter).outcome == .needless)
    }

    @MainActor
    @Test("a widened provider reports inserted rows and no reset")
    func widens() async throws {
        let (client, sync) = try await client()
        let session = MailSession(store: client.store, pace: .frame) { _, _ in ScriptedService(client.server) }
        let provider = session.threadProvider(filter: mill, loadsAtOnce: true)
        let events = provider.events()
        let search = await sync.search(mill)
        provider.widen(to: mill.widened(by: search.beyond))
        var kinds: [ProviderEvent] = []
        for await event in events {
            switch event {
            case .reset, .changed: kinds.append(event)
            default: break
            }
            if provider.items.count == 3 { break }
        }
        #expect(provider.items.compactMap(\.remoteID?.rawValue) == ["t0", "t2", "t5"])
        #expect(!kinds.contains(.reset))
    }
}
