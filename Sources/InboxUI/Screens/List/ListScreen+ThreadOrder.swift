import InboxKit
import InboxModel
import TerminalUI

/// The list as the order of the threads that its screens open.
extension ListScreen: ThreadOrder {
    /// The filter of the search, and in a list of messages the selected one, at which its conversation opens.
    var lookedFor: MailPredicate? {
        let searched = view.query == nil ? nil : provider.filter
        guard let selectedMessage else { return searched }
        return searched.map { $0 && .message(selectedMessage) } ?? .message(selectedMessage)
    }

    func thread(after id: ThreadID) -> ThreadID? { thread(nextTo: id, by: 1) }

    func thread(before id: ThreadID) -> ThreadID? { thread(nextTo: id, by: -1) }

    func follow(_ id: ThreadID) {
        if let row = row(of: id) { rows.select(row) }
        extendWindow()
    }

    func linger(_ id: ThreadID) {
        // Elsewhere reading removes no row, and the call would wake the provider while a key waits for the screen.
        if isOfUnread { provider.lingeringRows.formUnion(loaded.rows(of: id)) }
    }

    func letGo(_ id: ThreadID) { letGo(loaded.rows(of: id)) }

    func letGo(_ ids: [RowID]) {
        touchSelected()
        let lingering = provider.lingeringRows
        guard !lingering.isDisjoint(with: ids) else { return }
        provider.lingeringRows = lingering.subtracting(ids)
    }

    func letGo(_ id: ThreadID, by command: Action.Command) {
        letGo(loaded.rows(of: id), by: command)
    }

    /// Lets rows go after an action. In the unread view, mail that leaves the inbox disappears anyway; while its row is kept, undo restores
    /// the row as it was.
    func letGo(_ ids: [RowID], by command: Action.Command) {
        touchSelected()
        if case .unread = view, command.takesAway { return }
        letGo(ids)
    }

    func takePane(of id: ThreadID) -> ThreadPane? {
        loaded[.thread(id)].flatMap { ahead.take($0.thread, search: lookedFor, settings: around.settings) }
    }

    func takeBack(_ pane: ThreadPane) { ahead.former = pane }

    func expect(_ id: ThreadID?, _ frame: inout Frame) {
        ahead.see(id.flatMap { loaded[.thread($0)]?.thread }, &frame)
    }

    func prepareExpected(columns: Int, glyphs: Glyphs) {
        ahead.read(self, around, columns: columns, glyphs: glyphs)
    }

    private func thread(nextTo id: ThreadID, by step: Int) -> ThreadID? {
        neighbour = neighbour(of: id, by: step)
        return neighbour.flatMap { loaded[$0]?.thread.id }
    }
}
