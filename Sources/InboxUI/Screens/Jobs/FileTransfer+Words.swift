import Foundation
import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// How far a file on its way is, in words.
extension FileTransfer {
    /// `3.1 MB of 12 MB`
    var amount: String { "\(FileSize.text(done)) of \(FileSize.text(file.size))" }

    var percent: Int { file.size > 0 ? done * 100 / file.size : 100 }

    /// The amount behind a bar, with rate and time left. Asks for the frame of its next step.
    func bar(in frame: inout Frame, _ clock: WallClock) -> String {
        let bar = ProgressBar(done: done, total: file.size, begin: frame.instant(of: startedAt, clock))
        frame.redraw(at: frame.now + Spinner.step)
        return bar.text(columns: 12, now: frame.now, glyphs: frame.glyphs, amount: FileSize.text)
    }
}

extension Frame {
    /// When something began, on the clock of frames; what the wall's clock has yet to reach begins now.
    func instant(of date: Date, _ clock: WallClock) -> ContinuousClock.Instant {
        now - .seconds(max(0, clock.now().timeIntervalSince(date)))
    }
}

extension Screen {
    /// That something is on its way, and how far it is when it is a file.
    func drawWaiting(
        _ since: ContinuousClock.Instant, for file: MessageFile?, _ around: any Surroundings, into grid: inout Grid
    ) {
        let x = grid.draw((Spinner(begin: since).sign(in: &grid.frame) ?? "") + " Getting it", x: 0, y: 0, .dim)
        guard let transfer = file.flatMap({ around.session.transfer(of: $0) }) else { return }
        grid.draw(transfer.bar(in: &grid.frame, around.clock), x: x + 2, y: 0, .accent)
    }
}
