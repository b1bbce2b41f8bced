import Foundation
import InboxModel
import InboxStore

/// A long list by filter, sort and window, kept current from commits without running the query again.
struct ListSource<Row: ListRow>: ProviderSource {
    private let store: Store
    private(set) var configuration: ListConfiguration<Row>
    /// The rows that are shown.
    private var window: ProviderWindow<Row>
    /// How many commits the window contains.
    private var seq: Int64 = 0
    private var query: Row.Query?
    /// The rows as they are being found again. The old rows are shown until the new ones reach as far, so that no row disappears
    /// that is only looked for again.
    private var walk: ListWalk<Row>?
    /// The number of rows that are read at once, which takes some milliseconds.
    private let slice: Int
    private let now: @Sendable () -> Date

    init(
        store: Store, configuration: ListConfiguration<Row>, slice: Int = 20_000,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.store = store
        self.slice = slice
        self.now = now
        self.configuration = configuration
        window = ProviderWindow(limit: configuration.window.count) { _, _ in false }
    }

    var needsWords: Bool { Row.needsWords(configuration.filter) }
    var pulse: Duration? { Row.pulse(configuration.filter) }

    var isLooking: Bool { window.rows.isEmpty && walk?.pause != nil }
    var isWalking: Bool { walk != nil }

    var snapshot: ProviderSnapshot<Row> {
        ProviderSnapshot(
            rows: window.rows, above: window.above, total: window.total, unread: window.unread,
            isCounted: query != nil && walk == nil)
    }

    // MARK: Reading

    mutating func load() throws(StoreError) {
        try load(.nothing)
    }

    /// What to count if no kept list knows the number.
    private enum Counting { case nothing, aSlice, everything }

    mutating func count() throws(StoreError) -> ChangeSet? {
        guard let walk, let query else { return nil }
        let (before, slice) = (window.rows, slice)
        let next = try store.read { reader -> ListWalk<Row>? in
            try reader.seq() == walk.seq ? walk.step(reader, query, costing: slice) : nil
        }
        // Otherwise the store has changed meanwhile.
        if let next { adopt(next) } else { try load(.aSlice) }
        let changes = ProviderWindow.changes(from: before, to: window.rows)
        return self.walk == nil || !changes.isEmpty ? changes : nil
    }

    mutating func tick() throws(StoreError) -> ChangeSet? {
        // A walk that is under way uses the current time already.
        guard walk == nil else { return nil }
        let before = window
        try load(.aSlice)
        return difference(from: before)
    }

    /// - Parameter start: where to look for the unread row that the window moves to; nil to stay.
    /// - Returns: that row, if there is one.
    @discardableResult
    private mutating func load(_ wanted: Counting, unreadFrom start: UnreadStart<Row>? = nil) throws(StoreError) -> Row
        .ID?
    {
        var configuration = configuration
        let (slice, now) = (slice, now())
        let limit = configuration.window.count
        let (query, walk, found) = try store.read { reader -> (Row.Query, ListWalk<Row>, Row.ID?) in
            let query = try Row.query(configuration, reader, now: now)
            // In the same snapshot as the rows, so that the position is true.
            let found = try start.flatMap {
                try Row.nextUnread(reader, query, from: $0.row, isBackwards: $0.isBackwards)
            }
            if let found {
                let lower = max(0, found.position - limit / 2)
                configuration.window = lower..<lower + limit
            }
            var window = ProviderWindow<Row>(limit: limit) { Row.precedes($0, $1, in: query) }
            var counts = try Row.knownCount(reader, query)
            var counting = ListCount()
            // Only the number of rows tells where a window at their end begins; and lingering rows are counted too.
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
                let areFew: Bool
                (rows, pause, areFew) = try Row.read(reader, query, limit: limit, after: nil, costing: slice)
                // Then the list needs no second report.
                if areFew { counts = try Row.count(reader, query) }
            } else {
                rows = try Row.read(reader, query, offset: above, limit: limit, after: nil, isBackwards: false)
            }
            window.load(rows, above: above, total: counts?.total ?? rows.count, unread: counts?.unread ?? 0)
            for row in try Self.lingering(configuration.lingering, reader, query) { window.add(row) }
            return (
                query,
                ListWalk(
                    window: window, seq: try reader.seq(), pause: pause, counting: counting, isCounted: counts != nil),
                found?.row.id
            )
        }
        self.configuration = configuration
        self.query = query
        adopt(walk)
        return found
    }

    /// Shows what was found, as soon as it reaches as far as the rows shown. Until everything is counted, the total does not
    /// shrink.
    private mutating func adopt(_ found: ListWalk<Row>) {
        walk = found.isCounted ? nil : found
        guard found.isCounted || found.pause == nil || found.window.rows.count >= window.rows.count else { return }
        let (total, unread) = (window.total, window.unread)
        (window, seq) = (found.window, found.seq)
        if !found.isCounted { window.count(total: max(total, window.total), unread: unread) }
    }

    mutating func move(to new: Range<Int>) throws(StoreError) -> ChangeSet {
        let before = window
        configuration.window = new
        let (store, seq) = (store, seq)
        let mayRead = !isWalking && !lingersElsewhere
        var moved = window
        let isMoved = try store.read { reader -> Bool in
            guard let query, mayRead, try reader.seq() == seq else { return false }
            return try moved.move(to: new.lowerBound, limit: new.count) { last, isBackwards, offset, limit in
                try Row.read(reader, query, offset: offset, limit: limit, after: last, isBackwards: isBackwards)
            }
        }
        if isMoved { window = moved } else { try load(.everything) }
        return ProviderWindow.changes(from: before.rows, to: window.rows)
    }

    mutating func moveToUnread(from start: UnreadStart<Row>) throws(StoreError) -> (ChangeSet, UnreadAnswer<Row>?) {
        let before = window.rows
        let found = try load(.everything, unreadFrom: start)
        let answer = found.map { UnreadAnswer<Row>(row: $0, window: configuration.window) }
        return (ProviderWindow.changes(from: before, to: window.rows), answer)
    }

    // MARK: Lingering

    mutating func linger(_ ids: Set<Row.ID>) throws(StoreError) -> ChangeSet {
        let before = window
        let stays = configuration.lingering.isSubset(of: ids)
        // For rows that are not in the window, nobody could say whether they count.
        configuration.lingering = ids.intersection(configuration.lingering.union(window.rows.map(\.id)))
        if !stays { try load(.everything) }
        return ProviderWindow.changes(from: before.rows, to: window.rows)
    }

    /// Whether rows linger outside the window. Whatever is read there by the query alone lacks them.
    private var lingersElsewhere: Bool {
        !configuration.lingering.isEmpty && !configuration.lingering.isSubset(of: window.rows.map(\.id))
    }

    /// Returns the rows that the query no longer selects because they were read.
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

    // Providers use this through its protocol alone, so nothing else would make the compiler specialize it for each kind of row.
    @_specialize(where Row == MailThread)
    @_specialize(where Row == Message)
    mutating func apply(_ commit: Commit) throws(StoreError) -> ChangeSet? {
        guard commit.seq > seq else { return nil }
        let before = window
        let changes = query.flatMap { self.changes(in: commit, $0) }
        guard walk == nil else {
            try apply(changes, commit.seq)
            return difference(from: before)
        }
        guard let query, let changes, commit.seq == seq + 1 else {
            try load(.aSlice)
            return difference(from: before)
        }
        guard !changes.isEmpty else {
            seq = commit.seq
            return nil
        }
        let (store, lingersElsewhere) = (store, lingersElsewhere)
        var isFilled = false
        let result = window.play(changes) { last, limit in
            isFilled = true
            return try store.read { try Row.read($0, query, offset: 0, limit: limit, after: last, isBackwards: false) }
        }
        guard let changeSet = try result.get(), !isFilled || !lingersElsewhere else {
            try load(.aSlice)
            return difference(from: before)
        }
        // Not earlier: after a failed read, the next commit then finds a gap, and the list is read again.
        seq = commit.seq
        return isSame(as: before) && changeSet.isEmpty ? nil : changeSet
    }

    /// Applies what is known of a commit to the rows shown, while rows are being found again. The walk starts again if the commit
    /// may have changed what it found.
    private mutating func apply(_ changes: [RowChange<Row>]?, _ commit: Int64) throws(StoreError) {
        if let changes, !changes.isEmpty { _ = try window.play(changes) { _, _ in [] }.get() }
        seq = commit
        guard let found = walk?.seq, commit > found else { return }
        if commit == found + 1, changes?.isEmpty == true { walk?.seq = commit } else { try load(.aSlice) }
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
    /// Does what `apply` does, with the store's own errors.
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
