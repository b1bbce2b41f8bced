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

extension ThreadPane {
    /// Takes the names of the mailboxes that the thread's messages lie in.
    func takeNames(of mailboxes: [Mailbox]) {
        mailboxNames = Dictionary(
            mailboxes.map { ($0.id, Wording.name(of: $0)) }, uniquingKeysWith: { first, _ in first })
        let aside = mailboxes.filter { $0.role == .trash || $0.role == .junk }.map(\.id)
        self.aside = mailboxNames.filter { aside.contains($0.key) }
        sent = Set(mailboxes.filter { $0.role == .sent }.map(\.id))
    }
}

extension ThreadHeading: @UI DataProviderDelegate {
    func provider(_ provider: DataProvider<MailThread>, changedWith context: (any Sendable)?) { changed() }
}
