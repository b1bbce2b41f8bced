import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// The tally of what was done today.
extension Shell {
    var doneToday: String { tally.words(on: today) }

    private var today: LocalDate { clock.today }

    /// Adds to today's tally. It is stored a moment later, and at the end: a write for every key would be too much for a number.
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

    /// Takes an action that a server refused off the tally; or adds it again, where the action was an undo.
    func uncount(_ action: Action) {
        // What was done yesterday is not in today's tally.
        guard LocalDate(action.createdAt, clock.calendar.timeZone).dayNumber == today.dayNumber else { return }
        let threads = (try? session.threadCount(of: action.edits.map(\.message))) ?? 0
        // A thread that is gone was counted as one, too.
        count(action.command, (action.takesBack ? 1 : -1) * max(1, threads))
    }

    /// How much of the tally a crash may lose.
    private static let tallyPause = Duration.seconds(1)
}
