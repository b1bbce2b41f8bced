import Foundation
import GRDB
import InboxModel
import TestSupport
import Testing

@testable import InboxStore

@Suite("List index")
struct ThreadListTests {
    private static let facts: [MailPredicate] =
        [.everything, .unread, .starred, .keyword(.answered), .keyword(.draft), .keyword(Keyword("label")), .hasFile]
        + MailRandom.people.map { .address(.from, pattern: "\($0)@example.test") }

    private struct Mail {
        let store: Store
        let mailboxes: [MailboxID]
        let messages: [Message]
        let threads: [ThreadID: MailThread]

        init(_ random: inout SeededRandom) throws {
            store = try Store()
            let accounts = [try store.addTestAccount(), try store.addTestAccount(.test("other@example.test"))]
            for number in 0..<120 {
                let message = MailRandom.message(number, threads: 50, &random)
                try store.receive(message, account: random.pick(accounts))
            }
            for number in 0..<40 {
                // Messages come again with other keywords, mailboxes and threads, or are removed.
                let account = random.pick(accounts)
                if random.chance(20) {
                    try store.writeNow { try $0.remove(message: RemoteID("m\(number)"), account: account) }
                } else {
                    try store.receive(MailRandom.message(number, threads: 50, &random), account: account)
                }
            }
            mailboxes = try store.read { try $0.mailboxes().map(\.id) }
            messages = try store.read {
                try $0.messages(MessageQuery(predicate: .everything, sort: .newestFirst), limit: -1)
            }
            let all = try store.read {
                try $0.threads(ThreadQuery(predicate: .everything, sort: .newestFirst), limit: -1)
            }
            threads = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
        }

        /// By the law: one message of the thread matches the whole predicate.
        func selected(_ predicate: MailPredicate, _ sort: MailSort) -> [ThreadID] {
            Set(messages.filter { predicate.matches($0, words: MessageWords($0)) }.map(\.thread))
                .compactMap { threads[$0] }.map { (sort.key(of: $0), $0.id) }
                .sorted { $0.0.precedes($1.0, in: sort) }.map(\.1)
        }

        /// Reads page by page, each from the key of the previous row.
        func paged(_ query: ThreadQuery, by size: Int) throws -> [ThreadID] {
            var found: [MailThread] = []
            while true {
                let key = found.last.map { query.sort.key(of: $0) }
                let page = try store.read { try $0.threads(query, limit: size, after: key) }
                if page.isEmpty { return found.map(\.id) }
                found += page
            }
        }
    }

    @Test("tag counts equal the numbers of threads and unread threads with the tag", arguments: 0..<12)
    func tags(seed: Int) throws {
        var random = SeededRandom(seed: seed)
        let mail = try Mail(&random)
        let expected = Set(mail.messages.flatMap { $0.keywords.filter(\.isTag) }).sorted().map { tag in
            let unread = mail.selected(.keyword(tag) && .unread, .newestFirst)
            return MailTag(
                tag, threadCount: mail.selected(.keyword(tag), .newestFirst).count, unreadThreadCount: unread.count)
        }
        #expect(!expected.isEmpty)
        let told = try mail.store.read { try $0.tagCounts() }
        #expect(Set(told) == Set(expected) && told.map(\.keyword.tagName) == told.map(\.keyword.tagName).sorted())
    }

    @Test("any AND or OR of two lists is paged in order and counted as the messages say", arguments: 0..<12)
    func pairs(seed: Int) throws {
        var random = SeededRandom(seed: seed)
        let mail = try Mail(&random)
        var facts = Self.facts + mail.mailboxes.map { .mailbox(.ids([$0])) }
        facts.append(.mailbox(.ids(Set(random.some(of: mail.mailboxes, percent: 40)))))
        for _ in 0..<60 {
            let pair = [random.pick(facts), random.pick(facts)]
            let predicate: MailPredicate = random.chance(75) ? .all(pair) : .any(pair)
            for sort in [MailSort.newestFirst, .oldestFirst, MailSort(.subject, ascending: true)] {
                let query = ThreadQuery(predicate: predicate, sort: sort)
                let expected = mail.selected(predicate, sort)
                let size = random.int(1..<8)
                #expect(try mail.paged(query, by: size) == expected, "\(predicate) \(sort)")
                #expect(try mail.store.read { try $0.count(query) } == expected.count, "\(predicate)")
            }
        }
    }

    @Test("a message in very many mailboxes is found by any two of them, and has few lists")
    func crowded() throws {
        let store = try Store()
        let names = (0..<60).map { "box\($0)" }
        let account = try store.addTestAccount(mailboxes: names.map { .remote($0) })
        try store.receive(
            .remote(id: "pair", in: ["box1", "box7"]), .remote(id: "one", in: ["box1"]), account: account)
        let mailboxes = try store.read { try $0.mailboxes() }
        func found(_ text: String) throws -> (threads: [RemoteID?], known: Int?) {
            let predicate = MailQuery(text).predicate.resolved(mailboxes: mailboxes, now: .test(0))
            let query = ThreadQuery(predicate: predicate, sort: .newestFirst)
            return try store.read { (try $0.threads(query, limit: -1).map(\.remoteID), try $0.knownCount(query)) }
        }
        // Nothing is read to know that.
        #expect(try found("in:box1 in:box7").known == 1 && found("in:box1 in:box9").known == 0)
        try store.receive(.remote(id: "many", in: names, at: 1), account: account)
        #expect(try found("in:box1 in:box7").threads == [RemoteID("t-many"), RemoteID("t-pair")])
        #expect(try found("in:box1 in:box9 in:box30").threads == [RemoteID("t-many")])
        #expect(try found("in:box1 in:box9 is:unread").threads.isEmpty)
        let lists = try store.read { try Int.fetchOne($0.database, sql: "SELECT count(*) FROM threadListRow") }
        #expect(try #require(lists) < 80)
        try store.receive(.remote(id: "many", in: ["box9"], at: 1), account: account)
        #expect(try found("in:box1 in:box9").known == 0)
    }
}
