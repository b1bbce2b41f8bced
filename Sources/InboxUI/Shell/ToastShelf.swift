import TerminalUI

/// What is said above the bottom line for some seconds: the newest only, but what went wrong is not talked over.
struct ToastShelf {
    private var toast: Toast?
    private var isFailure = false

    mutating func say(
        _ text: String, kind: ToastKind, undoKey: String?, glyphs: Glyphs, at now: ContinuousClock.Instant
    ) {
        if kind != .failure, isFailure, toast?.isVisible(at: now) == true { return }
        var line = StyledLine()
        switch kind {
        case .done: break
        case .warning: line.append(glyphs.warning + " ", Style(.warn, on: .bar))
        case .failure: line.append(glyphs.warning + " ", Style(.danger, on: .bar))
        }
        line.append(text, Style(.bar, on: .bar))
        if let undoKey {
            line.append("   ", Style(.bar, on: .bar))
            line.append(undoKey, Style(.accent, on: .bar))
            line.append(" undo", Style(.bar, on: .bar))
        }
        isFailure = kind == .failure
        toast = Toast(line, at: now, lasts: .seconds(isFailure ? 10 : 5))
    }

    /// Draws it into the part's last row.
    func draw(into grid: inout Grid) {
        toast?.draw(into: &grid)
    }

    mutating func clear() { toast = nil }
}
