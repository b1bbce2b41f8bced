import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("What a search finds in a thread")
struct ThreadMatchTests {
    @Test("it is what a list of the thread's messages shows, whatever is searched for", arguments: 0..<8)
    func agrees(seed: Int) throws {
        var random = SeededRandom(seed: seed &+ 40_000)
        let store = try Store()
        let account = try store.addTestAccount()
        let mail = (0..<40).map { MailRandom.message($0, threads: 6, &random) }
        try store.writeNow { transaction in
            for message in mail { try transaction.receive(message, account: account, bodyText: message.body?.plain) }
        }
        let server = ModelServer()
        let session = MailSession(store: store) { _, _ in ScriptedService(server) }
        let all = try session.messages(.everything, limit: -1)
        let threads = Set(all.map(\.thread)).sorted()
        let predicates = PredicateRandom(threads: threads, messages: all.map(\.id), accounts: [account])
        var found = 0
        for _ in 0..<60 {
            let (thread, filter) = (random.pick(threads), predicates.predicate(&random))
            let listed = try session.messages(.thread(thread) && filter, sort: .oldestFirst, limit: -1)
            let matching = try session.messages(of: thread, matching: filter)
            #expect(matching == listed.map(\.id), "seed \(seed): \(filter)")
            found += matching.count
        }
        #expect(found > 20)
    }
}
