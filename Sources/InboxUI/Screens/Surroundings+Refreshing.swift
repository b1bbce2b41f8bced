import InboxKit
import InboxModel
import TerminalUI

extension Surroundings {
    /// Tells that a refresh was a success. Accounts that the user has paused were not asked, and while mail is being fetched what is shown
    /// is not yet up to date.
    /// - Parameter account: the account whose mail is shown; nil for mail of several.
    func sayRefreshed(_ account: AccountID?, in context: KeyContext) {
        let isPaused = session.knownAccounts.contains { known in
            (account == nil || account == known.id) && session.status(of: known.id).phase == .paused
        }
        guard isPaused else {
            let getting = statusText(for: account).getting
            return say(getting.isEmpty ? "Up to date." : "Still \(getting).", kind: .done)
        }
        let key = keyName(of: .jobs, in: context).map { ": \($0), then resume" } ?? ""
        sayHere("This account is paused\(key)", kind: .warning)
    }
}
