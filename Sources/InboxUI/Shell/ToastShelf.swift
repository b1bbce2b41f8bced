import InboxKit
import InboxModel
import TerminalUI

/// The toasts above the bottom line, each for some seconds: only the newest, but a failure stays visible, with newer toasts
/// beneath it, and so does a warning above mere reports (“Up to date.”).
struct ToastShelf {
    private struct Entry {
        var toast: Toast
        var sign = StyledLine()
        var words: String
        /// The command that takes back the deed, or stops the countdown.
        var command: Command?
        /// The key of the command on the screen in front; nil where it has none.
        var key: String?
        /// What that key does.
        var label = "undo"
        /// The account whose server needs the user; the key asks that server.
        var account: AccountID?
        var kind = ToastKind.done
        /// The most lines that the toast takes: few where it reports success, or that there was nothing to do.
        var mostLines: Int { kind == .done || kind == .info ? 2 : 4 }
        /// The deed that was done, or undone; the toast goes when a server refuses it.
        var deed: Deed?
        /// What undo and redo were about after the deed.
        var mark: DeedMark?
        /// What was done, and how often in a row; while the toast is visible the next one counts on.
        var series: (name: String, count: Int)?
        /// The words before the remaining seconds; nil without a countdown.
        var countdown: String?
        /// What is said in place of the seconds, as nothing happens at their end.
        var hindrance: String?
        /// What the toast is about; nil where it makes sense anywhere.
        var place: ShownPlace?

        /// Puts the seconds that are left into words, if they are counted.
        mutating func count(in grid: inout Grid) {
            guard let countdown else { return }
            if let hindrance { return words = hindrance }
            let left = toast.secondsLeft(at: grid.frame.now)
            words = "\(countdown) in \(left) s"
            grid.frame.redraw(at: toast.end - .seconds(left - 1))
        }
    }

    private var trouble: Entry?
    private var warning: Entry?
    private var note: Entry?
    /// A hint beside the toast of a deed.
    private var lesson: Entry?
    /// The countdown, which stays until its end whatever is said meanwhile.
    private var counting: Entry?

    /// How many seconds a necessary toast stays where the settings show no others.
    private static let least = 5

    /// - Parameters:
    ///   - undo: whether the key that reverses it is shown.
    ///   - series: a name for what was done, to count repetitions in a row.
    ///   - counted: returns the words for a number of repetitions; nil appends the number to the text.
    ///   - command: what the user can do about it now.
    ///   - label: what that does: `undo`, or `redo` after an undo.
    ///   - account: whose server needs the user; nil where none does.
    ///   - deed: what was done, or undone; nil where nothing was.
    ///   - mark: what undo and redo are about after it.
    ///   - place: what the toast is about; it goes when that is left.
    ///   - seconds: how long the toast stays; a failure stays twice as long. 0 hides reports of success, but not why a key did
    ///     nothing, or trouble.
    mutating func say(
        _ text: String, kind: ToastKind, series: String? = nil, counted: ((Int) -> String)? = nil, command: Command?,
        label: String = "undo", account: AccountID? = nil, deed: Deed? = nil, mark: DeedMark? = nil,
        place: ShownPlace? = nil, glyphs: Glyphs, seconds: Int, at now: ContinuousClock.Instant
    ) {
        guard seconds > 0 || kind != .done else { return }
        let seconds = (kind == .failure ? 2 : 1) * (seconds > 0 ? seconds : Self.least)
        let toast = Toast(StyledLine(), at: now, lasts: .seconds(seconds))
        var entry = Entry(toast: toast, words: glyphs.spelled(text), command: command, label: label, kind: kind)
        (entry.account, entry.deed, entry.mark, entry.place) = (account, deed, mark, place)
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
        switch kind {
        case .failure: trouble = entry
        case .warning: (warning, note) = (entry, nil)
        case .done where command == nil && deed == nil: note = entry
        // The user has gone on, and may have mended what the warning is about.
        case .done, .info: (warning, note) = (nil, entry)
        }
    }

    /// Removes the toast that says why a key did nothing, once another key does something: it may be outdated.
    mutating func endInfo() {
        if note?.kind == .info { note = nil }
    }

    /// Removes toasts that are about something else than what is shown now.
    mutating func leave(for place: ShownPlace?) {
        if let about = note?.place, about != place { note = nil }
        if let about = warning?.place, about != place { warning = nil }
    }

    /// Takes its key from the toast of a deed once that would take back something else: another client has done or undone something.
    /// - Parameter mark: returns what undo and redo are about now.
    mutating func followDeeds(_ mark: () -> DeedMark?) {
        guard let then = note?.mark, note?.command != nil, let now = mark(), now != then else { return }
        note?.command = nil
    }

    /// Removes the toast of a deed that a server refused.
    mutating func refused(_ action: Action) {
        guard let note, let deed = note.deed else { return }
        let isTakenBack = note.label == Command.redo.rawValue
        let commands = ([deed] + deed.others).map(\.command)
        guard commands.contains(action.command), deed.title == action.title, isTakenBack == action.takesBack else {
            return
        }
        self.note = nil
    }

    /// Returns the account whose server needs the user, and removes its toast; nil where there is none.
    mutating func takeAccount(at now: ContinuousClock.Instant) -> AccountID? {
        guard let told = trouble, let account = told.account, told.toast.isVisible(at: now) else { return nil }
        trouble = nil
        return account
    }

    /// Shows a hint beside the toast of the deed itself.
    mutating func teach(_ text: String, seconds: Int, at now: ContinuousClock.Instant) {
        guard seconds > 0 else { return }
        lesson = Entry(toast: Toast(StyledLine(), at: now, lasts: .seconds(seconds)), words: text)
    }

    /// Counts down the seconds until something happens.
    /// - Parameter isDeed: whether the user has just done that, and so has gone on from what was said before.
    mutating func countDown(
        _ words: String, until end: ContinuousClock.Instant, command: Command?, isDeed: Bool,
        at now: ContinuousClock.Instant
    ) {
        if isDeed { (warning, note) = (nil, nil) }
        counting = Entry(
            toast: Toast(StyledLine(), at: now, lasts: end - now), words: "", command: command, countdown: words)
    }

    /// - Parameter command: what takes it back; nil while that command would take back something else.
    mutating func setCountdown(_ command: Command?) { counting?.command = command }

    /// - Parameter hindrance: why nothing happens at the end of the countdown; nil where it does.
    mutating func setCountdown(hindrance: String?) { counting?.hindrance = hindrance }

    /// Removes the key from the toast of the last deed: what it would take back first is something else now.
    mutating func endTurn() { note?.command = nil }

    mutating func endCountdown() { counting = nil }

    func isVisible(at now: ContinuousClock.Instant) -> Bool {
        [trouble, warning, note, lesson, counting].contains { $0?.toast.isVisible(at: now) == true }
    }

    /// Removes the toasts, except failures and the countdown.
    mutating func clear() { (warning, note, lesson) = (nil, nil, nil) }

    // MARK: Drawing

    /// Draws the toasts above the bottom line, which stays visible. Reports of success take up to two lines and trouble four,
    /// so that the remedy is readable on a small screen too; `NoticeRows` chooses the rows.
    /// - Parameters:
    ///   - isBottomFree: whether the bottom line is empty, and a box reaches down to it.
    ///   - taken: a row that another notice covers.
    ///   - key: returns the key of a command on the screen in front; nil where it has none.
    func draw(
        into grid: inout Grid, isBottomFree: Bool = false, taken: Int? = nil, key: (Command) -> String? = { _ in nil }
    ) {
        let now = grid.frame.now
        var entries = [note, warning, trouble, lesson, counting].compactMap(\.self)
        entries = entries.filter { $0.toast.isVisible(at: now) }.sorted { $0.toast.begin > $1.toast.begin }
        for index in entries.indices {
            entries[index].key = entries[index].command.flatMap(key)
            entries[index].count(in: &grid)
        }
        guard !entries.isEmpty else { return }
        let ellipsis = grid.frame.glyphs.ellipsis
        let wanted = entries.reduce(0) { sum, entry in
            sum + lines(of: entry, width: grid.width, most: entry.mostLines, ellipsis: ellipsis).count
        }
        let rows = NoticeRows(in: grid, isBottomFree: isBottomFree, taken: taken).run(of: wanted)
        var last = rows.upperBound - 1
        var free = rows.count
        // The newest has its lines; older ones stand above it, as far as there is room.
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
        let lines = lines(of: entry, width: grid.width, most: most, ellipsis: grid.frame.glyphs.ellipsis).prefix(most)
        for (index, line) in lines.enumerated() {
            entry.toast.line = line
            let rows = Rect(x: 0, y: 0, width: grid.width, height: last - lines.count + index + 2)
            let isDrawn = grid.inside(rows) { entry.toast.draw(into: &$0) } > 0
            guard isDrawn, index == lines.count - 1, let key = entry.key else { continue }
            // The last three spans are the key, its label, and the blanks that make all lines equally long.
            let x = entry.toast.column(in: grid.width) + StyledLine(Array(line.spans.dropLast(3))).width
            grid.place(hint: key, x: x, y: rows.height - 1, width: TextCells.width("\(key) \(entry.label)"))
        }
        return lines.count
    }

    /// Returns the words in one line, or in more where it is too short. The key stands at the end of the last line, whatever is
    /// cut.
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
