public import InboxModel
public import TerminalUI

/// The list that a thread was opened from: which thread comes next there, and where its selection is.
@UI
public protocol ThreadOrder: AnyObject {
    /// What the list was searched for; nil where it shows all there is.
    var lookedFor: MailPredicate? { get }
    /// Whether its threads are there to be answered: after one is, the next one is shown.
    var isForAnswering: Bool { get }
    /// - Returns: nil when the thread is the last, or not in the list (any more).
    func thread(after id: ThreadID) -> ThreadID?
    func thread(before id: ThreadID) -> ThreadID?
    /// Another thread is shown now: the selection goes along, so that it is there on the way back.
    func follow(_ id: ThreadID)
    /// Is told before a thread is read by being looked at: its row stays then, also where only unread ones are shown.
    func linger(_ id: ThreadID)
    /// Is told when something is done to the thread: its row goes if the list does not select it any more.
    func letGo(_ id: ThreadID)
    /// The same of a deed that may take the row away by itself: where that is taken back, the row comes back with it.
    func letGo(_ id: ThreadID, by command: Action.Command)
    /// The thread as it was read ahead, for the screen that shows it; nil when it was not.
    func takePane(of id: ThreadID) -> ThreadPane?
}

extension ThreadOrder {
    public var lookedFor: MailPredicate? { nil }
    public var isForAnswering: Bool { false }
    public func letGo(_ id: ThreadID, by command: Action.Command) { letGo(id) }
    public func takePane(of id: ThreadID) -> ThreadPane? { nil }
}
