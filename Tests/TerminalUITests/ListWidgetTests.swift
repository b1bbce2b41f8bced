import Foundation
import TerminalUI
import TestSupport
import Testing

@Suite("List")
struct ListWidgetTests {
    let start = ContinuousClock.now

    func frame(
        _ list: inout ListWidget<Int>, at milliseconds: Int, width: Int = 24, height: Int = 6, motion: Bool = true
    ) -> Grid {
        let size = Size(width: width, height: height)
        var grid = Grid(size: size, frame: Frame(now: start + .milliseconds(milliseconds), motion: motion))
        list.draw(into: &grid) { row, id, state in
            row.draw(state.isMarked ? "x" : " ", x: 0, y: 0)
            row.draw("Row \(id)", x: 2, y: 0)
            row.draw("漢字", endingAt: row.width, y: 0, .dim)
            if row.height > 1 { row.draw("more of it", x: 4, y: 1, .dim) }
        }
        return grid
    }

    /// Draws the list without its previous frames, as it must look in the end.
    func settled(_ list: ListWidget<Int>) -> Grid {
        var copy = list
        copy.settle()
        return frame(&copy, at: 0, motion: false)
    }

    @Test("the selection stays visible when the height shrinks or rows grow")
    func lessRoom() {
        var list = ListWidget(Array(0..<40))
        _ = frame(&list, at: 0, height: 20)
        list.select(index: 18)
        _ = frame(&list, at: 0, height: 20)
        let low = frame(&list, at: 0, height: 5)
        #expect((0..<5).contains { low.text(row: $0).contains("Row 18") })
        list.rowHeight = 2
        let high = frame(&list, at: 0, height: 5)
        #expect((0..<5).contains { high.text(row: $0).contains("Row 18") })
    }

    @Test("the selected row has a mark besides its colour if its first column is free")
    func mark() {
        func marks(_ text: String, _ glyphs: Glyphs) -> [String?] {
            var list = ListWidget([1, 2], rowHeight: 2)
            var grid = Grid(size: Size(width: 8, height: 4), frame: Frame(motion: false, glyphs: glyphs))
            list.draw(into: &grid) { part, _, _ in part.draw(text, x: 0, y: 0) }
            return (0..<4).map { grid[0, $0]?.text }
        }
        #expect(marks("  one", .unicode) == ["▌", " ", " ", " "])
        #expect(marks("  one", .ascii) == [">", " ", " ", " "])
        #expect(marks("  one", .words) == [" ", " ", " ", " "], "the cursor stands there")
        #expect(marks("✓ one", .unicode) == ["✓", " ", "✓", " "])
    }

    @Test("the selection stays on its row whatever changes, and moves on if its row is deleted", arguments: 0..<200)
    func selection(seed: Int) throws {
        var random = SeededRandom(seed: seed)
        var nextID = 100
        var list = ListWidget(Array(0..<random.int(1..<41)))
        list.select(index: random.int(0..<40))
        for step in 0..<12 {
            let history = RowHistory(before: list.rows, nextID: &nextID, random: &random)
            let selected = list.selection
            list.apply(history.changes, rows: history.after)
            #expect(list.rows == history.after)
            if let selected, history.after.contains(selected) {
                #expect(list.selection == selected)
            } else if let selected, let old = history.before.firstIndex(of: selected) {
                let moved = Set(history.changes.moves.map { history.before[$0.from] })
                let staying = Set(history.after).subtracting(moved)
                let next = history.before[(old + 1)...].first { staying.contains($0) }
                let previous = history.before[..<old].last { staying.contains($0) }
                let behind = previous.flatMap { history.after.firstIndex(of: $0) }.map { $0 + 1 }
                let came = behind.flatMap { history.changes.inserts.contains($0) ? history.after[$0] : nil }
                let expected = next ?? came ?? previous
                if let expected {
                    #expect(list.selection == expected)
                } else {
                    #expect((list.selection == nil) == list.rows.isEmpty)
                }
            }
            let grid = frame(&list, at: step * 37)
            if let index = list.selectedIndex { #expect(index >= list.top && index < list.top + 6) }
            #expect(grid.fullSize == Size(width: 24, height: 6))
        }
    }

    @Test(
        "if the selected row and all rows below are deleted, the first row inserted there is selected, if any",
        arguments: [([7, 8], false, 7), ([], false, 1), ([7, 8], true, 1)] as [([Int], Bool, Int)])
    func allBehindLeave(came: [Int], prefersPrevious: Bool, selected: Int) {
        var list = ListWidget(Array(0..<6))
        list.prefersPrevious = prefersPrevious
        list.select(2)
        list.apply(RowChanges(deletes: [5, 4, 3, 2], inserts: Array(2..<2 + came.count)), rows: [0, 1] + came)
        #expect(list.selection == selected)
    }

    @Test("after any changes the list settles as if freshly drawn", arguments: 0..<200)
    func comesToRest(seed: Int) {
        var random = SeededRandom(seed: seed)
        var nextID = 100
        var list = ListWidget(Array(0..<random.int(0..<31)), rowHeight: random.int(1..<3))
        var time = 0
        _ = frame(&list, at: time)
        for _ in 0..<10 {
            for _ in 0..<random.int(0..<3) {
                let history = RowHistory(before: list.rows, nextID: &nextID, random: &random)
                list.apply(history.changes, rows: history.after)
            }
            if random.int(0..<6) == 0 { list.move(by: random.int(-9..<10)) }
            if random.int(0..<10) == 0 { list.scroll(by: random.int(-9..<10)) }
            time += random.int(0..<121)
            let grid = frame(&list, at: time)
            if let end = grid.frame.animatesUntil { #expect(end - grid.frame.now <= .milliseconds(200)) }
        }
        let rest = frame(&list, at: time + 200)
        #expect(rest.frame.animatesUntil == nil)
        #expect(rest.golden == settled(list).golden)
    }

    @Test("a list at the top stays there when rows are inserted above")
    func staysAtTop() {
        var list = ListWidget(Array(0..<20))
        _ = frame(&list, at: 0)
        list.apply(RowChanges(inserts: [0, 1]), rows: [101, 100] + Array(0..<20))
        _ = frame(&list, at: 10)
        #expect(list.top == 0)
        #expect(list.selection == 0)
    }

    @Test("in a list scrolled down, inserts above leave the visible rows in place")
    func staysInPlace() {
        var list = ListWidget(Array(0..<40))
        _ = frame(&list, at: 0)
        list.select(20)
        let before = frame(&list, at: 0)
        list.apply(RowChanges(inserts: [0, 1]), rows: [101, 100] + Array(0..<40))
        let after = frame(&list, at: 10)
        #expect(after == before)
        #expect(after.frame.animatesUntil == nil)
    }

    @Test("two-line rows are drawn with marks and can be clicked")
    func twoLines() {
        var list = ListWidget(Array(0..<9), rowHeight: 2)
        _ = frame(&list, at: 0)
        list.move(by: 1)
        list.toggleMark()
        var grid = frame(&list, at: 0)
        #expect(golden("list-two-lines", grid) == nil)
        let click = InputEvent.mouse(Mouse(.press(.left), at: Point(x: 3, y: 5)))
        #expect(list.handle(click) == .moved)
        #expect(list.selection == 2)
        let release = InputEvent.mouse(Mouse(.release(.left), at: Point(x: 3, y: 5)))
        #expect(list.handle(release) == .moved)
        #expect(list.handle(click) == .moved)
        #expect(list.handle(release) == .activated(2), "the second click opens")
        grid = Grid(width: 40, height: 10)
        grid.inside(Rect(x: 10, y: 4, width: 20, height: 4)) { part in list.draw(into: &part) { _, _, _ in } }
        #expect(list.row(at: Point(x: 12, y: 4)) == 1)
        #expect(list.row(at: Point(x: 9, y: 4)) == nil)
    }

    @Test("a click opens its row even if another was selected before the button was released")
    func clicked() {
        var list = ListWidget(Array(0..<9))
        _ = frame(&list, at: 0)
        list.select(2)
        #expect(list.handle(.mouse(Mouse(.press(.left), at: Point(x: 3, y: 2)))) == .moved)
        list.moveToTop()
        #expect(list.handle(.mouse(Mouse(.release(.left), at: Point(x: 3, y: 2)))) == .activated(2))
        #expect(list.selection == 2)
    }

    @Test("dragging marks the rows it passes and opens none")
    func drag() {
        var list = ListWidget(Array(0..<10))
        _ = frame(&list, at: 0)
        func mouse(_ action: Mouse.Action, _ y: Int) -> ListWidget<Int>.Response {
            list.handle(.mouse(Mouse(action, at: Point(x: 3, y: y))))
        }
        #expect(mouse(.press(.left), 0) == .moved)
        #expect(mouse(.drag(.left), 0) == .ignored, "still on the same row")
        #expect(mouse(.drag(.left), 1) == .moved && mouse(.drag(.left), 2) == .moved)
        #expect(mouse(.release(.left), 2) == .moved)
        #expect(list.targets == [0, 1, 2])
        #expect(!list.isMarkingRange)
    }

    @Test("headings take their own lines, and the selection stays visible")
    func headings() {
        var list = ListWidget(Array(0..<30), margin: 1)
        func draw() -> [String] {
            var grid = Grid(width: 12, height: 7)
            list.draw(
                into: &grid,
                heading: { index, isFirst in
                    isFirst || index.isMultiple(of: 3) ? StyledLine("day \(index / 3)", .bold) : nil
                }
            ) { part, id, state in part.draw(state.isSelected ? ">\(id)" : " \(id)", x: 0, y: 0) }
            return (0..<7).map { grid.text(row: $0).trimmingCharacters(in: .whitespaces) }
        }
        #expect(draw() == ["day 0", ">0", "1", "2", "day 1", "3", "4"])
        #expect(list.row(at: Point(x: 1, y: 0)) == nil && list.row(at: Point(x: 1, y: 5)) == 3)
        list.move(by: 4)
        #expect(draw().contains(">4"))
        list.moveToBottom()
        #expect(draw().last == ">29")
        list.select(index: 13)
        #expect(draw().contains(">13"))
    }

    @Test("the last line never holds a heading alone")
    func headingAlone() {
        var list = ListWidget(Array(0..<30))
        func lines(_ height: Int) -> [String] {
            var grid = Grid(width: 12, height: height)
            list.draw(into: &grid, heading: { $0.isMultiple(of: 3) || $1 ? StyledLine("day \($0 / 3)") : nil }) {
                part, id, _ in part.draw(" \(id)", x: 0, y: 0)
            }
            return (0..<height).map { grid.text(row: $0).filter { !"▌ ".contains($0) } }
        }
        #expect(lines(5) == ["day0", "0", "1", "2", ""])
        #expect(lines(6) == ["day0", "0", "1", "2", "day1", "3"])
    }

    @Test("a row sliding out has no selection mark")
    func leavesUnmarked() {
        var list = ListWidget(Array(0..<8))
        list.select(index: 1)
        _ = frame(&list, at: 0)
        list.apply(RowChanges(deletes: [1]), rows: [0, 2, 3, 4, 5, 6, 7])
        for time in stride(from: 0, to: 240, by: 8) {
            let grid = frame(&list, at: time)
            let marks = (0..<6).reduce(0) { count, y in count + grid.text(row: y).count { $0 == "▌" } }
            #expect(marks == 1, "at \(time) ms")
        }
    }

    @Test("a range follows the selection and is the target of commands")
    func range() {
        var list = ListWidget(Array(0..<10))
        #expect(list.targets == [0])
        list.move(by: 2)
        list.beginRange()
        list.move(by: 3)
        #expect(list.targets == [2, 3, 4, 5])
        list.move(by: -4)
        #expect(list.targets == [1, 2])
        list.apply(RowChanges(deletes: [2]), rows: [0, 1, 3, 4, 5, 6, 7, 8, 9])
        #expect(list.targets == [1])
        list.unmarkAll()
        #expect(list.targets == [1])
    }

    @Test("a range adds to the existing marks")
    func rangeBesideMarks() {
        var list = ListWidget(Array(0..<10))
        list.toggleMark()
        list.move(by: 3)
        list.toggleMark()
        list.move(by: 2)
        list.beginRange()
        list.move(by: 2)
        #expect(list.targets == [0, 3, 5, 6, 7])
        list.move(by: -6)
        #expect(list.targets == [0, 1, 2, 3, 4, 5])
        list.move(by: 4)
        #expect(list.targets == [0, 3, 5])
        list.apply(RowChanges(deletes: [3]), rows: [0, 1, 2, 4, 5, 6, 7, 8, 9])
        list.move(by: 1)
        #expect(list.targets == [0, 5, 6])
        #expect(list.marked == [0, 5, 6])
    }

    @Test("a range ends when the row at one of its ends moves; what was marked stays", arguments: [2, 4])
    func rangeWhoseEndMoves(end: Int) {
        var list = ListWidget(Array(0..<10))
        list.move(by: 2)
        list.beginRange()
        list.move(by: 2)
        var rows = Array(0..<10)
        rows.insert(rows.remove(at: end), at: 0)
        list.apply(RowChanges(moves: [.init(from: end, to: 0)]), rows: rows)
        #expect(!list.isMarkingRange && list.marked == [2, 3, 4])
        list.move(by: 5)
        #expect(list.marked == [2, 3, 4])
    }

    @Test("paging and scrolling keep the selection visible")
    func scrolling() {
        var list = ListWidget(Array(0..<100), margin: 1)
        _ = frame(&list, at: 0)
        list.movePages(1)
        _ = frame(&list, at: 0)
        #expect(list.selectedIndex == 5)
        list.movePages(0.5)
        _ = frame(&list, at: 0)
        #expect(list.selectedIndex == 8)
        #expect(list.top == 4)
        list.scroll(by: 30)
        _ = frame(&list, at: 0)
        #expect(list.top == 34)
        #expect(list.selectedIndex == 35)
        list.moveToBottom()
        _ = frame(&list, at: 0)
        #expect(list.top == 94)
        list.reset([1, 2])
        _ = frame(&list, at: 0)
        #expect(list.top == 0)
        #expect(list.selection == 2)
        list.reset([])
        _ = frame(&list, at: 0)
        #expect(list.selection == nil)
        #expect(list.handle(.key(.enter)) == .ignored)
    }

    @Test("changes that do not match the rows never select a missing row")
    func misfit() {
        var list = ListWidget(Array(0..<10))
        list.select(9)
        list.apply(
            RowChanges(deletes: [0], inserts: [50], moves: [RowChanges.Move(from: 99, to: 77)], updates: [88]),
            rows: [7, 9])
        _ = frame(&list, at: 0)
        #expect(list.selection == 9)
        list.apply(RowChanges(inserts: [5]), rows: [3])
        _ = frame(&list, at: 0)
        #expect(list.selection == 3)
    }

    @Test(
        "the difference of two row lists moves only rows whose order changes",
        arguments: [
            ([1, 2, 3], [1, 3], RowChanges(deletes: [1])), ([1, 2], [1, 4, 2], RowChanges(inserts: [1])),
            ([], [7], RowChanges(inserts: [0])), ([1, 2], [1, 2], RowChanges()),
            ([1, 2, 3], [3, 1], RowChanges(deletes: [1], moves: [.init(from: 2, to: 0), .init(from: 0, to: 1)])),
        ])
    func between(before: [Int], after: [Int], changes: RowChanges) {
        #expect(RowChanges(from: before, to: after) == changes)
    }
}
