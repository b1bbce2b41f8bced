import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Fetch states", .timeLimit(.minutes(10)))
@MainActor
struct FetchStateTests {
    private nonisolated static let broken = RemoteError(.unreachable(detail: "refused"), call: "changes")

    /// Answers refreshes on request of the test.
    private final class Servers: Sendable {
        private let waiting = Mutex<[CheckedContinuation<Result<Void, FetchFailure>, Never>]>([])
        private let state = Mutex(FetchState.complete)
        private let looks = AsyncStream<Void>.makeStream(bufferingPolicy: .unbounded)
        private let asks = AsyncStream<Void>.makeStream(bufferingPolicy: .unbounded)

        var fetch: ProviderFetch {
            ProviderFetch(
                refresh: { _ in
                    await withCheckedContinuation { continuation in
                        self.waiting.withLock { $0.append(continuation) }
                        self.asks.continuation.yield()
                    }
                }, state: { self.state.withLock(\.self) }, changes: { self.looks.stream })
        }

        func say(_ new: FetchState) {
            state.withLock { $0 = new }
            looks.continuation.yield()
        }

        /// Answers the next refresh once it has been requested.
        func answer(_ result: Result<Void, FetchFailure>) async {
            for await _ in asks.stream {
                waiting.withLock { $0.removeFirst() }.resume(returning: result)
                return
            }
        }

        var unanswered: Int { waiting.withLock(\.count) }
    }

    private func provider(_ store: Store, _ servers: Servers) -> ModelProvider<MailThread> {
        ModelProvider(
            store: store, configuration: ListConfiguration(filter: .everything, sort: .newestFirst), loadsAtOnce: true,
            pace: nil, fetch: servers.fetch
        ) { ListSource(store: store, configuration: $0) }
    }

    @Test("a provider goes through loading, complete, more to come and failed; a refresh recovers it")
    func states() async throws {
        let (store, servers) = (try Store(), Servers())
        let provider = provider(store, servers)
        var events = provider.events().makeAsyncIterator()
        func told() async -> [ProviderEvent] {
            var told: [ProviderEvent] = []
            while let event = await events.next(isolation: MainActor.shared) {
                told.append(event)
                if case .fetchStateChanged = event { return told }
            }
            return told
        }
        #expect(provider.fetchState == .complete)
        servers.say(.moreToCome)
        #expect(await told() == [.fetchStateChanged(.moreToCome)])
        servers.say(.complete)
        #expect(await told() == [.fetchStateChanged(.complete)])
        provider.refresh()
        #expect(await told() == [.fetchStateChanged(.loading)])
        #expect(provider.isRefreshing)
        await servers.answer(.failure(.remote(Self.broken)))
        #expect(
            await told() == [.fetchFailed(.remote(Self.broken)), .fetchStateChanged(.failed(.remote(Self.broken)))])
        #expect(!provider.isRefreshing && provider.fetchState == .failed(.remote(Self.broken)))
        provider.refresh()
        #expect(await told() == [.fetchStateChanged(.loading)])
        await servers.answer(.success(()))
        #expect(await told() == [.fetchCompleted, .fetchStateChanged(.complete)])
    }

    @Test("a failed refresh is over once the accounts say something newer")
    func reconnected() async throws {
        let (store, servers) = (try Store(), Servers())
        let provider = provider(store, servers)
        var events = provider.events().makeAsyncIterator()
        func until(_ state: FetchState) async {
            while provider.fetchState != state, await events.next(isolation: MainActor.shared) != nil {}
        }
        let failed = FetchState.failed(.remote(Self.broken))
        servers.say(failed)
        await until(failed)
        provider.refresh()
        await until(.loading)
        await servers.answer(.failure(.remote(Self.broken)))
        await until(failed)
        servers.say(.loading)
        await until(.loading)
        servers.say(.complete)
        await until(.complete)
        #expect(!provider.isRefreshing)
    }

    @Test("what the accounts said before a refresh failed does not hide the failure")
    func saidBefore() {
        var progress = FetchProgress()
        progress.isLoaded = true
        for step in [.servers(.complete), .refreshed(.failure(.remote(Self.broken)))] as [FetchStep] {
            progress.take(step)
        }
        #expect(progress.state == .failed(.remote(Self.broken)))
        progress.take(.failed(.store(.diskFull)))
        progress.take(.servers(.moreToCome))
        #expect(progress.state == .failed(.store(.diskFull)), "servers do not mend the store")
        progress.take(.refreshed(.success(())))
        #expect(progress.state == .failed(.store(.diskFull)))
        progress.take(.read)
        #expect(progress.state == .moreToCome)
    }

    /// Rows that can't be read while the test says so.
    private struct FlakySource: ProviderSource {
        var source: ListSource<MailThread>
        let isBroken: Broken
        /// The window that could not be read.
        var wanted: Range<Int>?
        final class Broken: Sendable {
            private let value = Mutex(false)
            var now: Bool {
                get { value.withLock(\.self) }
                set { value.withLock { $0 = newValue } }
            }
        }

        var needsWords: Bool { source.needsWords }
        var snapshot: ProviderSnapshot<MailThread> { source.snapshot }

        private func check() throws(StoreError) { if isBroken.now { throw .diskFull } }
        mutating func load() throws(StoreError) {
            try check()
            if let wanted { _ = try source.move(to: wanted) }
            try source.load()
        }
        mutating func count() throws(StoreError) -> ChangeSet? { try source.count() }
        mutating func apply(_ commit: Commit) throws(StoreError) -> ChangeSet? {
            try check()
            return try source.apply(commit)
        }
        mutating func move(to window: Range<Int>) throws(StoreError) -> ChangeSet {
            wanted = window
            try check()
            return try source.move(to: window)
        }
    }

    @Test("a failed read of the store is over with the next one that works, and nothing is missing then")
    func readAgain() async throws {
        let (store, broken) = (try Store(), FlakySource.Broken())
        let account = try store.addTestAccount()
        for id in ["a", "b", "c"] { try store.receive(.remote(id: id), account: account) }
        let provider = ModelProvider(
            store: store, configuration: ListConfiguration(filter: .everything, sort: .newestFirst, window: 0..<1),
            loadsAtOnce: true, pace: nil, fetch: nil
        ) { FlakySource(source: ListSource(store: store, configuration: $0), isBroken: broken) }
        var events = provider.events().makeAsyncIterator()
        func until(_ state: FetchState) async {
            while provider.fetchState != state, await events.next(isolation: MainActor.shared) != nil {}
        }
        broken.now = true
        provider.window = 0..<10
        await until(.failed(.store(.diskFull)))
        #expect(provider.items.count == 1)
        broken.now = false
        // A commit that does not concern the rows.
        try store.writeNow { try $0.save(RemoteContact(id: RemoteID("c"), address: .person("anna")), account: account) }
        await until(.complete)
        #expect(provider.items.count == 3)
    }

    @Test("refreshes during a fetch cause one more fetch, even after a failure")
    func trailing() async throws {
        let (store, servers) = (try Store(), Servers())
        let provider = provider(store, servers)
        var events = provider.events().makeAsyncIterator()
        for _ in 0..<3 { provider.refresh() }
        await servers.answer(.failure(.remote(Self.broken)))
        await servers.answer(.success(()))
        var told: [ProviderEvent] = []
        while told.last != .fetchStateChanged(.complete), let event = await events.next(isolation: MainActor.shared) {
            told.append(event)
        }
        #expect(told.contains(.fetchFailed(.remote(Self.broken))) && told.contains(.fetchCompleted))
        #expect(!provider.isRefreshing && servers.unanswered == 0)
    }

    @Test("the fetch state of several accounts is that of the least complete")
    func accounts() {
        let progress = AccountStatus.Progress(work: .messages, done: 1, total: 2, startedAt: .test(0))
        func status(_ phase: AccountStatus.Phase, _ progress: AccountStatus.Progress? = nil) -> AccountStatus {
            AccountStatus(account: AccountID(1), phase: phase, progress: progress)
        }
        #expect(FetchState([]) == .complete)
        #expect(FetchState([status(.live), status(.idle)]) == .complete)
        #expect(FetchState([status(.live), status(.polling, progress)]) == .moreToCome)
        #expect(FetchState([status(.live)], hasOlder: { _ in true }) == .olderOnServer)
        #expect(FetchState([status(.live, progress)], hasOlder: { _ in true }) == .moreToCome)
        #expect(FetchState([status(.live, progress), status(.connecting)]) == .loading)
        #expect(
            FetchState([status(.connecting), status(.offline(Self.broken, retryAt: .test(0)))])
                == .failed(.remote(Self.broken)))
        #expect(FetchState([status(.noSecret(.missing))]) == .failed(.secret(.missing)))
        guard case .failed(.remote(let error)) = FetchState([status(.signedOut(message: "no"))]) else {
            Issue.record("a refused password is a failure")
            return
        }
        #expect(error.nextStep == .signIn)
    }

    @Test("a list is not complete while the server has older mail")
    func older() async throws {
        let client = try await Client.synced(.remote(id: "a"))
        let session = client.session()
        session.board.update(client.account.id) { $0.phase = .live }
        #expect(session.threadProvider(loadsAtOnce: true).fetchState == .complete)
        try client.store.writeNow { try $0.setLetGo(LetGo(until: .test(0)), account: client.account.id) }
        #expect(session.threadProvider(loadsAtOnce: true).fetchState == .olderOnServer)
    }

    @Test("a list is complete again once the account that can't be reached is removed")
    func removed() async throws {
        let client = try await Client.synced(.remote(id: "a"))
        let session = client.session()
        session.board.update(client.account.id) { $0.phase = .offline(Self.broken, retryAt: .test(0)) }
        let provider = session.threadProvider(loadsAtOnce: true)
        #expect(provider.fetchState == .failed(.remote(Self.broken)))
        var events = provider.events().makeAsyncIterator()
        try await session.removeAccount(client.account.id)
        while provider.fetchState != .complete, await events.next(isolation: MainActor.shared) != nil {}
        #expect(provider.fetchState == .complete)
    }

    @Test("a refresh of one account's mail asks all accounts, and another one's failure is none")
    func ofOneAccount() async throws {
        let (good, bad) = (ModelServer(), ModelServer())
        let session = MailSession(store: try Store(), pace: Pace(interval: .zero)) { account, _ in
            ScriptedService(account.address == "bad@example.test" ? bad : good)
        }
        _ = try await session.addAccount(
            address: "bad@example.test", url: "http://127.0.0.1:1", userName: nil, dialect: .inbox, secret: "s")
        let own = try await session.addAccount(
            address: "me@example.test", url: "http://127.0.0.1:1", userName: nil, dialect: .inbox, secret: "s")
        bad.setFault { _ in .before(Self.broken) }
        let asked = bad.calls.count
        let provider = session.threadProvider(filter: .account(own.id) && .mailbox(.role(.inbox)), loadsAtOnce: true)
        var events = provider.events().makeAsyncIterator()
        provider.refresh()
        while let event = await events.next(isolation: MainActor.shared), event != .fetchCompleted {
            if case .fetchFailed(let failure) = event { Issue.record("told \(failure)") }
        }
        #expect(bad.calls.count > asked)
        await session.stopAndWait()
    }

    @Test("a session's refresh asks every account, reports failures and keeps all rows")
    func sessions() async throws {
        let (good, bad) = (ModelServer(), ModelServer())
        let store = try Store()
        let session = MailSession(store: store, pace: Pace(interval: .zero)) { account, _ in
            ScriptedService(account.address == "bad@example.test" ? bad : good)
        }
        good.put(.remote(id: "a", subject: "A", at: 1))
        for address in ["bad@example.test", "me@example.test"] {
            _ = try await session.addAccount(
                address: address, url: "http://127.0.0.1:1", userName: nil, dialect: .inbox, secret: "s")
        }
        let provider = session.threadProvider(filter: .mailbox(.role(.inbox)), loadsAtOnce: true)
        var events = provider.events().makeAsyncIterator()
        while provider.items.map(\.subject) != ["A"] { _ = await events.next(isolation: MainActor.shared) }
        bad.setFault { _ in .before(Self.broken) }
        let asked = good.calls.count
        provider.refresh()
        var failures: [FetchFailure] = []
        while failures.isEmpty, let event = await events.next(isolation: MainActor.shared) {
            if case .fetchFailed(let failure) = event { failures.append(failure) }
        }
        #expect(good.calls.count > asked)
        #expect(failures == [.remote(Self.broken)])
        #expect(provider.items.map(\.subject) == ["A"])
    }
    @Test("a refresh that an account's server refuses fails at once, though its push is open")
    func refused() async throws {
        let server = ModelServer()
        let session = MailSession(store: try Store(), pace: Pace(interval: .zero)) { _, _ in ScriptedService(server) }
        let account = try await session.addAccount(
            address: "me@example.test", url: "http://127.0.0.1:1", userName: nil, dialect: .inbox, secret: "s")
        func until(_ isThere: (AccountStatus.Phase) -> Bool) async {
            let changes = session.statusChanges()
            if isThere(session.status(of: account.id).phase) { return }
            for await _ in changes where isThere(session.status(of: account.id).phase) { return }
        }
        session.start()
        await until { $0 == .live }
        await server.untilListenedTo()
        server.setFault { _ in .before(.signedOut) }
        guard case .failure(.remote(let error)) = await session.refreshAll() else {
            Issue.record("a refused refresh is a failure")
            return
        }
        #expect(error.nextStep == .signIn)
        await until { if case .signedOut = $0 { true } else { false } }
        await session.stopAndWait()
    }
}
