/// A notice that disappears by itself. It rises for a moment, stays, and never takes a key.
public struct Toast: Hashable, Sendable {
    public static let rise = Duration.milliseconds(120)

    public var line: StyledLine
    public let begin: ContinuousClock.Instant
    public let lasts: Duration

    public init(_ line: StyledLine, at begin: ContinuousClock.Instant, lasts: Duration) {
        self.line = line
        self.begin = begin
        self.lasts = lasts
    }

    public var end: ContinuousClock.Instant { begin + lasts }

    public func isVisible(at now: ContinuousClock.Instant) -> Bool { now >= begin && now < end }

    /// Returns the time left in whole seconds, for a countdown.
    public func secondsLeft(at now: ContinuousClock.Instant) -> Int {
        Int(((end - now) / .seconds(1)).rounded(.up))
    }

    /// Draws the toast at the right end of the part's last row, and requests the frame at its end. Returns the rows that it
    /// takes: 0 when it is over or still rising.
    @discardableResult
    public func draw(into grid: inout Grid) -> Int {
        let now = grid.frame.now
        guard isVisible(at: now), grid.height > 0 else { return 0 }
        grid.frame.redraw(at: end)
        var lift = 0
        if grid.frame.motion && now - begin < Toast.rise {
            grid.frame.animate(until: begin + Toast.rise)
            lift = (2 * (1 - Easing.out((now - begin).part(of: Toast.rise)))).cell
        }
        let width = min(grid.width, line.width + 4)
        let row = Rect(x: column(in: grid.width) - 2, y: grid.height - 1 + lift, width: width, height: 1)
        if lift == 0 {
            takeText(at: row, from: &grid)
            // A click on it must not reach what it covers.
            grid.place(hint: "", x: row.x, y: row.y, width: row.width)
        }
        grid.inside(row) { part in
            part.clear(nil, .bar)
            part.draw(line, x: 2, y: 0, columns: width - 4)
            part.setGround(.bar)
        }
        return lift == 0 ? 1 : 0
    }

    /// Returns the column of the text in a row of that width.
    public func column(in columns: Int) -> Int {
        let width = min(columns, line.width + 4)
        return columns - width - (columns > width ? 1 : 0) + 2
    }

    /// The blanks that separate text from its neighbours.
    private static let gap = 3

    /// Clears text that the toast would cut or nearly touch: the rest of it would read as one sentence with the toast. Text
    /// further away, or beyond a border, stays.
    private func takeText(at row: Rect, from grid: inout Grid) {
        let place = grid.place
        let line = grid.frame.glyphs.vertical
        var (x, blanks) = (row.x, 0)
        while x > 0, blanks < Toast.gap, let cell = grid[place.x + x - 1, place.y + row.y],
            cell.isBlank || cell.text != line
        {
            blanks = cell.isBlank ? blanks + 1 : 0
            x -= 1
        }
        grid.clear(Rect(x: x, y: row.y, width: grid.width - x, height: 1))
    }
}
