import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("What is on the screen comes before what is not", .timeLimit(.minutes(10)))
struct FirstPageTests {
    private static let day = 86_400

    /// A server with much mail in the inbox, and older mail elsewhere. It fails at the third page of the walk through all mail.
    private func server() -> ModelServer {
        let server = ModelServer()
        server.put((0..<40).map { .remote(id: "m\($0)", at: -$0 * Self.day) })
        server.put((0..<12).map { .remote(id: "w\($0)", in: ["work"], at: -(100 + $0) * Self.day) })
        server.setWalkPage(5)
        server.setFault { $0.name == "threads" && $0.subject == "10" ? .before(.unreachable) : nil }
        return server
    }

    private func work(_ client: Client) throws -> Mailbox {
        try #require(
            try client.store.read { try $0.mailboxes() }.first {
                $0.account == client.account.id && $0.remoteID == RemoteID("work")
            })
    }

    /// Returns a session that needs no secret to ask the server.
    private func session(_ client: Client) -> MailSession {
        let session = client.session()
        session.running.withLock { $0.services[client.account.id] = ScriptedService(client.server) }
        return session
    }

    private func walked(_ client: Client) throws -> String? {
        try client.store.read { try $0.syncState(AccountSync.Key.threads, account: client.account.id) }
    }

    @Test("a list's mailbox gets its newest mail while the walk through all mail is far from it")
    func opened() async throws {
        let client = try Client(server())
        try? await client.sync.once(bodies: false)
        #expect(try walked(client) == "10" && client.message("w0") == nil)
        let session = session(client)
        defer { withExtendedLifetime(session) {} }
        session.wantFirstPage(of: [try work(client)])
        try await client.store.until { try $0.isHere(RemoteID("w4"), account: client.account.id) }
        #expect(try walked(client) == "10" && client.message("w5") == nil && client.message("m10") == nil)
        // Its end is reached: the next page comes from there on, not from the beginning.
        let asked = client.server.calls("threads").count
        session.wantOlder([client.account.id], in: [try work(client)])
        try await client.store.until { try $0.isHere(RemoteID("w9"), account: client.account.id) }
        #expect(client.server.calls("threads").count == asked + 1)
        client.server.setFault { _ in nil }
        try await client.sync.once(bodies: false)
        #expect(try walked(client) == AccountSync.Key.done)
        #expect(try client.differences() == [])
    }

    @Test("an inbox whose end is reached meanwhile goes on from there")
    func endOfInbox() async throws {
        let client = try Client(server())
        try? await client.sync.once(bodies: false)
        client.server.setFault { _ in nil }
        let inbox = try #require(try client.store.read { try $0.mailboxes() }.first { $0.role == .inbox })
        let asked = client.server.calls("threads").count
        let session = session(client)
        defer { withExtendedLifetime(session) {} }
        session.wantOlder([client.account.id], in: [inbox])
        try await client.store.until { try $0.isHere(RemoteID("m10"), account: client.account.id) }
        #expect(client.server.calls("threads").count <= asked + 3)
    }

    @Test("an inbox that the server refuses to list comes with the rest of the mail")
    func refusedInbox() async throws {
        let server = server()
        let asked = Mutex(0)
        server.setFault { call in
            guard call.name == "threads" else { return nil }
            let isFirst = asked.withLock { count in
                count += 1
                return count == 1
            }
            return isFirst ? .before(.refused) : nil
        }
        let client = try Client(server)
        try await client.sync.once(bodies: true)
        #expect(try walked(client) == AccountSync.Key.done)
        #expect(try client.differences() == [])
    }

    @Test("the walk through all mail does not bring again what the first page brought, even after a restart")
    func notTwice() async throws {
        let client = try Client(server())
        client.server.setFault { $0.name == "threads" && $0.subject == "5" ? .before(.unreachable) : nil }
        try? await client.sync.once(bodies: false)
        let first = Set((0..<5).map { RemoteID("m\($0)") })
        #expect(client.server.spared == first)
        let session = session(client)
        #expect(session.isReadingForTheFirstTime(client.account.id))
        client.server.setFault { _ in nil }
        try await client.sync.once(bodies: false)
        #expect(client.server.spared == first && !session.isReadingForTheFirstTime(client.account.id))
        #expect(try client.differences() == [])
        // When all is read again, the page that is read then counts, and not what is here.
        client.server.edit("m1") { $0.mailboxes = [RemoteID("work")] }
        client.server.edit("m7") { $0.keywords.formSymmetricDifference([.seen]) }
        client.server.forgetChanges()
        try await client.sync.once(bodies: false)
        #expect(client.server.spared == first.union([RemoteID("m5")]))
        #expect(try client.differences() == [])
    }

    @Test("an account whose first page did not come is known to lack its mail")
    func noFirstPage() async throws {
        let client = try Client(server())
        client.server.setFault { $0.name == "threads" ? .before(.unreachable) : nil }
        try? await client.sync.once(bodies: false)
        #expect(try client.store.read { try !$0.mailboxes().isEmpty })
        #expect(session(client).isReadingForTheFirstTime(client.account.id))
    }

    @Test("each mailbox is asked for once, and none when all mail is here or what is kept of it")
    func once() async throws {
        let client = try Client(server())
        try? await client.sync.once(bodies: false)
        let sync = client.sync
        try await sync.fetchFirstPage(of: RemoteID("work"))
        let asked = client.server.calls("threads").count
        try await sync.fetchFirstPage(of: RemoteID("work"))
        #expect(client.server.calls("threads").count == asked)
        client.server.setFault { _ in nil }
        try await client.sync.once(bodies: false)
        let all = client.server.calls("threads").count
        try await sync.fetchFirstPage(of: RemoteID("home"))
        #expect(client.server.calls("threads").count == all)

        let other = try Client(server())
        var window = other.sync
        window.policy = SyncPolicy(days: 3)
        window.now = { .test(0) }
        try await window.once(bodies: false)
        let kept = other.server.calls("threads").count
        try await window.fetchFirstPage(of: RemoteID("work"))
        #expect(other.server.calls("threads").count == kept)
    }

    @Test("pausing the account stops it")
    func paused() async throws {
        let client = try Client(server())
        try? await client.sync.once(bodies: false)
        client.server.hang(at: "threads")
        let asked = client.server.calls("threads").count
        let session = session(client)
        session.wantFirstPage(of: [try work(client)])
        await client.server.until { $0.count { $0.name == "threads" } > asked }
        #expect(await session.pause(client.account.id))
        #expect(try client.message("w0") == nil)
        session.wantFirstPage(of: [try work(client)])
        #expect(session.running.withLock { $0.pages[client.account.id] ?? [:] }.isEmpty)
    }
}
