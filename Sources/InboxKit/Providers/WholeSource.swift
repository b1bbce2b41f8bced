import InboxModel
import InboxStore

/// A short list that is read whole: mailboxes, actions, contacts, accounts.
struct WholeSource<Row: ProviderRow>: ProviderSource {
    let store: Store
    let isTouched: @Sendable (Commit) -> Bool
    let read: @Sendable (StoreReader) throws -> [Row]
    private var rows: [Row] = []
    private var seq: Int64 = 0

    init(
        store: Store, isTouched: @escaping @Sendable (Commit) -> Bool,
        read: @escaping @Sendable (StoreReader) throws -> [Row]
    ) {
        self.store = store
        self.isTouched = isTouched
        self.read = read
    }

    var needsWords: Bool { false }
    var snapshot: ProviderSnapshot<Row> { ProviderSnapshot(rows: rows, above: 0, total: rows.count, unread: 0) }

    mutating func load() throws(StoreError) {
        let read = read
        (rows, seq) = try store.read { (try read($0), try $0.seq()) }
    }

    mutating func apply(_ commit: Commit) throws(StoreError) -> ChangeSet? {
        guard commit.seq > seq else { return nil }
        let hasGap = commit.seq > seq + 1
        guard isTouched(commit) || hasGap else {
            seq = commit.seq
            return nil
        }
        let before = rows
        try load()
        let changes = ProviderWindow.changes(from: before, to: rows)
        return changes.isEmpty ? nil : changes
    }
}
