import Foundation
import InboxModel
import InboxStore

/// Threads or messages by predicate, sort and window, kept up from commits without running the query again.
struct ListSource<Row: ListRow>: ProviderSource {
    private let store: Store
    let configuration: ListConfiguration
    private var query: ListQuery
    private var window: ProviderWindow<Row>
    /// How many commits the window contains.
    private var seq: Int64 = 0

    init(store: Store, configuration: ListConfiguration) {
        self.store = store
        self.configuration = configuration
        query = ListQuery(predicate: configuration.filter, sort: configuration.sort)
        window = Self.window(configuration)
    }

    private static func window(_ configuration: ListConfiguration) -> ProviderWindow<Row> {
        let sort = configuration.sort
        return ProviderWindow(limit: configuration.window.count, sort: sort) { Row.key(of: $0, in: sort) }
    }

    var needsWords: Bool { configuration.filter.needsWords }

    var snapshot: ProviderSnapshot<Row> {
        ProviderSnapshot(rows: window.rows, above: window.above, total: window.total, unread: window.unread)
    }

    mutating func load() throws(StoreError) {
        let configuration = configuration
        let window = Self.window(configuration)
        (query, seq, self.window) = try store.read { reader in
            let predicate = configuration.filter.resolved(mailboxes: try reader.mailboxes(), now: Date())
            let query = ListQuery(predicate: predicate, sort: configuration.sort)
            let total = try Row.count(reader, query)
            let unread = try Row.count(reader, ListQuery(predicate: predicate && .unread, sort: configuration.sort))
            let above = max(0, min(configuration.window.lowerBound, total - configuration.window.count))
            let rows = try Row.read(reader, query, offset: above, limit: configuration.window.count, after: nil)
            var loaded = window
            loaded.load(rows, above: above, total: total, unread: unread)
            return (query, try reader.seq(), loaded)
        }
    }

    mutating func apply(_ commit: Commit) throws(StoreError) -> ChangeSet? {
        guard commit.seq > seq else { return nil }
        let before = window
        let hasGap = commit.seq > seq + 1
        guard case .changes(let threads) = commit.threads, !hasGap, !commit.changesMailboxNames,
            commit.carriesWords || !needsWords
        else {
            try load()
            return difference(from: before)
        }
        seq = commit.seq
        let changes = Row.changes(threads, query.predicate)
        guard !changes.isEmpty else { return nil }
        let (store, query) = (store, query)
        let result = window.play(changes) { key, limit in
            try store.read { try Row.read($0, query, offset: 0, limit: limit, after: key) }
        }
        guard let changeSet = try result.get() else {
            try load()
            return difference(from: before)
        }
        return isSame(as: before) && changeSet.isEmpty ? nil : changeSet
    }

    private func isSame(as before: ProviderWindow<Row>) -> Bool {
        before.total == window.total && before.unread == window.unread && before.above == window.above
    }

    private func difference(from before: ProviderWindow<Row>) -> ChangeSet? {
        let changes = ProviderWindow.changes(from: before.rows, to: window.rows)
        return isSame(as: before) && changes.isEmpty ? nil : changes
    }
}

extension ProviderWindow {
    /// `apply` with the store's own errors.
    fileprivate mutating func play(_ changes: [RowChange<Row>], fill: (SortKey?, Int) throws -> [Row]) -> Result<
        ChangeSet?, StoreError
    > {
        do {
            return .success(try apply(changes, fill: fill))
        } catch {
            return .failure(error as? StoreError ?? .failed(detail: "\(error)"))
        }
    }
}
