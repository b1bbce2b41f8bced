import InboxModel
import InboxStore
import Synchronization

/// Where a provider's work is done: one task takes commits and new configurations in their order.
final class ProviderInput: Sendable {
    private enum Order: Sendable {
        case commit(Commit)
        case configure(@Sendable () -> any Sendable, keepsRows: Bool)
    }

    private let store: Store
    private let orders: AsyncStream<Order>
    private let continuation: AsyncStream<Order>.Continuation
    private let listening = Mutex<Listening?>(nil)
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(store: Store) {
        self.store = store
        (orders, continuation) = AsyncStream<Order>.makeStream(bufferingPolicy: .unbounded)
    }

    func listen(needsWords: Bool) {
        let continuation = continuation
        let new = store.listen(needsWords: needsWords) { continuation.yield(.commit($0)) }
        listening.withLock { $0 = new }
    }

    func configure<Row: ProviderRow>(_ source: any ProviderSource<Row>, keepsRows: Bool) {
        listen(needsWords: source.needsWords)
        continuation.yield(.configure({ source }, keepsRows: keepsRows))
    }

    func end() {
        continuation.finish()
        listening.withLock { $0 = nil }
        task.withLock { $0?.cancel() }
    }

    func run<Row: ProviderRow>(_ first: any ProviderSource<Row>, isLoaded: Bool, into output: ProviderOutput<Row>) {
        let orders = orders
        let running = Task {
            var source = first
            if !isLoaded { Self.load(&source, from: [], keepsRows: false, into: output) }
            for await order in orders {
                switch order {
                case .commit(let commit):
                    do throws(StoreError) {
                        if let changes = try source.apply(commit) { output.changed(source.snapshot, changes) }
                    } catch {
                        output.fetched(.failure(.store(error)))
                    }
                case .configure(let make, let keepsRows):
                    guard let next = make() as? any ProviderSource<Row> else { continue }
                    let rows = source.snapshot.rows
                    source = next
                    Self.load(&source, from: rows, keepsRows: keepsRows, into: output)
                }
            }
        }
        task.withLock { $0 = running }
    }

    private static func load<Row: ProviderRow>(
        _ source: inout any ProviderSource<Row>, from before: [Row], keepsRows: Bool, into output: ProviderOutput<Row>
    ) {
        do throws(StoreError) {
            try source.load()
            let snapshot = source.snapshot
            if keepsRows {
                output.changed(snapshot, ProviderWindow.changes(from: before, to: snapshot.rows))
            } else {
                output.reset(snapshot)
            }
        } catch {
            output.fetched(.failure(.store(error)))
        }
    }
}
