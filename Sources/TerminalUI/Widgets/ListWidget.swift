/// A list of rows identified by their ids. The selection belongs to a row, not to a position: it moves along with its row,
/// and when the row leaves, the next row is selected.
public struct ListWidget<ID: Hashable & Sendable>: Sendable {
    /// The effect of an event.
    public enum Response: Hashable, Sendable {
        case ignored, moved
        /// The row was chosen: by Enter, or by a click on the selected row, so that a double click chooses too.
        case activated(ID)
    }

    /// The information for drawing a row.
    public struct RowState: Hashable, Sendable {
        public var isSelected: Bool
        public var isMarked: Bool
        /// Whether the whole row is in sight and at rest horizontally.
        public var isWhole: Bool
    }

    public internal(set) var rows: [ID]
    /// The lines of a row.
    public var rowHeight: Int {
        didSet { if rowHeight != oldValue { settle() } }
    }
    /// The rows that stay in sight above and below the selection, as far as there are any.
    public var margin: Int
    /// Whether the previous row, not the next, is selected when the selected row leaves.
    public var prefersPrevious = false
    /// Whether the selected row is shown as selected.
    public var showsSelection = true
    /// Whether the terminal's cursor is on the selected row, for screen readers.
    public var showsCursor = false

    /// The first row in sight.
    public internal(set) var top = 0
    /// The selected row's position; nil when there are no rows.
    public internal(set) var selectedIndex: Int?
    /// The marked rows, for commands on several rows.
    public internal(set) var marked: Set<ID> = []
    var anchorIndex: Int?
    /// The rows that were marked when the range began; they stay marked whatever the range becomes.
    var markedBefore: Set<ID> = []
    /// The row on which the mouse button went down, and whether it was selected before.
    var pressed: (row: ID, opens: Bool)?

    // The state of the last frame, from which movements start.
    var shown = ShownRows<ID>()
    var pending = PendingRows<ID>()
    var animation = ListAnimation<ID>()
    var flashes: [ID: ContinuousClock.Instant] = [:]
    /// The number of rows that fit into the last frame.
    public internal(set) var visibleRows = 1
    var revealsSelection = false

    public init(_ rows: [ID] = [], rowHeight: Int = 1, margin: Int = 2) {
        self.rows = rows
        self.rowHeight = max(1, rowHeight)
        self.margin = max(0, margin)
        selectedIndex = rows.isEmpty ? nil : 0
    }

    // MARK: Selection

    public var selection: ID? { selectedIndex.map { rows[$0] } }

    /// Selects the row with that id; does nothing if there is none. O(rows).
    public mutating func select(_ id: ID) {
        if let index = rows.firstIndex(of: id) { select(index: index) }
    }

    /// Selects the row at that position, or the nearest row.
    public mutating func select(index: Int) {
        guard !rows.isEmpty else { return selectedIndex = nil }
        selectedIndex = min(rows.count - 1, max(0, index))
        revealsSelection = true
        if anchorIndex != nil { markRange() }
    }

    /// Moves the selection by that many rows, at most to either end. Returns whether it moved.
    @discardableResult
    public mutating func move(by count: Int) -> Bool {
        let before = selectedIndex
        select(index: (before ?? 0) + count)
        return before != selectedIndex
    }

    public mutating func moveToTop() { select(index: 0) }
    public mutating func moveToBottom() { select(index: rows.count - 1) }
    /// Moves by pages: 1 is a page down, -0.5 half a page up.
    public mutating func movePages(_ pages: Double) {
        let count = (Double(max(1, visibleRows - (abs(pages) >= 1 ? 1 : 0))) * pages).cell
        move(by: count == 0 ? (pages < 0 ? -1 : 1) : count)
    }

    /// Scrolls by that many rows; the selection moves along when it would go out of sight.
    public mutating func scroll(by count: Int) {
        let last = max(0, rows.count - visibleRows)
        let next = min(last, max(0, top + count))
        guard next != top else { return }
        top = next
        animation.finish()
        pending = PendingRows()
        guard let index = selectedIndex else { return }
        let first = top == 0 ? 0 : top + kept
        let end = top == last ? rows.count - 1 : top + visibleRows - 1 - kept
        selectedIndex = min(max(index, first), max(first, end))
        if anchorIndex != nil { markRange() }
    }

    /// The rows between the selection and an edge, as far as there is room.
    var kept: Int { min(margin, (visibleRows - 1) / 2) }

    /// The least `top` at which the selected row is in sight, away from the lower edge.
    public var leastTop: Int {
        guard let selectedIndex else { return 0 }
        return max(0, min(rows.count - visibleRows, selectedIndex + kept - visibleRows + 1))
    }

    /// Scrolls so that the selected row is that many rows below the top, if there are as many rows above it.
    public mutating func showSelection(rowsBelowTop offset: Int) {
        if let selectedIndex { top = max(0, selectedIndex - max(0, offset)) }
    }

    // MARK: Marks

    /// Marks or unmarks the selected row.
    public mutating func toggleMark() {
        guard let selection else { return }
        anchorIndex = nil
        if marked.remove(selection) == nil { marked.insert(selection) }
    }

    /// Starts a range: until `endRange`, all rows between here and the selection are marked, in addition to those already
    /// marked.
    public mutating func beginRange() {
        beginRange(at: selectedIndex)
        markRange()
    }

    private mutating func beginRange(at index: Int?) {
        anchorIndex = index
        markedBefore = marked
    }

    public var isMarkingRange: Bool { anchorIndex != nil }

    /// The position of the row where the range began; nil without a range. The range ends if that row goes, or one at its
    /// ends moves.
    public var rangeStart: Int? { anchorIndex }

    public mutating func endRange() { anchorIndex = nil }

    /// Adds these ids to the marked rows; ids without a row are left out.
    public mutating func mark(_ ids: [ID]) { marked.formUnion(Set(ids).intersection(rows)) }

    public mutating func unmarkAll() {
        anchorIndex = nil
        marked = []
    }

    /// The rows that a command applies to: the marked rows in order, otherwise the selection.
    public var targets: [ID] {
        marked.isEmpty ? selection.map { [$0] } ?? [] : rows.filter { marked.contains($0) }
    }

    private mutating func markRange() {
        guard let anchorIndex, let selectedIndex else { return }
        marked = markedBefore.union(rows[min(anchorIndex, selectedIndex)...max(anchorIndex, selectedIndex)])
    }

    // MARK: Events

    /// Returns the row that was painted at that position of the whole grid.
    public func row(at point: Point) -> ID? {
        guard shown.place.contains(point) else { return nil }
        let line = point.y - shown.place.y
        return shown.painted.last { line >= $0.line && line < $0.line + rowHeight }?.id
    }

    /// Handles cursor keys, paging, the wheel, clicks, and marking by dragging. Letter keys are left to the screen.
    public mutating func handle(_ event: InputEvent) -> Response {
        switch event {
        case .key(let key): return handle(key)
        case .mouse(let mouse) where shown.place.contains(mouse.position): return handle(mouse)
        default: return .ignored
        }
    }

    private mutating func handle(_ key: Key) -> Response {
        switch key {
        case .up: move(by: -1)
        case .down: move(by: 1)
        case .pageUp: movePages(-1)
        case .pageDown: movePages(1)
        case .home: moveToTop()
        case .end: moveToBottom()
        case .enter: return selection.map { .activated($0) } ?? .ignored
        default: return .ignored
        }
        return .moved
    }

    private mutating func handle(_ mouse: Mouse) -> Response {
        switch mouse.action {
        case .wheelUp: scroll(by: -3)
        case .wheelDown: scroll(by: 3)
        case .press(.left):
            guard let id = row(at: mouse.position) else { return .ignored }
            pressed = (id, opens: id == selection)
            select(id)
        case .drag(.left):
            guard let pressed, let id = row(at: mouse.position), id != selection || anchorIndex != nil else {
                return .ignored
            }
            if anchorIndex == nil { beginRange(at: rows.firstIndex(of: pressed.row)) }
            select(id)
        case .release(.left):
            defer { pressed = nil }
            guard let pressed else { return .ignored }
            if anchorIndex != nil {
                endRange()
            } else if pressed.opens, row(at: mouse.position) == pressed.row {
                // Another row may have been selected meanwhile.
                select(pressed.row)
                return .activated(pressed.row)
            }
        default: return .ignored
        }
        return .moved
    }
}
