import InboxModel
import TestSupport
import Testing

@Suite("Change sets")
struct ChangeSetTests {
    @Test("a change set turns the old rows into the new ones", arguments: 0..<300)
    func leads(seed: Int) {
        var random = SeededRandom(seed: seed)
        let before = RowOrders.first(&random)
        let (after, updated) = RowOrders.next(before, &random)
        let changes = ChangeSet(from: before, to: after, updated: updated)
        #expect(changes.applied(to: before) { after[$0] } == after)
        #expect(Set(changes.updates.map { after[$0] }) == updated.intersection(before).intersection(after))
    }

    @Test("its arrays have the documented order and name each row once", arguments: 0..<300)
    func ordered(seed: Int) {
        var random = SeededRandom(seed: seed)
        let before = RowOrders.first(&random)
        let (after, updated) = RowOrders.next(before, &random)
        let changes = ChangeSet(from: before, to: after, updated: updated)
        #expect(changes.deletes == changes.deletes.sorted(by: >))
        #expect(changes.inserts == changes.inserts.sorted())
        #expect(changes.updates == changes.updates.sorted())
        #expect(changes.moves.map(\.to) == changes.moves.map(\.to).sorted())
        #expect(Set(changes.deletes).isDisjoint(with: changes.moves.map(\.from)))
        #expect(Set(changes.inserts).isDisjoint(with: changes.moves.map(\.to)))
        #expect(Set(changes.deletes.map { before[$0] }) == Set(before).subtracting(after))
        #expect(Set(changes.inserts.map { after[$0] }) == Set(after).subtracting(before))
        #expect(changes.moves.allSatisfy { before[$0.from] == after[$0.to] })
    }

    @Test("the number of moves is minimal", arguments: 0..<150)
    func fewMoves(seed: Int) {
        var random = SeededRandom(seed: seed)
        let before = Array(0..<random.int(0..<9))
        let after = before.shuffled(using: &random)
        let longest = RowOrders.longestRise(after)
        #expect(ChangeSet(from: before, to: after).moves.count == before.count - longest)
    }

    @Test("a composed change set equals both in sequence", arguments: 0..<300)
    func composes(seed: Int) {
        var random = SeededRandom(seed: seed)
        let rows = RowOrders.first(&random)
        let (middle, updatedFirst) = RowOrders.next(rows, &random)
        let (last, updatedSecond) = RowOrders.next(middle, &random)
        let first = ChangeSet(from: rows, to: middle, updated: updatedFirst)
        let second = ChangeSet(from: middle, to: last, updated: updatedSecond)
        let both = first.composed(with: second, countBefore: rows.count)
        #expect(both.applied(to: rows) { last[$0] } == last)
        // A row that left and came back is new to anyone who saw only the beginning.
        let stayed = Set(rows).intersection(middle).intersection(last)
        #expect(Set(both.updates.map { last[$0] }) == stayed.intersection(updatedFirst.union(updatedSecond)))
        let cameBack = Set(rows).intersection(last).subtracting(middle)
        #expect(cameBack.isSubset(of: both.inserts.map { last[$0] }))
        #expect(cameBack.isSubset(of: both.deletes.map { rows[$0] }))
    }

    @Test("composing change sets is associative", arguments: 0..<150)
    func associates(seed: Int) {
        var random = SeededRandom(seed: seed)
        let rows = [0, 1, 2].reduce(into: [RowOrders.first(&random)]) { all, _ in
            all.append(RowOrders.next(all[all.count - 1], &random).after)
        }
        let steps = zip(rows, rows.dropFirst()).map { ChangeSet(from: $0, to: $1) }
        let left = steps[0].composed(with: steps[1], countBefore: rows[0].count)
            .composed(with: steps[2], countBefore: rows[0].count)
        let right = steps[0].composed(
            with: steps[1].composed(with: steps[2], countBefore: rows[1].count), countBefore: rows[0].count)
        #expect(left == right)
    }

    @Test("equal rows give an empty change set, which is neutral in composition", arguments: 0..<50)
    func empty(seed: Int) {
        var random = SeededRandom(seed: seed)
        let before = RowOrders.first(&random)
        let (after, updated) = RowOrders.next(before, &random)
        let changes = ChangeSet(from: before, to: after, updated: updated)
        #expect(ChangeSet(from: before, to: before).isEmpty)
        #expect(ChangeSet().composed(with: changes, countBefore: before.count) == changes)
        #expect(changes.composed(with: ChangeSet(), countBefore: before.count) == changes)
    }
}

/// Orders of ids and their possible changes.
private enum RowOrders {
    static func first(_ random: inout SeededRandom) -> [Int] {
        Array(0..<random.int(0..<13)).shuffled(using: &random)
    }

    /// Deletes, inserts, moves and changes rows; deleted ids may come back.
    static func next(_ before: [Int], _ random: inout SeededRandom) -> (after: [Int], updated: Set<Int>) {
        var after = random.some(of: before, percent: 75)
        for id in 0..<16 where !before.contains(id) && random.chance(20) {
            after.insert(id, at: random.int(0..<(after.count + 1)))
        }
        for _ in 0..<random.int(0..<4) where after.count > 1 {
            let id = after.remove(at: random.int(0..<after.count))
            after.insert(id, at: random.int(0..<(after.count + 1)))
        }
        return (after, Set(random.some(of: before, percent: 25)))
    }

    /// The slow algorithm, over all subsets.
    static func longestRise(_ values: [Int]) -> Int {
        (0..<(1 << values.count)).map { mask in
            let chosen = values.indices.filter { mask & (1 << $0) != 0 }.map { values[$0] }
            return chosen == chosen.sorted() ? chosen.count : 0
        }.max() ?? 0
    }
}
