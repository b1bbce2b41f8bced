import InboxKit
import InboxModel
import TerminalUI

/// The first step of the refresh key, on any screen.
extension Surroundings {
    /// Lets the user sign in again, over the current screen, if one of these servers refuses the password; asks for approval if a server
    /// wants the password at another origin.
    /// - Returns: Whether the user signs in; until then there is no server to ask.
    func signsIn(to accounts: [Account]) -> Bool {
        for account in accounts where session.status(of: account.id).needsSignIn {
            push(LoginScreen(around: self, again: account))
            return true
        }
        // The other servers are asked meanwhile, even if the user says no.
        for account in accounts {
            let origins = session.status(of: account.id).unapprovedOrigins
            guard !origins.isEmpty else { continue }
            askToApprove(origins, of: account)
            break
        }
        return false
    }
}
