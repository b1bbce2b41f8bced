import InboxKit
import InboxModel
import TerminalUI

/// Numbers before keys: the row to go to, or the number of rows to act on.
extension ListScreen {
    /// The commands that act on a number of rows.
    private static let counted: Set<Command> = [
        .shake, .unread, .star, .addStar, .removeStar, .archive, .trash, .junk, .replyLater, .snooze, .move, .copyTo,
        .label, .mute,
    ]

    func perform(_ command: Command, number: Int) -> Bool {
        if drawer.isOpen { return performInDrawer(command, number: number) }
        switch command {
        case .open, .top, .bottom: go(toRow: number)
        case _ where Self.counted.contains(command): perform(command, onNext: number)
        default: return false
        }
        return true
    }

    /// Goes to a row by its number from the top of the whole result; past the end it goes to the last.
    func go(toRow number: Int) {
        guard loadingSince == nil, landing.target == nil else {
            return around.say("The list is still being read.", kind: .info)
        }
        guard !awaitsDeed(.row(number)) else { return }
        forgetReturning()
        let position = max(0, min(number, provider.count) - 1)
        go(to: .position(position), near: position)
        extendWindow()
        wantOlderAtEnd()
    }

    /// Performs a command on that many rows from the selected one on, as one action.
    func perform(_ command: Command, onNext count: Int) {
        let awaited = Awaited.counted(command, count)
        guard !holdsBack(command, as: awaited), mark(next: count, for: awaited) else { return }
        // A box that opens knows the rows, and closing it must leave nothing selected.
        defer { unmarkAll() }
        guard !refusesTargets(of: command) else { return }
        _ = perform(command)
        // Moves past all the rows that it marked as read.
        if command == .shake { rows.move(by: count) }
        narrowWindow()
    }

    func perform(_ own: OwnKey, number: Int) -> Bool {
        // A shell command is run on what is selected.
        guard own.deed != .run || around.settings.series[own.object] != nil else { return false }
        perform(own, onNext: number)
        return true
    }

    /// Performs what a key of the user's own does to mail on that many rows from the selected one on, as one action.
    func perform(_ own: OwnKey, onNext count: Int) {
        let awaited = Awaited.ownCounted(own, count)
        guard !holdsBack(own, as: awaited), mark(next: count, for: awaited) else { return }
        defer { unmarkAll() }
        if own.deed != .run {
            _ = perform(own)
        } else if !refusesTaken(), act(series: own.object) == .shake {
            rows.move(by: count)
        }
        narrowWindow()
    }

    /// Marks that many rows from the selected one on.
    /// - Returns: False if they can't be marked: the missing ones are awaited then, or the user is told.
    private func mark(next count: Int, for awaited: Awaited) -> Bool {
        guard let first = rows.selectedIndex else { return false }
        guard selectedCount == 0 else {
            around.say("Some are selected: a number does nothing then.", kind: .info)
            return false
        }
        let end = first + count
        let isHere = end < rows.rows.count || provider.above + rows.rows.count >= provider.count
        guard isHere || end == rows.rows.count && provider.window.upperBound > provider.above + end else {
            reach(end, for: awaited)
            return false
        }
        rows.mark(Array(rows.rows[first..<min(end, rows.rows.count)]))
        return true
    }

    /// Extends the window to include all the rows and the one behind them, to which the selection moves, and performs the command then. If
    /// rows are still missing, does not wait again.
    private func reach(_ end: Int, for awaited: Awaited) {
        let upper = provider.above + end + 1
        guard end <= MatchingSelection.most, provider.window.upperBound < upper, let index = rows.selectedIndex else {
            let key = around.keyName(of: .selectMatching, in: .list).map { "; \($0) selects any number" } ?? ""
            return around.say("There are not that many rows here at once\(key).", kind: .info)
        }
        awaiting.append(awaited)
        landing.offset = index - rows.top
        landing.begin(.same(rows.rows[index]))
        landing.waitForRows()
        provider.window = provider.above..<upper
    }

    private func narrowWindow() {
        guard rows.rows.count > Self.widest, let index = rows.selectedIndex else { return extendWindow() }
        narrowWindow(around: index)
    }
}
