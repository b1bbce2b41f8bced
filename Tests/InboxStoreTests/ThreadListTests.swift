import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

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
}
