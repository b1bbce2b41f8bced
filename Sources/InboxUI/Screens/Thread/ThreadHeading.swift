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

extension ThreadPane {
    /// Names the mailboxes in which messages of the thread lie.
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
