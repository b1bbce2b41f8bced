import Foundation
import GRDB
import InboxModel
import TestSupport
import Testing

@testable import InboxStore

@Suite("Word search strategies")
struct WordSearchTests {
    @Test("reading all hits and scanning from the newest find the same", arguments: 0..<10)
    func agree(seed: Int) throws {
        var random = SeededRandom(seed: seed &+ 40_000)
        let store = try Store()
        let account = try store.addTestAccount()
        let mail = (0..<50).map { MailRandom.message($0, threads: 20, &random) }
        try store.writeNow { transaction in
            for message in mail { try transaction.receive(message, account: account, bodyText: message.body?.plain) }
        }
        let all = MessageQuery(predicate: .everything, sort: .newestFirst)
        let messages = try store.read { try $0.messages(all, limit: -1) }
        let mailboxes = try store.read { try $0.mailboxes() }
        let predicates = PredicateRandom(
            threads: messages.map(\.thread), messages: messages.map(\.id), accounts: [account])
        for _ in 0..<30 {
            let predicate = (predicates.predicate(&random) && .words(.anywhere, WordSequence("lunch")))
                .resolved(mailboxes: mailboxes, now: .test(1_200))
            let since = random.pick([0, messages[0].id.rawValue + 1] + messages.map(\.id.rawValue))
            try store.read { (reader: StoreReader) throws in
                let query = MessageQuery(predicate: predicate, sort: .newestFirst)
                let found = try [MailPredicate.WordSearch.hits, .newest(since: since)].map { search in
                    try reader.database.rows(
                        of: query.request(search, offset: 0, limit: -1), read: MessageTable.message)
                }
                #expect(found[0] == found[1], "seed \(seed): \(predicate) since \(since)")

                let finder = try ThreadCoverFinder(reader.database)
                let cover = try finder.cover(predicate) ?? finder.wholeCover
                let threads = try [MailPredicate.WordSearch.hits, .newest(since: since)].map { search in
                    let walk = try ThreadWalk(cover, predicate, search, finder)
                    let page = try walk.page(isAscending: false, offset: 0, limit: -1, after: nil)
                    let request: SQLRequest<Int64> = "SELECT thread FROM (\(page))"
                    return try request.fetchAll(reader.database)
                }
                #expect(threads[0] == threads[1], "seed \(seed): \(predicate) since \(since)")
                #expect(Set(threads[0]) == Set(found[0].map(\.thread.rawValue)), "seed \(seed): \(predicate)")
            }
        }
    }

    @Test("very common words are searched from new to old, others by all hits")
    func chooses() throws {
        let store = try Store()
        let account = try store.addTestAccount()
        try store.writeNow { transaction in
            for number in 0..<5_200 {
                let isRare = number % 1_000 == 0
                try transaction.receive(
                    .remote(id: "m\(number)", subject: isRare ? "quokka herons" : "herons", at: number),
                    account: account, bodyText: nil)
            }
        }
        try store.read { (reader: StoreReader) throws in
            func search(_ text: String) throws -> MailPredicate.WordSearch {
                try .best(for: MailQuery(text).predicate, reader.database)
            }
            #expect(try search("quokka") == .hits)
            #expect(try search("herons quokka") == .hits)
            #expect(try search("from:anna") != .hits)
            guard case .newest(let page) = try search("herons"),
                case .newest(let many) = try search("herons is:starred")
            else {
                Issue.record("not from new to old")
                return
            }
            #expect(many < page)
            let newest = MessageQuery(predicate: MailQuery("herons").predicate, sort: .newestFirst)
            let found = try reader.messages(newest, limit: 3).compactMap(\.remoteID?.rawValue)
            #expect(found == ["m5199", "m5198", "m5197"])
        }
    }

    @Test("merging the parts of the index is left to those who ask for it, ends, leaves few, and changes no answer")
    func merging() throws {
        let store = try Store()
        let account = try store.addTestAccount()
        let words = ["quokka", "heron", "ibis"]
        for number in 0..<45 {
            try store.receive(.remote(id: "m\(number)", subject: words[number % 3], at: number), account: account)
        }
        func found() throws -> [[RemoteID?]] {
            try (words + ["ib*"]).map { word in
                let query = MessageQuery(predicate: MailQuery(word).predicate, sort: .newestFirst)
                return try store.read { try $0.messages(query, limit: -1).map(\.remoteID) }
            }
        }
        func parts() throws -> Int { try store.read { try MessageTextTable.partCount($0.database) } }
        let before = try found()
        #expect(before.map(\.count) == [15, 15, 15, 15])
        // Commits this small would not merge in any case.
        let automerge = "SELECT v FROM messageText_config WHERE k = 'automerge'"
        #expect(try parts() == 45 && store.read { try Int.fetchOne($0.database, sql: automerge) } == 0)
        #expect(try !store.writeNow { try $0.mergeWords(from: 46) })
        #expect(try parts() == 45)
        var steps = 0
        while try store.writeNow({ try $0.mergeWords() }) {
            steps += 1
            try #require(steps < 20)
        }
        #expect(try parts() < 8)
        #expect(try found() == before)
        #expect(try !store.writeNow { try $0.mergeWords() })
    }
}
