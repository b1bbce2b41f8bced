import Foundation
public import InboxModel
import InboxStore

/// A live list of models: what a query selects, kept up with every commit and told as change sets.
///
/// It belongs to the actor that makes it and speaks there: `items` change only just before the event that tells of it.
/// Work is done elsewhere. It ends when it is released; nothing has to be unregistered.
public final class ModelProvider<Row: ProviderRow> {
    /// The rows of the window. Positions in change sets are indexes into them.
    public private(set) var items: [Row] = []
    /// Selected rows before the first item.
    public private(set) var above = 0
    /// Selected rows in all, in the window or not.
    public private(set) var count = 0
    /// Selected rows that are unread.
    public private(set) var unreadCount = 0
    /// Whether a fetch from the server is under way.
    public private(set) var isRefreshing = false

    public weak var delegate: (any ModelProviderDelegate<Row>)?

    private let output = ProviderOutput<Row>()
    private let input: ProviderInput
    private let fetch: (@Sendable () async -> Result<Void, FetchFailure>)?
    private let makeSource: @Sendable (ListConfiguration) -> any ProviderSource<Row>
    private var configuration: ListConfiguration
    private var isPaused = false
    private var wantsRefresh = false
    private var continuations: [UUID: AsyncStream<ProviderEvent>.Continuation] = [:]
    private var speaking: Task<Void, Never>?
    private var fetching: Task<Void, Never>?

    /// - Parameter loadsAtOnce: reads the first window before returning: for what must be on the first frame.
    init(
        store: Store, configuration: ListConfiguration, loadsAtOnce: Bool,
        fetch: (@Sendable () async -> Result<Void, FetchFailure>)?,
        makeSource: @escaping @Sendable (ListConfiguration) -> any ProviderSource<Row>,
        isolation: isolated (any Actor)? = #isolation
    ) {
        self.configuration = configuration
        self.fetch = fetch
        self.makeSource = makeSource
        var source = makeSource(configuration)
        input = ProviderInput(store: store)
        input.listen(needsWords: source.needsWords)
        let isLoaded = loadsAtOnce && (try? source.load()) != nil
        let snapshot = source.snapshot
        output.start(snapshot)
        input.run(source, isLoaded: isLoaded, into: output)
        take(snapshot)
        let wakes = output.wakes
        speaking = Task { [weak self] in
            _ = isolation
            for await _ in wakes { self?.speak() }
        }
    }

    deinit {
        speaking?.cancel()
        fetching?.cancel()
        input.end()
        output.finish()
        for continuation in continuations.values { continuation.finish() }
    }

    // MARK: What is shown

    /// Setting an equal one does nothing; another empties nothing until the new rows are there.
    public var filter: MailPredicate {
        get { configuration.filter }
        set { configure { $0.filter = newValue } }
    }

    public var sort: MailSort {
        get { configuration.sort }
        set { configure { $0.sort = newValue } }
    }

    /// Positions in the whole result that the provider keeps.
    public var window: Range<Int> {
        get { configuration.window }
        set { configure { $0.window = newValue } }
    }

    private func configure(_ change: (inout ListConfiguration) -> Void) {
        let old = configuration
        change(&configuration)
        guard configuration != old else { return }
        let onlyWindow = configuration.filter == old.filter && configuration.sort == old.sort
        input.configure(makeSource(configuration), keepsRows: onlyWindow)
    }

    /// Reads the store anew and asks the server, when there is one; a call during a fetch is made up for once.
    public func refresh() {
        input.configure(makeSource(configuration), keepsRows: true)
        guard let fetch else { return output.fetched(.success(())) }
        guard !isRefreshing else {
            wantsRefresh = true
            return
        }
        isRefreshing = true
        let output = output
        fetching = Task { output.fetched(await fetch()) }
    }

    // MARK: Pausing

    /// Keeps the rows as they are until `resume`, which tells everything at once.
    public func pause() { isPaused = true }

    public func resume() {
        guard isPaused else { return }
        isPaused = false
        output.wakeAgain()
    }

    // MARK: Telling

    /// The same events that the delegate hears. Nothing is dropped.
    public func events() -> AsyncStream<ProviderEvent> {
        let (stream, continuation) = AsyncStream<ProviderEvent>.makeStream(bufferingPolicy: .unbounded)
        continuations[UUID()] = continuation
        return stream
    }

    private func speak() {
        guard !isPaused, let waiting = output.take() else { return }
        let hadChanges = waiting.isReset || waiting.changes != nil
        if hadChanges { take(waiting.snapshot) }
        if waiting.isReset {
            tell(.reset)
        } else if let changes = waiting.changes {
            tell(.changed(changes))
        }
        for fetch in waiting.fetches {
            isRefreshing = false
            if wantsRefresh {
                wantsRefresh = false
                refresh()
            }
            switch fetch {
            case .success: tell(.fetchCompleted)
            case .failure(let failure): tell(.fetchFailed(failure))
            }
        }
    }

    private func take(_ snapshot: ProviderSnapshot<Row>) {
        items = snapshot.rows
        above = snapshot.above
        count = snapshot.total
        unreadCount = snapshot.unread
    }

    private func tell(_ event: ProviderEvent) {
        delegate?.provider(self, did: event)
        for continuation in continuations.values { continuation.yield(event) }
    }
}
