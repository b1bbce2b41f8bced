import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxStore

@Suite("Mailboxes that turn up", .timeLimit(.minutes(10)))
struct AppearingMailboxTests {
    private let shared = RemoteMailbox(id: RemoteID("shared"), name: "Shared", role: nil)

    /// A client that has read everything, and then is shown a mailbox with mail that no change reports.
    private func client(_ count: Int) async throws -> Client {
        let server = ModelServer()
        server.put(.remote(id: "own", at: 1))
        server.put(shared)
        server.put((0..<count).map { .remote(id: "m\($0)", in: ["shared"], at: $0) })
        server.setHides(Set((0..<count).map { RemoteID("m\($0)") }))
        server.setWalkPage(5)
        let client = try Client(server)
        try await client.sync.once(bodies: false)
        try client.store.writeNow { _ = try $0.remove(mailbox: shared.id, account: client.account.id) }
        server.setHides([])
        server.put(shared)
        return client
    }

    @Test("the mail that was in it before is read, page by page, in the same sync")
    func read() async throws {
        let client = try await client(23)
        #expect(try client.message("m3") == nil)
        try await client.sync.once(bodies: false)
        #expect(try client.differences() == [])
        #expect(try client.store.read { try $0.firstSyncState(prefix: "appeared", account: client.account.id) } == nil)
    }

    @Test("reading it goes on after an interruption")
    func interrupted() async throws {
        let client = try await client(23)
        client.server.setFault { $0.name == "threads" && !$0.subject.isEmpty ? .before(.unreachable) : nil }
        await #expect(throws: AccountSync.Failure.self) { try await client.sync.once(bodies: false) }
        client.server.setFault { _ in nil }
        try await client.sync.once(bodies: false)
        #expect(try client.differences() == [])
    }

    @Test("one that may not be read keeps nothing else from being synced")
    func unreadable() async throws {
        let client = try await client(3)
        client.server.put(.remote(id: "news", at: 90))
        client.server.setFault { $0.name == "threads" ? .before(.refused) : nil }
        try await client.sync.once(bodies: false)
        #expect(try client.message("news") != nil && client.message("m1") == nil)
        #expect(try client.store.read { try $0.firstSyncState(prefix: "appeared", account: client.account.id) } == nil)
    }

    @Test("one that is gone again before it was read stops nothing")
    func goneAgain() async throws {
        let client = try await client(3)
        _ = try await client.sync.readChanges(wait: nil)
        client.server.remove(mailbox: "shared")
        try await client.sync.once(bodies: false)
        #expect(try client.store.read { try $0.firstSyncState(prefix: "appeared", account: client.account.id) } == nil)
    }

    @Test("S-4: one that the server created while the list without it was on its way stays, with what waits for it")
    func createdMeanwhile() async throws {
        let client = try await Client.synced(.remote(id: "a", at: 1))
        let session = client.session()
        let made = try await session.createMailbox(named: "Plans", account: client.account.id)
        let message = try #require(try client.message("a")?.id)
        _ = try await session.perform(.move, onMessages: [message], target: made, date: nil)
        client.server.forgetChanges()
        let creation = try #require(try client.actions().first { $0.command == .createMailbox })
        // The list of mailboxes is read; before it is stored, the server's answer to the creation is.
        let answer = RemoteMailbox(id: RemoteID("plans"), name: "Plans", role: nil)
        client.server.setFault { call in
            if call.name == "mailboxes" {
                client.server.later { _ in
                    try? client.store.writeNow { try $0.answered(creation, with: answer) }
                }
            }
            return nil
        }
        try await client.sync.catchUp()
        #expect(try client.store.mailboxID("plans") == made)
        #expect(try client.actions().map(\.command) == [.move])
    }
}
