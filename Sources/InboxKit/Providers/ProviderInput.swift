import InboxModel
import InboxRemote
import InboxStore
import Synchronization

/// Does a provider's work: one task takes commits and orders in sequence.
final class ProviderInput<Row: ProviderRow>: Sendable {
    private enum Order: Sendable {
        case commit(Commit)
        /// Shows other rows, counted from 1; they are reported as changes if they are mostly the same.
        case show(any ProviderSource<Row>, number: Int, asChanges: Bool)
        /// Reads the same rows again.
        case reload
        case move(Range<Int>)
        case moveToUnread(UnreadStart<Row>, number: Int)
        case linger(Set<Row.ID>)
        /// Updates the rows because time has passed, which changes what is selected.
        case tick
        /// Calls back when everything before it is done.
        case report(@Sendable () -> Void)
        /// Goes on counting, after everything that came in meanwhile.
        case goOn

        /// Whether it needs the rows as they are: after a failure, they must be read again first.
        var isAboutRows: Bool {
            switch self {
            case .commit, .move, .moveToUnread, .linger, .tick: true
            // These read the rows anyway, or do not use them.
            case .show, .reload, .report, .goOn: false
            }
        }
    }

    private let store: Store
    private let output: ProviderOutput<Row>
    private let clock: any Clock<Duration>
    private let orders: AsyncStream<Order>
    private let continuation: AsyncStream<Order>.Continuation
    private let listening = Mutex<Listening?>(nil)
    private let task = Mutex<Task<Void, Never>?>(nil)
    /// Runs if time alone changes the rows.
    private let pulse = Mutex<Task<Void, Never>?>(nil)
    /// Counts the requests for other rows.
    private let shows = Shows()

    init(store: Store, output: ProviderOutput<Row>, clock: any Clock<Duration>) {
        self.store = store
        self.output = output
        self.clock = clock
        (orders, continuation) = AsyncStream<Order>.makeStream(bufferingPolicy: .unbounded)
    }

    /// Starts listening to commits. Call it before the rows are read, so that no commit is missed.
    func listen(needsWords: Bool) {
        let continuation = continuation
        let new = store.listen(needsWords: needsWords) { continuation.yield(.commit($0)) }
        listening.withLock { $0 = new }
    }

    /// - Returns: the number of this request. Rows that were requested before and not read yet are skipped.
    func show(_ source: any ProviderSource<Row>, asChanges: Bool) -> Int {
        listen(needsWords: source.needsWords)
        beat(source.pulse)
        let number = shows.next()
        continuation.yield(.show(source, number: number, asChanges: asChanges))
        return number
    }

    func reload() { continuation.yield(.reload) }
    func move(to window: Range<Int>) { continuation.yield(.move(window)) }
    /// - Parameter number: what the answer is told with.
    func moveToUnread(from start: UnreadStart<Row>, number: Int) {
        continuation.yield(.moveToUnread(start, number: number))
    }
    func linger(_ ids: Set<Row.ID>) { continuation.yield(.linger(ids)) }

    /// Calls back, on any thread, once everything that came before is done.
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
        /// The number of the request for these rows.
        private var number = 0
        let output: ProviderOutput<Row>
        private let shows: Shows
        /// Requests another slice of counting.
        let goOn: @Sendable () -> Void
        private var goesOn = false
        /// Whether the rows of the source have still to be reported for the first time.
        private var isUntold = false
        /// Whether the store could not be read since it was last read as a whole.
        private var hasFailed = false

        init(
            source: any ProviderSource<Row>, output: ProviderOutput<Row>, shows: Shows,
            goOn: @escaping @Sendable () -> Void
        ) {
            (self.source, self.output, self.shows, self.goOn) = (source, output, shows, goOn)
        }

        /// Whether other rows are requested already, so that nobody waits for these.
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
                if work.hasFailed, order.isAboutRows { try work.load(asChangesOf: work.source.snapshot) }
                switch order {
                case .commit(let commit):
                    if let changes = try work.source.apply(commit) { work.changed(changes) }
                    work.askOn()
                case .goOn:
                    work.goesOn = false
                    try work.count()
                case .show(let next, let number, let asChanges):
                    // Skipped rows are never reported, nor are those that they would have replaced.
                    if !asChanges { work.isUntold = true }
                    guard number == work.shows.last else { return }
                    let before = work.source.snapshot
                    (work.source, work.number) = (next, number)
                    try work.load(asChangesOf: work.isUntold ? nil : before)
                case .reload:
                    try work.load(asChangesOf: work.source.snapshot)
                case .move(let window):
                    let before = work.source.snapshot
                    // Before the call of `tell`, which uses the source as it is when its arguments are read.
                    let changes = try work.source.move(to: window)
                    work.tell(changes, since: before)
                case .moveToUnread(let start, let number):
                    let (changes, answer) = try work.source.moveToUnread(from: start)
                    work.changed(changes, (number, answer))
                    work.askOn()
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

        /// Reports changes, unless they leave everything as it was.
        private mutating func tell(_ changes: ChangeSet, since before: ProviderSnapshot<Row>) {
            if isUntold || !changes.isEmpty || !source.snapshot.counts(as: before) { changed(changes) }
            askOn()
        }

        /// - Parameter answer: what the rows are reported with. Nobody waits for it any more if other rows were requested.
        private mutating func changed(_ changes: ChangeSet, _ answer: ProviderOutput<Row>.Unread? = nil) {
            if isUntold { reset() } else { output.changed(source.snapshot, changes, answer, number: number) }
        }

        /// Reports the rows as new, unless none was found yet: such a list must not look empty.
        private mutating func reset() {
            isUntold = source.isLooking
            if !isUntold { output.reset(source.snapshot, number: number) }
        }

        private mutating func askOn() {
            guard source.isWalking, !goesOn, !isOver else { return }
            goesOn = true
            goOn()
        }

        /// - Parameter before: the rows shown, if they are changed and not replaced.
        private mutating func load(asChangesOf before: ProviderSnapshot<Row>?) throws(StoreError) {
            // If the rows can't be read, they can't be reported, and later changes do not apply to the rows that are shown.
            let wasUntold = isUntold
            isUntold = true
            try source.load()
            isUntold = wasUntold
            if let before {
                tell(ProviderWindow.changes(from: before.rows, to: source.snapshot.rows), since: before)
            } else {
                reset()
            }
            if hasFailed { output.recovered() }
            hasFailed = false
            try count()
        }

        /// Counts once the rows are reported, which need not wait for it.
        private mutating func count() throws(StoreError) {
            guard !isOver else { return }
            if let changes = try source.count() { changed(changes) }
            askOn()
        }

        private mutating func attempt(_ body: (inout Work) throws(StoreError) -> Void) {
            do throws(StoreError) { try body(&self) } catch {
                hasFailed = true
                output.failed(.store(error), number: number)
            }
        }
    }
}
