import TerminalUI

/// What a number before a key that acts means.
extension ListScreen {
    /// Does it to so many rows from the selected one on, as one deed.
    func perform(_ command: Command, onNext count: Int) {
        guard !holdsBack(command, as: .counted(command, count)), let first = rows.selectedIndex else { return }
        guard selectedCount == 0 else {
            return around.say("Some are selected: a number means nothing with them.", kind: .info, undo: false)
        }
        let end = first + count
        guard end <= rows.rows.count || provider.above + rows.rows.count >= provider.count else {
            let key = around.keyName(of: .selectMatching, in: .list).map { "; \($0) selects any number" } ?? ""
            return around.say("So many rows are not here at once\(key).", kind: .info, undo: false)
        }
        rows.mark(Array(rows.rows[first..<min(end, rows.rows.count)]))
        guard !refusesTargets(of: command) else { return unmarkAll() }
        _ = perform(command)
        // It goes on to the next, past all that it read.
        guard command == .shake else { return }
        rows.move(by: count)
        extendWindow()
    }
}
