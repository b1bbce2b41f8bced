import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("A secret that changes while Maraca runs", .timeLimit(.minutes(10)))
struct ChangedSecretTests {
    private let folder: TemporaryFolder
    private let home: Home
    private let old = ModelServer()
    private let new = ModelServer()

    init() throws {
        folder = try TemporaryFolder()
        home = Home(directory: folder.file("home"))
    }

    private func session() throws -> MailSession {
        let (old, new) = (old, new)
        return try MailSession(home: home) { _, secret in ScriptedService(secret == "new" ? new : old) }
    }

    private func untilSignedOut(_ session: MailSession, _ account: Account) async {
        let changes = session.statusChanges()
        if case .signedOut = session.status(of: account.id).phase { return }
        for await _ in changes {
            if case .signedOut = session.status(of: account.id).phase { return }
        }
    }

    private func untilConnected(_ session: MailSession, _ account: Account) async {
        let changes = session.statusChanges()
        if session.status(of: account.id).isConnected { return }
        for await _ in changes where session.status(of: account.id).isConnected { return }
    }

    @Test("after the server refuses a secret, its command runs again and the new one is used")
    func command() async throws {
        try Data("old\n".utf8).write(to: URL(fileURLWithPath: folder.file("word")))
        let session = try session()
        let account = try await session.addAccount(
            address: "me@example.test", url: "", userName: nil, dialect: .inbox, secret: "old",
            source: .command("cat '\(folder.file("word"))'"))
        old.setFault { _ in .before(.signedOut) }
        session.start()
        await untilSignedOut(session, account)
        try Data("new\n".utf8).write(to: URL(fileURLWithPath: folder.file("word")))
        session.retryNow()
        // The old one may have told of all mail before.
        await new.until { calls in calls.contains { ["mailboxes", "changes"].contains($0.name) } }
        await session.stopAndWait()
    }

    @Test("a typed secret is refused if a command supplies it")
    func typedBesideCommand() async throws {
        try Data("old\n".utf8).write(to: URL(fileURLWithPath: folder.file("word")))
        let session = try session()
        let command = "cat '\(folder.file("word"))'"
        let account = try await session.addAccount(
            address: "me@example.test", url: "", userName: nil, dialect: .inbox, secret: "old",
            source: .command(command))
        await #expect(throws: SessionError.secret(.isFromCommand(command))) {
            try await session.signInAgain(account, secret: "new")
        }
        #expect(new.calls.isEmpty)
    }

    @Test("a secret with which mail can only be read is taken all the same: what is to be sent waits")
    func onlyReads() async throws {
        let session = try session()
        let account = try await session.addAccount(
            address: "me@example.test", url: "", userName: nil, dialect: .inbox, secret: "old")
        var refusal = RemoteError(.refused(status: 0, message: "no sending"), call: "SMTP")
        refusal.isAboutSending = true
        new.setFault { [refusal] in $0.name == "signIn" ? .before(refusal) : nil }
        session.start()
        try await session.signInAgain(account, secret: "new")
        // The old one may have told of all mail before.
        await new.until { calls in calls.contains { ["mailboxes", "changes"].contains($0.name) } }
        await session.stopAndWait()
    }

    @Test("an account that another process adds during sign-in is not added twice")
    func addedTwice() async throws {
        let (other, old) = (try session(), old)
        let one = try MailSession(home: home) { _, _ in
            _ = try? other.store.writeNow { try $0.add(.test("Me@Example.test")) }
            return ScriptedService(old)
        }
        await #expect(throws: SessionError.accountExists) {
            try await one.addAccount(
                address: "me@example.test", url: "", userName: nil, dialect: .inbox, secret: "old")
        }
        #expect(try one.accounts().count == 1)
    }

    @Test("S-9: a secret that another process saves is used by this one as well")
    func otherProcess() async throws {
        let session = try session()
        let account = try await session.addAccount(
            address: "me@example.test", url: "", userName: nil, dialect: .inbox, secret: "old")
        old.setFault { _ in .before(.signedOut) }
        session.start()
        await untilSignedOut(session, account)
        try await self.session().signInAgain(account, secret: "new")
        // Proves more than the sign-in by the other session.
        await new.until { calls in calls.contains { $0.name == "mailboxes" } }
        await untilConnected(session, account)
        #expect(session.status(of: account.id).isConnected)
        await session.stopAndWait()
    }

    @Test(
        "an account whose server has moved goes on at its new place with all that is queued, in every process",
        arguments: [true, false])
    func moved(isHere: Bool) async throws {
        let (old, new) = (old, new)
        func open() throws -> MailSession {
            try MailSession(home: home) { account, _ in ScriptedService(account.url == "new" ? new : old) }
        }
        let session = try open()
        for server in [old, new] { server.put(.remote(id: "m", subject: "Lunch", at: 1)) }
        let account = try await session.addAccount(
            address: "me@example.test", url: "old", userName: nil, dialect: .inbox, secret: "word")
        session.start()
        try await session.store.until { try $0.message(RemoteID("m"), account: account.id) != nil }
        old.setFault { _ in .before(RemoteError(.unreachable(detail: "gone"), call: "any")) }
        let message = try #require(try session.store.read { try $0.message(RemoteID("m"), account: account.id) })
        try await session.perform(.star, onMessages: [message.id])
        try await (isHere ? session : open()).move(account, to: "new")
        await new.until { calls in calls.contains { $0.name == "update" } }
        #expect(new.messages[RemoteID("m")]?.keywords.contains(.flagged) == true)
        #expect(try session.accounts().map(\.url) == ["new"])
        await session.stopAndWait()
    }

    @Test("N-2: the new place of an account is stored before its new secret, which the old place must never get")
    func movedFirst() async throws {
        let session = try session()
        let account = try await session.addAccount(
            address: "me@example.test", url: "old", userName: nil, dialect: .inbox, secret: "old")
        let stored = SecretStore(folder: home.secretsPath)
        // What is in the way of the new secret ends the move there.
        try FileManager.default.createDirectory(
            atPath: stored.path(account.id) + ".new", withIntermediateDirectories: false)
        await #expect(throws: SessionError.secret(.notWritable(path: stored.path(account.id)))) {
            try await session.move(account, to: "new", secret: "new")
        }
        #expect(try session.accounts().map(\.url) == ["new"])
        #expect(try await stored.secret(for: account.id, from: .file) == "old")
    }

    @Test("at another place only the same address is the account that was meant")
    func movedElsewhere() async throws {
        let session = try session()
        let account = try await session.addAccount(
            address: "me@example.test", url: "old", userName: nil, dialect: .inbox, secret: "old")
        var other = account
        other.address = "you@example.test"
        try await session.store.write {
            try $0.setSyncState("you@example.test", key: "toldAddress", account: account.id)
        }
        await #expect(throws: SessionError.self) {
            try await session.move(other, to: "elsewhere")
        }
        #expect(try session.accounts().map(\.url) == ["old"])
    }

    @Test("after the sender reconnects with a new secret, the listener uses the same connection")
    func anewForBoth() async throws {
        try Data("old\n".utf8).write(to: URL(fileURLWithPath: folder.file("word")))
        let session = try session()
        let account = try await session.addAccount(
            address: "me@example.test", url: "", userName: nil, dialect: .inbox, secret: "old",
            source: .command("cat '\(folder.file("word"))'"))
        for server in [old, new] { server.put(.remote(id: "m", subject: "Lunch", at: 1)) }
        old.setFault { $0.name == "update" ? .before(.signedOut) : nil }
        session.start()
        await untilConnected(session, account)
        try await session.store.until { try $0.message(RemoteID("m"), account: account.id) != nil }
        try Data("new\n".utf8).write(to: URL(fileURLWithPath: folder.file("word")))
        let message = try #require(try session.store.read { try $0.message(RemoteID("m"), account: account.id) })
        try await session.perform(.star, onMessages: [message.id])
        await old.until { calls in calls.contains { $0.name == "update" } }
        session.retryNow()
        await new.until { calls in calls.contains { $0.name == "changes" } }
        await session.stopAndWait()
    }

    @Test("the listener uses a new secret at once, even while the old one works")
    func anewWhileItWorks() async throws {
        let session = try session()
        let account = try await session.addAccount(
            address: "me@example.test", url: "", userName: nil, dialect: .inbox, secret: "old")
        session.start()
        await untilConnected(session, account)
        try await session.signInAgain(account, secret: "new")
        await new.until { calls in calls.contains { $0.name == "changes" } }
        await session.stopAndWait()
    }

    @Test("concurrent requests for an account's service share one connection")
    func shared() async throws {
        try Data("word\n".utf8).write(to: URL(fileURLWithPath: folder.file("word")))
        let account = try await session().addAccount(
            address: "me@example.test", url: "", userName: nil, dialect: .inbox, secret: "old",
            source: .command("cat '\(folder.file("word"))'"))
        // A separate server for each connection.
        let session = try MailSession(home: home) { _, _ in ScriptedService(ModelServer()) }
        let servers = await withTaskGroup(of: ModelServer?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    guard case .success(let service) = await session.service(for: account) else { return nil }
                    return (service as? ScriptedService)?.server
                }
            }
            return await group.reduce(into: [ModelServer?]()) { $0.append($1) }
        }
        #expect(
            !servers.contains { $0 == nil } && Set(servers.compactMap(\.self).map(ObjectIdentifier.init)).count == 1)
    }
}
