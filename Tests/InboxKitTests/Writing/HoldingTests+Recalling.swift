import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

/// Taking back what a server holds.
extension HoldingTests {
    @Test("J-61: a recalled message is a draft again, with its Bcc")
    func takenBack() async throws {
        let client = try await client()
        let notices = client.board.notices()
        let (draft, id) = try await write(client, bcc: [.person("hidden")])
        _ = try await client.sender.sendAll()
        // A sent message has no blind copies.
        for message in client.server.messages.values { client.server.edit(message.id.rawValue) { $0.bcc = [] } }
        try await client.sync.catchUp()
        try await client.session().discard(id)
        #expect(try state(client) == .recalling)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(client.server.orders.keptInAll == 0 && client.server.orders.sentInAll == 0)
        let again = try #require(try client.session().draft(draft))
        #expect(again.content.bcc.map(\.email) == [MailAddress.person("hidden").email])
        #expect(again.content.body.plain == "Text")
        #expect(try client.differences() == [])
        var seen: [Notice] = []
        for await notice in notices {
            seen.append(notice)
            if seen.count == 2 { break }
        }
        guard case .takenBack = seen[1] else { Issue.record("\(seen)"); return }
    }

    @Test("a message that its server holds for weeks stays here, and is recalled with its Bcc")
    func stays() async throws {
        let day: TimeInterval = 86_400
        let client = try await client(longest: .seconds(60 * day))
        let (draft, id) = try await write(client, after: 40 * day, bcc: [.person("hidden")])
        _ = try await client.sender.sendAll()
        for message in client.server.messages.values { client.server.edit(message.id.rawValue) { $0.bcc = [] } }
        try await client.sync.catchUp()
        #expect(try state(client) == .held)
        client.wait(30 * day)
        let report = try await client.session().trim(client.account.id, Retention(days: 7), now: client.now)
        #expect(report.messages == 0)
        // It is not removed either when all mail is read again, and it is older than what is kept.
        let account = client.account.id
        #expect(
            try client.store.read { try $0.messagesInUse(account: account) } == Set(client.server.messages.keys))
        try await client.session().discard(id)
        for _ in 0..<2 {
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
        let again = try #require(try client.session().draft(draft))
        #expect(again.content.bcc.map(\.email) == [MailAddress.person("hidden").email])
    }

    @Test("a held message that was snoozed is an ordinary draft after its recall")
    func takenBackSnoozed() async throws {
        let client = try await client()
        let (draft, id) = try await write(client)
        _ = try await client.sender.sendAll()
        let account = client.account
        _ = try await client.session().perform(.snooze, onMessages: [draft], target: nil, date: .test(100))
        #expect(try client.store.read { try $0.nextWaking(account: account.id) } == .test(100))
        _ = try await client.sender.sendAll()
        try await client.session().discard(id)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(try client.session().draft(draft) != nil)
        try client.store.writeNow { try Waking(account: account, transaction: $0).wakeDue(now: .test(200)) }
        #expect(try client.store.read { try $0.nextWaking(account: account.id) } == nil)
    }

    @Test("a recalled message is complete with its Bcc and saved again, even if the server deleted it")
    func takenBackFromNowhere() async throws {
        let client = try await client()
        let (draft, id) = try await write(client, bcc: [.person("hidden")])
        _ = try await client.sender.sendAll()
        try await client.session().discard(id)
        for message in client.server.messages.values { client.server.remove(message.id.rawValue) }
        for _ in 0..<2 {
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
        let again = try #require(try client.session().draft(draft))
        #expect(again.content.to.map(\.email) == [MailAddress.person("bo").email])
        #expect(again.content.bcc.map(\.email) == [MailAddress.person("hidden").email])
        #expect(client.server.messages.values.map(\.bcc) == [[.person("hidden")]])
        #expect(try client.differences() == [])
    }

    @Test("J-61: a late recall is reported as too late, and a message the server keeps stays held")
    func tooLate() async throws {
        let client = try await client()
        let (_, id) = try await write(client)
        _ = try await client.sender.sendAll()
        client.server.orders.givesNothingBack = true
        let notices = client.board.notices()
        try await client.session().discard(id)
        _ = try await client.sender.sendAll()
        #expect(try state(client) == .held)
        guard case .notTakenBack = await told(notices) else { Issue.record("not told"); return }
        client.server.orders.release(now: client.now.addingTimeInterval(Self.hour))
        let more = client.board.notices()
        try await client.session().discard(id)
        _ = try await client.sender.sendAll()
        guard case .tooLate = await told(more) else { Issue.record("not told"); return }
        #expect(try client.actions().isEmpty)
        #expect(client.server.orders.sentInAll == 1)
    }

    @Test("J-61: a message recalled during a request about it is not sent", arguments: [true, false])
    func takenBackMeanwhile(isUnanswered: Bool) async throws {
        let client = try await client()
        let (draft, id) = try await write(client)
        if isUnanswered { client.server.setFault { $0.name == "send" ? .after(.unreachable) : nil } }
        _ = try await client.sender.sendAll()
        #expect(try state(client) == (isUnanswered ? .unknown : .held))
        client.wait(isUnanswered ? 600 : Self.hour)
        client.server.setFault { [store = client.store] _ in
            // The user presses the key while the answer is under way.
            try? store.writeNow { try $0.recall(id) }
            return nil
        }
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.keptInAll == 0 && client.server.orders.sentInAll == 0)
        #expect(try client.session().draft(draft) != nil)
    }

    @Test("S-2: an order that arrives after the look-up is recalled as well before the recall is reported")
    func comesLate() async throws {
        let client = try await client()
        let notices = client.board.notices()
        let orders = client.server.orders
        orders.isBound = true
        let (draft, id) = try await write(client)
        orders.delayNext()
        _ = try await client.sender.sendAll()
        #expect(try state(client) == .unknown && orders.keptInAll == 0)
        try await client.session().discard(id)
        _ = try await client.sender.sendAll()
        #expect(try state(client) == .recalling && orders.keptInAll == 1)
        client.wait(61)
        for _ in 0..<2 {
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
        guard case .takenBack = await told(notices) else { Issue.record("not told"); return }
        client.wait(Self.hour)
        orders.release(now: client.now)
        #expect(orders.keptInAll == 0 && orders.sentInAll == 0)
        #expect(try client.session().draft(draft) != nil)
        #expect(try client.differences() == [])
    }
}
