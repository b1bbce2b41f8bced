import TerminalUI

/// The space that a thread has in the last frame.
struct PaneSpace {
    var size = Size(width: 80, height: 21)
    var glyphs = Glyphs.unicode
    /// The most columns for text, from the settings: longer lines are hard to follow.
    var most = Settings().textWidth

    /// The width of the text in columns.
    var textWidth: Int { min(most, max(1, size.width - 2)) }
    var isNarrow: Bool { size.width < ThreadRow.narrow }
}
