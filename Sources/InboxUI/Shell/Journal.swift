import Foundation
import MailContent
import TerminalUI

/// The latest messages and changes since the start, for a user who missed them. They are stored nowhere else.
struct Journal: Hashable, Sendable {
    private struct Entry: Hashable, Sendable {
        var time: Date
        var text: String
        /// Whether something went wrong, or may have.
        var isTrouble: Bool
        /// How often it occurred in a row; the last time is shown.
        var times = 1
    }

    private var entries: [Entry] = []
    private static let most = 1_000

    /// Below this width the words stand below their time: beside it too few would fit on a line.
    private static let narrow = 54

    /// The number of messages, repetitions included.
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

    /// Returns each entry with its time in front, the newest last. Further lines continue below the entry's words; trouble has
    /// its mark. Where another day begins, and above entries that are not of today, the day is named.
    func lines(width: Int, clock: WallClock, glyphs: Glyphs) -> [StyledLine] {
        guard !entries.isEmpty else { return [StyledLine("Nothing has happened yet.", .dim)] }
        var day = clock.today.dayNumber
        var shown: [StyledLine] = []
        for entry in entries {
            let next = LocalDate(entry.time, clock.calendar.timeZone).dayNumber
            if next != day { shown.append(StyledLine(DayHeading.text(entry.time, clock: clock), .dim)) }
            day = next
            shown += lines(of: entry, width: width, clock: clock, glyphs: glyphs)
        }
        return shown
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
