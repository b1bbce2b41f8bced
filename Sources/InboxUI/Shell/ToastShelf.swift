import TerminalUI

/// What is said above the bottom line for some seconds: the newest only, but what went wrong is not talked over.
struct ToastShelf {
    private var toast: Toast?
    /// What it says, and the key that takes it back.
    private var text: (sign: StyledLine, words: String, undoKey: String?) = (StyledLine(), "", nil)
    private var kind = ToastKind.done
    /// What is counted down to: the words before the number, and the key that stops it.
    private var countdown: (words: String, undoKey: String?)?

    /// - Parameter seconds: how long it stays; what went wrong twice as long.
    mutating func say(
        _ text: String, kind: ToastKind, undoKey: String?, glyphs: Glyphs, seconds: Int,
        at now: ContinuousClock.Instant
    ) {
        if kind != .failure, self.kind == .failure, toast?.isVisible(at: now) == true { return }
        countdown = nil
        var line = StyledLine()
        switch kind {
        case .done: break
        case .warning: line.append(glyphs.warning + " ", Style(.warn, on: .bar))
        case .failure: line.append(glyphs.warning + " ", Style(.danger, on: .bar))
        }
        self.text = (line, text, undoKey)
        self.kind = kind
        toast = Toast(StyledLine(), at: now, lasts: .seconds(kind == .failure ? 2 * seconds : seconds))
    }

    /// In one line, or where that is too short in so many; the key stands at the end of the last, whatever is cut.
    private func lines(width: Int, most: Int, ellipsis: String) -> [StyledLine] {
        var end = StyledLine()
        ToastShelf.add(text.undoKey, to: &end)
        let room = max(4, width - 4 - text.sign.width)
        var words = TextCells.width(text.words) + end.width <= room ? [text.words] : []
        if words.isEmpty { words = most > 1 ? TextCells.wrapped(text.words, to: room) : [text.words] }
        if words.count > most { words = words.prefix(most - 1) + [words.dropFirst(most - 1).joined(separator: " ")] }
        var lines = words.enumerated().map { index, words -> StyledLine in
            var line = index == 0 ? text.sign : StyledLine(String(repeating: " ", count: text.sign.width))
            let isLast = index == most - 1 || end.width == 0
            let columns = max(0, isLast ? room - end.width : room)
            line.append(TextCells.truncated(words, to: columns, ellipsis: ellipsis), Style(.bar, on: .bar))
            return line
        }
        let last = lines.count - 1
        if lines[last].width + end.width > width - 4 { lines.append(StyledLine()) }
        lines[lines.count - 1].spans += end.spans
        // Over the hints of a narrow screen none of them peeps out beside it.
        let widest = max(lines.map(\.width).max() ?? 0, lines.count > 1 && width < 60 ? width - 4 : 0)
        for index in lines.indices {
            lines[index].append(String(repeating: " ", count: widest - lines[index].width), Style(.bar, on: .bar))
        }
        return lines
    }

    private static func add(_ undoKey: String?, to line: inout StyledLine) {
        guard let undoKey else { return }
        line.append("   ", Style(.bar, on: .bar))
        line.append(undoKey, Style(.accent, on: .bar))
        line.append(" undo", Style(.bar, on: .bar))
    }

    /// Says that something happens in so many seconds, and how many are left.
    mutating func countDown(_ words: String, seconds: Int, undoKey: String?, at now: ContinuousClock.Instant) {
        kind = .done
        text = (StyledLine(), "", undoKey)
        countdown = (words, undoKey)
        toast = Toast(StyledLine(), at: now, lasts: .seconds(seconds))
    }

    /// Draws it above the bottom line, or where it is long over that as well. Trouble takes up to four lines, so that what
    /// helps can be read on a small screen too, but never that of the selection, where the cursor stands.
    mutating func draw(into grid: inout Grid) {
        guard var toast, toast.isVisible(at: grid.frame.now) else { return }
        if let countdown {
            let left = toast.secondsLeft(at: grid.frame.now)
            text.words = "\(countdown.words) in \(left) s"
            grid.frame.redraw(at: toast.end - .seconds(left - 1))
        }
        let usual = Shell.toastRow(height: grid.height)
        let free = kind == .done ? 0 : min(4, grid.height - 1 - (grid.frame.cursor?.y ?? 0))
        let most = max(grid.height - usual, free)
        let lines = lines(width: grid.width, most: most, ellipsis: grid.frame.glyphs.ellipsis).prefix(most)
        let top = min(usual, grid.height - lines.count)
        for (index, line) in lines.enumerated() {
            toast.line = line
            grid.inside(Rect(x: 0, y: 0, width: grid.width, height: top + index + 1)) { toast.draw(into: &$0) }
        }
    }

    func isVisible(at now: ContinuousClock.Instant) -> Bool { toast?.isVisible(at: now) ?? false }

    mutating func clear() {
        toast = nil
        countdown = nil
    }
}
