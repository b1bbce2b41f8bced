import InboxModel
import InboxStore

/// A long list by filter, sort and window, kept up from commits without running the query again.
struct ListSource<Row: ListRow>: ProviderSource {
    private let store: Store
    private(set) var configuration: ListConfiguration<Row>
    private var query: Row.Query?
    private var window: ProviderWindow<Row>
    private var isCounted = false
    /// What is counted so far, and behind which place the rows of the first window may go on.
    private var counting = ListCount()
    private var pause: SortKey?
    /// In rows that are read at once: some milliseconds.
    private let slice: Int
    /// How many commits the window contains.
    private var seq: Int64 = 0

    init(store: Store, configuration: ListConfiguration<Row>, slice: Int = 20_000) {
        self.store = store
        self.slice = slice
        self.configuration = configuration
        window = ProviderWindow(limit: configuration.window.count) { _, _ in false }
    }

    var needsWords: Bool { Row.needsWords(configuration.filter) }

    var isLooking: Bool { window.rows.isEmpty && pause != nil }

    var snapshot: ProviderSnapshot<Row> {
        ProviderSnapshot(
            rows: window.rows, above: window.above, total: window.total, unread: window.unread, isCounted: isCounted)
    }

    // MARK: Reading

    mutating func load() throws(StoreError) {
        try load(.nothing)
    }

    /// What is counted where no kept list knows the number.
    private enum Counting { case nothing, aSlice, everything }

    mutating func count() throws(StoreError) -> ChangeSet? {
        guard !isCounted else { return nil }
        let (seq, query, before, slice) = (seq, query, window.rows, slice)
        let (limit, pause, counting) = (configuration.window.count - window.rows.count, pause, counting)
        let more = try store.read { reader -> (rows: [Row], pause: SortKey?, ListCount)? in
            guard let query, try reader.seq() == seq else { return nil }
            guard let pause else {
                return ([], nil, try Row.count(reader, query, from: counting, costing: slice))
            }
            let (rows, next) = try Row.read(reader, query, limit: limit, after: pause, costing: slice)
            return (rows, next, counting)
        }
        guard let more else {
            // The store has gone on meanwhile.
            try load(.aSlice)
            return ProviderWindow.changes(from: before, to: window.rows)
        }
        (self.pause, self.counting) = (more.pause, more.2)
        if !more.rows.isEmpty {
            let rows = window.rows + more.rows
            window.load(rows, above: 0, total: rows.count, unread: 0)
        }
        if self.counting.isDone {
            window.count(total: self.counting.total.count, unread: self.counting.unread.count)
            isCounted = true
        }
        return isCounted || !more.rows.isEmpty ? ProviderWindow.changes(from: before, to: window.rows) : nil
    }

    private mutating func load(_ wanted: Counting) throws(StoreError) {
        let (configuration, slice) = (configuration, slice)
        let limit = configuration.window.count
        (query, seq, window, counting, pause, isCounted) = try store.read { reader in
            let query = try Row.query(configuration, reader)
            var window = ProviderWindow<Row>(limit: limit) { Row.precedes($0, $1, in: query) }
            var counts = try Row.knownCount(reader, query)
            var counting = ListCount()
            // Where a window from the end of the rows begins, only their number tells; and rows that linger are counted too.
            let needsAll = configuration.window.lowerBound > 0 || !configuration.lingering.isEmpty
            if counts == nil, wanted == .everything || needsAll {
                counts = try Row.count(reader, query)
            } else if counts == nil, wanted == .aSlice {
                counting = try Row.count(reader, query, from: counting, costing: slice)
                if counting.isDone { counts = (counting.total.count, counting.unread.count) }
            }
            var rows: [Row]
            var pause: SortKey?
            let above = counts.map { max(0, min(configuration.window.lowerBound, $0.total - limit)) } ?? 0
            if counts == nil {
                (rows, pause) = try Row.read(reader, query, limit: limit, after: nil, costing: slice)
            } else {
                rows = try Row.read(reader, query, offset: above, limit: limit, after: nil, isBackwards: false)
            }
            window.load(rows, above: above, total: counts?.total ?? rows.count, unread: counts?.unread ?? 0)
            for row in try Self.lingering(configuration.lingering, reader, query) { window.add(row) }
            return (query, try reader.seq(), window, counting, pause, counts != nil)
        }
    }

    mutating func move(to new: Range<Int>) throws(StoreError) -> ChangeSet {
        let before = window
        configuration.window = new
        let (store, seq) = (store, seq)
        var moved = window
        let isMoved = try store.read { reader -> Bool in
            guard let query, isCounted, try reader.seq() == seq else { return false }
            return try moved.move(to: new.lowerBound, limit: new.count) { last, isBackwards, offset, limit in
                try Row.read(reader, query, offset: offset, limit: limit, after: last, isBackwards: isBackwards)
            }
        }
        if isMoved { window = moved } else { try load(.everything) }
        return ProviderWindow.changes(from: before.rows, to: window.rows)
    }

    // MARK: Lingering

    mutating func linger(_ ids: Set<Row.ID>) throws(StoreError) -> ChangeSet {
        let before = window
        let stays = configuration.lingering.isSubset(of: ids)
        // Of what is not here nobody could say whether it counts.
        configuration.lingering = ids.intersection(configuration.lingering.union(window.rows.map(\.id)))
        if !stays { try load(.everything) }
        return ProviderWindow.changes(from: before.rows, to: window.rows)
    }

    /// The rows that the query selects no longer, because they were read.
    private static func lingering(_ ids: Set<Row.ID>, _ reader: StoreReader, _ query: Row.Query) throws -> [Row] {
        guard !ids.isEmpty, let blind = Row.blindToReading(query) else { return [] }
        return try ids.compactMap { id in
            try Row.read(reader, query, only: id) == nil ? Row.read(reader, blind, only: id) : nil
        }
    }

    private func changes(in commit: Commit, _ query: Row.Query) -> [RowChange<Row>]? {
        guard let changes = Row.changes(in: commit, query) else { return nil }
        let ids = configuration.lingering
        guard !ids.isEmpty, let blind = Row.blindToReading(query), let all = Row.changes(in: commit, blind) else {
            return changes
        }
        return changes.filter { !$0.isAbout(ids) } + all.filter { $0.isAbout(ids) }
    }

    // MARK: Commits

    mutating func apply(_ commit: Commit) throws(StoreError) -> ChangeSet? {
        guard commit.seq > seq else { return nil }
        let before = window
        let hasGap = commit.seq > seq + 1
        guard let query, !hasGap, let changes = changes(in: commit, query), isCounted || changes.isEmpty else {
            try load(.aSlice)
            return difference(from: before)
        }
        guard !changes.isEmpty else {
            seq = commit.seq
            return nil
        }
        let store = store
        let result = window.play(changes) { last, limit in
            try store.read { try Row.read($0, query, offset: 0, limit: limit, after: last, isBackwards: false) }
        }
        guard let changeSet = try result.get() else {
            try load(.aSlice)
            return difference(from: before)
        }
        // Not before: after a read that failed the next commit finds a gap, and the list is read anew.
        seq = commit.seq
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

extension RowChange {
    fileprivate func isAbout(_ ids: Set<Row.ID>) -> Bool { (before ?? after).map { ids.contains($0.id) } ?? false }
}

extension ProviderWindow {
    /// `apply` with the store's own errors.
    fileprivate mutating func play(_ changes: [RowChange<Row>], fill: (Row?, Int) throws -> [Row]) -> Result<
        ChangeSet?, StoreError
    > {
        do {
            return .success(try apply(changes, fill: fill))
        } catch {
            return .failure(error as? StoreError ?? .failed(detail: "\(error)"))
        }
    }
}
