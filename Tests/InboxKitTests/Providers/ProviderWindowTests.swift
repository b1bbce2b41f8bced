import InboxModel
import TestSupport
import Testing

@testable import InboxKit

@Suite("Provider windows")
struct ProviderWindowTests {
    struct Row: ProviderRow {
        typealias Filter = MailPredicate
        typealias Sort = MailSort
        var id: Int64
        var date: Int64
        var isUnread = false
        var text = 0
    }

    /// The whole result in order, and its changes by commits.
    private struct Whole {
        var rows: [Row] = []
        let sort: MailSort
        private var nextID: Int64 = 0

        init(sort: MailSort) { self.sort = sort }

        static func key(_ row: Row) -> SortKey { SortKey(value: .number(row.date), id: row.id) }

        mutating func settle() {
            let sort = sort
            rows.sort { Self.key($0).precedes(Self.key($1), in: sort) }
        }

        /// Inserts, deletes, moves and changes some rows, each at most once.
        mutating func commit(_ random: inout SeededRandom) -> [RowChange<Row>] {
            var changes: [RowChange<Row>] = []
            let old = rows
            let leaves = random.pick([5, 5, 20, 60])
            for (index, row) in old.enumerated().reversed() where random.chance(25) {
                if random.chance(leaves) {
                    rows.remove(at: index)
                    changes.append(RowChange(before: row, after: nil, unread: row.isUnread ? -1 : 0))
                } else {
                    var new = row
                    if random.chance(40) { new.date = Int64(random.int(0..<30)) }
                    if random.chance(40) { new.isUnread.toggle() }
                    if random.chance(40) { new.text += 1 }
                    rows[index] = new
                    changes.append(
                        RowChange(before: row, after: new, unread: (new.isUnread ? 1 : 0) - (row.isUnread ? 1 : 0)))
                }
            }
            for _ in 0..<random.pick([0, 1, 2, 8]) {
                nextID += 1
                let row = Row(id: nextID, date: Int64(random.int(0..<30)), isUnread: random.chance(40))
                rows.append(row)
                changes.append(RowChange(before: nil, after: row, unread: row.isUnread ? 1 : 0))
            }
            settle()
            return changes.shuffled(using: &random)
        }

        static func window(limit: Int, sort: MailSort) -> ProviderWindow<Row> {
            ProviderWindow(limit: limit) { key($0).precedes(key($1), in: sort) }
        }

        func after(_ last: Row?, _ limit: Int) -> [Row] {
            Array(
                rows.filter { row in last.map { Self.key($0).precedes(Self.key(row), in: sort) } ?? true }.prefix(limit)
            )
        }

        var unread: Int { rows.count(where: \.isUnread) }

        func loaded(into window: inout ProviderWindow<Row>, from lower: Int) {
            let above = max(0, min(lower, rows.count - window.limit))
            window.load(
                Array(rows.dropFirst(above).prefix(window.limit)), above: above, total: rows.count, unread: unread)
        }
    }

    @Test("a window stays a slice of the result, and its change sets match", arguments: 0..<200)
    func slice(seed: Int) {
        var random = SeededRandom(seed: seed)
        var whole = Whole(sort: random.pick([.newestFirst, .oldestFirst]))
        for _ in 0..<random.int(0..<4) { _ = whole.commit(&random) }
        let lower = random.pick([0, 0, 2, 7])
        var window = Whole.window(limit: random.int(1..<9), sort: whole.sort)
        whole.loaded(into: &window, from: lower)
        for step in 0..<25 {
            let before = window.rows
            let changes = whole.commit(&random)
            var fills = 0
            let changeSet = window.apply(changes) { key, limit in
                fills += 1
                return whole.after(key, limit)
            }
            #expect(fills <= 1)
            if let changeSet {
                let rows = window.rows
                #expect(changeSet.applied(to: before.map(\.id)) { rows[$0].id } == rows.map(\.id), "step \(step)")
                #expect(changeSet == ProviderWindow.changes(from: before, to: rows))
            } else {
                whole.loaded(into: &window, from: lower)
            }
            #expect(window.total == whole.rows.count && window.unread == whole.unread, "step \(step)")
            #expect(window.rows == Array(whole.rows.dropFirst(window.above).prefix(window.limit)), "step \(step)")
            #expect(window.rows.count == min(window.limit, whole.rows.count), "step \(step)")
        }
    }

    @Test("at the top, a new row is inserted and the last row is cut")
    func growsUpwards() {
        var window = Whole.window(limit: 2, sort: .newestFirst)
        window.load([Row(id: 2, date: 2), Row(id: 1, date: 1)], above: 0, total: 2, unread: 0)
        let changes = window.apply([RowChange(before: nil, after: Row(id: 3, date: 3))]) { _, _ in [] }
        #expect(changes == ChangeSet(deletes: [1], inserts: [0]))
        #expect(window.rows.map(\.id) == [3, 2])
        #expect(window.below == 1)
    }

    @Test("a change outside the window only updates the counts, without a read")
    func farAway() {
        var window = Whole.window(limit: 2, sort: .newestFirst)
        window.load([Row(id: 8, date: 8), Row(id: 7, date: 7)], above: 2, total: 9, unread: 0)
        let far = [
            RowChange(before: nil, after: Row(id: 99, date: 99)), RowChange(before: Row(id: 1, date: 1), after: nil),
            RowChange(before: Row(id: 2, date: 2), after: Row(id: 2, date: 3), unread: 1),
        ]
        let changes = window.apply(far) { _, _ in
            Issue.record("the store was asked")
            return []
        }
        #expect(changes?.isEmpty == true)
        #expect((window.above, window.total, window.unread) == (3, 9, 1))
    }

    @Test("a distant window is read from the nearest known position: an end, or the current rows", arguments: 0..<50)
    func jumps(seed: Int) {
        var random = SeededRandom(seed: seed)
        var whole = Whole(sort: random.pick([.newestFirst, .oldestFirst]))
        for _ in 0..<12 { _ = whole.commit(&random) }
        var window = Whole.window(limit: random.int(1..<6), sort: whole.sort)
        whole.loaded(into: &window, from: 0)
        for _ in 0..<20 {
            let (lower, before) = (random.int(0..<whole.rows.count + 1), window)
            var walked = 0
            let isMoved = window.move(to: lower, limit: window.limit) { last, isBackwards, offset, limit in
                walked += offset
                let order = isBackwards ? whole.rows.reversed() : whole.rows
                let behind = last.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
                return Array(order.dropFirst(behind + offset).prefix(limit))
            }
            #expect(isMoved && window.rows == Array(whole.rows.dropFirst(window.above).prefix(window.limit)))
            let behind = window.above - before.above - before.rows.count
            let ahead = before.above - window.above - window.rows.count
            #expect(walked <= min(window.above, window.below, max(behind, ahead, 0)))
        }
    }
}
