import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

/// An actor of the program: providers created here must call back here.
private actor Owner {
    private let session: MailSession
    private let store: Store
    private let account: AccountID

    init(store: Store, account: AccountID, server: ModelServer = ModelServer()) {
        self.store = store
        self.account = account
        session = MailSession(store: store) { _, _ in ScriptedService(server) }
    }

    private final class Delegate: ModelProviderDelegate {
        let owner: Owner
        var events: [ProviderEvent] = []
        var shown: [[MailThread]] = []

        init(owner: Owner) { self.owner = owner }

        func provider(_ provider: ModelProvider<MailThread>, did event: ProviderEvent) {
            owner.preconditionIsolated()
            events.append(event)
            shown.append(provider.items)
        }
    }

    private func receive(_ messages: RemoteMessage...) throws {
        for message in messages { try store.receive(message, account: account) }
    }

    private func subjects(_ provider: ModelProvider<MailThread>) -> [String] { provider.items.map(\.subject) }

    /// Receives events until the provider shows the expected subjects.
    private func follow(
        _ events: inout AsyncStream<ProviderEvent>.Iterator, _ provider: ModelProvider<MailThread>, _ subjects: [String]
    ) async -> [ProviderEvent] {
        var heard: [ProviderEvent] = []
        while self.subjects(provider) != subjects, let event = await events.next(isolation: self) {
            heard.append(event)
        }
        return heard
    }

    private func caughtUp<Row>(_ provider: ModelProvider<Row>) async {
        await withCheckedContinuation { done in provider.whenCaughtUp { done.resume() } }
    }

    func firstFrame() throws {
        try receive(.remote(id: "a", subject: "A", unread: true))
        let provider = session.threadProvider(filter: .mailbox(.role(.inbox)), loadsAtOnce: true)
        #expect(subjects(provider) == ["A"])
        #expect((provider.count, provider.unreadCount, provider.above) == (1, 1, 0))
    }

    func catchesUp() async throws {
        let provider = session.threadProvider(filter: .mailbox(.role(.inbox)), loadsAtOnce: true)
        for (time, name) in ["A", "B", "C"].enumerated() {
            try receive(.remote(id: name, subject: name, at: time))
            await caughtUp(provider)
            #expect(subjects(provider).first == name)
        }
    }

    func tells() async throws {
        try receive(.remote(id: "a", subject: "A", at: 1))
        let provider = session.threadProvider(filter: .mailbox(.role(.inbox)), loadsAtOnce: true)
        let delegate = Delegate(owner: self)
        provider.delegate = delegate
        var events = provider.events().makeAsyncIterator()
        try receive(.remote(id: "b", subject: "B", at: 2))
        var heard = await follow(&events, provider, ["B", "A"])
        #expect(heard == [.changed(ChangeSet(inserts: [0]))])
        try receive(.remote(id: "b", subject: "B", in: ["trash"], at: 2))
        heard += await follow(&events, provider, ["A"])
        #expect(heard.last == .changed(ChangeSet(deletes: [0])))
        try receive(.remote(id: "a", subject: "A!", at: 1))
        heard += await follow(&events, provider, ["A!"])
        #expect(heard.last == .changed(ChangeSet(updates: [0])))
        provider.filter = .mailbox(.role(.trash))
        heard += await follow(&events, provider, ["B"])
        #expect(heard.last == .reset)
        #expect(delegate.events == heard)
        #expect(delegate.shown.map { $0.map(\.subject) } == [["B", "A"], ["A"], ["A!"], ["B"]])
    }

    func pauses(seed: Int) async throws {
        var random = SeededRandom(seed: seed)
        for number in 0..<6 { try receive(.remote(id: "m\(number)", subject: "\(number)", at: number)) }
        let provider = session.threadProvider(filter: .mailbox(.role(.inbox)), window: 0..<8, loadsAtOnce: true)
        let other = session.threadProvider(filter: .mailbox(.role(.inbox)), window: 0..<8, loadsAtOnce: true)
        let delegate = Delegate(owner: self)
        provider.delegate = delegate
        let before = provider.items
        provider.pause()
        for _ in 0..<12 {
            let number = random.int(0..<12)
            try receive(
                .remote(
                    id: "m\(number)", subject: "\(number).\(random.int(0..<3))", unread: random.chance(50),
                    in: [random.pick(["inbox", "inbox", "trash"])], at: random.int(0..<20)))
        }
        try receive(.remote(id: "last", subject: "last", at: 99))
        let expected = try store.read { reader in
            let filter = try MailPredicate.mailbox(.role(.inbox)).resolved(mailboxes: reader.mailboxes(), now: .test(0))
            return try reader.threads(ThreadQuery(predicate: filter, sort: .newestFirst), limit: 8)
        }
        // Each at its own pace.
        await caughtUp(other)
        await caughtUp(provider)
        #expect(other.items == expected)
        #expect(provider.items == before && delegate.events.isEmpty)
        provider.resume()
        await caughtUp(provider)
        #expect(provider.items == expected && delegate.shown == [expected])
        guard case .changed(let changes)? = delegate.events.first else { Issue.record("\(delegate.events)"); return }
        #expect(changes.applied(to: before.map(\.id)) { expected[$0].id } == expected.map(\.id))
        #expect(provider.count == other.count && provider.unreadCount == other.unreadCount)
    }

    func sorts() async throws {
        try receive(
            .remote(id: "a", subject: "Bravo", at: 1), .remote(id: "b", subject: "alfa", at: 2),
            .remote(id: "c", subject: "Cesar", at: 3))
        let provider = session.threadProvider(loadsAtOnce: true)
        var events = provider.events().makeAsyncIterator()
        provider.sort = MailSort(.subject, ascending: true)
        _ = await follow(&events, provider, ["alfa", "Bravo", "Cesar"])
        provider.window = 1..<3
        let heard = await follow(&events, provider, ["Bravo", "Cesar"])
        #expect(heard == [.changed(ChangeSet(deletes: [0]))])
        #expect(provider.above == 1 && provider.count == 3)
        provider.window = 1..<3
        provider.sort = .newestFirst
        _ = await follow(&events, provider, ["alfa", "Bravo"])
    }

    func searches() async throws {
        try receive(.remote(id: "a", subject: "A", at: 1))
        let provider = session.threadProvider(filter: MailQuery("herons").predicate, loadsAtOnce: true)
        var events = provider.events().makeAsyncIterator()
        try receive(.remote(id: "b", subject: "B", at: 2, body: "two herons by the water"))
        _ = await follow(&events, provider, ["B"])
        let id = try store.read { try $0.message(RemoteID("a"), account: account)?.id }
        if let id { try store.writeNow { try $0.save(MessageBody(plain: "Herons"), of: id, text: "Herons") } }
        _ = await follow(&events, provider, ["B", "A"])
    }

    func shortLists() async throws {
        let mailboxes = session.mailboxProvider(loadsAtOnce: true)
        let actions = session.actionProvider(loadsAtOnce: true)
        var mailboxEvents = mailboxes.events().makeAsyncIterator()
        var actionEvents = actions.events().makeAsyncIterator()
        let inbox = { mailboxes.items.first { $0.role == .inbox } }
        try receive(.remote(id: "a", unread: true))
        while inbox()?.unreadThreadCount != 1 { _ = await mailboxEvents.next(isolation: self) }
        let id = try #require(try store.read { try $0.message(RemoteID("a"), account: account)?.id })
        try await session.perform(.shake, onMessages: [id])
        while actions.items.count != 1 { _ = await actionEvents.next(isolation: self) }
        while inbox()?.unreadThreadCount != 0 { _ = await mailboxEvents.next(isolation: self) }
        _ = try await session.undo()
        while !actions.items.isEmpty { _ = await actionEvents.next(isolation: self) }
    }

    func ends() async throws {
        weak var weakProvider: ModelProvider<MailThread>?
        var stream: AsyncStream<ProviderEvent>?
        do {
            let provider = session.threadProvider(loadsAtOnce: true)
            weakProvider = provider
            stream = provider.events()
            try receive(.remote(id: "a"))
        }
        if let stream { for await _ in stream {} }
        #expect(weakProvider == nil)
    }
}

@Suite("Model providers", .timeLimit(.minutes(10)))
struct ModelProviderTests {
    private func owner() throws -> Owner {
        let store = try Store()
        return Owner(store: store, account: try store.addTestAccount())
    }

    @Test("the first page loads before the first frame")
    func firstFrame() async throws { try await owner().firstFrame() }

    @Test("delegate and sequence get the same events with the rows, on the provider's actor")
    func tells() async throws { try await owner().tells() }

    @Test("a wait for a commit ends once the rows contain it")
    func catchesUp() async throws { try await owner().catchesUp() }

    @Test("resuming reports one change set for the pause", arguments: 0..<12)
    func pauses(seed: Int) async throws { try await owner().pauses(seed: seed) }

    @Test("a new sort causes a reset, a new window a change set")
    func sorts() async throws { try await owner().sorts() }

    @Test("a search finds new mail, and mail whose body arrives")
    func searches() async throws { try await owner().searches() }

    @Test("mailbox and outbox lists update")
    func shortLists() async throws { try await owner().shortLists() }

    @Test("a released provider ends with its sequence")
    func ends() async throws { try await owner().ends() }
}
