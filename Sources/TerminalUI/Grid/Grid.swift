/// A grid of cells, and the operations that draw into it.
///
/// Coordinates are relative to the part that is being drawn (see `inside`), at first the whole grid. Drawing outside that
/// part is clipped. A wide character is never halved: a half that would show becomes a blank.
public struct Grid: Sendable {
    /// The size of the part that is being drawn.
    public private(set) var size: Size
    /// The conditions and requests of the frame: time, motion, cursor.
    public var frame: Frame

    /// The size of the whole grid.
    public let fullSize: Size
    /// All cells, row by row.
    public internal(set) var cells: [Cell]
    private(set) var origin = Point.zero
    private(set) var clip: Rect

    public init(size: Size, frame: Frame = Frame()) {
        let sane = Size(width: max(0, size.width), height: max(0, size.height))
        self.size = sane
        self.fullSize = sane
        self.frame = frame
        cells = Array(repeating: .blank, count: sane.width * sane.height)
        clip = Rect(sane)
    }

    public init(width: Int, height: Int) {
        self.init(size: Size(width: width, height: height))
    }

    public var width: Int { size.width }
    public var height: Int { size.height }
    /// The part that is being drawn, in its own coordinates.
    public var bounds: Rect { Rect(size) }

    /// The part that is being drawn, in coordinates of the whole grid, which are also those of the mouse. It may extend
    /// beyond the edges.
    public var place: Rect { Rect(x: origin.x, y: origin.y, width: size.width, height: size.height) }

    /// Whether the whole part is in sight. Only then does `picture(of:)` return all of it.
    public var isInSight: Bool { clip == place }

    // MARK: Parts

    /// Draws a part of the grid in its own coordinates. The part may extend beyond the edges, and only the cells within show:
    /// this is how things slide.
    @discardableResult
    public mutating func inside<Result>(_ rect: Rect, _ draw: (inout Grid) throws -> Result) rethrows -> Result {
        let outer = (size, origin, clip)
        defer { (size, origin, clip) = outer }
        origin = Point(x: origin.x + rect.x, y: origin.y + rect.y)
        size = Size(width: max(0, rect.width), height: max(0, rect.height))
        clip = clip.intersection(Rect(x: origin.x, y: origin.y, width: size.width, height: size.height))
        return try draw(&self)
    }

    // MARK: Drawing

    /// Draws the text as a field of its row, at most `columns` wide, and returns the column after it. Control characters and
    /// line ends show as a stand-in, a tab as a blank; text that does not fit is cut off.
    @discardableResult
    public mutating func draw(_ text: String, x: Int, y: Int, _ style: Style = .plain, columns: Int? = nil) -> Int {
        let end = draw(part: text, x: x, y: y, style, columns: columns)
        beginField(x: x, end: end, y: y)
        return end
    }

    /// Draws a text that continues the field before it.
    private mutating func draw(part text: String, x: Int, y: Int, _ style: Style, columns: Int?) -> Int {
        let end = columns.map { min(size.width, x + max(0, $0)) } ?? size.width
        guard y >= 0, y < size.height else { return min(end, x + TextCells.width(text)) }
        let plain = TextCells.plainStart(of: text)
        draw(plain: text.utf8.prefix(min(plain, max(0, end - x))), x: x, y: y, style)
        var column = x + min(plain, max(0, end - x))
        for character in text[text.utf8.index(text.startIndex, offsetBy: plain)...] {
            var full = false
            func put(_ content: CellText) {
                guard !full, column + content.columns <= end else { return full = true }
                self.put(content, x: column, y: y, style)
                column += content.columns
            }
            if let (scalar, width) = TextCells.single(character) {
                put(CellText(scalar, columns: width))
            } else {
                TextCells.forEachPiece(of: character) { put(CellText($0.text, columns: $0.width)) }
            }
            if full { break }
        }
        return column
    }

    /// Draws the text so that it ends before the column `right`, and returns its first column.
    @discardableResult
    public mutating func draw(_ text: String, endingAt right: Int, y: Int, _ style: Style = .plain) -> Int {
        let start = right - TextCells.width(text)
        draw(text, x: start, y: y, style)
        return start
    }

    /// Draws the text in the middle of the row.
    public mutating func draw(centred text: String, y: Int, _ style: Style = .plain) {
        let fitting = TextCells.truncated(text, to: size.width, ellipsis: frame.glyphs.ellipsis)
        draw(fitting, x: (size.width - TextCells.width(fitting)) / 2, y: y, style)
    }

    /// Draws spans of different styles one after the other, as one field, and returns the column after them.
    @discardableResult
    public mutating func draw(_ line: StyledLine, x: Int, y: Int, columns: Int? = nil) -> Int {
        let end = columns.map { x + max(0, $0) } ?? size.width
        var column = x
        for span in line.spans where column < end {
            column = draw(part: span.text, x: column, y: y, span.style, columns: end - column)
        }
        beginField(x: x, end: column, y: y)
        return column
    }

    /// Fills a rectangle with blanks.
    public mutating func clear(_ rect: Rect? = nil, _ style: Style = .plain) {
        fill(rect ?? bounds, with: " ", style)
    }

    /// Clears the part's rows from one edge of the whole grid to the other, whatever lies beside the part.
    public mutating func clearLines() {
        let outer = clip
        defer { clip = outer }
        clip = Rect(x: 0, y: outer.y, width: fullSize.width, height: outer.height)
        clear(Rect(x: -origin.x, y: 0, width: fullSize.width, height: size.height))
    }

    /// Fills a rectangle with a character one column wide; any other character counts as a blank.
    public mutating func fill(_ rect: Rect, with character: Character, _ style: Style = .plain) {
        let pieces = TextCells.pieces(String(character))
        let text = pieces.count == 1 && pieces[0].width == 1 ? CellText(pieces[0].text, columns: 1) : .blank
        let area = Rect(x: rect.x + origin.x, y: rect.y + origin.y, width: rect.width, height: rect.height)
            .intersection(clip)
        guard !area.isEmpty else { return }
        let cell = Cell(content: text, style: style)
        for y in area.y..<area.maxY {
            mend(x: area.x, y: y)
            mend(x: area.maxX, y: y)
            let first = y * fullSize.width + area.x
            cells.withUnsafeMutableBufferPointer { $0[first..<first + area.width].update(repeating: cell) }
        }
    }

    /// Changes the style of the cells in a rectangle.
    public mutating func restyle(_ rect: Rect? = nil, _ change: (inout Style) -> Void) {
        let rect = rect ?? bounds
        let area = Rect(x: rect.x + origin.x, y: rect.y + origin.y, width: rect.width, height: rect.height)
            .intersection(clip)
        guard !area.isEmpty else { return }
        for y in area.y..<area.maxY {
            for x in area.x..<area.maxX { change(&cells[y * fullSize.width + x].style) }
        }
    }

    /// Sets a role's background on the cells in a rectangle.
    public mutating func setGround(_ role: Role?, in rect: Rect? = nil) {
        restyle(rect) { $0.ground = role }
    }

    /// Places the terminal's cursor here after the frame. Does nothing when the position is out of sight.
    public mutating func showCursor(x: Int, y: Int) {
        let place = Point(x: x + origin.x, y: y + origin.y)
        if clip.contains(place) { frame.cursor = place }
    }

    // MARK: Looking

    /// The cell at a position of the whole grid; nil outside.
    public subscript(x: Int, y: Int) -> Cell? {
        guard x >= 0, y >= 0, x < fullSize.width, y < fullSize.height else { return nil }
        return cells[y * fullSize.width + x]
    }

    /// A row of the whole grid.
    public func row(_ y: Int) -> ArraySlice<Cell> {
        cells[y * fullSize.width..<(y + 1) * fullSize.width]
    }

    /// The text of a row of the whole grid, without the blanks at its end.
    public func text(row y: Int) -> String {
        var text = row(y).map(\.text).joined()
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}

extension Grid {
    /// Marks the first cell of a field that was drawn, or the first one in sight.
    private mutating func beginField(x: Int, end: Int, y: Int) {
        let (row, column) = (y + origin.y, max(x + origin.x, clip.x))
        guard row >= clip.y, row < clip.maxY, column < min(end + origin.x, clip.maxX) else { return }
        cells[row * fullSize.width + column].content.beginsField = true
    }

    private mutating func put(_ content: CellText, x: Int, y: Int, _ style: Style) {
        let width = content.columns
        let column = x + origin.x
        let row = y + origin.y
        guard row >= clip.y, row < clip.maxY, column + width > clip.x, column < clip.maxX else { return }
        let index = row * fullSize.width + column
        if width == 2 && (column < clip.x || column + 1 >= clip.maxX) {
            let visible = column < clip.x ? column + 1 : column
            mend(x: visible, y: row)
            mend(x: visible + 1, y: row)
            cells[row * fullSize.width + visible] = .blank(style)
            return
        }
        mend(x: column, y: row)
        mend(x: column + width, y: row)
        cells[index] = Cell(content: content, style: style)
        if width == 2 { cells[index + 1] = Cell(content: .empty, style: style) }
    }

    /// Replaces a wide character whose halves lie on either side of column `x`'s left edge with blanks.
    mutating func mend(x: Int, y: Int) {
        guard x > 0, x < fullSize.width else { return }
        let index = y * fullSize.width + x
        guard cells[index].width == 0 else { return }
        cells[index] = .blank(cells[index].style)
        cells[index - 1] = .blank(cells[index - 1].style)
    }

    /// Draws printable ASCII.
    private mutating func draw(plain text: Substring.UTF8View, x: Int, y: Int, _ style: Style) {
        let row = y + origin.y
        let first = max(x + origin.x, clip.x)
        let end = min(x + origin.x + text.count, clip.maxX)
        guard row >= clip.y, row < clip.maxY, first < end else { return }
        mend(x: first, y: row)
        mend(x: end, y: row)
        var index = row * fullSize.width + first
        let seen = text.dropFirst(first - x - origin.x).prefix(end - first)
        cells.withUnsafeMutableBufferPointer { cells in
            for byte in seen {
                cells[index] = Cell(content: CellText(ascii: byte), style: style)
                index += 1
            }
        }
    }
}

extension Grid: Equatable {
    /// Whether both grids look the same, including the cursor.
    public static func == (one: Grid, other: Grid) -> Bool {
        one.fullSize == other.fullSize && one.frame.cursor == other.frame.cursor && one.cells == other.cells
    }
}
