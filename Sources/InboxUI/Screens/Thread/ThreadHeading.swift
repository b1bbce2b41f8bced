import InboxKit
import InboxModel
import TerminalUI

/// A thread as a whole, followed as it changes: its title, its star, how much of it is unread.
@UI
final class ThreadHeading {
    private let provider: DataProvider<MailThread>?
    private let changed: () -> Void

    init(_ id: ThreadID, session: MailSession, changed: @escaping () -> Void) {
        // Where its messages are shown, a store that can't be read is reported.
        provider = try? session.threadData(id)
        self.changed = changed
        provider?.delegate = self
    }

    /// Nil when the thread is gone.
    var thread: MailThread? { provider?.data }
}

extension ThreadHeading: @UI DataProviderDelegate {
    func provider(_ provider: DataProvider<MailThread>, changedWith context: (any Sendable)?) { changed() }
}
