/// A display without a terminal, for tests. It keeps the last frame and counts the output that a terminal would get.
@UI
public final class HeadlessDisplay: Display {
    public private(set) var size: Size
    public let glyphs: Glyphs
    public var theme: Theme
    public let hasLightBackground: Bool?
    /// Set this to false to simulate a terminal that does not read.
    public var isReady = true
    public var output: Int32? { nil }

    /// The current frame.
    public private(set) var grid: Grid
    /// The number of frames shown.
    public private(set) var frames = 0
    /// The number of frames with changes.
    public private(set) var flushes = 0
    /// The bytes of changed cells. A terminal gets more, for moves and colours, but also none for no change.
    public private(set) var bytes = 0
    public private(set) var isSuspended = false
    public private(set) var isStopped = false
    public private(set) var rings = 0
    public private(set) var title: String?
    public private(set) var hasMouse = true
    public private(set) var notices: [String] = []
    /// How often the whole screen was repainted.
    public private(set) var timesRewritten = 0
    private var isForgotten = true

    public init(size: Size = Size(width: 80, height: 24), glyphs: Glyphs = .unicode, theme: Theme = .dark) {
        self.size = size
        self.glyphs = glyphs
        self.theme = theme
        hasLightBackground = theme.isLight
        grid = Grid(size: size)
    }

    @discardableResult
    public func show(_ grid: Grid, asking: Bool) -> Bool {
        frames += 1
        var changed = 0
        for (index, cell) in grid.cells.enumerated()
        where isForgotten || index >= self.grid.cells.count || self.grid.cells[index] != cell {
            changed += cell.text.utf8.count
        }
        let cursorMoved = grid.frame.cursor != self.grid.frame.cursor
        isForgotten = false
        self.grid = grid
        guard changed > 0 || cursorMoved else { return false }
        flushes += 1
        bytes += changed + (cursorMoved ? 1 : 0)
        return asking
    }

    public func measure() -> Size {
        isForgotten = true
        return size
    }

    public func flush() {}
    public func rewrite() {
        isForgotten = true
        timesRewritten += 1
    }
    public func suspend() { isSuspended = true }
    public func resume() {
        isSuspended = false
        isForgotten = true
    }
    public func stop() { isStopped = true }
    public func learn(_ report: InputEvent.Report) {}
    public func ring() { rings += 1 }
    public func setMouse(_ on: Bool) { hasMouse = on }
    public func setTitle(_ title: String?) { self.title = title }
    public func notify(_ text: String) { notices.append(text) }

    /// The text that was copied last.
    public private(set) var copied: String?

    public func copy(_ text: String) -> Bool {
        copied = text
        return true
    }
}
