import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("A full sync for a command", .timeLimit(.minutes(10)))
struct SyncOnceTests {
    @Test("a full sync sends and fetches everything and reports what is left")
    func once() async throws {
        let server = ModelServer()
        server.put(.remote(id: "a", unread: true), .remote(id: "b"))
        let folder = try TemporaryFolder()
        let session = try MailSession(home: Home(directory: folder.path)) { _, _ in ScriptedService(server) }
        let account = try await session.addAccount(
            address: "me@example.test", url: "http://127.0.0.1:1", userName: nil, dialect: .inbox, secret: "secret")
        var report = await session.syncOnce(account, bodies: true)
        #expect(report.failure == nil && report.queued == 0 && report.trouble.isEmpty)
        let threads = try session.threads(.everything, limit: 10)
        #expect(threads.count == 2)
        try await session.perform(.star, on: threads.map(\.id))
        server.setFault { $0.subject == "b" ? .before(.refused) : nil }
        report = await session.syncOnce(account, bodies: false)
        #expect(report.failure == nil && report.queued == 0 && report.trouble.count == 1)
        #expect(server.messages[RemoteID("a")]?.keywords.contains(.flagged) == true)
        #expect(try session.count(.starred, messages: false) == 1)
        server.setFault { _ in .before(.unreachable) }
        try await session.perform(.unread, on: threads.map(\.id))
        report = await session.syncOnce(account, bodies: false)
        #expect(report.failure == .remote(.unreachable) && report.queued == 1)
    }

    @Test("a full sync asks and sends nothing while the account is synced otherwise, by another process or this one")
    func locked() async throws {
        let server = ModelServer()
        let folder = try TemporaryFolder()
        func session() throws -> MailSession {
            try MailSession(home: Home(directory: folder.path)) { _, _ in ScriptedService(server) }
        }
        let (other, session) = (try session(), try session())
        let account = try await session.addAccount(
            address: "me@example.test", url: "http://127.0.0.1:1", dialect: .inbox, secret: "secret")
        _ = try await session.save(DraftContent(subject: "Plan"), account: account.id)
        #expect(other.lockForSync())
        let asked = server.calls.count
        let report = await session.syncOnce(account)
        #expect(report.failure == .store(.locked) && report.queued == 1 && server.calls.count == asked)
        await other.stopAndWait()
        #expect(await session.syncOnce(account).failure == nil)
        #expect(!other.lockForSync(), "who has synced once keeps the others out")
        #expect(session.start())
        #expect(await session.syncOnce(account).failure == .store(.locked), "it is synced all the time")
        await session.stopAndWait()
        #expect(await session.syncOnce(account).failure == nil)
        await session.stopAndWait()
    }

    @Test("S-2: what is started during a full sync begins after it", arguments: [false, true])
    func startedMeanwhile(isStopped: Bool) async throws {
        let server = ModelServer()
        let folder = try TemporaryFolder()
        let home = Home(directory: folder.path)
        let session = try MailSession(home: home) { _, _ in ScriptedService(server) }
        let account = try await session.addAccount(
            address: "me@example.test", url: "http://127.0.0.1:1", dialect: .inbox, secret: "secret")
        server.hold("threads")
        async let report = session.syncOnce(account)
        await server.until { calls in calls.contains { $0.name == "mailboxes" } }
        #expect(session.start())
        #expect(session.running.withLock(\.runners).isEmpty)
        if isStopped {
            await session.stopAndWait()
            #expect(ProcessLock(path: home.lockPath) == nil, "no other process may send yet")
        }
        server.release("threads")
        #expect(await report.failure == nil)
        #expect(session.running.withLock(\.runners.isEmpty) == isStopped)
        if isStopped { #expect(ProcessLock(path: home.lockPath) != nil) }
        await session.stopAndWait()
    }

    @Test("without the account's password a full sync has failed")
    func withoutSecret() async throws {
        let server = ModelServer()
        let folder = try TemporaryFolder()
        let home = Home(directory: folder.path)
        func session() throws -> MailSession { try MailSession(home: home) { _, _ in ScriptedService(server) } }
        let account = try await session().addAccount(
            address: "me@example.test", url: "http://127.0.0.1:1", dialect: .inbox, secret: "secret")
        try FileManager.default.removeItem(atPath: SecretStore(folder: home.secretsPath).path(account.id))
        let report = await (try session()).syncOnce(account)
        #expect(report.failure == .secret(.missing))
    }

    @Test("a due thread is woken only after other clients' changes are read", arguments: [false, true])
    func wakes(isFiled: Bool) async throws {
        let server = ModelServer()
        server.put(.remote(id: "old", thread: "t"))
        let folder = try TemporaryFolder()
        let session = try MailSession(home: Home(directory: folder.path)) { _, _ in ScriptedService(server) }
        let account = try await session.addAccount(
            address: "me@example.test", url: "http://127.0.0.1:1", userName: nil, dialect: .inbox, secret: "secret")
        _ = await session.syncOnce(account, bodies: false)
        let threads = try session.threads(.everything, limit: 10).map(\.id)
        try await session.perform(.snooze, on: threads, date: Date().addingTimeInterval(3_600))
        _ = await session.syncOnce(account, bodies: false)
        #expect(server.messages[RemoteID("old")]?.mailboxes == [RemoteID("archive")])
        try await session.perform(.snooze, on: threads, date: Date().addingTimeInterval(-60))
        if isFiled { server.edit("old") { $0.mailboxes = [RemoteID("trash")] } }
        #expect(await session.syncOnce(account, bodies: false).failure == nil)
        #expect(server.messages[RemoteID("old")]?.mailboxes == [RemoteID(isFiled ? "trash" : "inbox")])
        #expect(try session.threads(.keyword(.snoozed), limit: 1).isEmpty)
    }

    @Test("the syncing process also syncs an account added by another process, until it is removed")
    func otherProcess() async throws {
        let server = ModelServer()
        server.put(.remote(id: "a"))
        let folder = try TemporaryFolder()
        func session(_ server: ModelServer) throws -> MailSession {
            try MailSession(home: Home(directory: folder.path)) { _, _ in ScriptedService(server) }
        }
        let (syncing, other) = (try session(server), try session(ModelServer()))
        #expect(syncing.start())
        let account = try await other.addAccount(
            address: "me@example.test", url: "http://127.0.0.1:1", userName: nil, dialect: .inbox, secret: "secret")
        await server.until { calls in calls.contains { $0.name == "changes" } }
        #expect(try other.isFullySynced(account.id) && other.threads(.everything, limit: 10).count == 1)
        try await other.removeAccount(account.id)
        try await eventually { syncing.running.withLock(\.runners.isEmpty) }
        await syncing.stopAndWait()
        #expect(try syncing.accounts().isEmpty && syncing.threads(.everything, limit: 10).isEmpty)
    }

    @Test("a refused or stopped action is reported once, for its own account")
    func trouble() async throws {
        let (good, bad) = (ModelServer(), ModelServer())
        for server in [good, bad] { server.put(.remote(id: "m")) }
        let folder = try TemporaryFolder()
        let session = try MailSession(home: Home(directory: folder.path)) { account, _ in
            ScriptedService(account.address.hasPrefix("good") ? good : bad)
        }
        func add(_ address: String) async throws -> Account {
            try await session.addAccount(address: address, url: "", userName: nil, dialect: .inbox, secret: "secret")
        }
        let accounts = [try await add("good@example.test"), try await add("bad@example.test")]
        for account in accounts { #expect(await session.syncOnce(account, bodies: false).failure == nil) }
        try await session.perform(.star, on: try session.threads(.everything, limit: 10).map(\.id))
        let content = DraftContent(to: [.person("bo")], subject: "One", body: MessageBody(plain: "One"))
        _ = try await session.send(content, account: accounts[1].id)
        bad.setFault { ["update", "send"].contains($0.name) ? .before(.refused) : nil }
        let reports = await withTaskGroup(of: SyncReport.self) { group in
            for account in accounts { group.addTask { await session.syncOnce(account, bodies: false) } }
            return await group.reduce(into: [String: SyncReport]()) { $0[$1.account.address] = $1 }
        }
        #expect(reports["good@example.test"]?.trouble == [] && reports["good@example.test"]?.queued == 0)
        let told = reports["bad@example.test"]?.trouble.map { notice in
            switch notice {
            case .refused: "refused"
            case .stopped: "stopped"
            default: "other"
            }
        }
        #expect(told?.sorted() == ["refused", "stopped"] && reports["bad@example.test"]?.queued == 1)
    }

    @Test("S-7: unreadable accounts are an error, not an empty list")
    func unreadable() async throws {
        let folder = try TemporaryFolder()
        let home = Home(directory: folder.path)
        do {
            try home.prepare()
            let store = try Store(path: home.storePath)
            _ = try store.writeNow { try $0.add(.test()) }
        }
        let session = try MailSession(home: home) { _, _ in ScriptedService(ModelServer()) }
        let file = try FileHandle(forUpdating: URL(filePath: home.storePath))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 4096)
        try file.write(contentsOf: Data(repeating: 0xFF, count: Int(size) - 4096))
        try file.close()
        #expect(throws: SessionError.self) { try session.accounts() }
        await #expect(throws: SessionError.self) {
            try await session.addAccount(
                address: "me@example.test", url: "", userName: nil, dialect: .inbox, secret: "secret")
        }
    }

    @Test("S-2: another account's sending action is left alone")
    func others() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        try await client.perform(.star, on: "m")
        let action = try #require(try client.actions().first)
        try await client.store.write { try $0.setState(.sending, of: action.id) }
        let session = MailSession(store: client.store) { _, _ in ScriptedService(ModelServer()) }
        let other = try await session.addAccount(
            address: "you@example.test", url: "", userName: nil, dialect: .inbox, secret: "secret")
        #expect(await session.syncOnce(other).failure == .store(.locked), "without a home it is synced at once")
        await session.pause(other.id)
        #expect(await session.syncOnce(other, bodies: false).failure == nil)
        #expect(try client.actions().map(\.state) == [.sending])
        await session.stopAndWait()
    }

    @Test("an account whose sign-in fails is not stored, and no address is added twice")
    func addAccount() async throws {
        let server = ModelServer()
        let session = MailSession(store: try Store()) { _, _ in ScriptedService(server) }
        func add(_ address: String) async throws(SessionError) -> Account {
            try await session.addAccount(address: address, url: "", userName: nil, dialect: .inbox, secret: "secret")
        }
        server.setFault { _ in .before(.signedOut) }
        await #expect(throws: SessionError.remote(.signedOut)) { try await add("me@example.test") }
        #expect(try session.accounts().isEmpty)
        server.setFault { _ in nil }
        _ = try await add("me@example.test")
        await #expect(throws: SessionError.accountExists) { try await add("ME@example.test") }
        session.stop()
    }

    @Test("S-2: an account runs once, even if started concurrently", arguments: 0..<10)
    func startedByMany(round: Int) async throws {
        let folder = try TemporaryFolder()
        let home = Home(directory: folder.path)
        let server = ModelServer()
        server.put(.remote(id: "m"))
        let session = try MailSession(home: home) { _, _ in ScriptedService(server) }
        _ = try await session.addAccount(
            address: "me@example.test", url: "", userName: nil, dialect: .inbox, secret: "secret")
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 { group.addTask { session.start() } }
            for await syncs in group { #expect(syncs, "one's own lock refuses nobody here") }
        }
        try await session.store.until { try $0.message(RemoteID("m"), account: AccountID(1)) != nil }
        #expect(server.calls("latestState").count == 1)
        #expect(ProcessLock(path: home.lockPath) == nil)
        await session.stopAndWait()
    }

    @Test("one process syncs a home, even if started twice; the next can once it stops")
    func lock() async throws {
        let folder = try TemporaryFolder()
        let home = Home(directory: folder.path)
        func session() throws -> MailSession { try MailSession(home: home) { _, _ in ScriptedService(ModelServer()) } }
        let (first, second) = (try session(), try session())
        #expect(first.start())
        #expect(!second.start())
        #expect(first.start())
        #expect(!second.start())
        await first.stopAndWait()
        #expect(second.start())
        await second.stopAndWait()
    }

    @Test("S-8: a store is repaired only while no process has it open, and vice versa")
    func repair() throws {
        let folder = try TemporaryFolder()
        let home = Home(directory: folder.path)
        func session() throws -> MailSession { try MailSession(home: home) { _, _ in ScriptedService(ModelServer()) } }
        do {
            // It does not sync: its actions are queued.
            let one = try session()
            #expect(try MailSession.repairStore(of: home) == nil)
            withExtendedLifetime(one) {}
        }
        #expect(try MailSession.repairStore(of: home) != nil)
        let repairing = (ProcessLock(path: home.useLockPath), ProcessLock(path: home.lockPath))
        #expect(throws: SessionError.store(.locked)) { try session() }
        withExtendedLifetime(repairing) {}
    }
}
