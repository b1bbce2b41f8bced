package import InboxModel
import InboxStore

/// A live list of models: what a query selects, kept current with every commit, with its changes reported as change sets.
///
/// It belongs to the actor that creates it, and calls back there: `items` change only just before the event that reports it. The work
/// is done elsewhere, with at most one event per frame. It ends when it is released, without unregistering.
public final class ModelProvider<Row: ProviderRow> {
    /// The rows of the window. Positions in change sets are indexes into them.
    public private(set) var items: [Row] = []
    /// The number of selected rows before the first item.
    public private(set) var above = 0
    /// The number of selected rows, in the window or not; until `isCounted`, as many as are known.
    public private(set) var count = 0
    /// The number of selected rows that are unread; 0 until `isCounted`, and for rows that are never unread.
    public private(set) var unreadCount = 0
    /// Whether `count` is final. Rows are available at once; counting them may take longer.
    public private(set) var isCounted = false
    /// Whether a fetch requested by `refresh()` is under way.
    public var isRefreshing: Bool { progress.isRefreshing }
    /// Whether all mail of all accounts is here, whatever the filter selects of it, or why not: the account that is furthest from it
    /// decides. `MailSession.status(of:)` says how one account is doing.
    public private(set) var fetchState = FetchState.loading

    /// Receives each event on the provider's actor, after `items` have changed. Weak.
    public weak var delegate: (any ModelProviderDelegate<Row>)?

    private let output: ProviderOutput<Row>
    private let input: ProviderInput<Row>
    private let fetch: ProviderFetch?
    private let makeSource: @Sendable (ListConfiguration<Row>) -> any ProviderSource<Row>
    private var wish: ProviderWish<Row>
    private var asking: ActorCall?
    /// Callbacks that wait until everything written earlier is reported, in the order of the calls.
    private var waiters: [() -> Void] = []
    private var catchingUp: ActorCall?
    /// The number of the last request for rows.
    private var shown = 0
    private var isPaused = false
    /// How often an unread row was requested, and who waits for the last one, with the window at that time.
    private var seeks = 0
    private var seeking: (window: Range<Int>, done: (Row.ID?) -> Void)?
    private var progress = FetchProgress()
    private let streams = EventStreams<ProviderEvent>()
    private var fetching: Task<Void, Never>?
    private var watching: Task<Void, Never>?

    /// - Parameter loadsAtOnce: whether to read the first window before returning, for what must be on the first frame.
    init(
        store: Store, configuration: ListConfiguration<Row>, loadsAtOnce: Bool, pace: Pace?, fetch: ProviderFetch?,
        isolation: isolated any Actor = #isolation,
        makeSource: @escaping @Sendable (ListConfiguration<Row>) -> any ProviderSource<Row>
    ) {
        wish = ProviderWish(configuration)
        self.fetch = fetch
        self.makeSource = makeSource
        output = ProviderOutput()
        input = ProviderInput(store: store, output: output, clock: pace?.clock ?? ContinuousClock())

        var source = makeSource(configuration)
        input.listen(needsWords: source.needsWords)
        progress.isLoaded = loadsAtOnce && (try? source.load()) != nil
        output.start(source.snapshot)
        take(source.snapshot)
        input.run(source, isLoaded: progress.isLoaded)
        if let fetch { watch(fetch) }
        fetchState = progress.state
        output.wake(ActorCall(pace: pace) { [weak self] in self?.speak() ?? false })
        asking = ActorCall { [weak self] in self?.ask() ?? false }
        catchingUp = ActorCall { [weak self] in self?.catchUp() ?? false }
    }

    deinit {
        fetching?.cancel()
        watching?.cancel()
        asking?.end()
        catchingUp?.end()
        input.end()
        output.end()
        streams.finish()
    }

    // MARK: What is shown

    /// The selection. Setting an equal filter does nothing. With another one, the old rows stay until the new ones are available.
    /// Several changes in one turn of the actor count as one.
    public var filter: Row.Filter {
        get { wish.configuration.filter }
        set { want { $0.select(newValue) } }
    }

    /// Sets a filter that selects mostly the same rows: the difference is reported as a change set, and the rest stays where it is.
    /// Setting an equal filter does nothing.
    public func widen(to filter: Row.Filter) {
        // Otherwise the next change, which may replace all rows, would be reported like this one.
        guard filter != self.filter else { return }
        want { $0.select(filter, isWidening: true) }
    }

    /// The order of the rows. After a change, the old rows stay until the new ones are available.
    public var sort: Row.Sort {
        get { wish.configuration.sort }
        set { want { $0.sort(newValue) } }
    }

    /// The part of the whole result that the provider keeps. Moving it reads the missing rows.
    public var window: Range<Int> {
        get { wish.configuration.window }
        set { want { $0.move(to: newValue) } }
    }

    /// Extends the window at its end, for lists that grow as the user scrolls.
    public func extendWindow(by rows: Int) {
        window = window.lowerBound..<(window.upperBound + rows)
    }

    /// Moves the window to the nearest unread row behind one of the items, or before it, however far away.
    /// - Parameter done: called with that row, in the same turn as the event that brings its window; with nil if there is none. Not called
    ///   if the store cannot be read, which an event tells, nor after another filter, sort or request.
    public func moveToUnread(from id: Row.ID, isBackwards: Bool, _ done: @escaping (Row.ID?) -> Void) {
        guard let row = items.first(where: { $0.id == id }) else { return done(nil) }
        ask()
        seeks += 1
        seeking = (window, done)
        input.moveToUnread(from: UnreadStart(row: row, isBackwards: isBackwards), number: seeks)
    }

    private func take(_ unread: ProviderOutput<Row>.Unread) {
        guard let seeking, unread.number == seeks else { return }
        self.seeking = nil
        if let new = unread.answer?.window { wish.moved(from: seeking.window, to: new) }
        seeking.done(unread.answer?.row)
    }

    /// Rows that stay even if being read would remove them, so that the user finds them again. Each must be in the window when it is
    /// added. They disappear once they are removed from this set, with another filter, and with `refresh()`. Set this before the rows are
    /// marked as read.
    public var lingering: Set<Row.ID> {
        get { wish.configuration.lingering }
        set {
            wish.linger(newValue)
            ask()
        }
    }

    private func want(_ change: (inout ProviderWish<Row>) -> Void) {
        change(&wish)
        // Its answer may already be under way, and would move the window of the rows that are wanted now.
        if wish.selectsOthers { seeking = nil }
        if wish.isOpen { asking?.ask() }
    }

    @discardableResult
    private func ask() -> Bool {
        let requests = wish.takeRequests()
        for request in requests {
            switch request {
            case .linger(let rows): input.linger(rows)
            case .move(let window): input.move(to: window)
            case .show(let asChanges): shown = input.show(makeSource(wish.configuration), asChanges: asChanges)
            }
        }
        return !requests.isEmpty
    }

    /// Reads the store again and asks the servers of all accounts that are not paused. Calls during a fetch lead to one more fetch.
    public func refresh() { refresh(failingFor: (filter as? MailPredicate)?.onlyAccount) }

    /// - Parameter only: the account whose failure counts, if the caller knows whose rows these are; nil for any.
    package func refresh(failingFor only: AccountID?) {
        wish.linger([])
        ask()
        input.reload()
        guard let fetch else { return output.refreshed(.success(())) }
        guard progress.beginRefresh() else { return }
        let output = output
        fetching = Task { output.refreshed(await fetch.refresh(only)) }
        tellState()
    }

    // MARK: Pausing

    /// Keeps the rows as they are until `resume`, which reports everything at once, the end of a refresh as well.
    public func pause() { isPaused = true }

    /// Reports everything that changed since `pause` at once, and continues as before.
    public func resume() {
        guard isPaused else { return }
        isPaused = false
        output.wakeAgain()
    }

    // MARK: Reporting

    /// Calls back on the provider's actor once `items` contain everything that was written before this call. Waiting changes are
    /// therefore reported at once, however recent the last event was. While the provider is paused, nothing is reported, but the
    /// callback still comes.
    public func whenCaughtUp(_ done: @escaping () -> Void) {
        waiters.append(done)
        input.report { [output, catchingUp] in
            output.report()
            catchingUp?.ask()
        }
    }

    private func catchUp() -> Bool {
        let count = output.takeReports()
        _ = speak()
        let done = waiters.prefix(count)
        waiters.removeFirst(done.count)
        for tell in done { tell() }
        return true
    }

    /// The events that the delegate receives, as a sequence. Nothing is dropped.
    public func events() -> AsyncStream<ProviderEvent> { streams.make() }

    /// - Returns: whether there was something to report.
    private func speak() -> Bool {
        // If other rows are about to be requested, earlier ones are not reported any more.
        guard !isPaused, let waiting = output.take(wanting: wish.isAwaited ? shown + 1 : shown) else { return false }
        if waiting.isReset || waiting.changes != nil {
            progress.isLoaded = true
            take(waiting.snapshot)
        }
        if waiting.isReset {
            tell(.reset)
        } else if let changes = waiting.changes {
            tell(.changed(changes))
        }
        if let unread = waiting.unread { take(unread) }
        for step in waiting.steps { take(step) }
        tellState()
        return true
    }

    private func take(_ step: FetchStep) {
        if case .refreshed = step, progress.endRefresh() { refresh() }
        progress.take(step)
        switch step {
        case .failed(let failure), .refreshed(.failure(let failure)): tell(.fetchFailed(failure))
        case .refreshed(.success): tell(.fetchCompleted)
        case .read, .servers: break
        }
    }

    private func take(_ snapshot: ProviderSnapshot<Row>) {
        items = snapshot.rows
        above = snapshot.above
        count = snapshot.total
        unreadCount = snapshot.unread
        isCounted = snapshot.isCounted
    }

    private func tell(_ event: ProviderEvent) {
        delegate?.provider(self, did: event)
        streams.yield(event)
    }

    // MARK: Fetching

    private func tellState() {
        let new = progress.state
        guard new != fetchState else { return }
        fetchState = new
        tell(.fetchStateChanged(new))
    }

    private func watch(_ fetch: ProviderFetch) {
        // The changes first, so that none is missed.
        let (changes, output) = (fetch.changes(), output)
        let first = fetch.state()
        progress.take(.servers(first))
        watching = Task {
            var last = first
            for await _ in changes {
                let state = fetch.state()
                if state != last { output.servers(state) }
                last = state
            }
        }
    }
}
