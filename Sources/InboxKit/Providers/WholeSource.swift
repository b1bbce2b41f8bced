import InboxModel
import InboxStore

/// A short list that is read whole, and again when a commit touched it.
struct WholeSource<Row: ShortRow>: ProviderSource {
    private let store: Store
    private(set) var configuration: ListConfiguration<Row>
    private var rows: [Row] = []
    private var seq: Int64 = 0

    init(store: Store, configuration: ListConfiguration<Row>) {
        self.store = store
        self.configuration = configuration
    }

    var needsWords: Bool { false }

    var snapshot: ProviderSnapshot<Row> {
        let above = max(0, min(configuration.window.lowerBound, rows.count - configuration.window.count))
        return ProviderSnapshot(
            rows: Array(rows.dropFirst(above).prefix(configuration.window.count)), above: above, total: rows.count,
            unread: 0, isCounted: true)
    }

    mutating func load() throws(StoreError) {
        let configuration = configuration
        (rows, seq) = try store.read { reader in
            let rows = try Row.all(reader).filter { Row.matches($0, configuration.filter) }
            return (Row.ordered(rows, configuration.sort), try reader.seq())
        }
    }

    mutating func count() throws(StoreError) -> ChangeSet? { nil }

    mutating func move(to window: Range<Int>) throws(StoreError) -> ChangeSet {
        let before = snapshot.rows
        configuration.window = window
        return ProviderWindow.changes(from: before, to: snapshot.rows)
    }

    mutating func apply(_ commit: Commit) throws(StoreError) -> ChangeSet? {
        guard commit.seq > seq else { return nil }
        let hasGap = commit.seq > seq + 1
        guard Row.isTouched(by: commit) || hasGap else {
            seq = commit.seq
            return nil
        }
        let before = snapshot
        try load()
        let changes = ProviderWindow.changes(from: before.rows, to: snapshot.rows)
        return changes.isEmpty && before.total == rows.count ? nil : changes
    }
}
