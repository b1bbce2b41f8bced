import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Provider stories", .timeLimit(.minutes(10)))
@MainActor
struct ProviderStoryTests {
    @Test(
        "in random histories with pauses, delegate and sequence get the same events, and these match the store",
        arguments: 0..<16)
    func histories(seed: Int) async throws {
        var random = SeededRandom(seed: seed)
        let store = try Store()
        let session = MailSession(store: store, pace: Pace(interval: .zero)) { _, _ in ScriptedService(ModelServer()) }
        let history = try StoreHistory(store: store)
        for _ in 0..<3 { try history.commit(&random) }
        func configuration() throws -> ListConfiguration<MailThread> {
            try history.configuration(&random, isPlain: random.chance(60))
        }
        let first = try configuration()
        func provider() -> ModelProvider<MailThread> {
            session.threadProvider(
                filter: first.filter, sort: first.sort, window: 0..<6, loadsAtOnce: random.chance(50))
        }
        // Two providers of the same query, one of which pauses now and then.
        let (steady, tried) = (provider(), provider())
        let (steadyWitness, witness) = (Witness(steady), Witness(tried))
        var told: [ProviderEvent] = []
        var events = tried.events().makeAsyncIterator()
        var steadyEvents = steady.events().makeAsyncIterator()

        for step in 0..<30 {
            let story = "seed \(seed), step \(step)"
            switch random.int(0..<10) {
            case 0..<5: try history.commit(&random)
            case 5: tried.window = random.pick([0..<6, 0..<12, 4..<10, 9..<12])
            case 6:
                let next = try configuration()
                (tried.filter, tried.sort) = (next.filter, next.sort)
            case 7: if random.chance(50) { tried.pause() } else { tried.resume() }
            case 8: tried.refresh()
            default: await Task.yield()
            }
            guard step % 10 == 9 else { continue }
            tried.resume()
            while !(try tried.isSettled(session)) {
                guard let event = await events.next(isolation: MainActor.shared) else { break }
                told.append(event)
            }
            while !(try steady.isSettled(session)) { _ = await steadyEvents.next(isolation: MainActor.shared) }
            #expect(witness.problems == [] && steadyWitness.problems == [], "\(story)")
            #expect(witness.rows == tried.items && steadyWitness.rows == steady.items, "\(story)")
            // Asking the same again gives the same result.
            (tried.filter, tried.sort, tried.window) = (first.filter, first.sort, 0..<6)
            while try tried.items != steady.items || !tried.isSettled(session) {
                guard let event = await events.next(isolation: MainActor.shared) else { break }
                told.append(event)
            }
            #expect(tried.count == steady.count && tried.unreadCount == steady.unreadCount, "\(story)")
        }
        while told.count < witness.events.count, let event = await events.next(isolation: MainActor.shared) {
            told.append(event)
        }
        #expect(told == witness.events, "seed \(seed)")
    }

    @Test("several settings in one turn cause one reset, equal ones nothing, a longer window only inserts")
    func settings() async throws {
        let store = try Store()
        let account = try store.addTestAccount()
        for number in 0..<9 { try store.receive(.remote(id: "m\(number)", at: number), account: account) }
        let session = MailSession(store: store, pace: Pace(interval: .zero)) { _, _ in ScriptedService(ModelServer()) }
        let provider = session.threadProvider(window: 0..<3, loadsAtOnce: true)
        let witness = Witness(provider)
        var events = provider.events().makeAsyncIterator()
        provider.filter = .starred
        provider.sort = .oldestFirst
        provider.filter = .mailbox(.role(.inbox))
        while witness.changes.isEmpty { _ = await events.next(isolation: MainActor.shared) }
        provider.filter = .mailbox(.role(.inbox))
        provider.window = 0..<3
        provider.extendWindow(by: 4)
        while provider.items.count < 7 { _ = await events.next(isolation: MainActor.shared) }
        #expect(witness.changes == [.reset, .changed(ChangeSet(inserts: [3, 4, 5, 6]))])
        #expect(witness.problems == [])
    }

    @Test("a filter set and reset in one turn causes one reset with the same rows")
    func setBack() async throws {
        let store = try Store()
        let account = try store.addTestAccount()
        for number in 0..<3 { try store.receive(.remote(id: "m\(number)", at: number), account: account) }
        let session = MailSession(store: store, pace: Pace(interval: .zero)) { _, _ in ScriptedService(ModelServer()) }
        let provider = session.threadProvider(window: 0..<5, loadsAtOnce: true)
        let (witness, shown) = (Witness(provider), provider.items)
        var events = provider.events().makeAsyncIterator()
        let filter = provider.filter
        provider.filter = .starred
        provider.filter = filter
        while witness.changes.isEmpty { _ = await events.next(isolation: MainActor.shared) }
        #expect(witness.changes == [.reset])
        #expect(provider.items == shown)
    }

    @Test("widening to the same filter does nothing: a new sort is still a reset")
    func widensToTheSame() async throws {
        let store = try Store()
        let account = try store.addTestAccount()
        for number in 0..<3 { try store.receive(.remote(id: "m\(number)", at: number), account: account) }
        let session = MailSession(store: store, pace: Pace(interval: .zero)) { _, _ in ScriptedService(ModelServer()) }
        let provider = session.threadProvider(window: 0..<5, loadsAtOnce: true)
        let witness = Witness(provider)
        var events = provider.events().makeAsyncIterator()
        provider.widen(to: provider.filter)
        provider.sort = .oldestFirst
        while witness.changes.isEmpty { _ = await events.next(isolation: MainActor.shared) }
        #expect(witness.changes == [.reset])
    }

    @Test("lingering rows go with another filter, and with a refresh", arguments: [true, false])
    func lingering(refreshes: Bool) async throws {
        let store = try Store()
        let account = try store.addTestAccount()
        for id in ["a", "b"] { try store.receive(.remote(id: id, unread: true), account: account) }
        let session = MailSession(store: store, pace: Pace(interval: .zero)) { _, _ in ScriptedService(ModelServer()) }
        let provider = session.threadProvider(filter: .mailbox(.role(.inbox)) && .unread, loadsAtOnce: true)
        var events = provider.events().makeAsyncIterator()
        provider.lingering = Set(provider.items.map(\.id))
        for id in ["a", "b"] { try store.receive(.remote(id: id), account: account) }
        while provider.unreadCount > 0 { _ = await events.next(isolation: MainActor.shared) }
        #expect(provider.items.count == 2)
        if refreshes { provider.refresh() } else { provider.filter = .unread }
        while !provider.items.isEmpty { _ = await events.next(isolation: MainActor.shared) }
        #expect(provider.lingering.isEmpty && provider.count == 0)
    }

    @Test("a thread with newer mail is one move; a row leaving a full window pulls in the next")
    func moves() async throws {
        let store = try Store()
        let account = try store.addTestAccount()
        for number in 0..<5 {
            try store.receive(
                .remote(id: "m\(number)", thread: "t\(number)", unread: true, at: number), account: account)
        }
        let session = MailSession(store: store, pace: Pace(interval: .zero)) { _, _ in ScriptedService(ModelServer()) }
        let provider = session.threadProvider(filter: .unread, window: 0..<3, loadsAtOnce: true)
        let witness = Witness(provider)
        var events = provider.events().makeAsyncIterator()
        let third = provider.items[2].id
        try store.receive(.remote(id: "new", thread: "t2", unread: true, at: 50), account: account)
        while provider.items.first?.id != third { _ = await events.next(isolation: MainActor.shared) }
        #expect(witness.changes.last == .changed(ChangeSet(moves: [.init(from: 2, to: 0)], updates: [0])))
        let shown = provider.items[1].id
        try await session.perform(.shake, on: [shown])
        while provider.items.contains(where: { $0.id == shown }) { _ = await events.next(isolation: MainActor.shared) }
        #expect(witness.changes.last == .changed(ChangeSet(deletes: [1], inserts: [2])))
        #expect(provider.count == 4 && witness.problems == [])
    }
}
