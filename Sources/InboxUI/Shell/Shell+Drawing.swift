import Foundation
import InboxKit
import InboxModel
import TerminalUI

extension Shell {
    func draw(into grid: inout Grid) {
        frameTime = grid.frame.now
        followZone()
        glyphs = grid.frame.glyphs
        sayWhyLate()
        if grid.width < 20 || grid.height < 6 {
            drawTooSmall(into: &grid)
        } else {
            drawScreens(into: &grid)
        }
        if let time = status.queueIsToldAt(after: frameTime) { grid.frame.redraw(at: time) }
        if status.isBusy || jobs.isLate(at: frameTime) {
            grid.frame.redraw(at: frameTime + Spinner.step)
        } else if let since = jobs.since {
            grid.frame.redraw(at: since + JobLine.patience)
        }
        // Dates are relative to the day, also on a screen that nobody touches.
        grid.frame.redraw(at: frameTime + clock.untilTomorrow)
        hints = grid.frame.hints
        if !hasStarted { start() }
    }

    /// Takes over the time zone of the machine, which may be another one after a journey.
    private func followZone() {
        guard let zone = clock.nextZone(clock.calendar.timeZone) else { return }
        clock.calendar.timeZone = zone
        for screen in flows.screens { screen.settingsChanged() }
    }

    /// Says why saving may take long, once the user has seen for a while that something is being saved.
    private func sayWhyLate() {
        guard jobs.isLate(at: frameTime, by: JobLine.longPatience), toldLateSince != jobs.since else { return }
        toldLateSince = jobs.since
        let what = jobs.unfinished
        if !what.isEmpty { say(Wording.stillSaving(what), kind: .warning) }
    }

    func prepare() -> Bool { flows.screens.last?.prepare() ?? false }

    private func drawScreens(into grid: inout Grid) {
        flows.draw(into: &grid)
        let bottom = grid.height - 1
        var isBottomFree = false
        if let screen = flows.screens.last, screen.isOverlay {
            let line = bottomLine(over: screen)
            isBottomFree = line.hints.isEmpty
            grid.inside(Rect(x: 0, y: bottom, width: grid.width, height: 1)) { line.draw(into: &$0) }
        }
        toasts.leave(for: shownPlace)
        toasts.setCountdown(hindrance: countdownHindrance)
        // Toasts stand above the errand, so that it stays visible and can be stopped.
        let errandRow = drawErrand(into: &grid, isBottomFree: isBottomFree)
        toasts.draw(into: &grid, isBottomFree: isBottomFree, taken: errandRow) { toastKey(of: $0) }
        untold = []
        if reader.isWaiting {
            drawContinuations(into: &grid, y: bottom)
        }
        if glyphs.areWords, grid.frame.cursor == nil { showCursorOnWords(in: &grid) }
    }

    /// A screen reader starts at the cursor. Where no row is selected and nothing typed, that is what the screen says.
    private func showCursorOnWords(in grid: inout Grid) {
        for y in 2..<max(2, grid.height - 1) {
            let text = grid.text(row: y)
            if !text.isEmpty { return grid.showCursor(x: text.prefix { $0 == " " }.count, y: y) }
        }
    }

    /// Returns the key of a command in a toast. The screen in front may differ from the one that showed the toast, and where
    /// text is typed a key is a letter.
    private func toastKey(of command: Command) -> String? {
        guard let screen = flows.screens.last, !screen.takesText else { return nil }
        return keyName(of: command, in: screen.keyContext)
    }

    /// Returns the bottom line over an overlay. The overlay has the keyboard: the keys of the screen beneath would do nothing.
    private func bottomLine(over screen: any Screen) -> StatusBar {
        guard let box = screen.boxLine else { return StatusBar() }
        var back = hints([.back], in: screen.keyContext)
        if let words = box.back, !back.isEmpty { back[0].label = words }
        let deed = box.deed.map { [boxHint(.open, $0)] } ?? []
        let more = box.more.map { [$0] } ?? []
        return StatusBar(hints: deed + more + back, last: hints([.help], in: screen.keyContext).first)
    }

    /// Draws a note in place of the screens. Keys still work: a larger window shows what they did.
    private func drawTooSmall(into grid: inout Grid) {
        let lines = grid.width < 13 || grid.height < 2 ? ["too small"] : ["too small", "20×6 at least"]
        for (index, line) in lines.enumerated() {
            grid.draw(centred: line, y: (grid.height - lines.count) / 2 + index, .dim)
        }
    }

    /// Draws the errand that the screen in front waits for.
    /// - Returns: the row that it takes; nil where nothing is drawn.
    private func drawErrand(into grid: inout Grid, isBottomFree: Bool) -> Int? {
        guard let screen = flows.screens.last, let (words, begin) = errands.current(for: screen) else { return nil }
        let start = begin + Spinner.delay
        guard frameTime >= start else {
            grid.frame.redraw(at: start)
            return nil
        }
        let key = keyName(of: .back, in: screen.keyContext)
        let end = key.map { "   \($0) stops it" } ?? ""
        let room = grid.width - 8 - TextCells.width(end)
        var line = StyledLine(
            Spinner(begin: begin).sign(in: &grid.frame).map { $0 + " " } ?? "", Style(.accent, on: .bar))
        line.append(TextCells.truncated(words + glyphs.ellipsis, to: max(4, room), ellipsis: glyphs.ellipsis), .bar)
        line.append(end, Style(.accent, on: .bar))
        let row = NoticeRows(in: grid, isBottomFree: isBottomFree).run(of: 1).upperBound - 1
        let rows = Rect(x: 0, y: 0, width: grid.width, height: row + 1)
        let toast = Toast(line, at: start, lasts: .seconds(86_400))
        grid.inside(rows) { _ = toast.draw(into: &$0) }
        let width = TextCells.width(end) - 3
        if let key { grid.place(hint: key, x: toast.column(in: grid.width) + line.width - width, y: row, width: width) }
        grid.frame.redraw(at: frameTime + Spinner.step)
        return row
    }

    /// Draws the begun keys and their continuations, which can be clicked, in as many rows as needed, from the bottom line up to
    /// the head. A sign at the end shows that some did not fit.
    private func drawContinuations(into grid: inout Grid, y bottom: Int) {
        guard let context = flows.screens.last?.keyContext else { return }
        let lead = " \(reader.text)\(glyphs.ellipsis)  "
        let indent = TextCells.width(lead)
        var rows: [[StatusBar.Hint]] = [[]]
        var x = indent
        for (rest, word) in reader.begun.isEmpty ? [] : keys.continuations(of: reader.begun, in: context) {
            let hint = StatusBar.Hint(rest.description, word)
            let width = TextCells.width("\(hint.key) \(hint.label)") + 2
            if x + width > grid.width, x > indent {
                rows.append([])
                x = indent
            }
            rows[rows.count - 1].append(hint)
            x += width
        }
        let most = max(1, grid.height - 2)
        let isCut = rows.count > most
        rows = Array(rows.prefix(most))
        let top = bottom - rows.count + 1
        for (index, row) in rows.enumerated() {
            let y = top + index
            grid.fill(Rect(x: 0, y: y, width: grid.width, height: 1), with: " ")
            grid.place(hint: "", x: 0, y: y, width: grid.width)
            if index == 0 { grid.draw(lead, x: 0, y: y, .accent) }
            var x = indent
            for hint in row {
                let start = x
                x = grid.draw("\(hint.key) ", x: x, y: y, .accent)
                x = grid.draw(hint.label, x: x, y: y, .dim) + 2
                let keys = reader.pressed.map(\.description) + [hint.key]
                grid.place(hint: keys.joined(separator: " "), x: start, y: y, width: x - start)
            }
            if isCut, index == rows.count - 1 {
                grid.draw(glyphs.ellipsis, x: min(x, grid.width - TextCells.width(glyphs.ellipsis)), y: y, .dim)
            }
        }
    }

    /// The spinner's sign in this frame.
    private var spinner: String {
        guard settings.moves else { return glyphs.ellipsis }
        // `epoch` is set when the spinner is first drawn, which may be well after the time of that frame.
        let steps = max(0, (frameTime - Shell.epoch) / Spinner.step)
        return glyphs.spinner[Int(steps) % glyphs.spinner.count]
    }

    private static let epoch = ContinuousClock.now

    func statusText(for account: AccountID?) -> StatusText {
        var text = status.text(for: account, glyphs: glyphs, spinner: spinner, now: clock.now(), frame: frameTime)
        let own = accounts.items.filter { account == nil || $0.id == account }
        text.isReadOnly = !own.isEmpty && own.allSatisfy(\.isReadOnly)
        text.takesLabels = own.isEmpty || own.contains { $0.hasLabels || $0.keepsTags }
        text.sends = accounts.items.contains { !$0.isReadOnly }
        // The store is locked: deeds wait to be saved, and the user sees that.
        guard jobs.isLate(at: frameTime) else { return text }
        text.saving = "\(spinner) saving"
        if account == nil { (text.queue, text.shortQueue) = (text.saving, "") }
        return text
    }
}
