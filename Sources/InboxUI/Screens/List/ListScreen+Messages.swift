import InboxModel
import TerminalUI

/// Lists without conversations: a row for each message, and what is done to a row is done to that message alone.
///
/// All of the list is as it is with conversations, views, search and drawer too. Other are what its provider selects, what its
/// rows stand for, and where the page of a conversation opens.
extension ListScreen {
    /// What a row is called.
    var noun: String { isFlat ? "message" : "thread" }

    /// Whether the present view is to show messages: as the user said of this view, else as the settings say.
    var wantsMessages: Bool { !(look.conversations ?? around.settings.conversations) }

    /// Switches the view; the selection stays at the conversation that it is at.
    func toggleConversations() {
        var new = look
        new.conversations = !wantsMessages == around.settings.conversations ? !around.settings.conversations : nil
        show(as: new)
        around.say(wantsMessages ? "Single messages" : "Conversations", kind: .done, undo: false)
    }

    func settingsChanged() {
        rows.prefersPrevious = around.settings.afterAction == .previous
        rows.rowHeight = ListScreen.lines(around)
        if wantsMessages != isFlat { show(as: look) }
    }

    /// The message of the selected row; nil where rows are conversations.
    var selectedMessage: MessageID? { rows.selection.flatMap { Message.id(of: $0) } }

    /// Conversations that rows belong to, each once.
    func threads(of ids: [RowID]) -> [ThreadID] {
        var met: Set<ThreadID> = []
        return ids.compactMap { entries[$0]?.thread.id ?? MailThread.id(of: $0) }.filter { met.insert($0).inserted }
    }

    /// The row next to those of a conversation that belongs to another one, from the selection on.
    func neighbour(of id: ThreadID, by step: Int) -> RowID? {
        let all = rows.rows
        func isOfThread(_ index: Int) -> Bool { entries[all[index]]?.thread.id == id }
        let here = rows.selectedIndex.flatMap { isOfThread($0) ? $0 : nil }
        guard var index = here ?? all.indices.first(where: isOfThread) else { return nil }
        while all.indices.contains(index), isOfThread(index) { index += step }
        return all.indices.contains(index) ? all[index] : nil
    }

    /// The row at which a conversation is gone to: the one that was just told as a neighbour, else the nearest.
    func row(of id: ThreadID) -> RowID? {
        if let neighbour, entries[neighbour]?.thread.id == id { return neighbour }
        let (all, from) = (rows.rows, rows.selectedIndex ?? 0)
        return all.indices.filter { entries[all[$0]]?.thread.id == id }.min { abs($0 - from) < abs($1 - from) }
            .map { all[$0] }
    }
}
