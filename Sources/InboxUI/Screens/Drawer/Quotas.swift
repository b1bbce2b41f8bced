import InboxKit
import InboxModel
import TerminalUI

/// How full the accounts are, where their servers report it. Asked for when the drawer opens, and cached for a while.
@UI
final class Quotas {
    private static let lasts = Duration.seconds(600)

    private let session: MailSession
    private let changed: () -> Void
    private var known: [AccountID: MailQuota] = [:]
    private var asked: [AccountID: ContinuousClock.Instant] = [:]
    private var tasks: [AccountID: Task<Void, Never>] = [:]

    init(session: MailSession, changed: @escaping () -> Void) {
        self.session = session
        self.changed = changed
    }

    isolated deinit { for task in tasks.values { task.cancel() } }

    /// Returns the fullest quota of an account.
    func quota(of account: AccountID) -> MailQuota? { known[account] }

    func ask(_ accounts: [Account]) {
        let now = ContinuousClock.now
        for account in accounts where asked[account.id].map({ $0 + Self.lasts <= now }) ?? true {
            asked[account.id] = now
            let (session, id) = (session, account.id)
            tasks[id]?.cancel()
            tasks[id] = Task { [weak self] in
                let fullest = await session.quotas(of: id).max { $0.part < $1.part }
                guard let self, !Task.isCancelled, self.known[id] != fullest else { return }
                self.known[id] = fullest
                self.changed()
            }
        }
    }
}
