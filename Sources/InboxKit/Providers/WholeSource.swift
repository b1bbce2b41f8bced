import InboxModel
import InboxStore

/// A short list that is read whole, and again when a commit touched it.
struct WholeSource<Row: ProviderRow>: ProviderSource {
    /// The rows in order, and a test of which commits change them.
    typealias Reading = (rows: [Row], isTouched: @Sendable (Commit) -> Bool)

    private let store: Store
    private(set) var configuration: ListConfiguration<Row>
    let needsWords: Bool
    let pulse: Duration?
    private let read: @Sendable (ListConfiguration<Row>, StoreReader) throws -> Reading
    private var rows: [Row] = []
    private var isTouched: @Sendable (Commit) -> Bool = { _ in true }
    private var seq: Int64 = 0

    init(
        store: Store, configuration: ListConfiguration<Row>, needsWords: Bool = false, pulse: Duration? = nil,
        read: @escaping @Sendable (ListConfiguration<Row>, StoreReader) throws -> Reading
    ) {
        self.store = store
        self.configuration = configuration
        self.needsWords = needsWords
        self.pulse = pulse
        self.read = read
    }

    var snapshot: ProviderSnapshot<Row> {
        let above = max(0, min(configuration.window.lowerBound, rows.count - configuration.window.count))
        return ProviderSnapshot(
            rows: Array(rows.dropFirst(above).prefix(configuration.window.count)), above: above, total: rows.count,
            unread: 0, isCounted: true)
    }

    mutating func load() throws(StoreError) {
        let (configuration, read) = (configuration, read)
        let now = try store.read { reader in (try read(configuration, reader), try reader.seq()) }
        ((rows, isTouched), seq) = now
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
        guard hasGap || isTouched(commit) else {
            seq = commit.seq
            return nil
        }
        return try tick()
    }

    mutating func tick() throws(StoreError) -> ChangeSet? {
        let before = snapshot
        try load()
        let changes = ProviderWindow.changes(from: before.rows, to: snapshot.rows)
        return changes.isEmpty && before.total == rows.count ? nil : changes
    }
}

extension WholeSource where Row: ShortRow {
    init(store: Store, configuration: ListConfiguration<Row>) {
        self.init(store: store, configuration: configuration) { configuration, reader in
            let rows = try Row.all(reader).filter { Row.matches($0, configuration.filter) }
            return (Row.ordered(rows, configuration.sort), { Row.isTouched(by: $0) })
        }
    }
}
