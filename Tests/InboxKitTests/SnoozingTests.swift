import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Snoozing", .timeLimit(.minutes(10)))
struct SnoozingTests {
    private static let asleep = ThreadQuery(predicate: .keyword(.snoozed), sort: .newestFirst)

    /// A client of two read mails in the inbox, the older one snoozed until second 100.
    private func snoozed(
        dialect: Account.Dialect = .jmap, hasLabels: Bool = true, store: Store? = nil
    ) async throws -> Client {
        let server = ModelServer()
        server.put(.remote(id: "old", thread: "t", at: 1), .remote(id: "other", at: 2))
        let client = try Client(server, store: store, hasLabels: hasLabels, dialect: dialect)
        try await client.sync.once(bodies: false)
        try await client.perform(.snooze, on: "old", date: .test(100))
        return client
    }

    private func settle(_ client: Client) async throws {
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
    }

    private func wakeDue(_ client: Client, at seconds: Int) throws {
        let account = client.account
        _ = try client.store.writeNow {
            try Waking(account: account, transaction: $0).wakeDue(now: .test(seconds))
        }
    }

    private func thread(_ client: Client) throws -> MailThread {
        try #require(
            try client.store.read { reader in
                try reader.find(RemoteID("t"), account: client.account.id).threads.first.flatMap(reader.thread)
            })
    }

    private func places(_ client: Client) -> [String]? {
        client.server.messages[RemoteID("old")]?.mailboxes.map(\.rawValue).sorted()
    }
    private func isUnread(_ client: Client) -> Bool? {
        client.server.messages[RemoteID("old")].map { !$0.keywords.contains(.seen) }
    }

    @Test(
        "it is archived until its time, and then in the inbox again, unread, above what came meanwhile",
        arguments: [Account.Dialect.inbox, .jmap], [true, false])
    func there_and_back(dialect: Account.Dialect, hasLabels: Bool) async throws {
        let client = try await snoozed(dialect: dialect, hasLabels: hasLabels)
        #expect(try thread(client).snoozedUntil == .test(100))
        #expect(try client.store.read { try $0.count(Self.asleep) } == 1)
        try await settle(client)
        #expect(places(client) == ["archive"] && isUnread(client) == false)
        #expect(client.server.messages[RemoteID("old")]?.keywords == [.seen], "no server hears of the time")

        client.server.put(.remote(id: "new", at: 50))
        try await client.sync.catchUp()
        // Clocks are set back, and then nothing is due.
        for seconds in [99, 10] {
            try wakeDue(client, at: seconds)
            #expect(try thread(client).snoozedUntil == .test(100) && client.actions().isEmpty)
        }
        try wakeDue(client, at: 120)
        let woken = try thread(client)
        #expect(woken.snoozedUntil == nil && woken.isUnread && woken.lastDate == .test(120))
        let inbox = try #require(try client.store.mailboxID("inbox"))
        let list = ThreadQuery(predicate: .mailbox(.ids([inbox])), sort: .newestFirst)
        #expect(try client.store.read { try $0.threads(list, limit: 1) } == [woken])
        try await settle(client)
        #expect(places(client) == ["inbox"] && isUnread(client) == true)
        #expect(try client.store.read { try $0.count(Self.asleep) } == 0)
    }

    @Test(
        "it is taken back whole, and done again whole, before and after the server has heard of it",
        arguments: [false, true])
    func undo(isSent: Bool) async throws {
        let client = try await snoozed()
        let session = MailSession(store: client.store) { [server = client.server] _, _ in ScriptedService(server) }
        if isSent { try await settle(client) }
        #expect(try await session.undo()?.command == .snooze)
        #expect(try thread(client).snoozedUntil == nil && thread(client).lastDate == .test(1))
        try wakeDue(client, at: 200)
        try await settle(client)
        #expect(places(client) == ["inbox"] && isUnread(client) == false)
        #expect(try await session.redo()?.command == .snooze)
        #expect(try thread(client).snoozedUntil == .test(100))
        try await settle(client)
        #expect(places(client) == ["archive"])
    }

    @Test("a new message in it wakes it at once, and leaves what was read read")
    func newMail() async throws {
        let client = try await snoozed()
        try await settle(client)
        client.server.put(.remote(id: "reply", thread: "t", unread: true, at: 60))
        try await client.sync.catchUp()
        #expect(try thread(client).snoozedUntil == nil && thread(client).unreadCount == 1)
        try await settle(client)
        #expect(places(client) == ["inbox"] && isUnread(client) == false)
    }

    @Test("what the user's own reply or another place brings wakes nothing", arguments: ["sent", "work"])
    func elsewhere(place: String) async throws {
        let client = try await snoozed()
        try await settle(client)
        client.server.put(.remote(id: "reply", thread: "t", in: [place], at: 60))
        try await client.sync.catchUp()
        #expect(try thread(client).snoozedUntil == .test(100))
    }

    @Test("another client that puts it somewhere else ends it", arguments: ["inbox", "trash"])
    func ended(place: String) async throws {
        let client = try await snoozed()
        try await settle(client)
        client.server.edit("old") { $0.mailboxes = [RemoteID(place)] }
        try await client.sync.catchUp()
        #expect(try thread(client).snoozedUntil == nil)
        try wakeDue(client, at: 200)
        #expect(try client.actions().isEmpty)
        #expect(try client.differences() == [])
    }

    @Test(
        "moving it by hand ends it, and taking that back brings the time back",
        arguments: [Action.Command.trash, .archive, .junk])
    func moved(command: Action.Command) async throws {
        let client = try await snoozed()
        try await settle(client)
        #expect(try await client.perform(command, on: "old") != nil)
        #expect(try thread(client).snoozedUntil == nil)
        let session = MailSession(store: client.store) { [server = client.server] _, _ in ScriptedService(server) }
        _ = try await session.undo()
        #expect(try thread(client).snoozedUntil == .test(100))
        try await settle(client)
        #expect(places(client) == ["archive"])
    }

    @Test("where the server does not let it go, it is in the inbox and not snoozed")
    func refused() async throws {
        let client = try await snoozed()
        client.server.setFault { _ in .before(.refused) }
        _ = try await client.sender.sendAll()
        client.server.setFault { _ in nil }
        #expect(try thread(client).snoozedUntil == nil)
        try await settle(client)
        #expect(places(client) == ["inbox"])
    }

    @Test("another time takes the place of the first, is taken back alone, and “now” ends it")
    func changed() async throws {
        let client = try await snoozed()
        try await settle(client)
        try await client.perform(.snooze, on: "old", date: .test(300))
        #expect(try thread(client).snoozedUntil == .test(300) && client.actions().isEmpty)
        try wakeDue(client, at: 200)
        #expect(try thread(client).snoozedUntil == .test(300))
        let session = MailSession(store: client.store) { [server = client.server] _, _ in ScriptedService(server) }
        _ = try await session.undo()
        #expect(try thread(client).snoozedUntil == .test(100))
        try await client.perform(.wake, on: "old", date: .test(30))
        #expect(try thread(client).snoozedUntil == nil && thread(client).lastDate == .test(30))
        _ = try await session.undo()
        #expect(try thread(client).snoozedUntil == .test(100) && thread(client).lastDate == .test(1))
        try await settle(client)
        #expect(places(client) == ["archive"])
    }

    @Test(
        "what is thrown away stays away, and what lies elsewhere comes to the inbox",
        arguments: ["trash", "junk", "work"])
    func fromElsewhere(place: String) async throws {
        let client = try await Client.synced(.remote(id: "old", thread: "t", in: [place], at: 1))
        let deed = try await client.perform(.snooze, on: "old", date: .test(100))
        #expect((deed == nil) == (place != "work"))
        try await settle(client)
        #expect(places(client) == [place])
        try wakeDue(client, at: 200)
        try await settle(client)
        #expect(places(client)?.contains("inbox") == (place == "work"))
    }

    @Test("after a kill the next start brings it back, once, and so does one of two processes")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        let before = try await snoozed(store: try Store(path: path))
        let (one, two) = (try Store(path: path), try Store(path: path))
        let account = before.account
        for store in [one, two] {
            _ = try store.writeNow { try Waking(account: account, transaction: $0).wakeDue(now: .test(200)) }
        }
        let waking = try one.read { try $0.actions() }.filter { $0.command == .wake }
        #expect(waking.count <= 1)
        #expect(try thread(before).lastDate == .test(200) && thread(before).isUnread)
        try await settle(before)
        #expect(places(before) == ["inbox"] && isUnread(before) == true)
    }

    @Test("the account's runner brings it back when the time of day says so, also when it was snoozed while it runs")
    func runner() async throws {
        let client = try await snoozed()
        let clock = ManualClock()
        let runner = AccountRunner(
            account: client.account, store: client.store, board: client.board, clock: clock, now: { client.now }
        ) { .success(ScriptedService(client.server)) }
        let task = Task { await runner.run() }
        try await client.store.until { try $0.actions().isEmpty }
        await clock.untilSomeoneSleeps(for: .seconds(29)..<(.seconds(31)))
        try await client.perform(.snooze, on: "other", date: .test(10))
        await clock.untilSomeoneSleeps(for: .seconds(9)..<(.seconds(11)))
        client.wait(120)
        clock.advance(by: .seconds(31))
        try await client.store.until { try $0.nextWaking(account: client.account.id) == nil && $0.actions().isEmpty }
        task.cancel()
        await task.value
        #expect(places(client) == ["inbox"] && isUnread(client) == true)
        #expect(try thread(client).lastDate == .test(120))
    }

    @Test("mail that is let go for its age is none that is to come back")
    func trimming() async throws {
        let client = try await snoozed()
        try await settle(client)
        let (account, late) = (client.account.id, Date.test(400 * 86_400))
        func trimmable() throws -> Int {
            try client.store.writeNow { try $0.trimmable(Retention(days: 30), account: account, now: late).count }
        }
        #expect(try trimmable() == 0)
        try await client.perform(.archive, on: "old")
        try await settle(client)
        #expect(try trimmable() == 1)
    }
}
