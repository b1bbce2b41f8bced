import InboxModel
import TerminalUI

/// The list that a thread was opened from, with its order of threads and its selection.
@UI
protocol ThreadOrder: AnyObject {
    /// The list's search; nil where the list shows everything.
    var lookedFor: MailPredicate? { get }
    /// Whether the list collects threads to answer; after an answer the next thread is shown.
    var isForAnswering: Bool { get }
    /// - Returns: Nil when the thread is the last one, or not in the list (any more).
    func thread(after id: ThreadID) -> ThreadID?
    func thread(before id: ThreadID) -> ThreadID?
    /// Moves the selection to the thread that is shown now, for the way back to the list.
    func follow(_ id: ThreadID)
    /// Called before a thread is marked as read by being shown: its row then stays, even where only unread threads are listed.
    func linger(_ id: ThreadID)
    /// Called when an action is performed on the thread: its row goes if the list no longer selects it.
    func letGo(_ id: ThreadID)
    /// Called for an action that may remove the row itself; if the action is undone, the row returns with the thread.
    func letGo(_ id: ThreadID, by command: Action.Command)
    /// Hands over the thread's pane that was prepared in advance; nil when none was.
    func takePane(of id: ThreadID) -> ThreadPane?
    /// Takes a pane that is no longer shown, to release it while nothing is pressed.
    func takeBack(_ pane: ThreadPane)
    /// Notes the thread that the next key is likely to open, which is to be prepared; nil for none. Requests a frame for when that is due.
    func expect(_ id: ThreadID?, _ frame: inout Frame)
    /// Prepares the expected thread, while the program is idle, for a screen of that many columns.
    func prepareExpected(columns: Int, glyphs: Glyphs)
}

extension ThreadOrder {
    var lookedFor: MailPredicate? { nil }
    var isForAnswering: Bool { false }
    func letGo(_ id: ThreadID, by command: Action.Command) { letGo(id) }
    func takePane(of id: ThreadID) -> ThreadPane? { nil }
    func takeBack(_ pane: ThreadPane) {}
    func expect(_ id: ThreadID?, _ frame: inout Frame) {}
    func prepareExpected(columns: Int, glyphs: Glyphs) {}
}
