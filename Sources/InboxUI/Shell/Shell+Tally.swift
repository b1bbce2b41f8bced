import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// What was done today, counted.
extension Shell {
    var doneToday: String { tally.words(on: today) }

    private var today: LocalDate { clock.today }

    /// Counts what was done among today's. It is kept a moment later, and at the end: a write for every key would be too much for
    /// a number.
    func count(_ command: Action.Command, _ count: Int) {
        guard tally.add(command, count, on: today) else { return }
        hasCounted = true
        guard keepingTally == nil, !isEnding else { return }
        keepingTally = Task { [weak self, pause] in
            await pause(Self.tallyPause)
            guard !Task.isCancelled, let self else { return }
            self.keepingTally = nil
            self.hasCounted = false
            self.keep(self.tally.text, for: DayTally.key)
        }
    }

    /// What a server refused is counted no longer; and what was taken back, where that was refused, is again.
    func uncount(_ action: Action) {
        // What was done yesterday is none of today's.
        guard LocalDate(action.createdAt, clock.calendar.timeZone).dayNumber == today.dayNumber else { return }
        let threads = (try? session.threadCount(of: action.edits.map(\.message))) ?? 0
        // One that is gone was one, too.
        count(action.command, (action.takesBack ? 1 : -1) * max(1, threads))
    }

    /// What a crash may lose of the number.
    private static let tallyPause = Duration.seconds(1)
}
