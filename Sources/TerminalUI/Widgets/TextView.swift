/// Lines that are longer than the screen, with the part of them that is in sight.
public struct TextView: Hashable, Sendable {
    public private(set) var lines: [StyledLine]
    /// The first line in sight.
    public private(set) var top = 0
    /// The first line, counted from `top`, that came into sight last: whoever hears the text goes on there.
    private var firstNew = 0
    private var height = 1
    /// What stood at the top when the lines were broken anew last, and where that is now: at the old width it is there again.
    private var before: Before?
    private var place = Rect(x: 0, y: 0, width: 0, height: 0)

    private struct Before: Hashable {
        var place: TextPlace
        var top: Int
    }

    public init(_ lines: [StyledLine] = []) {
        self.lines = lines
    }

    /// Other lines; the sight stays where it is as far as it can, or goes to the beginning.
    public mutating func set(_ lines: [StyledLine], keepsPlace: Bool = true) {
        self.lines = lines
        top = keepsPlace ? min(top, lastTop) : 0
        before = nil
    }

    /// The same text in lines of another width; what is in sight stays so.
    public mutating func rewrap(_ lines: [StyledLine]) {
        guard top > 0 else { return set(lines) }
        let known = before.flatMap { $0.top == top ? $0.place : nil }
        let place = known ?? TextPlace(line: top, of: self.lines.map(\.text))
        self.lines = lines
        top = min(place.line(in: lines.map(\.text)), lastTop)
        before = Before(place: place, top: top)
    }

    private var lastTop: Int { max(0, lines.count - height) }
    public var isAtEnd: Bool { top >= lastTop }
    /// How much has been in sight at least, in per cent.
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

    /// A page keeps one line of the page before.
    @discardableResult
    public mutating func scrollPages(_ pages: Double) -> Bool {
        let page = max(1, height - (abs(pages) >= 1 ? 1 : 0))
        return scroll(by: (Double(page) * pages).cell)
    }

    /// Scrolls as little as is needed to have the lines in sight; the first of them when there are too many.
    public mutating func reveal(_ range: Range<Int>) {
        if range.upperBound > top + height { scroll(to: range.upperBound - height) }
        if range.lowerBound < top { scroll(to: range.lowerBound) }
    }

    /// The line that was drawn at that place of the whole grid.
    public func line(at point: Point) -> Int? {
        let index = point.y - place.y + top
        return place.contains(point) && lines.indices.contains(index) ? index : nil
    }

    /// Cursor keys, paging and the wheel. Returns whether the event was one of them.
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
