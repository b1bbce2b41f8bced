import Foundation
import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// The progress of a file transfer, in words.
extension FileTransfer {
    /// `3.1 MB of 12 MB`
    var amount: String { "\(FileSize.text(done)) of \(FileSize.text(file.size))" }

    var percent: Int { file.size > 0 ? done * 100 / file.size : 100 }

    /// Returns a progress bar with amount, rate and time left. Requests the frame of its next step.
    func bar(in frame: inout Frame, _ clock: WallClock) -> String {
        let bar = ProgressBar(done: done, total: file.size, begin: frame.instant(of: startedAt, clock))
        frame.redraw(at: frame.now + Spinner.step)
        return bar.text(columns: 12, now: frame.now, glyphs: frame.glyphs, amount: FileSize.text)
    }
}

extension Frame {
    /// Converts a date to the clock of the frames; a date in the future becomes now.
    func instant(of date: Date, _ clock: WallClock) -> ContinuousClock.Instant {
        now - .seconds(max(0, clock.now().timeIntervalSince(date)))
    }
}

extension Screen {
    /// Draws that something is being fetched, and the progress if it is a file.
    func drawWaiting(
        _ since: ContinuousClock.Instant, for file: MessageFile?, _ around: any Surroundings, into grid: inout Grid
    ) {
        let x = grid.draw((Spinner(begin: since).sign(in: &grid.frame) ?? "") + " Getting it", x: 0, y: 0, .dim)
        guard let transfer = file.flatMap({ around.session.transfer(of: $0) }) else { return }
        grid.draw(transfer.bar(in: &grid.frame, around.clock), x: x + 2, y: 0, .accent)
    }

    /// Draws why something could not be fetched, and which key tries again.
    func drawFailure(_ reason: String, _ around: any Surroundings, into grid: inout Grid) {
        let again = around.keyName(of: .fetch, in: .reader).map { "  \($0) tries again." } ?? ""
        ReaderHead.draw(reason + again, .warn, into: &grid)
    }
}
