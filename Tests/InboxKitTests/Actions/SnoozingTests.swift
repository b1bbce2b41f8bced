import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxStore

@Suite("Snoozing", .timeLimit(.minutes(10)))
struct SnoozingTests {
    private static let asleep = ThreadQuery(predicate: .keyword(.snoozed), sort: .newestFirst)

    /// A client with two read messages in the inbox, the older one snoozed until second 100.
    func snoozed(
        dialect: Account.Dialect = .jmap, hasLabels: Bool = true, store: Store? = nil
    ) async throws -> Client {
        let server = ModelServer()
        server.put(.remote(id: "old", thread: "t", at: 1), .remote(id: "other", at: 2))
        let client = try Client(server, store: store, hasLabels: hasLabels, dialect: dialect)
        try await client.sync.once(bodies: false)
        try await client.perform(.snooze, on: "old", date: .test(100))
        return client
    }

    func settle(_ client: Client) async throws {
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
    }

    func wakeDue(_ client: Client, at seconds: Int) throws {
        let account = client.account
        try client.store.writeNow {
            try Waking(account: account, transaction: $0).wakeDue(now: .test(seconds))
        }
    }

    func thread(_ client: Client) throws -> MailThread { try client.thread("t") }

    func places(_ client: Client) -> [String]? {
        client.server.messages[RemoteID("old")]?.mailboxes.map(\.rawValue).sorted()
    }
    func isUnread(_ client: Client) -> Bool? {
        client.server.messages[RemoteID("old")].map { !$0.keywords.contains(.seen) }
    }

    @Test(
        "a snoozed thread is archived until its time, then unread on top of the inbox",
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
        // If the clock is set back, nothing is due.
        for seconds in [99, 10] {
            try wakeDue(client, at: seconds)
            #expect(try thread(client).snoozedUntil == .test(100) && client.actions().isEmpty)
        }
        try wakeDue(client, at: 120)
        let woken = try thread(client)
        #expect(woken.snoozedUntil == nil && woken.isUnread && woken.lastDate == .test(100))
        let inbox = try #require(try client.store.mailboxID("inbox"))
        let list = ThreadQuery(predicate: .mailbox(.ids([inbox])), sort: .newestFirst)
        #expect(try client.store.read { try $0.threads(list, limit: 1) } == [woken])
        try await settle(client)
        #expect(places(client) == ["inbox"] && isUnread(client) == true)
        #expect(try client.store.read { try $0.count(Self.asleep) } == 0)
    }

    @Test("a thread woken while the clock is far ahead does not stay on top for good")
    func clockAhead() async throws {
        let client = try await snoozed()
        let year = 31_536_000
        try wakeDue(client, at: 5 * year)
        #expect(try thread(client).snoozedUntil == nil && thread(client).lastDate == .test(100))
        client.server.put(.remote(id: "new", at: 200))
        try await client.sync.catchUp()
        try await client.perform(.snooze, on: "old", date: .test(210))
        // Sorted above the mail that came before it returned, but no higher.
        client.server.put(.remote(id: "newer", at: 300))
        try await client.sync.catchUp()
        try wakeDue(client, at: 5 * year)
        #expect(try thread(client).lastDate == .test(301))
    }

    @Test("undo and redo restore all of a snooze, before and after it is sent", arguments: [false, true])
    func undo(isSent: Bool) async throws {
        let client = try await snoozed()
        let session = client.session()
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

    @Test("a new message wakes its thread at once, and read messages stay read")
    func newMail() async throws {
        let client = try await snoozed()
        try await settle(client)
        client.server.put(.remote(id: "reply", thread: "t", unread: true, at: 60))
        try await client.sync.catchUp()
        #expect(try thread(client).snoozedUntil == nil && thread(client).unreadCount == 1)
        try await settle(client)
        #expect(places(client) == ["inbox"] && isUnread(client) == false)
    }

    @Test("a sent reply or mail in another mailbox wakes nothing", arguments: ["sent", "work"])
    func elsewhere(place: String) async throws {
        let client = try await snoozed()
        try await settle(client)
        client.server.put(.remote(id: "reply", thread: "t", in: [place], at: 60))
        try await client.sync.catchUp()
        #expect(try thread(client).snoozedUntil == .test(100))
    }

    @Test("another client's move of it ends the snooze", arguments: ["inbox", "trash"])
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
        "moving the thread ends the snooze, and undo restores its time",
        arguments: [Action.Command.trash, .archive, .junk])
    func moved(command: Action.Command) async throws {
        let client = try await snoozed()
        try await settle(client)
        #expect(try await client.perform(command, on: "old") != nil)
        #expect(try thread(client).snoozedUntil == nil)
        let session = client.session()
        _ = try await session.undo()
        #expect(try thread(client).snoozedUntil == .test(100))
        try await settle(client)
        #expect(places(client) == ["archive"])
    }

    @Test("a refused snooze leaves the thread in the inbox, not snoozed")
    func refused() async throws {
        let client = try await snoozed()
        client.server.setFault { _ in .before(.refused) }
        _ = try await client.sender.sendAll()
        client.server.setFault { _ in nil }
        #expect(try thread(client).snoozedUntil == nil)
        try await settle(client)
        #expect(places(client) == ["inbox"])
    }

    @Test("snoozing again replaces the time and is undone alone; waking ends it now")
    func changed() async throws {
        let client = try await snoozed()
        try await settle(client)
        try await client.perform(.snooze, on: "old", date: .test(300))
        #expect(try thread(client).snoozedUntil == .test(300) && client.actions().isEmpty)
        try wakeDue(client, at: 200)
        #expect(try thread(client).snoozedUntil == .test(300))
        let session = client.session()
        _ = try await session.undo()
        #expect(try thread(client).snoozedUntil == .test(100))
        try await client.perform(.wake, on: "old", date: .test(30))
        #expect(try thread(client).snoozedUntil == nil && thread(client).lastDate == .test(30))
        _ = try await session.undo()
        #expect(try thread(client).snoozedUntil == .test(100) && thread(client).lastDate == .test(1))
        try await settle(client)
        #expect(places(client) == ["archive"])
    }

    @Test("trashed or junk mail can't be snoozed; filed mail wakes in the inbox", arguments: ["trash", "junk", "work"])
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

    @Test("after a kill the thread is woken once, even by two processes")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        let before = try await snoozed(store: try Store(path: path))
        let (one, two) = (try Store(path: path), try Store(path: path))
        let account = before.account
        for store in [one, two] {
            try store.writeNow { try Waking(account: account, transaction: $0).wakeDue(now: .test(200)) }
        }
        let waking = try one.read { try $0.actions() }.filter { $0.command == .wake }
        #expect(waking.count <= 1)
        #expect(try thread(before).lastDate == .test(100) && thread(before).isUnread)
        try await settle(before)
        #expect(places(before) == ["inbox"] && isUnread(before) == true)
    }

    @Test(
        "a move that another client makes while this one is offline wins over the waking that fell due",
        arguments: [Account.Dialect.inbox, .jmap], ["trash", "work", "junk"])
    func filedElsewhere(dialect: Account.Dialect, place: String) async throws {
        let client = try await snoozed(dialect: dialect)
        try await settle(client)
        client.server.edit("old") { $0.mailboxes = [RemoteID(place)] }
        // At the start the waking is shown at once, but not sent before the changes have been read.
        try wakeDue(client, at: 200)
        #expect(try thread(client).isUnread && client.actions().count == 1)
        var sender = client.sender
        sender.sendsWake = { _ in false }
        _ = try await sender.sendAll()
        #expect(places(client) == [place])
        try await client.sync.catchUp()
        #expect(try client.actions().isEmpty && thread(client).snoozedUntil == nil)
        try await settle(client)
        #expect(places(client) == [place] && isUnread(client) == false)
    }

    @Test("a waking that may not be sent yet is not sent along with other actions either")
    func notAlong() async throws {
        let client = try await snoozed()
        try await settle(client)
        let before = places(client)
        try await client.perform(.star, on: "other")
        try wakeDue(client, at: 200)
        var sender = client.sender
        sender.sendsWake = { _ in false }
        _ = try await sender.sendAll()
        #expect(client.server.messages[RemoteID("other")]?.keywords.contains(.flagged) == true)
        #expect(places(client) == before)
    }

    @Test("many threads are woken in batches with few actions")
    func many() async throws {
        let server = ModelServer()
        server.put((0..<600).map { .remote(id: "m\($0)", at: $0) })
        let client = try Client(server, dialect: .jmap)
        try await client.sync.once(bodies: false)
        let ids = try client.shown().keys
        let session = client.session()
        let messages = try ids.compactMap { try client.message($0.rawValue)?.id }
        _ = try await session.perform(.snooze, onMessages: messages, target: nil, date: .test(1_000))
        try await settle(client)
        for rest in [350, 100, 0] {
            try wakeDue(client, at: 2_000)
            #expect(try client.store.read { try $0.count(Self.asleep) } == rest)
        }
        #expect(try client.actions().count == 3)
        try await settle(client)
        #expect(server.messages.values.allSatisfy { $0.mailboxes == [RemoteID("inbox")] })
    }

    @Test("a refused waking snoozes the thread for another hour", arguments: [false, true])
    func wakeRefused(isOneOfMany: Bool) async throws {
        let client = try await snoozed()
        if isOneOfMany { try await client.perform(.snooze, on: "other", date: .test(100)) }
        try await settle(client)
        try wakeDue(client, at: 200)
        client.wait(200)
        client.server.setFault { call in
            call.name == "update" && (!isOneOfMany || call.subject == "old") ? .before(.refused) : nil
        }
        _ = try await client.sender.sendAll()
        client.server.setFault { _ in nil }
        try await client.sync.catchUp()
        #expect(try thread(client).snoozedUntil == .test(3_800) && client.actions().isEmpty)
        #expect(try client.message("other")?.marks.isSnoozed == false)
        try wakeDue(client, at: 4_000)
        try await settle(client)
        #expect(places(client) == ["inbox"])
    }

    @Test("a thread row with a snooze time but no snoozed message is repaired")
    func staleRow() async throws {
        let client = try await Client.synced(.remote(id: "old", thread: "t", at: 1))
        try client.store.writeNow { try $0.database.run("UPDATE thread SET snoozedUntil = 5") }
        try wakeDue(client, at: 200)
        #expect(try client.store.read { try $0.nextWaking(account: client.account.id) } == nil)
    }

    @Test("snoozed and muted threads survive the server's loss of the sync state", arguments: [false, true])
    func readAnew(hasNewIDs: Bool) async throws {
        let server = ModelServer()
        server.put((0..<40).map { .remote(id: "m\($0)", thread: "t\($0)", at: -$0 * 86_400) })
        server.setWalkPage(5)
        let client = try Client(server)
        var sync = client.sync
        (sync.policy, sync.now) = (SyncPolicy(days: 10), { client.now })
        try await sync.once(bodies: false)
        while try client.message("m31") == nil { _ = try await sync.fetchOlder() }
        try await client.perform(.snooze, on: "m30", date: .test(5_000))
        try await client.perform(.mute, on: "m31")
        _ = try await client.sender.sendAll()
        try await sync.catchUp()
        if hasNewIDs {
            for id in ["m30", "m31"] {
                guard var moved = server.messages[RemoteID(id)] else { continue }
                server.remove(id)
                moved.id = RemoteID("new \(id)")
                moved.receivedAt = .test(-3)
                server.put(moved)
            }
        }
        server.forgetChanges()
        try await sync.once(bodies: false)
        let (snoozed, muted) = (
            try client.message(hasNewIDs ? "new m30" : "m30"), try client.message(hasNewIDs ? "new m31" : "m31")
        )
        #expect(snoozed?.marks.snoozedUntil == .test(5_000))
        #expect(muted?.keywords.contains(.muted) == true)
        #expect(try client.message("m39") == nil)
        #expect(try client.store.read { try StoreTruth($0).problems() } == [])
    }

    @Test("mail found by a full resync wakes a snoozed thread and stays quiet in a muted one")
    func arrivalsAnew() async throws {
        let server = ModelServer()
        server.put(.remote(id: "old", thread: "t", at: 1), .remote(id: "loud", thread: "l", at: 2))
        let client = try Client(server)
        try await client.sync.once(bodies: false)
        try await client.perform(.snooze, on: "old", date: .test(100))
        try await client.perform(.mute, on: "loud")
        try await settle(client)
        server.forgetChanges()
        server.put(
            .remote(id: "reply", thread: "t", unread: true, at: 60),
            .remote(id: "more", thread: "l", to: ["list"], unread: true, at: 61))
        try await client.sync.once(bodies: false)
        #expect(try thread(client).snoozedUntil == nil)
        #expect(try client.message("more")?.isUnread == false && client.message("reply")?.isUnread == true)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
        #expect(places(client) == ["inbox"] && server.messages[RemoteID("more")]?.mailboxes == [RemoteID("archive")])
    }

    @Test("snoozed mail is not trimmed for its age")
    func trimming() async throws {
        let client = try await snoozed()
        client.server.put(.remote(id: "new", at: 20 * 86_400))
        try await settle(client)
        let (account, late) = (client.account.id, Date.test(400 * 86_400))
        func trimmable() throws -> Int {
            try client.store.read { try $0.trimmable(Retention(days: 10), account: account, now: late).count }
        }
        #expect(try trimmable() == 0)
        try await client.perform(.archive, on: "old")
        try await settle(client)
        #expect(try trimmable() == 0, "undo could bring it back")
        for turn in 0..<200 { try await client.perform(turn.isMultiple(of: 2) ? .star : .unstar, on: "other") }
        #expect(try trimmable() == 1)
    }
}
