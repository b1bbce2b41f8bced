import Testing
import TestSupport

@testable import InboxUI

@Suite("Scrolling rows of different heights")
struct RowScrollTests {
    /// Returns the number of the top line, counted over all rows.
    private func top(_ scroll: RowScroll, _ heights: [Int]) -> Int { heights[..<scroll.row].reduce(0, +) + scroll.line }

    @Test("scrolling by lines is the same as in one long text", arguments: 0..<100)
    func likeText(seed: Int) {
        var random = SeededRandom(seed: seed)
        let heights = (0..<Int.random(in: 1...12, using: &random)).map { _ in Int.random(in: 1...9, using: &random) }
        let height = Int.random(in: 1...20, using: &random)
        let last = max(0, heights.reduce(0, +) - height)
        var scroll = RowScroll()
        var expected = 0
        for _ in 0..<30 {
            let step = Int.random(in: -15...15, using: &random)
            scroll.scroll(by: step, rows: heights.count, height: height) { heights[$0] }
            expected = min(last, max(0, expected + step))
            #expect(top(scroll, heights) == expected)
            let atEnd = scroll.isAtEnd(rows: heights.count, height: height) { heights[$0] }
            #expect(atEnd == (expected == last))
        }
    }

    @Test("revealing brings a row into sight, its beginning first", arguments: 0..<100)
    func reveals(seed: Int) {
        var random = SeededRandom(seed: seed)
        let heights = (0..<Int.random(in: 1...12, using: &random)).map { _ in Int.random(in: 1...9, using: &random) }
        let height = Int.random(in: 1...20, using: &random)
        var scroll = RowScroll()
        for _ in 0..<10 {
            let row = Int.random(in: heights.indices, using: &random)
            scroll.reveal(row: row, lines: 0..<heights[row], rows: heights.count, height: height) { heights[$0] }
            scroll.clamp(rows: heights.count, height: height) { heights[$0] }
            let first = heights[..<row].reduce(0, +)
            let start = top(scroll, heights)
            #expect(first >= start && first < start + height)
            if heights[row] <= height { #expect(first + heights[row] <= start + height) }
        }
    }
}
