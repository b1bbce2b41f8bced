import InboxKit
import InboxModel
import TerminalUI

/// What the key that asks servers does first, on whatever screen it is pressed.
extension Surroundings {
    /// Where one of these servers does not let us in, the user signs in again, over the screen in front; where one wants
    /// our password elsewhere, the user is asked.
    /// - Returns: whether the user signs in: until then there is nobody to ask.
    func signsIn(to accounts: [Account]) -> Bool {
        for account in accounts where session.status(of: account.id).needsSignIn {
            push(LoginScreen(surroundings: self, again: account))
            return true
        }
        // The others are asked meanwhile: after a no, too.
        for account in accounts {
            let origins = session.status(of: account.id).unapprovedOrigins
            guard !origins.isEmpty else { continue }
            askToApprove(origins, of: account)
            break
        }
        return false
    }
}
