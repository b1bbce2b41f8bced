import InboxModel
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

/// A list that records when it is read, and fails once on request.
private struct WatchedSource: ProviderSource {
    final class Log: Sendable {
        private let state = Mutex((read: [MailPredicate](), failing: Set<MailPredicate>()))
        var read: [MailPredicate] { state.withLock(\.read) }
        func fail(_ filter: MailPredicate) { state.withLock { _ = $0.failing.insert(filter) } }

        func note(_ filter: MailPredicate) throws(StoreError) {
            let fails = state.withLock { state in
                state.read.append(filter)
                return state.failing.remove(filter) != nil
            }
            if fails { throw .failed(detail: "gone") }
        }
    }

    var source: ListSource<MailThread>
    let log: Log

    var configuration: ListConfiguration<MailThread> { source.configuration }
    var needsWords: Bool { source.needsWords }
    var snapshot: ProviderSnapshot<MailThread> { source.snapshot }
    var isWalking: Bool { source.isWalking }
    mutating func load() throws(StoreError) {
        try log.note(configuration.filter)
        try source.load()
    }
    mutating func count() throws(StoreError) -> ChangeSet? { try source.count() }
    mutating func apply(_ commit: Commit) throws(StoreError) -> ChangeSet? { try source.apply(commit) }
    mutating func move(to window: Range<Int>) throws(StoreError) -> ChangeSet { try source.move(to: window) }
}

@Suite("Rows superseded before they are reported", .timeLimit(.minutes(10)))
struct SupersededTests {
    private let log = WatchedSource.Log()
    private let store: Store
    private let account: AccountID
    private let output = ProviderOutput<MailThread>()
    private let input: ProviderInput<MailThread>

    init() throws {
        store = try Store()
        account = try store.addTestAccount()
        for (number, mailbox) in ["inbox", "work", "archive", "trash"].enumerated() {
            try store.receive(.remote(id: mailbox, subject: mailbox, in: [mailbox], at: number), account: account)
        }
        input = ProviderInput(store: store, output: output, clock: ContinuousClock())
    }

    private static func filter(_ mailbox: String) -> MailPredicate { MailQuery("in:\(mailbox)").predicate }

    private func source(_ mailbox: String) -> WatchedSource {
        let configuration = ListConfiguration<MailThread>(filter: Self.filter(mailbox), sort: .newestFirst)
        return WatchedSource(source: ListSource(store: store, configuration: configuration), log: log)
    }

    /// Starts with the rows of the trash.
    private func run() throws {
        var first = source("trash").source
        try first.load()
        output.start(first.snapshot)
        input.run(WatchedSource(source: first, log: log), isLoaded: true)
    }

    private func taken(wanting number: Int) async -> ProviderOutput<MailThread>.Waiting {
        while true {
            if let waiting = output.take(wanting: number) { return waiting }
            await Task.yield()
        }
    }

    @Test("are not read, and only the last are reported", arguments: [false, true])
    func last(asChanges: Bool) async throws {
        _ = input.show(source("inbox"), asChanges: false)
        _ = input.show(source("work"), asChanges: false)
        let number = input.show(source("archive"), asChanges: asChanges)
        try run()
        let waiting = await taken(wanting: number)
        #expect(waiting.isReset && waiting.snapshot.rows.map(\.subject) == ["archive"])
        #expect(log.read == [Self.filter("archive")])
        // Later changes refer to exactly these rows.
        try store.receive(.remote(id: "new", subject: "new", in: ["archive"], at: 99), account: account)
        var next = await taken(wanting: number)
        while next.changes?.isEmpty ?? true { next = await taken(wanting: number) }
        #expect(!next.isReset && next.changes == ChangeSet(inserts: [0]))
        input.end()
    }

    @Test("are not reported while they wait")
    func waiting() {
        let rows = ProviderSnapshot<MailThread>()
        output.reset(rows, number: 1)
        #expect(output.take(wanting: 2) == nil)
        output.reset(rows, number: 2)
        #expect(output.take(wanting: 2)?.isReset == true)
    }

    @Test("don't replace rows that fail to load, and the next rows come as a reset")
    func failing() async throws {
        log.fail(Self.filter("work"))
        let before = input.show(source("inbox"), asChanges: false)
        try run()
        try await eventually { !log.read.isEmpty }
        let number = input.show(source("work"), asChanges: false)
        #expect(number == before + 1)
        let waiting = await taken(wanting: number)
        let failures: [FetchFailure?] = waiting.steps.map { if case .failed(let failure) = $0 { failure } else { nil } }
        #expect(failures == [.store(.failed(detail: "gone"))])
        #expect(!waiting.isReset && waiting.changes == nil && waiting.snapshot.rows.map(\.subject) == ["trash"])
        try store.receive(.remote(id: "new", subject: "new", in: ["work"], at: 99), account: account)
        let next = await taken(wanting: number)
        #expect(next.isReset && next.snapshot.rows.map(\.subject) == ["new", "work"])
        input.end()
    }

    @Test("are not shown by a provider that gets a new filter while paused")
    @MainActor
    func resting() async throws {
        let (store, log) = (store, log)
        let provider = ModelProvider<MailThread>(
            store: store, configuration: ListConfiguration(filter: Self.filter("trash"), sort: .newestFirst),
            loadsAtOnce: true, pace: nil, fetch: nil
        ) { WatchedSource(source: ListSource(store: store, configuration: $0), log: log) }
        var events = provider.events().makeAsyncIterator()
        provider.pause()
        provider.filter = Self.filter("inbox")
        try await eventually { log.read.contains(Self.filter("inbox")) }
        provider.filter = Self.filter("work")
        provider.resume()
        while let event = await events.next(isolation: #isolation) {
            if case .reset = event { break }
        }
        #expect(provider.items.map(\.subject) == ["work"])
    }
}
