import Foundation
import TerminalUI
import TestSupport
import Testing

/// How rows appear, disappear and move.
extension ListWidgetTests {
    @Test("a new row slides in from the left, and the others make room")
    func insert() {
        var list = ListWidget(Array(0..<5))
        _ = frame(&list, at: 0)
        list.apply(RowChanges(inserts: [1]), rows: [0, 9, 1, 2, 3, 4])
        let film = [0, 40, 80, 120, 160, 190].map { ($0, frame(&list, at: $0)) }
        #expect(golden("list-insert", text: filmStrip(film)) == nil)
    }

    @Test("a deleted row slides out to the right, and the others close the gap")
    func delete() {
        var list = ListWidget(Array(0..<8))
        list.select(1)
        _ = frame(&list, at: 0)
        list.apply(RowChanges(deletes: [1]), rows: [0, 2, 3, 4, 5, 6, 7])
        let film = [0, 50, 100, 149, 190].map { ($0, frame(&list, at: $0)) }
        #expect(golden("list-delete", text: filmStrip(film)) == nil)
    }

    @Test("a moved row glides, and an updated row is highlighted briefly")
    func moveAndUpdate() {
        var list = ListWidget(Array(0..<6))
        _ = frame(&list, at: 0)
        list.apply(RowChanges(moves: [RowChanges.Move(from: 5, to: 0)], updates: [3]), rows: [5, 0, 1, 2, 3, 4])
        let film = [0, 50, 100, 190].map { ($0, frame(&list, at: $0)) }
        #expect(golden("list-move", text: filmStrip(film)) == nil)
    }

    @Test("overlapping changes animate without a jump")
    func joins() {
        var list = ListWidget(Array(0..<30))
        _ = frame(&list, at: 0)
        var rows = Array(0..<30)
        var lines: [Int: Int] = [:]
        for step in 0..<60 {
            if step % 5 == 0 && step < 40 {
                rows.insert(100 + step, at: 0)
                list.apply(RowChanges(inserts: [0]), rows: rows)
            }
            let grid = frame(&list, at: step * 16)
            for y in 0..<6 {
                let words = grid.text(row: y).split(separator: " ")
                guard words.first == "Row", words.count > 1, let id = Int(words[1]), id < 30 else { continue }
                if let last = lines[id] { #expect(abs(last - y) <= 1, "row \(id) at step \(step)") }
                lines[id] = y
            }
        }
    }

    @Test("a gap closes even while more rows are deleted above it, as with a held key", arguments: [16, 40, 90])
    func leavingOneByOne(pause: Int) {
        var rows = Array(0..<60)
        var list = ListWidget(rows)
        list.select(1)
        _ = frame(&list, at: 0, height: 20)
        var gone: [Int] = []
        for time in stride(from: 0, to: 600, by: 8) {
            if time >= gone.count * pause {
                rows.remove(at: 1)
                gone.append(time)
                list.apply(RowChanges(deletes: [1]), rows: rows)
            }
            let grid = frame(&list, at: time, height: 20)
            // Rows that left that long ago leave no gap: the remaining rows have moved up, and none is missing.
            let closed = gone.count { time - $0 >= 190 }
            let staying = (0..<20).compactMap { line -> (id: Int, line: Int)? in
                let words = grid.text(row: line).split(separator: " ")
                let id = words.first == "Row" && words.count > 1 ? Int(words[1]) : nil
                return id.flatMap { $0 > gone.count ? (id: $0, line: line) : nil }
            }
            #expect(!staying.isEmpty)
            for row in staying { #expect(row.line <= row.id - closed, "row \(row.id) at \(time)") }
            #expect(zip(staying, staying.dropFirst()).allSatisfy { $1.id - $0.id == $1.line - $0.line }, "at \(time)")
        }
    }

    @Test("without motion every row is in its place at once")
    func withoutMotion() {
        var list = ListWidget(Array(0..<5))
        _ = frame(&list, at: 0, motion: false)
        list.apply(RowChanges(deletes: [3], inserts: [0], updates: [2]), rows: [9, 0, 1, 2, 4])
        let grid = frame(&list, at: 1, motion: false)
        #expect(grid.frame.animatesUntil == nil)
        #expect(grid.golden == settled(list).golden)
    }
}
