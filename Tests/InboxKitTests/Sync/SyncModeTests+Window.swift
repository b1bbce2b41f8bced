import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

/// Keeping only a window of days.
extension SyncModeTests {
    @Test("a sync window is filled with whole pages; older pages are fetched on request")
    func window() async throws {
        let client = try Client(server(days: 40))
        let sync = sync(client, days: 10)
        try await sync.once(bodies: true)
        #expect((10...16).contains(try kept(client)))
        let first = try kept(client)
        // Continuing does not fetch more by itself.
        try await sync.once(bodies: true)
        #expect(try kept(client) == first)
        #expect(try await sync.fetchOlder())
        #expect(try kept(client) == first + 5)
        while try await sync.fetchOlder() {}
        #expect(try kept(client) == 40)
        #expect(try client.differences() == [])
    }

    @Test("a wider window fetches what is missing, no window all")
    func widened() async throws {
        let client = try Client(server(days: 40))
        try await sync(client, days: 10).once(bodies: false)
        try await sync(client, days: 20).once(bodies: false)
        #expect((20...26).contains(try kept(client)))
        try await sync(client, days: nil).once(bodies: false)
        #expect(try kept(client) == 40)
    }

    @Test("a clock far ahead leaves no mail out of a window, neither at first nor in a resync")
    func clockAhead() async throws {
        let client = try Client(server(days: 40))
        var sync = sync(client, days: 10)
        sync.now = { .test(3_650 * Self.day) }
        try await sync.once(bodies: true)
        #expect((10...16).contains(try kept(client)))
        while try await sync.fetchOlder() {}
        client.server.forgetChanges()
        try await sync.once(bodies: true)
        #expect((10...16).contains(try kept(client)))
        sync.now = { [client] in client.now }
        try await sync.once(bodies: true)
        #expect(try (10...16).contains(kept(client)) && client.message("m9") != nil)
    }

    @Test("new mail and changes arrive in a window as they do without one")
    func windowLives() async throws {
        let client = try Client(server(days: 40))
        let sync = sync(client, days: 10)
        try await sync.once(bodies: false)
        client.server.put(.remote(id: "new", at: 10))
        client.server.edit("m1") { $0.keywords.insert(.flagged) }
        client.server.remove("m2")
        try await sync.catchUp()
        #expect(try client.message("new") != nil && client.message("m2") == nil)
        #expect(try client.message("m1")?.isStarred == true)
        client.server.forgetChanges()
        client.server.remove("m3")
        try await sync.once(bodies: false)
        #expect(try client.message("m3") == nil && client.message("m1") != nil)
    }

    @Test("how much there is to fetch is unknown in a window: the server counts all mail")
    func unknownTotal() async throws {
        for days in [10, nil] {
            let client = try Client(server(days: 40))
            let (board, id) = (client.board, client.account.id)
            let seen = Mutex<[AccountStatus.Progress]>([])
            client.server.setFault { _ in
                if let progress = board.status(of: id).progress { seen.withLock { $0.append(progress) } }
                return nil
            }
            try await sync(client, days: days).once(bodies: true)
            let told = seen.withLock(\.self)
            #expect(told.contains { $0.done > 0 } && told.allSatisfy { $0.total == (days == nil ? 40 : nil) })
        }
    }

    @Test("a thread that reaches back beyond the window is here whole, also after a resync", arguments: [false, true])
    func wholeThreads(byMessage: Bool) async throws {
        let server = server(days: 40)
        if byMessage { server.setWalksByMessage() }
        server.put(.remote(id: "early", thread: "t-m7", at: -35 * Self.day))
        let client = try Client(server)
        let sync = sync(client, days: 10)
        try await sync.once(bodies: false)
        #expect(try client.message("early") != nil && client.message("m30") == nil)
        server.forgetChanges()
        try await sync.once(bodies: false)
        #expect(try client.message("early") != nil && client.message("m30") == nil)
    }

    @Test("new mail in a thread that is older than the window, or was trimmed, brings all of it")
    func grownThreads() async throws {
        let server = server(days: 40)
        server.put(.remote(id: "filed", in: ["archive"], at: -30 * Self.day))
        let client = try Client(server)
        let narrow = sync(client, days: 10)
        try await narrow.once(bodies: false)
        #expect(try client.message("filed") == nil)
        server.put(.remote(id: "reply", thread: "t-filed", at: 10))
        try await narrow.catchUp()
        #expect(try client.message("filed") != nil)
        while try await narrow.fetchOlder() {}
        #expect(try client.differences() == [])

        server.put(.remote(id: "other", in: ["archive"], at: -30 * Self.day))
        try await narrow.catchUp()
        let session = MailSession(store: client.store) { _, _ in ScriptedService(server) }
        _ = try await session.trim(client.account.id, Retention(days: 20), now: client.now)
        #expect(try client.message("other") == nil)
        server.put(.remote(id: "another", thread: "t-other", at: 20))
        try await narrow.catchUp()
        #expect(try client.message("other") != nil)
    }

    @Test("mail older than the window appears when another client moves it to the inbox")
    func broughtBack() async throws {
        let client = try Client(server(days: 40))
        let sync = sync(client, days: 10)
        try await sync.once(bodies: false)
        #expect(try client.message("m30") == nil)
        client.server.edit("m30") { $0.mailboxes = ["inbox", "work"].reduce(into: []) { $0.insert(RemoteID($1)) } }
        try await sync.catchUp()
        #expect(try client.message("m30")?.mailboxes.count == 2)
    }

    @Test("an account is fully synced when the window is full")
    func isRead() async throws {
        let server = server(days: 40)
        // The model's dates are in 2026, but the window counts from today.
        server.put(.remote(id: "now", at: Int(Date().timeIntervalSince(.test(0)))))
        let folder = try TemporaryFolder()
        func session(days: Int) throws -> MailSession {
            try MailSession(home: Home(directory: folder.path), policy: SyncPolicy(days: days)) { _, _ in
                ScriptedService(server)
            }
        }
        let narrow = try session(days: 1)
        let account = try await narrow.addAccount(
            address: "me@example.test", url: "http://127.0.0.1:1", userName: nil, dialect: .inbox, secret: "secret")
        #expect(try !narrow.isFullySynced(account.id))
        #expect(await narrow.syncOnce(account, bodies: false).failure == nil)
        #expect(try narrow.isFullySynced(account.id) && !session(days: 10_000).isFullySynced(account.id))
    }

    @Test("S-1: actions on mail older than the window survive a resync")
    func oldWork() async throws {
        let client = try Client(server(days: 40))
        let sync = sync(client, days: 10)
        try await sync.once(bodies: false)
        while try await sync.fetchOlder() {}
        try await client.perform(.star, on: "m30", "m31", "m32")
        let answered = try #require(try client.message("m33"))
        let session = client.session()
        let reply = DraftContent(
            to: [.person("bo")], subject: "Re", body: MessageBody(plain: "x"), inReplyTo: answered.id)
        _ = try await session.save(reply, account: client.account.id)
        client.server.remove("m31")
        client.server.edit("m30") { $0.mailboxes = [RemoteID("work")] }
        client.server.forgetChanges()
        try await sync.once(bodies: false)
        #expect(try client.message("m20") == nil, "what only takes room goes")
        #expect(try client.message("m30")?.isStarred == true && client.message("m33") != nil)
        #expect(try client.message("m31") == nil, "what the server no longer has goes")
        _ = try await client.sender.sendAll()
        try await sync.catchUp()
        for id in ["m30", "m32"] {
            #expect(client.server.messages[RemoteID(id)]?.keywords.contains(.flagged) == true)
            #expect(try client.shown()[RemoteID(id)] == client.onServer()[RemoteID(id)])
        }
    }
}
