import InboxKit
import InboxModel
import TerminalUI

/// A thread as a whole, followed wherever it changes: its title, its star, how much of it is unread.
@UI
final class ThreadHeading {
    private let provider: DataProvider<MailThread>?
    private let changed: () -> Void

    init(_ id: ThreadID, session: MailSession, changed: @escaping () -> Void) {
        // A store that cannot be read is told of where its messages are shown.
        provider = try? session.threadData(id)
        self.changed = changed
        provider?.delegate = self
    }

    /// Nil when it is gone.
    var thread: MailThread? { provider?.data }
}

extension ThreadHeading: @UI DataProviderDelegate {
    func provider(_ provider: DataProvider<MailThread>, changedWith context: (any Sendable)?) { changed() }
}
