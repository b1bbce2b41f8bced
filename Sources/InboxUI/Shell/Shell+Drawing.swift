import InboxModel
import TerminalUI

extension Shell {
    func draw(into grid: inout Grid) {
        frameTime = grid.frame.now
        glyphs = grid.frame.glyphs
        if grid.width < 20 || grid.height < 6 {
            grid.draw(centred: "too small", y: grid.height / 2, .dim)
        } else {
            drawScreens(into: &grid)
        }
        if status.isBusy || jobs.isLate(at: frameTime) {
            grid.frame.redraw(at: frameTime + Spinner.step)
        } else if let since = jobs.since {
            grid.frame.redraw(at: since + JobLine.patience)
        }
        if !hasStarted { start() }
    }

    private func drawScreens(into grid: inout Grid) {
        flows.draw(into: &grid)
        let bottom = grid.height - 1
        toasts.draw(into: &grid)
        if reader.isWaiting {
            drawContinuations(into: &grid, y: bottom)
        }
    }

    /// The keys that were begun, and what may follow.
    private func drawContinuations(into grid: inout Grid, y: Int) {
        guard let context = flows.screens.last?.keyContext else { return }
        grid.fill(Rect(x: 0, y: y, width: grid.width, height: 1), with: " ")
        var x = grid.draw(" \(reader.text)\(glyphs.ellipsis)  ", x: 0, y: y, .accent)
        guard !reader.begun.isEmpty else { return }
        for (rest, command) in keys.continuations(of: reader.begun, in: context) {
            let words = CommandTable.definition(of: command)?.hint ?? command.rawValue
            guard x + TextCells.width("\(rest) \(words)") < grid.width else { break }
            x = grid.draw("\(rest) ", x: x, y: y, .accent)
            x = grid.draw(words, x: x, y: y, .dim) + 2
        }
    }

    /// Where toasts stand: above the bottom line, where screens leave a row free; in it when there is little room.
    nonisolated static func toastRow(height: Int) -> Int { height >= 16 ? height - 2 : height - 1 }

    /// The sign of what goes on, as of this frame.
    private var spinner: String {
        guard settings.animation else { return glyphs.ellipsis }
        let steps = (frameTime - Shell.epoch) / Spinner.step
        return glyphs.spinner[Int(steps) % glyphs.spinner.count]
    }

    private static let epoch = ContinuousClock.now

    func statusText(for account: AccountID?) -> StatusText {
        var text = status.text(for: account, glyphs: glyphs, spinner: spinner, now: clock.now())
        // The store lets nobody write: what was done waits, and the user is told.
        if account == nil, jobs.isLate(at: frameTime) { text.queue = "\(spinner) saving" }
        return text
    }
}
