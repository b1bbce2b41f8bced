import InboxKit
import InboxModel
import TerminalUI

/// What a number before a key means: which row is gone to, or on how many something is done.
extension ListScreen {
    /// What is done to so many rows.
    private static let counted: Set<Command> = [
        .shake, .unread, .star, .addStar, .removeStar, .archive, .trash, .junk, .replyLater, .snooze, .move, .copyTo,
        .label, .mute,
    ]

    public func perform(_ command: Command, number: Int) -> Bool {
        if drawer.isOpen { return performInDrawer(command, number: number) }
        switch command {
        case .open, .top, .bottom: go(toRow: number)
        case _ where Self.counted.contains(command): perform(command, onNext: number)
        default: return false
        }
        return true
    }

    /// As counted from the top of what is listed; past the last, to that.
    private func go(toRow number: Int) {
        guard loadingSince == nil, jump == nil else {
            return around.say("The list is still being read.", kind: .info, undo: false)
        }
        forgetReturning()
        let position = max(0, min(number, provider.count) - 1)
        go(to: .position(position), near: position)
        extendWindow()
        wantOlderAtEnd()
    }

    /// Does it to so many rows from the selected one on, as one deed.
    func perform(_ command: Command, onNext count: Int) {
        guard !holdsBack(command, as: .counted(command, count)), let first = rows.selectedIndex else { return }
        guard selectedCount == 0 else {
            return around.say("Some are selected: a number means nothing with them.", kind: .info, undo: false)
        }
        let end = first + count
        let isHere = end < rows.rows.count || provider.above + rows.rows.count >= provider.count
        guard isHere || end == rows.rows.count && provider.window.upperBound > provider.above + end else {
            return reach(end, for: .counted(command, count))
        }
        rows.mark(Array(rows.rows[first..<min(end, rows.rows.count)]))
        // A box that opens knows which are meant: whoever leaves it selected nothing.
        defer { unmarkAll() }
        guard !refusesTargets(of: command) else { return }
        _ = perform(command)
        // It goes on to the next, past all that it read.
        if command == .shake { rows.move(by: count) }
        narrowWindow()
    }

    /// Lets the window reach that far, with the row behind them, which is gone on to, and does it then. What is missing even so is
    /// not waited for again.
    private func reach(_ end: Int, for awaited: Awaited) {
        let upper = provider.above + end + 1
        guard end <= MatchingSelection.most, provider.window.upperBound < upper, let index = rows.selectedIndex else {
            let key = around.keyName(of: .selectMatching, in: .list).map { "; \($0) selects any number" } ?? ""
            return around.say("There are not that many rows here at once\(key).", kind: .info, undo: false)
        }
        awaiting.append(awaited)
        offset = index - rows.top
        (jump, jumpTries, jumpSince) = (.same(rows.rows[index]), 0, .now)
        provider.window = provider.above..<upper
    }

    /// What one number let in is not kept up for long: a commit costs as much as there are rows in the window.
    private func narrowWindow() {
        guard rows.rows.count > Self.widest, let index = rows.selectedIndex else { return extendWindow() }
        let start = max(0, provider.above + index - Self.page)
        provider.window = start..<(start + Self.widest)
    }
}
