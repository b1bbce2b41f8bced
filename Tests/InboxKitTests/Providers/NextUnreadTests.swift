import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("The next unread row", .timeLimit(.minutes(10)))
struct NextUnreadTests {
    @Test("the window moves to the nearest unread thread, whatever was committed meanwhile", arguments: 0..<30)
    func threads(seed: Int) throws { try play(MailThread.self, seed: seed) }

    @Test("the window moves to the nearest unread message, whatever was committed meanwhile", arguments: 0..<30)
    func messages(seed: Int) throws { try play(Message.self, seed: seed &+ 500) }

    private func play<Row: MailRow>(_: Row.Type, seed: Int) throws {
        var random = SeededRandom(seed: seed)
        let store = try Store()
        let history = try StoreHistory(store: store)
        for _ in 0..<6 { try history.commit(&random) }
        for step in 0..<12 {
            var configuration: ListConfiguration<Row> = try history.configuration(&random, isPlain: step % 2 == 0)
            configuration.window = 0..<random.int(1..<5)
            var source = ListSource<Row>(store: store, configuration: configuration)
            try source.load()
            guard let start = source.snapshot.rows.randomElement(using: &random) else { continue }
            let heard = HeardCommits()
            let listening = store.listen(needsWords: source.needsWords) { heard.note($0) }
            let story = random.chance(50) ? try history.commit(&random) : "nothing"
            let isBackwards = random.chance(50)
            let before = source.snapshot.rows
            let (changes, answer) = try source.moveToUnread(from: UnreadStart(row: start, isBackwards: isBackwards))
            let found = answer?.row
            let shown = source.snapshot
            try store.read { reader in
                let query = try Row.query(configuration, reader, now: Date())
                let whole = try Row.read(reader, query, offset: 0, limit: 10_000, after: nil, isBackwards: false)
                let unread = try Row.read(
                    reader, query.unread, offset: 0, limit: 10_000, after: nil, isBackwards: false)
                // The row that the search begins at may be gone; its place in the order remains.
                let wanted =
                    isBackwards
                    ? unread.last { Row.precedes($0, start, in: query) }
                    : unread.first { Row.precedes(start, $0, in: query) }
                let about = "seed \(seed), step \(step), \(configuration.filter), \(configuration.sort), \(story)"
                #expect(found == wanted?.id, "\(about)")
                #expect(found == nil || shown.rows.contains { $0.id == found }, "\(about)")
                #expect(
                    shown.rows == Array(whole.dropFirst(shown.above).prefix(configuration.window.count)), "\(about)")
                #expect(shown.total == whole.count && shown.isCounted, "\(about)")
            }
            #expect(changes.applied(to: before.map(\.id)) { shown.rows[$0].id } == shown.rows.map(\.id))
            // What was committed before is in these rows already.
            for commit in heard.take() { #expect(try source.apply(commit) == nil) }
            withExtendedLifetime(listening) {}
        }
    }

    @Test("the caller is told with the rows, and later windows start from there")
    @MainActor
    func tells() async throws {
        let store = try Store()
        let account = try store.addTestAccount()
        for number in 0..<50 {
            try store.receive(.remote(id: "m\(number)", unread: number == 40, at: 100 - number), account: account)
        }
        let session = MailSession(store: store) { _, _ in ScriptedService(ModelServer()) }
        let provider = session.threadProvider(filter: .mailbox(.role(.inbox)), window: 0..<10, loadsAtOnce: true)
        let witness = Witness(provider)
        func unread(_ isBackwards: Bool) async throws -> (ThreadID?, [ThreadID]) {
            let id = try #require(provider.items.first).id
            return await withCheckedContinuation { continuation in
                provider.moveToUnread(from: id, isBackwards: isBackwards) {
                    continuation.resume(returning: ($0, provider.items.map(\.id)))
                }
            }
        }
        let (found, rows) = try await unread(false)
        #expect(found != nil && rows.firstIndex { $0 == found } == 5)
        #expect(provider.window == 35..<45 && provider.above == 35)
        provider.window = 0..<10
        while provider.above > 0 { await withCheckedContinuation { done in provider.whenCaughtUp { done.resume() } } }
        #expect(provider.items.first?.remoteID == RemoteID("t-m0"))
        #expect(try await unread(true).0 == nil && provider.window == 0..<10)
        #expect(witness.problems.isEmpty && witness.rows == provider.items)
    }

    // Who of the two is reported first is not certain, so it is tried often.
    @Test("an answer that comes when other rows are wanted leaves their window alone", arguments: 0..<20)
    @MainActor
    func superseded(round: Int) async throws {
        let store = try Store()
        let account = try store.addTestAccount()
        for number in 0..<50 {
            try store.receive(.remote(id: "m\(number)", unread: number == 40, at: 100 - number), account: account)
        }
        let session = MailSession(store: store) { _, _ in ScriptedService(ModelServer()) }
        let provider = session.threadProvider(filter: .mailbox(.role(.inbox)), window: 0..<10, loadsAtOnce: true)
        let events = provider.events()
        let first = try #require(provider.items.first).id
        var answers = 0
        // The answer is worked out, and waits to be reported.
        provider.pause()
        provider.moveToUnread(from: first, isBackwards: false) { _ in answers += 1 }
        await withCheckedContinuation { done in provider.whenCaughtUp { done.resume() } }
        provider.resume()
        provider.filter = .everything
        for await event in events { if case .reset = event { break } }
        #expect(provider.window == 0..<10 && provider.above == 0 && provider.items.first?.id == first)
        #expect(answers == 0)
    }
}
