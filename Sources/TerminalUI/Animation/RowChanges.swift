/// The changes of a list's rows, in the terms of change sets.
public struct RowChanges: Hashable, Sendable {
    public struct Move: Hashable, Sendable {
        /// The position before the change.
        public var from: Int
        /// The position after the change.
        public var to: Int

        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// Positions before the change.
    public var deletes: [Int]
    /// Positions after the change.
    public var inserts: [Int]
    public var moves: [Move]
    /// Positions, after the change, of rows whose content changed.
    public var updates: [Int]

    public init(deletes: [Int] = [], inserts: [Int] = [], moves: [Move] = [], updates: [Int] = []) {
        self.deletes = deletes
        self.inserts = inserts
        self.moves = moves
        self.updates = updates
    }

    /// Computes the changes between rows. If the rows in both stand in another order, all of them move.
    public init<ID: Hashable>(from before: [ID], to after: [ID]) {
        let old = Dictionary(before.enumerated().map { ($1, $0) }) { first, _ in first }
        let kept = Set(after).intersection(old.keys)
        let moves = after.enumerated().compactMap { place, id in old[id].map { Move(from: $0, to: place) } }
        let isSameOrder = zip(moves, moves.dropFirst()).allSatisfy { $0.from < $1.from }
        self.init(
            deletes: before.indices.filter { !kept.contains(before[$0]) },
            inserts: after.indices.filter { !kept.contains(after[$0]) }, moves: isSameOrder ? [] : moves)
    }

    public var isEmpty: Bool { deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty }

    /// Maps positions from before to after the changes without looking at the rows: O(number of changes) each.
    struct Map {
        private let gone: [Int]
        private let taken: [Int]
        private let movedFrom: [Int: Int]

        init(_ changes: RowChanges) {
            gone = (changes.deletes + changes.moves.map(\.from)).sorted()
            taken = (changes.inserts + changes.moves.map(\.to)).sorted()
            movedFrom = Dictionary(changes.moves.map { ($0.from, $0.to) }) { first, _ in first }
        }

        /// Returns the new position of a row; nil when it was deleted.
        func after(_ before: Int) -> Int? {
            if let to = movedFrom[before] { return to }
            return Map.carry(before, out: gone, into: taken)
        }

        /// Rows that stay keep their order: the n-th of them before is the n-th of them after.
        private static func carry(_ position: Int, out: [Int], into: [Int]) -> Int? {
            var rank = position
            for one in out {
                if one == position { return nil }
                if one > position { break }
                rank -= 1
            }
            for one in into {
                if one > rank { break }
                rank += 1
            }
            return rank
        }
    }
}
