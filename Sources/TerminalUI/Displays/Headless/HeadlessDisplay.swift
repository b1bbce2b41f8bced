/// A display without a terminal, for tests: it keeps the last frame and counts what a terminal would have been sent.
@UI
public final class HeadlessDisplay: Display {
    public private(set) var size: Size
    public let glyphs: Glyphs
    public var theme: Theme
    /// Set to false to play a terminal that does not read.
    public var isReady = true
    public var output: Int32? { nil }

    /// The frame in sight.
    public private(set) var grid: Grid
    /// Frames that were given.
    public private(set) var frames = 0
    /// Frames that changed something.
    public private(set) var flushes = 0
    /// Bytes of the cells that changed. A terminal takes more, for moves and colours, but never some for none.
    public private(set) var bytes = 0
    public private(set) var isSuspended = false
    public private(set) var isStopped = false
    public private(set) var rings = 0
    public private(set) var title: String?
    public private(set) var hasMouse = true
    public private(set) var notices: [String] = []
    /// How often the whole screen was to be painted anew.
    public private(set) var timesRewritten = 0
    private var isForgotten = true

    public init(size: Size = Size(width: 80, height: 24), glyphs: Glyphs = .unicode, theme: Theme = .dark) {
        self.size = size
        self.glyphs = glyphs
        self.theme = theme
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

    public func resize(to size: Size) {
        self.size = size
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

    /// What was copied last.
    public private(set) var copied: String?

    public func copy(_ text: String) -> Bool {
        copied = text
        return true
    }
}
