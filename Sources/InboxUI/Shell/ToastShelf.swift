import InboxKit
import InboxModel
import TerminalUI

/// What is said above the bottom line for some seconds: the newest only. What went wrong is not talked over: what is said
/// meanwhile stands beneath it.
struct ToastShelf {
    private struct Entry {
        var toast: Toast
        var sign = StyledLine()
        var words: String
        /// Takes back what was done, or stops what is counted down to.
        var command: Command?
        /// Its key on the screen in front; nil where it has none.
        var key: String?
        /// What that key does.
        var label = "undo"
        /// Whose server needs the user, whom the key asks.
        var account: AccountID?
        var kind = ToastKind.done
        /// How many lines it takes at most: few where it says what went well, or that there was nothing to do.
        var mostLines: Int { kind == .done || kind == .info ? 2 : 4 }
        /// What was done, or taken back: it is so until a server refuses it.
        var deed: Deed?
        /// What was done, and how often in a row: while it is said, the next one counts on.
        var series: (name: String, count: Int)?
        /// The words before the number of seconds that are left; nil where nothing is counted.
        var countdown: String?
    }

    private var trouble: Entry?
    private var note: Entry?
    /// What is good to know, beside what was done.
    private var lesson: Entry?
    /// What happens at its end, whatever is said meanwhile.
    private var counting: Entry?

    /// Seconds for which is told what has to be, where nothing else is.
    private static let least = 5

    /// - Parameters:
    ///   - series: a name for what was done, where several in a row are to be counted.
    ///   - counted: says so many of them; nil adds to the words how many there were.
    ///   - command: what can be done about it now.
    ///   - label: what that does: `undo`, or `redo` for what was taken back.
    ///   - account: whose server needs the user; nil where none does.
    ///   - deed: what was done, or taken back; nil where nothing was.
    ///   - seconds: how long it stays; what went wrong twice as long. 0 says nothing of what went well; why a key did nothing, and
    ///     trouble, are told all the same.
    mutating func say(
        _ text: String, kind: ToastKind, series: String? = nil, counted: ((Int) -> String)? = nil, command: Command?,
        label: String = "undo", account: AccountID? = nil, deed: Deed? = nil, glyphs: Glyphs, seconds: Int,
        at now: ContinuousClock.Instant
    ) {
        guard seconds > 0 || kind != .done else { return }
        let seconds = (kind == .failure ? 2 : 1) * (seconds > 0 ? seconds : Self.least)
        let toast = Toast(StyledLine(), at: now, lasts: .seconds(seconds))
        var entry = Entry(toast: toast, words: glyphs.spelled(text), command: command, label: label, kind: kind)
        (entry.account, entry.deed) = (account, deed)
        switch kind {
        case .done, .info: break
        case .warning: entry.sign.append(glyphs.warning + " ", Style(.warn, on: .bar))
        case .failure: entry.sign.append(glyphs.warning + " ", Style(.danger, on: .bar))
        }
        if let series {
            let before = note.flatMap {
                $0.toast.isVisible(at: now) && $0.series?.name == series ? $0.series?.count : nil
            }
            entry.series = (series, (before ?? 0) + 1)
            if let before { entry.words = counted?(before + 1) ?? "\(text), \(Wording.number(before + 1)) in a row" }
        }
        if kind == .failure { trouble = entry } else { note = entry }
    }

    /// Why a key did nothing is of no interest once another did something, and may not be so any more.
    mutating func endInfo() {
        if note?.kind == .info { note = nil }
    }

    /// What a server refused is not said to be done any longer.
    mutating func refused(_ action: Action) {
        guard let note, let deed = note.deed else { return }
        let isTakenBack = note.label == Command.redo.rawValue
        let commands = ([deed] + deed.others).map(\.command)
        guard commands.contains(action.command), deed.title == action.title, isTakenBack == action.takesBack else {
            return
        }
        self.note = nil
    }

    /// The account whose server is said to need the user, which is said no longer; nil where none is.
    mutating func takeAccount(at now: ContinuousClock.Instant) -> AccountID? {
        guard let told = trouble, let account = told.account, told.toast.isVisible(at: now) else { return nil }
        trouble = nil
        return account
    }

    /// Says what is good to know beside what is said of the deed itself.
    mutating func teach(_ text: String, seconds: Int, at now: ContinuousClock.Instant) {
        guard seconds > 0 else { return }
        lesson = Entry(toast: Toast(StyledLine(), at: now, lasts: .seconds(seconds)), words: text)
    }

    /// Says that something happens in so many seconds, and how many are left.
    mutating func countDown(
        _ words: String, until end: ContinuousClock.Instant, command: Command?, at now: ContinuousClock.Instant
    ) {
        note = nil
        counting = Entry(
            toast: Toast(StyledLine(), at: now, lasts: end - now), words: "", command: command, countdown: words)
    }

    /// - Parameter command: what takes it back now; nil while that would take back something else.
    mutating func setCountdown(_ command: Command?) { counting?.command = command }

    mutating func endCountdown() { counting = nil }

    func isVisible(at now: ContinuousClock.Instant) -> Bool {
        [trouble, note, lesson, counting].contains { $0?.toast.isVisible(at: now) == true }
    }

    /// Takes away what was said, but for what went wrong.
    mutating func clear() { (note, lesson) = (nil, nil) }

    // MARK: Drawing

    /// Draws it above the bottom line, which stays in sight. What was done takes up to two lines, and trouble four, so that what
    /// helps can be read on a small screen too; where they stand, `NoticeRows` says.
    /// - Parameters:
    ///   - isBottomFree: nothing stands in the bottom line, and a box reaches down to it.
    ///   - taken: a row of its place in which something else stands.
    ///   - key: names the key of a command on the screen in front; nil where no key does it.
    func draw(
        into grid: inout Grid, isBottomFree: Bool = false, taken: Int? = nil, key: (Command) -> String? = { _ in nil }
    ) {
        let now = grid.frame.now
        var entries = [note, trouble, lesson, counting].compactMap { $0 }.filter { $0.toast.isVisible(at: now) }
            .sorted { $0.toast.begin > $1.toast.begin }
        for index in entries.indices { entries[index].key = entries[index].command.flatMap(key) }
        guard !entries.isEmpty else { return }
        let ellipsis = grid.frame.glyphs.ellipsis
        let wanted = entries.reduce(0) { sum, entry in
            sum + lines(of: entry, width: grid.width, most: entry.mostLines, ellipsis: ellipsis).count
        }
        let rows = NoticeRows(in: grid, isBottomFree: isBottomFree, taken: taken).run(of: wanted)
        var last = rows.upperBound - 1
        var free = rows.count
        // The newest has its lines; what was said before stands above it, as far as there is room.
        for entry in entries where free > 0 {
            let count = draw(entry, last: last, most: min(free, entry.mostLines), into: &grid)
            last -= count
            free -= count
        }
    }

    /// - Parameter last: the row of its last line.
    /// - Returns: how many lines it takes.
    private func draw(_ entry: Entry, last: Int, most: Int, into grid: inout Grid) -> Int {
        var entry = entry
        if let countdown = entry.countdown {
            let left = entry.toast.secondsLeft(at: grid.frame.now)
            entry.words = "\(countdown) in \(left) s"
            grid.frame.redraw(at: entry.toast.end - .seconds(left - 1))
        }
        let lines = lines(of: entry, width: grid.width, most: most, ellipsis: grid.frame.glyphs.ellipsis).prefix(most)
        for (index, line) in lines.enumerated() {
            entry.toast.line = line
            let rows = Rect(x: 0, y: 0, width: grid.width, height: last - lines.count + index + 2)
            let isDrawn = grid.inside(rows) { entry.toast.draw(into: &$0) } > 0
            guard isDrawn, index == lines.count - 1, let key = entry.key else { continue }
            // Behind them stand the blanks that make all lines equally long.
            let x = entry.toast.column(in: grid.width) + StyledLine(Array(line.spans.dropLast(3))).width
            grid.place(hint: key, x: x, y: rows.height - 1, width: TextCells.width("\(key) \(entry.label)"))
        }
        return lines.count
    }

    /// In one line, or where that is too short in so many; the key stands at the end of the last, whatever is cut.
    private func lines(of entry: Entry, width: Int, most: Int, ellipsis: String) -> [StyledLine] {
        var end = StyledLine()
        ToastShelf.add(entry.key, entry.label, to: &end)
        let room = max(4, width - 4 - entry.sign.width)
        let words = ShortWords.lines(
            entry.words, columns: room, end: end.width, most: most, ellipsis: ellipsis)
        var lines = words.enumerated().map { index, words -> StyledLine in
            var line = index == 0 ? entry.sign : StyledLine(String(repeating: " ", count: entry.sign.width))
            line.append(words, .bar)
            return line
        }
        let last = lines.count - 1
        if lines[last].width + end.width > width - 4 { lines.append(StyledLine()) }
        lines[lines.count - 1].spans += end.spans
        let widest = lines.map(\.width).max() ?? 0
        for index in lines.indices {
            lines[index].append(String(repeating: " ", count: widest - lines[index].width), .bar)
        }
        return lines
    }

    private static func add(_ undoKey: String?, _ label: String, to line: inout StyledLine) {
        guard let undoKey else { return }
        line.append("   ", .bar)
        line.append(undoKey, Style(.accent, on: .bar))
        line.append(" \(label)", .bar)
    }
}
