import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Sync windows", .timeLimit(.minutes(10)))
struct SyncModeTests {
    static let day = 86_400

    /// A server with a message per day, up to today.
    func server(days: Int) -> ModelServer {
        let server = ModelServer()
        server.put(
            (0..<days).map { .remote(id: "m\($0)", unread: $0 % 7 == 6, at: -$0 * Self.day, body: "text \($0)") })
        server.setWalkPage(5)
        return server
    }

    func sync(_ client: Client, days: Int?) -> AccountSync {
        var sync = client.sync
        sync.policy = SyncPolicy(days: days)
        sync.now = { [client] in client.now }
        return sync
    }

    func kept(_ client: Client) throws -> Int {
        try client.store.read { try $0.messageCount(account: client.account.id) }
    }

    @Test("the end of a mailbox fetches only that mailbox's older mail, until there is none")
    func olderInMailbox() async throws {
        let server = server(days: 40)
        server.put((100..<112).map { .remote(id: "w\($0)", in: ["work"], at: -$0 * Self.day) })
        let client = try Client(server)
        let sync = sync(client, days: 10)
        try await sync.once(bodies: false)
        let mailboxes = try client.store.read { try $0.mailboxes() }
        func hasOlder(_ name: String) throws -> Bool {
            let mailbox = try #require(mailboxes.first { $0.remoteID == RemoteID(name) })
            return try client.store.read { try $0.hasOlder(in: mailbox) }
        }
        #expect(try hasOlder("work") && hasOlder("home") && hasOlder("inbox"))
        let before = try kept(client)
        try await sync.fetchOlder(in: RemoteID("work"))
        #expect(try kept(client) == before + 5 && client.message("w104") != nil && hasOlder("work"))
        while try hasOlder("work") { try await sync.fetchOlder(in: RemoteID("work")) }
        #expect(try kept(client) == before + 12 && client.message("m39") == nil)
        #expect(try hasOlder("home") && hasOlder("inbox"))
        try await sync.fetchOlder(in: RemoteID("home"))
        #expect(try !hasOlder("home"))
        // Mail that is trimmed is requested again.
        let session = MailSession(store: client.store) { _, _ in ScriptedService(server) }
        _ = try await session.trim(client.account.id, Retention(days: 100), now: client.now)
        #expect(try hasOlder("work") && client.message("w111") == nil)
        try await sync.fetchOlder(in: RemoteID("work"))
        #expect(try client.message("w104") != nil)
    }

    @Test("fetching older mail shows that it does, and leaves alone the progress of a walk that began meanwhile")
    func olderProgress() async throws {
        let client = try Client(server(days: 40))
        let sync = sync(client, days: 10)
        try await sync.once(bodies: false)
        let (board, id) = (client.board, client.account.id)
        let walk = AccountStatus.Progress(work: .messages, done: 7, total: 40, startedAt: .test(0))
        for begins in [true, false] {
            let seen = Mutex<[AccountStatus.Progress?]>([])
            client.server.setFault { call in
                guard call.name == "threads" else { return nil }
                seen.withLock { $0.append(board.status(of: id).progress) }
                if begins { board.update(id) { $0.progress = walk } }
                return nil
            }
            try await sync.fetchOlder(in: RemoteID("inbox"))
            #expect(board.status(of: id).progress == (begins ? walk : nil))
            #expect(seen.withLock { $0.first??.done } == 0)
            board.update(id) { $0.progress = nil }
        }
    }

    @Test("a completely synced inbox has no older mail, even if other mailboxes do")
    func wholeInbox() async throws {
        let server = ModelServer()
        server.put((0..<40).map { .remote(id: "m\($0)", in: [$0 < 3 ? "inbox" : "archive"], at: -$0 * Self.day) })
        server.setWalkPage(5)
        let client = try Client(server)
        try await sync(client, days: 10).once(bodies: false)
        let older = try client.store.read { reader in
            try reader.mailboxes().filter { try reader.hasOlder(in: $0) }
        }
        #expect(older.contains { $0.role == .archive } && !older.contains { $0.role == .inbox })
    }

    @Test("a server that answers long polls at once is asked with growing pauses")
    func emptyRounds() async throws {
        let client = try await Client.synced(.remote(id: "old"))
        client.server.setAnswersAtOnce()
        let clock = ManualClock()
        var sync = client.sync
        sync.clock = clock
        let running = sync
        let task = Task { try? await running.run() }
        for pause in [1, 2, 4, 8, 16, 32, 60, 60] {
            await clock.untilSomeoneSleeps(for: .seconds(pause)..<(.seconds(pause) + .milliseconds(1)))
            clock.advance(by: .seconds(pause))
        }
        #expect(client.server.calls("changes").count < 20)
        task.cancel()
        await task.value
    }

    @Test(
        "S-1: a thread older than the window that has work of the user's is kept whole in a resync",
        arguments: [Action.Command.star, .mute])
    func oldThread(command: Action.Command) async throws {
        let server = server(days: 20)
        server.put((0..<2).map { .remote(id: "old\($0)", thread: "old", in: ["archive"], at: (-36 + $0) * Self.day) })
        let client = try Client(server)
        let sync = sync(client, days: 10)
        try await sync.once(bodies: false)
        while try await sync.fetchOlder() {}
        try await client.perform(command, on: "old1")
        server.forgetChanges()
        try await sync.once(bodies: false)
        #expect(try client.message("m19") == nil)
        #expect(try client.message("old0") != nil && client.message("old1") != nil)
    }

    @Test("unread mail's bodies come first, then the newest")
    func bodiesInOrder() async throws {
        let client = try Client(server(days: 40))
        client.server.setFault { $0.name == "messages" ? .before(.unreachable) : nil }
        try? await client.sync.once(bodies: true)
        let unread = try client.store.read { reader in
            try (0..<40).filter { number in
                guard let message = try reader.message(RemoteID("m\(number)"), account: client.account.id) else {
                    return false
                }
                return try reader.body(of: message.id) != nil
            }
        }
        #expect(unread == [6, 13, 20, 27, 34])
        client.server.setFault { _ in nil }
        try await client.sync.once(bodies: true)
        #expect(try client.store.read { try $0.messagesWithoutBody(account: client.account.id, limit: 50) }.isEmpty)
        #expect(client.server.calls("message").count == 5, "each is asked for once")
    }

    @Test("if the newest mail is all unread, bodies come with the walk in batches")
    func bodiesOfNewMail() async throws {
        let server = ModelServer()
        server.put((0..<60).map { .remote(id: "m\($0)", unread: $0 < 55, at: -$0 * Self.day, body: "text \($0)") })
        let client = try Client(server)
        try await client.sync.once(bodies: true)
        #expect(try client.store.read { try $0.messagesWithoutBody(account: client.account.id, limit: 50) }.isEmpty)
        #expect(server.calls("message").isEmpty)
    }

    @Test("stopping during a long poll works, and the mail stays")
    func stops() async throws {
        let client = try Client(server(days: 3))
        let session = MailSession(store: client.store, clock: ManualClock()) { [server = client.server] _, _ in
            ScriptedService(server)
        }
        let account = try await session.addAccount(
            address: "ann@example.test", url: "", userName: nil, dialect: .inbox, secret: "s")
        // The server holds the request for changes open.
        await client.server.until { $0.count { $0.name == "messages" } == 1 }
        for await _ in session.statusChanges() where session.status(of: account.id).isConnected { break }
        await session.stopAndWait()
        #expect(try session.threads(.account(account.id), limit: 10).count == 3)
    }

    @Test("S-1: pausing resets an action from sending to waiting, and resuming sends it")
    func paused() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        let session = MailSession(store: client.store, clock: ManualClock()) { [server = client.server] _, _ in
            ScriptedService(server)
        }
        session.running.withLock { $0.services[client.account.id] = ScriptedService(client.server) }
        client.server.setFault { _ in .before(.signedOut) }
        let changes = session.statusChanges()
        session.start()
        for await _ in changes where session.status(of: client.account.id).needsSignIn { break }
        try await client.perform(.star, on: "m")
        try await client.store.until { try $0.actions().first?.attempts == 1 }
        // As left by a store that did not accept the answer.
        let action = try #require(try client.actions().first)
        try await client.store.write { try $0.setState(.sending, of: action.id) }
        await session.pause(client.account.id)
        #expect(try client.actions().map(\.state) == [.waiting])
        client.server.setFault { _ in nil }
        session.resume(client.account.id)
        session.retryNow()
        try await client.store.until { try $0.actions().isEmpty }
        #expect(client.server.messages[RemoteID("m")]?.keywords.contains(.flagged) == true)
        await session.stopAndWait()
    }

    @Test("mail that a server's list omits is not deleted, even with a narrower window")
    func omitting() async throws {
        let client = try Client(server(days: 400))
        try await sync(client, days: nil).once(bodies: false)
        client.server.forgetChanges()
        client.server.setHides([RemoteID("m2"), RemoteID("m3")])
        try await sync(client, days: 10).once(bodies: false)
        #expect(try client.message("m2") != nil && client.message("m3") != nil)
    }

    @Test("a failing account does not disturb the others")
    func sideBySide() async throws {
        let (good, bad) = (server(days: 3), server(days: 3))
        let session = MailSession(store: try Store(), clock: ManualClock()) { account, _ in
            ScriptedService(account.address.hasPrefix("good") ? good : bad)
        }
        let first = try await session.addAccount(
            address: "bad@example.test", url: "", userName: nil, dialect: .inbox, secret: "s")
        bad.setFault { _ in .before(.unreachable) }
        let second = try await session.addAccount(
            address: "good@example.test", url: "", userName: nil, dialect: .inbox, secret: "s")
        try await session.store.until { try $0.messageCount(account: second.id) == 3 }
        let thread = try #require(try session.threads(.account(second.id), limit: 1).first)
        try await session.perform(.star, on: [thread.id])
        await good.until { $0.contains { $0.name == "update" } }
        good.put(.remote(id: "new"))
        try await session.store.until { try $0.messageCount(account: second.id) == 4 }
        // A refresh of all accounts reports the failing one, and refreshes the other.
        good.put(.remote(id: "newer"))
        let result = await session.refreshAll()
        if case .success = result { Issue.record("the failing account was not told") }
        try await session.store.until { try $0.messageCount(account: second.id) == 5 }
        #expect(!session.status(of: first.id).isConnected)
        await session.stopAndWait()
    }
}
