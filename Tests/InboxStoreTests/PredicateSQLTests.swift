import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxStore

@Suite("Predicates in SQL and in memory")
struct PredicateSQLTests {
    /// Mail of two accounts in one store, and the same data in memory.
    private struct Mail {
        let store: Store
        let mailboxes: [Mailbox]
        let messages: [Message]
        let words: [MessageID: MessageWords]
        let accounts: [AccountID]

        init(seed: Int) throws {
            var random = SeededRandom(seed: seed)
            let store = try Store()
            let accounts = [try store.addTestAccount(), try store.addTestAccount(.test("other@example.test"))]
            var remotes = (0..<40).map { MailRandom.message($0, threads: 15, &random) }
            for account in accounts {
                remotes.shuffle(using: &random)
                let told = remotes
                try store.writeNow { transaction in
                    for message in told {
                        try transaction.receive(message, account: account, bodyText: message.body?.plain)
                    }
                    // A server may change the date of its mail; ids keep the original date.
                    for message in told.prefix(seed % 3 * 4) {
                        var again = message
                        again.receivedAt += TimeInterval(random.int(-900..<900))
                        try transaction.receive(again, account: account, bodyText: message.body?.plain)
                    }
                }
            }
            self.store = store
            self.accounts = accounts
            (mailboxes, messages, words) = try store.read { reader in
                let messages = try reader.messages(MessageQuery(predicate: .everything, sort: .newestFirst), limit: -1)
                let words = try messages.map { ($0.id, try reader.words(of: $0.id)) }
                return (try reader.mailboxes(), messages, Dictionary(uniqueKeysWithValues: words))
            }
        }

        var predicates: PredicateRandom {
            PredicateRandom(threads: messages.map(\.thread), messages: messages.map(\.id), accounts: accounts)
        }

        func matching(_ predicate: MailPredicate) -> [Message] {
            messages.filter { predicate.matches($0, words: words[$0.id] ?? MessageWords()) }
        }
    }

    @Test("a keyword with a space never matches two adjacent keywords")
    func brokenKeyword() throws {
        let store = try Store()
        let account = try store.addTestAccount()
        try store.writeNow { try $0.receive(.remote(id: "m", starred: true, at: 0), account: account, bodyText: nil) }
        let query = MessageQuery(predicate: .keyword(Keyword("$flagged $seen")), sort: .newestFirst)
        #expect(try store.read { try $0.messages(query, limit: -1) }.isEmpty)
    }

    @Test("a Message-ID selects its copies in SQL and in memory, alone and beside other conditions")
    func messageIDs() throws {
        let store = try Store()
        let accounts = [try store.addTestAccount(), try store.addTestAccount(.test("other@example.test"))]
        try store.writeNow { transaction in
            for account in accounts {
                for id in ["a", "A", "b"] {
                    try transaction.receive(.remote(id: id, at: 0), account: account, bodyText: nil)
                }
            }
        }
        let everything = MessageQuery(predicate: .everything, sort: .newestFirst)
        let all = try store.read { try $0.messages(everything, limit: -1) }
        let capital = try #require(all.first { $0.remoteID?.rawValue == "A" })
        let (a, b) = (MailPredicate.messageID("a@example.test"), MailPredicate.messageID("b@example.test"))
        let cases: [(MailPredicate, Int)] = [
            (a, 2), (a || b, 4), (!a, 4), (a && .account(accounts[0]), 1), (a && b, 0), (.messageID("a@example"), 0),
            (a || .message(capital.id) || .words(.anywhere, WordSequence("nothing")), 3),
        ]
        for (predicate, count) in cases {
            let expected = Set(all.filter { predicate.matches($0, words: MessageWords()) }.map(\.id))
            #expect(expected.count == count, "\(predicate)")
            try store.read { reader in
                let messages = MessageQuery(predicate: predicate, sort: .newestFirst)
                let found = try reader.messages(messages, limit: -1)
                #expect(Set(found.map(\.id)) == expected, "\(predicate)")
                let threads = ThreadQuery(predicate: predicate, sort: .newestFirst)
                #expect(try reader.threads(threads, limit: 9).count == expected.count, "\(predicate)")
            }
        }
    }

    @Test("SQL and memory select the same messages and threads in the same order", arguments: 0..<12)
    func agree(seed: Int) throws {
        let mail = try Mail(seed: seed)
        var random = SeededRandom(seed: seed &+ 1_000)
        for _ in 0..<40 {
            let written = mail.predicates.predicate(&random)
            let predicate = written.resolved(mailboxes: mail.mailboxes, own: PredicateRandom.own, now: .test(1_200))
            let sort = MailSort(random.pick(MailSort.Field.allCases), ascending: random.chance(50))
            let expected = mail.matching(predicate)
            try mail.store.read { reader in
                let query = MessageQuery(predicate: predicate, sort: sort)
                let found = try reader.messages(query, limit: -1)
                let ordered = expected.sorted { sort.key(of: $0).precedes(sort.key(of: $1), in: sort) }
                #expect(found.map(\.id) == ordered.map(\.id), "\(written)")
                #expect(try reader.count(query) == expected.count, "\(written)")
                try pagesAgree(reader, query, ordered, &random)
                try othersAgree(mail, written, expected: expected.map(\.id))
                try threadsAgree(reader, predicate, sort, expected: Set(expected.map(\.thread)), &random)
            }
        }
    }

    @Test("a query widened by messages selects those that match all but its words, as in memory", arguments: 0..<12)
    func widened(seed: Int) throws {
        let mail = try Mail(seed: seed)
        var random = SeededRandom(seed: seed &+ 5_000)
        for _ in 0..<20 {
            let written = mail.predicates.predicate(&random).resolved(
                mailboxes: mail.mailboxes, own: PredicateRandom.own, now: .test(1_200))
            let query = written && .words(.anywhere, WordSequence("nowhere"))
            let told = mail.messages.filter { _ in random.chance(30) }
            let widened = query.widened(by: told.map(\.id))
            let expected = told.filter { query.wordless.matches($0, words: MessageWords()) }
            #expect(Set(mail.matching(written).map(\.id)).isSubset(of: mail.matching(written.wordless).map(\.id)))
            #expect(mail.matching(widened).map(\.id) == expected.map(\.id), "\(written)")
            let sort = MailSort(random.pick(MailSort.Field.allCases), ascending: random.chance(50))
            try mail.store.read { reader in
                let found = try reader.messages(MessageQuery(predicate: widened, sort: sort), limit: -1)
                #expect(Set(found.map(\.id)) == Set(expected.map(\.id)), "\(written)")
                try threadsAgree(reader, widened, sort, expected: Set(expected.map(\.thread)), &random)
            }
        }
    }

    /// Compares pages from any row, and from places without a row.
    private func pagesAgree(
        _ reader: StoreReader, _ query: MessageQuery, _ ordered: [Message], _ random: inout SeededRandom
    ) throws {
        guard !ordered.isEmpty else { return }
        let start = random.int(0..<ordered.count)
        var key = query.sort.key(of: ordered[start])
        if query.sort.field == .date, random.chance(30), case .number(let date) = key.value {
            key = SortKey(value: .number(date), id: random.chance(50) ? 0 : .max)
        }
        let behind = ordered.filter { key.precedes(query.sort.key(of: $0), in: query.sort) }
        let rest = try reader.messages(query, limit: 3, after: key)
        #expect(rest.map(\.id) == behind.prefix(3).map(\.id), "\(query) after \(key)")
        let slice = try reader.messages(query, offset: start, limit: 4)
        #expect(slice.map(\.id) == ordered.dropFirst(start).prefix(4).map(\.id), "\(query) from \(start)")
        let before = ordered.filter { query.sort.key(of: $0).precedes(key, in: query.sort) }
        #expect(try reader.count(query, before: key) == before.count, "\(query) before \(key)")
    }

    @Test("message lists read along the store's lists equal those from memory, whatever the dates", arguments: 0..<12)
    func messageLists(seed: Int) throws {
        let mail = try Mail(seed: seed)
        var random = SeededRandom(seed: seed &+ 3_000)
        let texts = [
            "in:inbox", "in:archive", "is:unread", "is:starred", "in:inbox is:unread", "is:unread is:starred",
            "in:inbox in:work", "in:inbox -in:work", "is:answered", "from:anna@example.test", "to:ben@example.test",
            "with:carla@example.test", "in:inbox from:anna@example.test", "is:unread OR is:starred",
            "in:inbox OR in:work",
            "in:inbox -lunch", "is:draft", "in:inbox has:file", "in:inbox (is:answered OR is:starred)",
        ]
        for text in texts {
            let bound = random.pick(
                [.everything, .receivedSince(.test(600)), .receivedBefore(.test(600))] as [MailPredicate])
            let account = random.pick([.everything, .account(mail.accounts[1])] as [MailPredicate])
            let predicate = (MailQuery(text).predicate && bound && account).resolved(
                mailboxes: mail.mailboxes, now: .test(1_200))
            let sort = random.pick([MailSort.newestFirst, .oldestFirst])
            let ordered = mail.matching(predicate).sorted { sort.key(of: $0).precedes(sort.key(of: $1), in: sort) }
            try mail.store.read { reader in
                let query = MessageQuery(predicate: predicate, sort: sort)
                #expect(try reader.messages(query, limit: -1).map(\.id) == ordered.map(\.id), "\(text)")
                #expect(try reader.count(query) == ordered.count, "\(text)")
                for _ in 0..<3 { try pagesAgree(reader, query, ordered, &random) }
            }
        }
    }

    @Test("message lists stay in order after thousands of date changes, and use their index")
    func redated() throws {
        let store = try Store()
        let account = try store.addTestAccount()
        var random = SeededRandom(seed: 7)
        try store.writeNow { transaction in
            for number in 0..<2_300 {
                var message = RemoteMessage.remote(
                    id: "m\(number)", unread: random.chance(50), in: [random.chance(50) ? "inbox" : "archive"],
                    at: number)
                try transaction.receive(message, account: account, bodyText: nil)
                guard number < 2_200 else { continue }
                message.receivedAt += TimeInterval(random.int(1..<900))
                try transaction.receive(message, account: account, bodyText: nil)
            }
        }
        try store.read { reader in
            let mailboxes = try reader.mailboxes()
            let all = try reader.messages(MessageQuery(predicate: .everything, sort: .newestFirst), limit: -1)
            for (text, sort) in [("in:inbox", MailSort.newestFirst), ("in:inbox is:unread", .oldestFirst)] {
                let predicate = MailQuery(text).predicate.resolved(mailboxes: mailboxes, now: .test(9_000))
                let query = MessageQuery(predicate: predicate, sort: sort)
                let ordered = all.filter { predicate.matches($0, words: MessageWords()) }
                    .sorted { sort.key(of: $0).precedes(sort.key(of: $1), in: sort) }
                #expect(ordered.count > 400)
                #expect(
                    try query.walked(reader.database, offset: 0, limit: -1, after: nil)?.map(\.id) == ordered.map(\.id))
                #expect(try reader.count(query) == ordered.count)
                for _ in 0..<20 { try pagesAgree(reader, query, ordered, &random) }
            }
        }
    }

    /// Compares the parsed text form, and a server's answer with the remainder tested here.
    private func othersAgree(_ mail: Mail, _ written: MailPredicate, expected: [MessageID]) throws {
        let again = MailQuery(written.queryText())
        #expect(again.problem == nil)
        let typed = again.predicate.resolved(mailboxes: mail.mailboxes, own: PredicateRandom.own, now: .test(1_200))
        #expect(mail.matching(typed).map(\.id) == expected, "\(written) as “\(again.text)”")
        for account in mail.accounts {
            let mailboxes = mail.mailboxes.filter { $0.account == account }
            let reading = RemoteReading(
                written.naming(own: PredicateRandom.own), mailboxes: mailboxes, now: .test(1_200))
            let server = FilteringServer(
                messages: mail.messages.filter { $0.account == account },
                names: Dictionary(uniqueKeysWithValues: mailboxes.map { ($0.id, $0.remoteID ?? RemoteID("")) }))
            let remainder = reading.remainder.resolved(
                mailboxes: mail.mailboxes, own: PredicateRandom.own, now: .test(1_200))
            let words = { (message: Message) in mail.words[message.id] ?? MessageWords() }
            let answer = server.answer(reading, words: words).filter { remainder.matches($0, words: words($0)) }
            let wanted = server.messages.map(\.id).filter(Set(expected).contains)
            #expect(answer.map(\.id) == wanted, "\(written) as \(reading)")
        }
    }

    private func threadsAgree(
        _ reader: StoreReader, _ predicate: MailPredicate, _ sort: MailSort, expected: Set<ThreadID>,
        _ random: inout SeededRandom
    ) throws {
        let query = ThreadQuery(predicate: predicate, sort: sort)
        let found = try reader.threads(query, limit: -1)
        #expect(Set(found.map(\.id)) == expected, "\(predicate)")
        #expect(found.count == expected.count)
        #expect(try reader.count(query) == expected.count, "\(predicate)")
        let keys = found.map { sort.key(of: $0) }
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.precedes($1, in: sort) })
        guard !found.isEmpty else { return }
        let start = random.int(0..<found.count)
        let rest = try reader.threads(query, limit: 3, after: keys[start])
        #expect(rest.map(\.id) == found.dropFirst(start + 1).prefix(3).map(\.id), "after \(keys[start])")
        let slice = try reader.threads(query, offset: start, limit: 4)
        #expect(slice.map(\.id) == found.dropFirst(start).prefix(4).map(\.id))
    }

    @Test("threads are counted rightly where mailboxes are left out", arguments: 0..<12)
    func excludedMailboxes(seed: Int) throws {
        let mail = try Mail(seed: seed)
        let texts = [
            "is:starred -in:archive", "is:unread -in:inbox -in:work", "-in:inbox", "in:inbox -in:work is:starred",
            "from:anna@example.test -in:inbox", "is:unread -in:nowhere", "(in:inbox OR in:work) -in:archive",
            "is:starred -in:inbox -lunch", "is:answered -in:inbox -in:archive", "-in:inbox -in:work -in:archive",
        ]
        for text in texts {
            for account in [.everything, .account(mail.accounts[1])] as [MailPredicate] {
                let predicate = (MailQuery(text).predicate && account).resolved(
                    mailboxes: mail.mailboxes, now: .test(1_200))
                let expected = Set(mail.matching(predicate).map(\.thread))
                let query = ThreadQuery(predicate: predicate, sort: .newestFirst)
                let counted = try mail.store.read { try $0.count(query) }
                #expect(counted == expected.count, "\(text) in \(account)")
            }
        }
    }

    @Test("Q-1: typed text is never index syntax", arguments: 0..<40)
    func text(seed: Int) throws {
        var random = SeededRandom(seed: seed)
        let mail = try Mail(seed: seed % 3)
        let pieces =
            MailRandom.words + [
                "\"", "''", "*", "^", "NEAR(a b, 2)", "AND", "OR", "NOT", "{subject}", "subject:", "sender :", "+",
                "a*b", "-", "--", "(", ")",
                "%", "_", "\u{0}", ";", "\\", "from:", "in:", "body:*", "\n", "is:unread",
            ]
        let text = (0..<random.int(1..<9)).map { _ in random.pick(pieces) }.joined(separator: random.pick([" ", ""]))
        try finds(text, mail)
    }

    @Test(
        "long queries work, too",
        arguments: [
            "a ", "a OR ", "-", "(", "-(", "NOT ", "(a ", "a (", "(a OR ", "-(a ", "東", "\"", "subject:a ", "a* ",
        ])
    func long(piece: String) throws {
        let mail = try Mail(seed: 1)
        for count in [45, 1_000, 10_000 / piece.count] { try finds(String(repeating: piece, count: count) + "a", mail) }
        let closed =
            String(repeating: piece, count: 18) + "a" + String(repeating: ")", count: piece.contains("(") ? 18 : 0)
        try finds(closed, mail)
    }

    private func finds(_ text: String, _ mail: Mail) throws {
        let predicate = MailQuery(text).predicate.resolved(mailboxes: mail.mailboxes, now: .test(0))
        let expected = Set(mail.matching(predicate).map(\.thread))
        let (threads, messages) = try mail.store.read { reader in
            (
                try reader.threads(ThreadQuery(predicate: predicate, sort: .newestFirst), limit: -1),
                try reader.messages(MessageQuery(predicate: predicate && .unread, sort: .newestFirst), limit: -1)
            )
        }
        #expect(Set(threads.map(\.id)) == expected)
        #expect(Set(messages.map(\.thread)).isSubset(of: expected))
    }

    @Test("a message is read back as written", arguments: 0..<20)
    func roundTrip(seed: Int) throws {
        var random = SeededRandom(seed: seed)
        let store = try Store()
        let account = try store.addTestAccount()
        for number in 0..<10 {
            let told = MailRandom.message(number, threads: 4, &random)
            try store.receive(told, account: account)
            let kept = try #require(try store.read { try $0.message(told.id, account: account) })
            #expect(kept.subject == told.subject)
            #expect(kept.from == told.from && kept.to == told.to && kept.cc == told.cc && kept.bcc == told.bcc)
            #expect(kept.keywords == told.keywords)
            #expect(kept.files == told.files)
            #expect(kept.receivedAt == told.receivedAt)
            #expect(try store.read { try $0.words(of: kept.id) } == MessageWords(kept, bodyText: told.body?.plain))
        }
    }

    @Test("control characters in a name lose no addresses behind it")
    func controlCharacters() throws {
        let store = try Store()
        let account = try store.addTestAccount()
        var told = RemoteMessage.remote(id: "m", from: "anna", to: ["ben", "carla"])
        told.from[0].name = "A\u{0}n\u{1F}n\u{1E}a\u{1D}"
        try store.receive(told, account: account)
        let kept = try #require(try store.read { try $0.message(told.id, account: account) })
        #expect(kept.from == [MailAddress(name: "Anna", email: "anna@example.test")])
        #expect(kept.to == told.to)
    }
}
