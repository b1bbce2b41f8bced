import InboxModel
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxStore

/// What servers and other clients report about snoozed mail.
extension SnoozingTests {
    private func nextWaking(_ client: Client) throws -> Bool {
        try client.store.read { try $0.nextWaking(account: client.account.id) } != nil
    }

    @Test("S-5: this client's own keywords, if set on the server by others, move no mail", arguments: [true, false])
    func toldByServer(isThereAtFirst: Bool) async throws {
        let marks: Set<Keyword> = [.snoozed, .snoozed(until: .test(10)), .new, .woken, .woken(at: .test(50))]
        let server = ModelServer()
        server.put(.remote(id: "old", thread: "t", in: ["archive"], at: 1))
        let client = try Client(server, dialect: .jmap)
        if !isThereAtFirst { try await client.sync.once(bodies: false) }
        server.edit("old") { $0.keywords.formUnion(marks) }
        try await client.sync.once(bodies: false)
        try await client.sync.catchUp()
        #expect(try client.message("old")?.keywords == [.seen] && thread(client).lastDate == .test(1))
        try wakeDue(client, at: 200)
        #expect(try client.actions().isEmpty)
        try await settle(client)
        #expect(places(client) == ["archive"] && isUnread(client) == false)
        #expect(server.messages[RemoteID("old")]?.keywords == marks.union([.seen]), "what others wrote stays")
    }

    @Test("a snoozed message that another client turns into a draft is not woken", arguments: [false, true])
    func becomesDraft(isSent: Bool) async throws {
        let client = try await snoozed()
        if isSent { try await settle(client) }
        client.server.edit("old") { $0.keywords.insert(.draft) }
        try await client.sync.catchUp()
        try wakeDue(client, at: 200)
        #expect(try !nextWaking(client))
        try await settle(client)
        #expect(places(client) == ["archive"] && isUnread(client) == false)
    }

    @Test("a row that is always due does not keep a sync running", .timeLimit(.minutes(10)))
    func staysDue() async throws {
        let (server, store) = (ModelServer(), try Store())
        server.put(.remote(id: "old", thread: "t"))
        let session = MailSession(store: store) { _, _ in ScriptedService(server) }
        let account = try await session.addAccount(
            address: "me@example.test", url: "https://mail.example.test", userName: nil, dialect: .jmap,
            secret: "secret", source: .file)
        await session.pause(account.id)
        _ = await session.syncOnce(account, bodies: false)
        // From now on, every written row says that its snooze ended long ago.
        try store.writeNow {
            try $0.database.run(
                "CREATE TRIGGER stuck AFTER UPDATE ON thread BEGIN UPDATE thread SET snoozedUntil = 5; END")
            try $0.database.run("UPDATE thread SET snoozedUntil = 5")
        }
        let report = await session.syncOnce(account, bodies: false)
        #expect(report.failure == nil)
        #expect(try store.read { try $0.nextWaking(account: account.id) } != nil)
    }
}
