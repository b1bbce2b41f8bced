import InboxModel
import TerminalUI

/// Lists without conversations: each message has a row, and actions on a row affect only that message.
///
/// The rest of the list works as with conversations, including views, search and drawer. What differs is the filter of the provider,
/// the meaning of a row, and where the page of a conversation opens.
extension ListScreen {
    /// The noun for a row.
    var noun: String { isFlat ? "message" : "thread" }

    /// Whether the current view shows messages: the user's choice for the view, otherwise its default.
    var wantsMessages: Bool { !(look.conversations ?? view.showsConversations(around.settings)) }

    /// Toggles between conversations and messages; the selection stays at its conversation.
    func toggleConversations() {
        var new = look
        let usual = view.showsConversations(around.settings)
        new.conversations = wantsMessages == usual ? nil : !usual
        show(as: new)
        around.sayHere(wantsMessages ? "Single messages" : "Conversations", kind: .done)
    }

    /// The message of the selected row; nil where rows are conversations.
    var selectedMessage: MessageID? { rows.selection.flatMap { Message.id(of: $0) } }

    /// Returns the next row of another conversation, from the selection on.
    func neighbour(of id: ThreadID, by step: Int) -> RowID? {
        let all = rows.rows
        func isOfThread(_ index: Int) -> Bool { loaded[all[index]]?.thread.id == id }
        let here = rows.selectedIndex.flatMap { isOfThread($0) ? $0 : nil }
        guard var index = here ?? all.indices.first(where: isOfThread) else { return nil }
        while all.indices.contains(index), isOfThread(index) { index += step }
        return all.indices.contains(index) ? all[index] : nil
    }

    /// Returns the row for going to a conversation: the one last returned as a neighbour, otherwise the nearest.
    func row(of id: ThreadID) -> RowID? {
        if let neighbour, loaded[neighbour]?.thread.id == id { return neighbour }
        let (all, from) = (rows.rows, rows.selectedIndex ?? 0)
        return all.indices.filter { loaded[all[$0]]?.thread.id == id }.min { abs($0 - from) < abs($1 - from) }
            .map { all[$0] }
    }
}
