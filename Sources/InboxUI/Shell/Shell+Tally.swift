import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// The tally of what was done today.
extension Shell {
    var doneToday: String { tally.words(on: today) }

    private var today: LocalDate { clock.today }

    /// Adds to today's tally.
    func count(_ command: Action.Command, _ count: Int) {
        let store: @UI @Sendable (String?) -> Void = { [weak self] in self?.keep($0, for: DayTally.key) }
        tally.add(command, count, on: today, pause: pause, store: isEnding ? nil : store)
    }

    /// Takes an action that a server refused off the tally; or adds it again, where the action was an undo.
    func uncount(_ action: Action) {
        // What was done yesterday is not in today's tally.
        guard LocalDate(action.createdAt, clock.calendar.timeZone).dayNumber == today.dayNumber else { return }
        let threads = (try? session.threadCount(of: action.edits.map(\.message))) ?? 0
        // A thread that is gone was counted as one, too.
        count(action.command, (action.takesBack ? 1 : -1) * max(1, threads))
    }
}
