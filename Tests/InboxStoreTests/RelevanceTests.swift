import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

@Suite("Search ranking")
struct RelevanceTests {
    private let store: Store
    private let account: AccountID

    init() throws {
        store = try Store()
        account = try store.addTestAccount()
    }

    private func best(_ text: String, limit: Int = -1) throws -> [MailThread] {
        try store.read { reader in
            let mailboxes = try reader.mailboxes()
            let predicate = MailQuery(text).predicate.resolved(mailboxes: mailboxes, now: .test(0))
            return try reader.threads(RelevanceQuery(predicate: predicate), limit: limit)
        }
    }

    @Test("matches in subject or sender rank above matches in the body, whatever the date")
    func fields() throws {
        try store.receive(.remote(id: "body", subject: "Hello", snippet: "a margin", at: 9), account: account)
        try store.receive(.remote(id: "sender", from: "margin", subject: "Hello", at: 5), account: account)
        try store.receive(.remote(id: "subject", subject: "The margin", at: 1), account: account)
        for number in 0..<20 { try store.receive(.remote(id: "other\(number)", at: 20 + number), account: account) }
        let found = try best("margin")
        #expect(Set(found.prefix(2).map(\.remoteID)) == [RemoteID("t-subject"), RemoteID("t-sender")])
        #expect(found.map(\.remoteID).last == RemoteID("t-body") && found.count == 3)
        #expect(try best("margin", limit: 1) == [found[0]])
    }

    @Test(
        "exact spelling ranks first, before relevance and date; lower case also matches upper case",
        arguments: [
            ("café", ["small", "capital", "plain", "loud"]), ("Café", ["capital", "plain", "small", "loud"]),
            ("cafe", ["plain", "loud", "capital", "small"]), ("CAFE", ["loud", "plain", "capital", "small"]),
        ])
    func spelling(text: String, order: [String]) throws {
        try store.receive(.remote(id: "loud", subject: "CAFE", at: 1), account: account)
        try store.receive(.remote(id: "small", subject: "a café", at: 2), account: account)
        try store.receive(.remote(id: "capital", subject: "Café", at: 3), account: account)
        try store.receive(.remote(id: "plain", subject: "Cafe", at: 4), account: account)
        let found = try best(text).map(\.remoteID)
        let known = Set(order.prefix(text == "café" || text == "cafe" ? 2 : 1).map { RemoteID("t-" + $0) })
        #expect(Set(found.prefix(known.count)) == known && found.count == 4)
    }

    @Test("words only at the text's end, or with one misspelling, don't count as exact spelling")
    func unseen() throws {
        var far = RemoteMessage.remote(id: "far", subject: "Hello", snippet: "Good morning", at: 9)
        far.body = MessageBody(plain: "Good morning" + String(repeating: " and more", count: 99) + " café")
        try store.receive(far, account: account)
        try store.receive(.remote(id: "half", subject: "Cafe Zürich Zürich Zürich", at: 8), account: account)
        try store.receive(.remote(id: "whole", subject: "Note", snippet: "the café in zürich", at: 1), account: account)
        #expect(try best("café").map(\.remoteID).first == RemoteID("t-whole"))
        #expect(try best("café zürich").map(\.remoteID) == [RemoteID("t-whole"), RemoteID("t-half")])
    }

    @Test("results sort by spelling, relevance and date and are the same threads", arguments: 0..<20)
    func spellingFirst(seed: Int) throws {
        var random = SeededRandom(seed: seed)
        let words = ["café", "Café", "cafe", "CAFÉ", "Cafés", "lunch", "Ünder", "under"]
        func text() -> String { (0..<3).map { _ in random.pick(words) }.joined(separator: " ") }
        var texts: [RemoteID: [String]] = [:]
        for number in 0..<30 {
            let (subject, snippet) = (text(), text())
            texts[RemoteID("t-m\(number)")] = (subject + " " + snippet).split(separator: " ").map(String.init)
            try store.receive(
                .remote(id: "m\(number)", subject: subject, snippet: snippet, at: random.int(0..<9)), account: account)
        }
        for typed in words {
            let unspelled = WordSequence(words: WordSequence(typed).words)
            let byRank = try store.read {
                try $0.threads(RelevanceQuery(predicate: .words(.anywhere, unspelled)), limit: -1)
            }
            let isSmall = typed == typed.lowercased()
            let first = byRank.filter { thread in
                texts[thread.remoteID ?? RemoteID("")]?.contains { (isSmall ? $0.lowercased() : $0) == typed } ?? false
            }
            let found = try best(typed)
            #expect(found == first + byRank.filter { !first.contains($0) }, "\(typed)")
            #expect(try best(typed, limit: 5) == Array(found.prefix(5)))
        }
    }

    @Test("equal ranks sort by date, and so do results without words")
    func ties() throws {
        for number in [3, 1, 2] {
            try store.receive(.remote(id: "m\(number)", subject: "The margin", at: number), account: account)
        }
        let newest = [3, 2, 1].map { RemoteID("t-m\($0)") }
        #expect(try best("margin").map(\.remoteID) == newest)
        #expect(try best("in:inbox -lunch").map(\.remoteID) == newest)
    }

    @Test("ranked results are the same threads as the newest first", arguments: 0..<12)
    func same(seed: Int) throws {
        var random = SeededRandom(seed: seed)
        for number in 0..<40 {
            try store.receive(MailRandom.message(number, threads: 15, &random), account: account)
        }
        try store.read { reader in
            let mailboxes = try reader.mailboxes()
            let messages = try reader.messages(MessageQuery(predicate: .everything, sort: .newestFirst), limit: -1)
            let predicates = PredicateRandom(
                threads: messages.map(\.thread), messages: messages.map(\.id), accounts: [account])
            for _ in 0..<40 {
                let predicate = predicates.predicate(&random).resolved(
                    mailboxes: mailboxes, own: PredicateRandom.own, now: .test(1_200))
                let best = try reader.threads(RelevanceQuery(predicate: predicate), limit: -1)
                let newest = try reader.threads(ThreadQuery(predicate: predicate, sort: .newestFirst), limit: -1)
                #expect(best.count == newest.count && Set(best) == Set(newest), "\(predicate)")
            }
        }
    }
}
