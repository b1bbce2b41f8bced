import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

@Suite("The best hits first")
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

    @Test(
        "what has the words in its subject or from its sender comes before what has them in its text, whatever its date"
    )
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

    @Test("what is as good comes by date, and so does what no words rank")
    func ties() throws {
        for number in [3, 1, 2] {
            try store.receive(.remote(id: "m\(number)", subject: "The margin", at: number), account: account)
        }
        let newest = [3, 2, 1].map { RemoteID("t-m\($0)") }
        #expect(try best("margin").map(\.remoteID) == newest)
        #expect(try best("in:inbox -lunch").map(\.remoteID) == newest)
    }

    @Test("the best first are the same threads as the newest first", arguments: 0..<12)
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
