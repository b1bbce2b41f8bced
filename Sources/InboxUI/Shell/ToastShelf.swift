import TerminalUI

/// What is said above the bottom line for some seconds: the newest only, but what went wrong is not talked over.
struct ToastShelf {
    private var toast: Toast?
    private var isFailure = false
    /// What is counted down to: the words before the number, and the key that stops it.
    private var countdown: (words: String, undoKey: String?)?

    mutating func say(
        _ text: String, kind: ToastKind, undoKey: String?, glyphs: Glyphs, at now: ContinuousClock.Instant
    ) {
        if kind != .failure, isFailure, toast?.isVisible(at: now) == true { return }
        countdown = nil
        var line = StyledLine()
        switch kind {
        case .done: break
        case .warning: line.append(glyphs.warning + " ", Style(.warn, on: .bar))
        case .failure: line.append(glyphs.warning + " ", Style(.danger, on: .bar))
        }
        line.append(text, Style(.bar, on: .bar))
        ToastShelf.add(undoKey, to: &line)
        isFailure = kind == .failure
        toast = Toast(line, at: now, lasts: .seconds(isFailure ? 10 : 5))
    }

    private static func add(_ undoKey: String?, to line: inout StyledLine) {
        guard let undoKey else { return }
        line.append("   ", Style(.bar, on: .bar))
        line.append(undoKey, Style(.accent, on: .bar))
        line.append(" undo", Style(.bar, on: .bar))
    }

    /// Says that something happens in so many seconds, and how many are left.
    mutating func countDown(_ words: String, seconds: Int, undoKey: String?, at now: ContinuousClock.Instant) {
        isFailure = false
        countdown = (words, undoKey)
        toast = Toast(StyledLine(), at: now, lasts: .seconds(seconds))
    }

    /// Draws it into the part's last row.
    func draw(into grid: inout Grid) {
        guard var toast, toast.isVisible(at: grid.frame.now) else { return }
        if let countdown {
            let left = toast.secondsLeft(at: grid.frame.now)
            toast.line.append("\(countdown.words) in \(left) s", Style(.bar, on: .bar))
            ToastShelf.add(countdown.undoKey, to: &toast.line)
            grid.frame.redraw(at: toast.end - .seconds(left - 1))
        }
        toast.draw(into: &grid)
    }

    mutating func clear() {
        toast = nil
        countdown = nil
    }
}
