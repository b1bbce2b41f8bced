import Foundation
import GRDB
import InboxModel
import TestSupport
import Testing

@testable import InboxStore

@Suite("Receiving")
struct ReceivingTests {
    /// A page with long threads, equal times, and messages that may be repeated or known.
    private func page(_ random: inout SeededRandom, from first: Int) -> [RemoteMessage] {
        (0..<30).map { _ in
            let number = first + random.int(0..<25)
            return .remote(
                id: "m\(number)", thread: "t\(number % 7)", from: ["anna", "ben", "me"][number % 3],
                subject: "Subject \(number)", snippet: "words \(number)", unread: random.chance(50),
                starred: number.isMultiple(of: 5), draft: number.isMultiple(of: 11),
                in: [["inbox", "work"][number % 2]],
                at: number / 4, body: number.isMultiple(of: 3) ? "body \(number)" : nil)
        }
    }

    @Test("a NUL does not end a text: the rest is kept")
    func nul() throws {
        let store = try Store()
        let account = try store.addTestAccount()
        let message = RemoteMessage.remote(id: "m", subject: "be\0fore", at: 0, body: "one\0two")
        try store.writeNow { try $0.receive(message, account: account, bodyText: message.body?.plain) }
        let kept = try #require(
            try store.read { try $0.messages(MessageQuery(predicate: .everything, sort: .newestFirst), limit: 1) }.first
        )
        #expect(kept.subject == "be\u{FFFD}fore")
        #expect(try store.read { try $0.body(of: kept.id) }?.plain == "one\u{FFFD}two")
    }

    @Test(
        "the size that a server tells counts, whatever of the message is here",
        arguments: [Account.Dialect.jmap, .inbox])
    func sizes(dialect: Account.Dialect) throws {
        let store = try Store()
        let account = try store.addTestAccount(.test(dialect: dialect))
        var message = RemoteMessage.remote(id: "m", at: 0)
        if dialect == .jmap { message.size = 5_000_000 }
        func size() throws -> Int? {
            try store.read { try $0.message(RemoteID("m"), account: account) }?.size
        }
        try store.receive(message, account: account)
        let listed = try #require(try size())
        #expect(listed == (dialect == .jmap ? 5_000_000 : 0))
        let id = try #require(try store.read { try $0.message(RemoteID("m"), account: account) }?.id)
        try store.writeNow { try $0.save(MessageBody(plain: "four"), of: id, text: "four") }
        #expect(try size() == (dialect == .jmap ? 5_000_000 : 4))
        // An answer without a size changes nothing.
        message.size = nil
        message.keywords.insert(.flagged)
        try store.receive(message, account: account)
        #expect(try size() == (dialect == .jmap ? 5_000_000 : 4))
    }

    @Test("sizes below zero, as a JMAP server may tell, count as nothing, however many a thread has")
    func negativeSizes() throws {
        let store = try Store()
        let account = try store.addTestAccount(.test(dialect: .jmap))
        try store.writeNow { transaction in
            for number in 0...1_024 {
                var message = RemoteMessage.remote(id: "m\(number)", thread: "t", at: number)
                message.size = -(1 << 53)
                try transaction.receive(message, account: account, bodyText: nil)
            }
        }
        let newest = try #require(try store.read { try $0.message(RemoteID("m1024"), account: account) })
        #expect(newest.size == 0)
        #expect(try store.read { try $0.thread(newest.thread) }?.size == 0)
    }

    @Test("receiving an unchanged message commits nothing; changed keywords or bodies do")
    func again() throws {
        let store = try Store()
        let account = try store.addTestAccount()
        var message = RemoteMessage.remote(id: "m", subject: "Lunch", unread: true, in: ["inbox"], at: 0)
        try store.receive(message, account: account)
        let heard = CommitCounter()
        let listening = store.listen { _ in heard.count() }
        try store.receive(message, account: account)
        #expect(heard.value == 0)

        message.keywords = [.seen]
        try store.receive(message, account: account)
        #expect(heard.value == 1)
        message.body = MessageBody(plain: "on Monday")
        try store.receive(message, account: account)
        #expect(heard.value == 2)
        #expect(try store.read { try StoreTruth($0).problems() } == [])
        let unread = ThreadQuery(predicate: .unread, sort: .newestFirst)
        #expect(try store.read { try $0.count(unread) } == 0)
        withExtendedLifetime(listening) {}
    }

    @Test("an id that a server reuses for other mail is a new message, and queued actions on the old one don't apply")
    func idGivenAgain() throws {
        let store = try Store()
        let account = try store.addTestAccount(.test(dialect: .jmap))
        var message = RemoteMessage.remote(id: "m", subject: "Old", at: 1, body: "old words")
        try store.receive(message, account: account)
        func find() throws -> Message? { try store.read { try $0.message(RemoteID("m"), account: account) } }
        let old = try #require(try find())
        // Some servers change the date when a thread is sorted again.
        message.receivedAt = .test(2)
        try store.receive(message, account: account)
        #expect(try find()?.id == old.id)
        let star = Action.Edit(message: old.id, patch: MessagePatch(addKeywords: [.flagged]))
        _ = try store.writeNow { transaction in
            try transaction.enqueue(
                Action(
                    id: ActionID(0), account: account, command: .star, title: "Old", edits: [star], createdAt: .test(3))
            )
        }
        var other = RemoteMessage.remote(id: "m", thread: "u", subject: "New", at: 9)
        other.messageIDHeader = "<other@example.test>"
        try store.receive(other, account: account)
        let new = try #require(try find())
        #expect(new.id != old.id && new.subject == "New" && !new.keywords.contains(.flagged))
        #expect(try store.read { try $0.body(of: new.id) } == nil && store.read { try $0.message(old.id) } == nil)
        #expect(try store.read { try $0.actions() }.isEmpty)
        #expect(try store.read { try $0.refusals() }.map(\.title) == ["Old"])
        #expect(try store.read { try StoreTruth($0).problems() } == [])
    }

    @Test("messages written in one batch equal those written one by one", arguments: 0..<20)
    func together(seed: Int) throws {
        var random = SeededRandom(seed: seed)
        let (one, many) = (try Store(), try Store())
        let accounts = (try one.addTestAccount(), try many.addTestAccount())
        for first in [0, 20, 10] {
            let page = page(&random, from: first)
            // Repeated messages differ, and the last one counts, so both stores need the same order.
            let told = page.inWritingOrder
            try one.writeNow { transaction in
                for message in told {
                    try transaction.receive(message, account: accounts.0, bodyText: message.body?.plain)
                }
            }
            try many.writeNow { transaction in
                try transaction.receive(told.map { ($0, $0.body?.plain) }, account: accounts.1)
            }
        }
        func threads(_ store: Store) throws -> [MailThread] {
            try store.read { try $0.threads(ThreadQuery(predicate: .everything, sort: .newestFirst), limit: -1) }
                .map { thread in
                    var thread = thread
                    thread.id = ThreadID(0)
                    return thread
                }
                .sorted { ($0.remoteID?.rawValue ?? "") < ($1.remoteID?.rawValue ?? "") }
        }
        #expect(try threads(one) == threads(many), "seed \(seed)")
        try many.writeNow { transaction in
            for thread in try Int64.fetchAll(transaction.database, sql: "SELECT id FROM thread") {
                #expect(try transaction.isDerived(ThreadID(thread)), "seed \(seed)")
            }
        }
        for query in ["is:unread in:inbox", "from:anna", "words", "body", "is:starred in:work"] {
            func found(_ store: Store) throws -> Set<RemoteID?> {
                let predicate = try MailQuery(query).predicate.resolved(
                    mailboxes: store.read { try $0.mailboxes() }, now: .test(0))
                return Set(
                    try store.read {
                        try $0.messages(MessageQuery(predicate: predicate, sort: .newestFirst), limit: -1)
                    }
                    .map(\.remoteID))
            }
            #expect(try found(one) == found(many), "seed \(seed), \(query)")
        }
    }

    @Test("in writing order a thread's messages are adjacent, oldest first, and threads go by their first message")
    func order() {
        let told: [RemoteMessage] = [
            .remote(id: "d", thread: "two", at: 5), .remote(id: "c", thread: "one", at: 4),
            .remote(id: "b", thread: "two", at: 3), .remote(id: "a", thread: "one", at: 1),
        ]
        #expect(told.inWritingOrder.map(\.id.rawValue) == ["a", "c", "b", "d"])
    }

    @Test("a file is read back as it was stored, with or without a charset and a method")
    func files() {
        let files = [(nil, nil), ("koi8-r", nil), (nil, "REQUEST"), ("koi8-r", "CANCEL")].map { charset, method in
            MessageFile(
                remoteID: RemoteID("f"), fileName: "a.txt", contentType: "text/plain", size: 1, contentID: "c",
                charset: charset, method: method)
        }
        #expect(RowCoding.files(RowCoding.encode(files)) == files)
    }

    @Test("a listing, which does not tell what a calendar is for, takes nothing from what its mail said")
    func calendars() throws {
        let store = try Store()
        let account = try store.addTestAccount()
        var message = RemoteMessage.remote(id: "m", at: 0)
        for method in ["REQUEST", nil] {
            message.files = [("text/calendar", method), ("application/ics", nil)].map { type, method in
                MessageFile(
                    remoteID: RemoteID("f"), fileName: "a.ics", contentType: type, size: 1, method: method)
            }
            message.keywords.formSymmetricDifference([.flagged])
            try store.receive(message, account: account)
        }
        let kept = try store.read { try $0.message(RemoteID("m"), account: account) }
        #expect(kept?.files.map(\.method) == ["REQUEST", nil])
    }

    @Test("a queued keyword with a bar is read back, and so are patches of older versions")
    func bars() throws {
        let patch = MessagePatch(addKeywords: [Keyword("x||5")], removeMailboxes: [MailboxID(7)])
        #expect(RowCoding.patch(RowCoding.encode(patch)) == patch)
        #expect(
            RowCoding.patch(" a b | c |1 2|3")
                == MessagePatch(
                    addKeywords: [Keyword("a"), Keyword("b")], removeKeywords: [Keyword("c")],
                    addMailboxes: [MailboxID(1), MailboxID(2)], removeMailboxes: [MailboxID(3)]))
    }

    @Test(
        "the next actions are found along an index, without sorting the queue",
        arguments: [
            (ActionTable.next, [1, 0, 1]), (ActionTable.nextTransfer, [1, 0, 1]),
            (ActionTable.marksBesides, [1, 0, 0, 7]),
        ])
    func nextAction(sql: String, arguments: [Int]) throws {
        let plan = try Store().read { reader in
            try Row.fetchAll(
                reader.database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: StatementArguments(arguments)
            )
            .map { $0["detail"] as String }
        }
        #expect(plan.first?.contains("USING INDEX actionOpen (account=?") == true, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }
}
