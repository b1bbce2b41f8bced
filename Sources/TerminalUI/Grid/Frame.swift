/// A key that a screen shows, and where.
public struct PlacedHint: Hashable, Sendable {
    /// As it is written there: `e`, `Ctrl-d`, `j/k`.
    public var key: String
    /// In coordinates of the whole grid.
    public var place: Rect
}

/// What a frame is drawn for, and what its drawing asks for.
public struct Frame: Sendable {
    /// The moment that the frame shows.
    public let now: ContinuousClock.Instant
    /// Whether things may move. When not, everything is drawn as it will be in the end.
    public let motion: Bool
    /// The glyphs that the terminal can show.
    public let glyphs: Glyphs
    /// Whether the terminal draws pictures itself; else they are made of cells.
    public let drawsPictures: Bool
    /// Whether the terminal shows letters as they are; else those with marks are shown without, and others not at all.
    public let showsLetters: Bool
    /// Pictures that the terminal is to draw.
    public internal(set) var pictures: [PlacedPicture] = []
    /// Keys that are shown and can be clicked; of a place that is drawn over, the last holds.
    public internal(set) var hints: [PlacedHint] = []
    /// Where the terminal's cursor is to stand, in coordinates of the whole grid; hidden when nil.
    public internal(set) var cursor: Point?
    /// The rows of the selection that was drawn last, counted from the top of the whole grid: nothing is told over them.
    public internal(set) var selectedRows: Range<Int>?
    /// Frames are wanted, one after the other, until then.
    public private(set) var animatesUntil: ContinuousClock.Instant?
    /// One frame is wanted then, even if nothing happens before.
    public private(set) var redrawsAt: ContinuousClock.Instant?

    public init(
        now: ContinuousClock.Instant = .now, motion: Bool = true, glyphs: Glyphs = .unicode,
        drawsPictures: Bool = false, showsLetters: Bool = true
    ) {
        self.showsLetters = showsLetters
        self.drawsPictures = drawsPictures
        self.now = now
        self.motion = motion
        self.glyphs = glyphs
    }

    /// A text that is being written. A letter that the terminal can't show is a question mark in it: one that looks like another
    /// would be taken for a slip.
    func written(_ text: String) -> String {
        guard !showsLetters, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        return text.reduce(into: "") { shown, character in
            let isShown = character.isASCII || !(character.isLetter || character.isNumber)
            if isShown { return shown.append(character) }
            shown += TextCells.padded("?", to: TextCells.width(String(character)))
        }
    }

    /// Asks for frames at the clock's full rate until then.
    public mutating func animate(until end: ContinuousClock.Instant) {
        guard end > now else { return }
        animatesUntil = animatesUntil.map { max($0, end) } ?? end
    }

    /// Asks for one frame at that time, for what changes seldom: a countdown, a spinner, the end of a toast.
    public mutating func redraw(at time: ContinuousClock.Instant) {
        guard time > now else { return }
        redrawsAt = redrawsAt.map { min($0, time) } ?? time
    }
}
