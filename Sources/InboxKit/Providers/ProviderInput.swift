import InboxModel
import InboxRemote
import InboxStore
import Synchronization

/// Where a provider's work is done: one task takes commits and orders in their order.
final class ProviderInput<Row: ProviderRow>: Sendable {
    private enum Order: Sendable {
        case commit(Commit)
        /// Other rows, counted from 1; told as changes where they are mostly the same.
        case show(any ProviderSource<Row>, number: Int, asChanges: Bool)
        /// The same rows, looked at again.
        case reload
        case move(Range<Int>)
        case linger(Set<Row.ID>)
        /// Time has gone on, which changes what is selected.
        case tick
        /// Somebody wants to know when all that came before is done.
        case report(@Sendable () -> Void)
        /// What is not counted yet is counted on, when all that came meanwhile is done.
        case goOn
    }

    private let store: Store
    private let output: ProviderOutput<Row>
    private let clock: any Clock<Duration>
    private let orders: AsyncStream<Order>
    private let continuation: AsyncStream<Order>.Continuation
    private let listening = Mutex<Listening?>(nil)
    private let task = Mutex<Task<Void, Never>?>(nil)
    /// Runs where time alone changes the rows.
    private let pulse = Mutex<Task<Void, Never>?>(nil)
    /// How often other rows were asked for.
    private let shows = Shows()

    init(store: Store, output: ProviderOutput<Row>, clock: any Clock<Duration>) {
        self.store = store
        self.output = output
        self.clock = clock
        (orders, continuation) = AsyncStream<Order>.makeStream(bufferingPolicy: .unbounded)
    }

    /// To be called before the rows are read, so that no commit is missed.
    func listen(needsWords: Bool) {
        let continuation = continuation
        let new = store.listen(needsWords: needsWords) { continuation.yield(.commit($0)) }
        listening.withLock { $0 = new }
    }

    /// - Returns: the how manieth rows these are. What was asked for before is not read any more, where it was not yet.
    func show(_ source: any ProviderSource<Row>, asChanges: Bool) -> Int {
        listen(needsWords: source.needsWords)
        beat(source.pulse)
        let number = shows.next()
        continuation.yield(.show(source, number: number, asChanges: asChanges))
        return number
    }

    func reload() { continuation.yield(.reload) }
    func move(to window: Range<Int>) { continuation.yield(.move(window)) }
    func linger(_ ids: Set<Row.ID>) { continuation.yield(.linger(ids)) }

    /// Calls back, somewhere, once all that came before is done.
    func report(_ done: @escaping @Sendable () -> Void) { continuation.yield(.report(done)) }

    func end() {
        continuation.finish()
        listening.withLock { $0 = nil }
        task.withLock { $0?.cancel() }
        beat(nil)
    }

    private func beat(_ interval: Duration?) {
        let new = interval.map { interval in
            Task { [clock, continuation] in
                while (try? await clock.wait(interval)) != nil { continuation.yield(.tick) }
            }
        }
        pulse.withLock { running in
            running?.cancel()
            running = new
        }
    }

    func run(_ first: any ProviderSource<Row>, isLoaded: Bool) {
        let (orders, output, continuation, shows) = (orders, output, continuation, shows)
        let running = Task {
            var work = Work(source: first, output: output, shows: shows) { continuation.yield(.goOn) }
            work.start(isLoaded: isLoaded)
            for await order in orders { work.take(order) }
        }
        task.withLock { $0 = running }
        beat(first.pulse)
    }

    private final class Shows: Sendable {
        private let number = Atomic(0)
        var last: Int { number.load(ordering: .relaxed) }
        func next() -> Int { number.wrappingAdd(1, ordering: .relaxed).newValue }
    }

    /// The task's own state.
    private struct Work {
        var source: any ProviderSource<Row>
        /// The how manieth rows these are.
        private var number = 0
        let output: ProviderOutput<Row>
        private let shows: Shows
        /// Asks for another slice of counting.
        let goOn: @Sendable () -> Void
        private var goesOn = false
        /// Whether the rows of the source are still to be told for the first time.
        private var isUntold = false

        init(
            source: any ProviderSource<Row>, output: ProviderOutput<Row>, shows: Shows,
            goOn: @escaping @Sendable () -> Void
        ) {
            (self.source, self.output, self.shows, self.goOn) = (source, output, shows, goOn)
        }

        /// Whether others are asked for already, so that nobody waits for these.
        private var isOver: Bool { number < shows.last }

        mutating func start(isLoaded: Bool) {
            attempt { work throws(StoreError) in
                if !isLoaded {
                    try work.source.load()
                    work.reset()
                }
                try work.count()
            }
        }

        mutating func take(_ order: Order) {
            attempt { work throws(StoreError) in
                switch order {
                case .commit(let commit):
                    if let changes = try work.source.apply(commit) { work.changed(changes) }
                    work.askOn()
                case .goOn:
                    work.goesOn = false
                    try work.count()
                case .show(let next, let number, let asChanges):
                    // Rows that are left out were never told, and neither what they would have replaced.
                    if !asChanges { work.isUntold = true }
                    guard number == work.shows.last else { return }
                    let before = work.source.snapshot
                    (work.source, work.number) = (next, number)
                    try work.load(asChangesOf: work.isUntold ? nil : before)
                case .reload:
                    try work.load(asChangesOf: work.source.snapshot)
                case .move(let window):
                    let before = work.source.snapshot
                    // Before `tell` is called, which looks at the source as it is when its arguments are read.
                    let changes = try work.source.move(to: window)
                    work.tell(changes, since: before)
                case .linger(let ids):
                    let before = work.source.snapshot
                    let changes = try work.source.linger(ids)
                    work.tell(changes, since: before)
                case .tick:
                    if let changes = try work.source.tick() { work.changed(changes) }
                    work.askOn()
                case .report(let done): done()
                }
            }
        }

        /// What leaves everything as it was is not told.
        private mutating func tell(_ changes: ChangeSet, since before: ProviderSnapshot<Row>) {
            if isUntold || !changes.isEmpty || !source.snapshot.counts(as: before) { changed(changes) }
            askOn()
        }

        private mutating func changed(_ changes: ChangeSet) {
            if isUntold { reset() } else { output.changed(source.snapshot, changes, number: number) }
        }

        /// A list in which nothing was found yet is not told to be empty.
        private mutating func reset() {
            isUntold = source.isLooking
            if !isUntold { output.reset(source.snapshot, number: number) }
        }

        private mutating func askOn() {
            guard source.isWalking, !goesOn, !isOver else { return }
            goesOn = true
            goOn()
        }

        /// - Parameter before: what is shown, for as long as it is changed and not replaced.
        private mutating func load(asChangesOf before: ProviderSnapshot<Row>?) throws(StoreError) {
            // What can't be read can't be told, and what comes after it is no change of what is shown.
            let wasUntold = isUntold
            isUntold = true
            try source.load()
            isUntold = wasUntold
            if let before {
                tell(ProviderWindow.changes(from: before.rows, to: source.snapshot.rows), since: before)
            } else {
                reset()
            }
            try count()
        }

        /// After the rows are told: they need not wait for it.
        private mutating func count() throws(StoreError) {
            guard !isOver else { return }
            if let changes = try source.count() { changed(changes) }
            askOn()
        }

        private mutating func attempt(_ body: (inout Work) throws(StoreError) -> Void) {
            do throws(StoreError) { try body(&self) } catch { output.failed(.store(error), number: number) }
        }
    }
}
