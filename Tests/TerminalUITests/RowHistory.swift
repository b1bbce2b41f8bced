import TerminalUI

/// Rows and a random change of them, with the change set that tells it.
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
            switch random.next(0...9) {
            case 0: changes.deletes.insert(index, at: 0)
            case 1: moving.append((index, id))
            default: staying.append((index, id))
            }
        }
        var rows: [(id: Int, from: Int?, isStaying: Bool)] = staying.map { ($0.id, $0.old, true) }
        for row in moving { rows.insert((row.id, row.old, false), at: random.next(0...rows.count)) }
        for _ in 0..<random.next(0...3) {
            rows.insert((nextID, nil, false), at: random.next(0...rows.count))
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
        for index in after.indices where random.next(0...9) == 0 { changes.updates.append(index) }
    }
}
