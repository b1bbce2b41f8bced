import Foundation
import MailContent
import TerminalUI

/// What was said and what changed since the start, the last of it: for whoever missed it. It is kept nowhere else.
struct Journal: Hashable, Sendable {
    private struct Entry: Hashable, Sendable {
        var time: Date
        var text: String
        /// Whether something went wrong, or may have.
        var isTrouble: Bool
        /// How often in a row it was said; the last time is told.
        var times = 1
    }

    private var entries: [Entry] = []
    private static let most = 1_000

    /// Below so many columns the words stand below their time: beside it too few would fit on a line.
    private static let narrow = 54

    /// How often something was said.
    var count: Int { entries.reduce(0) { $0 + $1.times } }

    mutating func add(_ text: String, isTrouble: Bool = false, at time: Date) {
        if let last = entries.last, last.text == text, last.isTrouble == isTrouble {
            entries[entries.count - 1].time = time
            entries[entries.count - 1].times += 1
            return
        }
        if entries.count == Self.most { entries.removeFirst() }
        entries.append(Entry(time: time, text: text, isTrouble: isTrouble))
    }

    /// Each with its time before it, the newest last. What takes more than a line goes on below its own words; trouble has its
    /// mark.
    func lines(width: Int, clock: WallClock, glyphs: Glyphs) -> [StyledLine] {
        guard !entries.isEmpty else { return [StyledLine("Nothing has happened yet.", .dim)] }
        return entries.flatMap { lines(of: $0, width: width, clock: clock, glyphs: glyphs) }
    }

    private func lines(of entry: Entry, width: Int, clock: WallClock, glyphs: Glyphs) -> [StyledLine] {
        let parts = clock.calendar.dateComponents([.hour, .minute, .second], from: entry.time)
        let time = [parts.hour, parts.minute, parts.second].map { WallClock.two($0 ?? 0) }.joined(separator: ":")
        let text =
            glyphs.spelled(CleanText.line(entry.text))
            + (entry.times > 1 ? " (\(Wording.number(entry.times)) times)" : "")
        if width < Self.narrow {
            var head = StyledLine(time, .dim)
            if entry.isTrouble { head.append(" " + glyphs.warning, .warn) }
            let words = TextCells.wrapped(text, to: max(8, width))
            return [head] + words.map { StyledLine($0) }
        }
        let markWidth = TextCells.width(glyphs.warning) + 1
        let column = TextCells.width(time) + 1 + markWidth
        let words = TextCells.wrapped(text, to: max(8, width - column))
        return words.enumerated().map { index, words in
            guard index == 0 else { return StyledLine(String(repeating: " ", count: column) + words) }
            var line = StyledLine(time + " ", .dim)
            line.append(TextCells.padded(entry.isTrouble ? glyphs.warning : "", to: markWidth), .warn)
            line.append(words)
            return line
        }
    }
}
