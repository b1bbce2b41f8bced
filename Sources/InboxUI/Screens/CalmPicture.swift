import TerminalUI

/// An evening for whoever has nothing left to read: the sun goes down at sea. Plain cells, for every terminal.
enum CalmPicture {
    static let height = 3

    /// Draws it in the middle of a line and the two below.
    static func draw(into grid: inout Grid, y: Int) {
        guard !grid.frame.glyphs.areWords else { return }
        let isPlain = grid.frame.glyphs == .ascii
        let (top, sun) = isPlain ? (".---.", #"/     \"#) : ("╭───╮", "╯     ╰")
        let horizon = String(repeating: grid.frame.glyphs.horizontal, count: 17)
        grid.draw(centred: top, y: y, Style(.star))
        grid.draw(centred: horizon, y: y + 1, .dim)
        grid.draw(centred: sun, y: y + 1, Style(.star))
        grid.draw(centred: "~   ~  ~   ~  ~", y: y + 2, .dim)
    }
}
