/// A key hint on the screen, with its place.
public struct PlacedHint: Hashable, Sendable {
    /// The key as the hint shows it: `e`, `Ctrl-d`, `j/k`; empty for a place where a click does nothing.
    public var key: String
    /// The place in coordinates of the whole grid.
    public var place: Rect
}

/// The context of a frame, and what its drawing requests.
public struct Frame: Sendable {
    /// The time that the frame shows.
    public let now: ContinuousClock.Instant
    /// Whether things may move. If not, everything is drawn in its final state.
    public let motion: Bool
    /// The glyphs that the terminal can show.
    public let glyphs: Glyphs
    /// Whether the terminal draws pictures itself; otherwise pictures are drawn with cells.
    public let drawsPictures: Bool
    /// Whether the terminal shows every letter; otherwise letters lose their marks, and other letters are not shown at all.
    public let showsLetters: Bool
    /// The pictures for the terminal to draw.
    public internal(set) var pictures: [PlacedPicture] = []
    /// The key hints that can be clicked. Where hints overlap, the last one applies.
    public internal(set) var hints: [PlacedHint] = []
    /// The position of the terminal's cursor in coordinates of the whole grid; the cursor is hidden when nil.
    public internal(set) var cursor: Point?
    /// The rows of the most recently drawn selection, counted from the top of the whole grid. Notices do not cover them.
    public internal(set) var selectedRows: Range<Int>?
    /// The time until which frames are requested.
    public private(set) var animatesUntil: ContinuousClock.Instant?
    /// The time of a requested frame, due even if nothing happens before.
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

    /// Returns a text under composition as the terminal shows it. A letter that it lacks becomes a question mark: a similar
    /// letter would look like a typing error.
    func written(_ text: String) -> String {
        guard !showsLetters, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        return text.reduce(into: "") { shown, character in
            let isShown = character.isASCII || !(character.isLetter || character.isNumber)
            if isShown { return shown.append(character) }
            shown += TextCells.padded("?", to: TextCells.width(String(character)))
        }
    }

    /// Removes the cursor, because something now covers the view that showed it.
    public mutating func hideCursor() { cursor = nil }

    /// Requests frames at the clock's full rate until `end`.
    public mutating func animate(until end: ContinuousClock.Instant) {
        guard end > now else { return }
        animatesUntil = animatesUntil.map { max($0, end) } ?? end
    }

    /// Requests one frame at that time, for something that changes seldom: a countdown, a spinner, the end of a toast.
    public mutating func redraw(at time: ContinuousClock.Instant) {
        guard time > now else { return }
        redrawsAt = redrawsAt.map { min($0, time) } ?? time
    }
}
