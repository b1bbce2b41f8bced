import InboxModel
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxStore

/// The client's own marks when the action that changed them is taken back.
extension SnoozingTests {
    @Test(
        "a move that is discarded or refused gives back the snooze that it ended",
        arguments: [Action.Command.trash, .junk],
        [true, false])
    func moveTakenBack(command: Action.Command, isRefused: Bool) async throws {
        let client = try await snoozed()
        try await settle(client)
        try await client.perform(command, on: "old")
        // What the user did since stays.
        try await client.perform(.star, on: "old")
        #expect(try thread(client).snoozedUntil == nil)
        let moving = try #require(try client.actions().first { $0.command == command })
        if isRefused {
            client.server.setFault { $0.name == "update" ? .before(.refused) : nil }
            _ = try await client.sender.sendAll()
            client.server.setFault { _ in nil }
        } else {
            try await client.session().discard(moving.id)
            #expect(try thread(client).isStarred)
        }
        #expect(try thread(client).snoozedUntil == .test(100))
        try await settle(client)
        #expect(places(client) == ["archive"])
        try wakeDue(client, at: 200)
        try await settle(client)
        #expect(places(client) == ["inbox"])
    }

    @Test("a snooze goes on if the mailbox disappears that its mail was moved to")
    func mailboxGone() async throws {
        let client = try await snoozed()
        try await settle(client)
        try await client.perform(.move, on: "old", to: "work")
        #expect(try thread(client).snoozedUntil == nil)
        try client.store.writeNow { _ = try $0.remove(mailbox: RemoteID("work"), account: client.account.id) }
        #expect(try thread(client).snoozedUntil == .test(100) && client.actions().isEmpty)
    }

    @Test("discarding a move leaves the snooze that came after it", arguments: [300, 50])
    func earlierTakenBack(seconds: Int) async throws {
        let client = try await snoozed()
        try await settle(client)
        try await client.perform(.move, on: "old", to: "work")
        let first = try #require(try client.actions().first)
        try await client.perform(.snooze, on: "old", date: .test(seconds))
        try await client.session().discard(first.id)
        let marks = try #require(try client.message("old")).marks
        let actions = try client.actions()
        #expect(marks.snoozedUntil == .test(seconds), "\(marks) \(actions)")
    }

    @Test("a mute that is discarded mutes no later mail", arguments: [Account.Dialect.inbox, .jmap])
    func muteTakenBack(dialect: Account.Dialect) async throws {
        let server = ModelServer()
        server.put(.remote(id: "loud", thread: "l", at: 2))
        let client = try Client(server, dialect: dialect)
        try await client.sync.once(bodies: false)
        try await client.perform(.mute, on: "loud")
        #expect(try client.message("loud")?.keywords.contains(.muted) == true)
        for action in try client.actions() { try await client.session().discard(action.id) }
        #expect(try client.message("loud")?.keywords.contains(.muted) == false)
        server.put(.remote(id: "reply", thread: "l", unread: true, at: 3))
        try await client.sync.catchUp()
        try await settle(client)
        #expect(server.messages[RemoteID("reply")]?.mailboxes == [RemoteID("inbox")])
    }

    @Test("mail whose waking is discarded comes back later")
    func wakeTakenBack() async throws {
        let client = try await snoozed()
        try await settle(client)
        try wakeDue(client, at: 200)
        let waking = try #require(try client.actions().first { $0.command == .wake })
        try await client.session().discard(waking.id)
        let until = try #require(try thread(client).snoozedUntil)
        #expect(try until > .test(200) && client.actions().isEmpty && !thread(client).isUnread)
        let message = try #require(try client.message("old"))
        #expect(message.keywords.compactMap(\.snoozedUntil) == [until], "the time before is forgotten")
        try client.store.writeNow {
            _ = try Waking(account: client.account, transaction: $0).wakeDue(now: until)
        }
        try await settle(client)
        #expect(places(client) == ["inbox"])
    }
}
