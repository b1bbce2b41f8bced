/// A scrollable view of lines.
public struct TextView: Hashable, Sendable {
    public private(set) var lines: [StyledLine]
    /// The first line in sight.
    public private(set) var top = 0
    /// The first line, counted from `top`, that newly came into sight: a screen reader continues there.
    private var firstNew = 0
    private var height = 1
    /// The place at the top at the last rewrap, and its line since then: back at the old width, the same line is on top
    /// again.
    private var before: Before?
    private var place = Rect(x: 0, y: 0, width: 0, height: 0)

    private struct Before: Hashable {
        var place: TextPlace
        var top: Int
    }

    public init(_ lines: [StyledLine] = []) {
        self.lines = lines
    }

    /// Replaces the lines, and keeps the scroll position as far as possible.
    public mutating func set(_ lines: [StyledLine]) {
        self.lines = lines
        top = min(top, lastTop)
        before = nil
    }

    /// Sets the same text wrapped to another width; the text in sight stays in sight.
    public mutating func rewrap(_ lines: [StyledLine]) {
        guard top > 0 else { return set(lines) }
        let known = before.flatMap { $0.top == top ? $0.place : nil }
        let place = known ?? TextPlace(line: top, of: self.lines.map(\.text))
        self.lines = lines
        top = min(place.line(in: lines.map(\.text)), lastTop)
        before = Before(place: place, top: top)
    }

    private var lastTop: Int { max(0, lines.count - height) }
    /// The least percentage of the text that has been in sight.
    public var percent: Int { lines.isEmpty ? 100 : min(100, (top + height) * 100 / lines.count) }

    /// Returns whether anything moved.
    @discardableResult
    public mutating func scroll(by count: Int) -> Bool {
        scroll(to: top + count)
    }

    @discardableResult
    public mutating func scroll(to line: Int) -> Bool {
        let before = top
        top = min(lastTop, max(0, line))
        if top != before { firstNew = max(0, height - max(0, top - before)) % height }
        return top != before
    }

    /// Scrolls by pages, which overlap by a line.
    @discardableResult
    public mutating func scrollPages(_ pages: Double) -> Bool {
        let page = max(1, height - (abs(pages) >= 1 ? 1 : 0))
        return scroll(by: (Double(page) * pages).cell)
    }

    /// Scrolls as little as needed to bring the lines into sight; when there are too many, the first of them.
    public mutating func reveal(_ range: Range<Int>) {
        if range.upperBound > top + height { scroll(to: range.upperBound - height) }
        if range.lowerBound < top { scroll(to: range.lowerBound) }
    }

    /// Returns the line that was drawn at that position of the whole grid.
    public func line(at point: Point) -> Int? {
        let index = point.y - place.y + top
        return place.contains(point) && lines.indices.contains(index) ? index : nil
    }

    /// Handles cursor keys, paging and the wheel. Returns whether it handled the event.
    public mutating func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(.up): scroll(by: -1)
        case .key(.down): scroll(by: 1)
        case .key(.pageUp): scrollPages(-1)
        case .key(.pageDown): scrollPages(1)
        case .key(.home): scroll(to: 0)
        case .key(.end): scroll(to: lines.count)
        case .mouse(let mouse) where place.contains(mouse.position) && mouse.action == .wheelUp: scroll(by: -3)
        case .mouse(let mouse) where place.contains(mouse.position) && mouse.action == .wheelDown: scroll(by: 3)
        default: return false
        }
        return true
    }

    public mutating func draw(into grid: inout Grid) {
        height = max(1, grid.height)
        place = grid.place
        top = min(top, lastTop)
        grid.clear()
        if grid.frame.glyphs.areWords { grid.showCursor(x: 0, y: min(firstNew, height - 1)) }
        for y in 0..<min(grid.height, lines.count - top) { grid.draw(lines[top + y], x: 0, y: y) }
    }
}
