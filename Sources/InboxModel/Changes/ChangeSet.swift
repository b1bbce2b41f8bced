/// The difference between a provider's rows before and after a commit.
///
/// To apply it: remove the rows at `deletes` and at the moves' `from` (positions before). The rest keeps its order. Then insert new
/// rows at `inserts` and moved ones at `to` (positions after). `updates` are rows present in both whose content changed.
public struct ChangeSet: Hashable, Sendable {
    /// A row whose place among its neighbours changed.
    public struct Move: Hashable, Sendable {
        /// The position in the rows before.
        public var from: Int
        /// The position in the rows after.
        public var to: Int

        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// Positions in the rows before, highest first.
    public var deletes: [Int]
    /// Positions in the rows after, lowest first.
    public var inserts: [Int]
    /// Rows present in both, with their positions before and after, in the order of the latter.
    public var moves: [Move]
    /// Positions in the rows after, lowest first. May include moved rows.
    public var updates: [Int]

    public init(deletes: [Int] = [], inserts: [Int] = [], moves: [Move] = [], updates: [Int] = []) {
        self.deletes = deletes
        self.inserts = inserts
        self.moves = moves
        self.updates = updates
    }

    public var isEmpty: Bool {
        deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty
    }

    /// Creates the change set between two orders of unique ids, with as few moves as possible. O(n log n).
    @inlinable
    public init<ID: Hashable>(from before: [ID], to after: [ID], updated: Set<ID> = []) {
        var positionBefore: [ID: Int] = [:]
        positionBefore.reserveCapacity(before.count)
        for (position, id) in before.enumerated() { positionBefore[id] = position }
        let updates = after.indices.filter { updated.contains(after[$0]) && positionBefore[after[$0]] != nil }
        self.init(origins: after.map { positionBefore[$0] }, countBefore: before.count, updates: updates)
    }

    /// - Parameter origins: for each row after, its position before; nil for a new row.
    @usableFromInline
    init(origins: [Int?], countBefore: Int, updates: [Int]) {
        var stays = [Bool](repeating: false, count: countBefore)
        var inserts: [Int] = []
        for (position, origin) in origins.enumerated() {
            if let origin { stays[origin] = true } else { inserts.append(position) }
        }
        let kept = origins.enumerated().compactMap { position, origin in origin.map { Move(from: $0, to: position) } }
        var isSteady = [Bool](repeating: false, count: kept.count)
        for place in longestRise(in: kept.map(\.from)) { isSteady[place] = true }
        self.init(
            deletes: stays.indices.reversed().filter { !stays[$0] },
            inserts: inserts,
            moves: kept.enumerated().filter { !isSteady[$0.offset] }.map(\.element),
            updates: updates)
    }

    /// Returns the rows after the change, with new rows taken from `arriving` (the ids after, by position).
    public func applied<ID>(to before: [ID], arrivingFrom arriving: (Int) -> ID) -> [ID] {
        origins(countBefore: before.count).enumerated().map { position, origin in
            if let origin { before[origin] } else { arriving(position) }
        }
    }

    /// The new position of a row; nil if it was deleted.
    public func position(of row: Int, countBefore: Int) -> Int? {
        origins(countBefore: countBefore).firstIndex(of: row)
    }

    /// Combines this change set and the next one into one with the same effect.
    /// - Parameter countBefore: the number of rows before this change set.
    public func composed(with next: ChangeSet, countBefore: Int) -> ChangeSet {
        let first = origins(countBefore: countBefore)
        let second = next.origins(countBefore: first.count)
        let changedFirst = Set(updates)
        let changedSecond = Set(next.updates)
        let origins = second.map { middle in middle.flatMap { first[$0] } }
        let updates = second.indices.filter { position in
            guard origins[position] != nil, let middle = second[position] else { return false }
            return changedSecond.contains(position) || changedFirst.contains(middle)
        }
        return ChangeSet(origins: origins, countBefore: countBefore, updates: updates)
    }

    /// Returns, for each row after, its position before; nil for a new row.
    private func origins(countBefore: Int) -> [Int?] {
        let countAfter = countBefore - deletes.count + inserts.count
        var taken = [Bool](repeating: false, count: countBefore)
        for position in deletes { taken[position] = true }
        for move in moves { taken[move.from] = true }
        var origins = [Int?](repeating: nil, count: countAfter)
        var isPlaced = [Bool](repeating: false, count: countAfter)
        for position in inserts { isPlaced[position] = true }
        for move in moves {
            origins[move.to] = move.from
            isPlaced[move.to] = true
        }
        var source = 0
        for position in 0..<countAfter where !isPlaced[position] {
            while source < countBefore, taken[source] { source += 1 }
            origins[position] = source
            source += 1
        }
        return origins
    }
}

/// Returns the positions of a longest rising subsequence: the rows that can stay while the others move.
private func longestRise(in values: [Int]) -> [Int] {
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    for (position, value) in values.enumerated() {
        var low = 0
        var high = ends.count
        while low < high {
            let middle = (low + high) / 2
            if values[ends[middle]] < value { low = middle + 1 } else { high = middle }
        }
        if low > 0 { previous[position] = ends[low - 1] }
        if low == ends.count { ends.append(position) } else { ends[low] = position }
    }
    var rise: [Int] = []
    var position = ends.last ?? -1
    while position >= 0 {
        rise.append(position)
        position = previous[position]
    }
    return rise
}
