import TerminalUI
import TestSupport

/// Rows and a random change, with its change set.
struct RowHistory {
    var before: [Int]
    var after: [Int]
    var changes: RowChanges

    init(before: [Int], nextID: inout Int, random: inout SeededRandom) {
        self.before = before
        var staying: [(old: Int, id: Int)] = []
        var moving: [(old: Int, id: Int)] = []
        changes = RowChanges()
        for (index, id) in before.enumerated() {
            switch random.int(0..<10) {
            case 0: changes.deletes.insert(index, at: 0)
            case 1: moving.append((index, id))
            default: staying.append((index, id))
            }
        }
        var rows: [(id: Int, from: Int?, isStaying: Bool)] = staying.map { ($0.id, $0.old, true) }
        for row in moving { rows.insert((row.id, row.old, false), at: random.int(0..<rows.count + 1)) }
        for _ in 0..<random.int(0..<4) {
            rows.insert((nextID, nil, false), at: random.int(0..<rows.count + 1))
            nextID += 1
        }
        after = rows.map(\.id)
        for (index, row) in rows.enumerated() where !row.isStaying {
            if let from = row.from {
                changes.moves.append(RowChanges.Move(from: from, to: index))
            } else {
                changes.inserts.append(index)
            }
        }
        for index in after.indices where random.int(0..<10) == 0 { changes.updates.append(index) }
    }
}
