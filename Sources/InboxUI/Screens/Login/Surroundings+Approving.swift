import InboxKit
import InboxModel
import TerminalUI

/// Approving that an account's password may go to other origins than the one that the user named.
extension Surroundings {
    /// - Parameter granted: Called when the user approves.
    func askToApprove(_ origins: [String], of address: String, granted: @escaping @UI () -> Void) {
        let places = origins.map(Wording.line).joined(separator: " and ")
        push(
            QuestionScreen(
                "Send the password there too?",
                text: "The server of \(Wording.line(address)) wants it at \(places). Approve only if you know "
                    + (origins.count == 1 ? "the place." : "the places."),
                deed: "approve", takesEnter: false, around: self, yes: granted))
    }

    /// Warns that nothing can be sent, where no server for that was found.
    func tellOfNoSending(_ account: Account) {
        guard SignIn.lacksSender(account.url) else { return }
        say("Mail can only be read: no server was found that sends it.", kind: .warning)
    }

    /// Warns where some services of a new account, such as its files, are at origins to which the password does not go without approval.
    func tellOfOtherPlaces(_ account: Account) {
        guard account.dialect.namesOtherOrigins else { return }
        Task {
            guard let places = try? await session.unapprovedOrigins(of: account.id), !places.isEmpty else { return }
            say(
                "Files can't be fetched: they are at \(places.map(Wording.line).joined(separator: " and ")). "
                    + "The command “approve places” sends the password there.", kind: .warning)
        }
    }

    func askToApprove(_ origins: [String], of account: Account) {
        askToApprove(origins, of: account.address) { [self] in
            attempt(saying: "Approved for \(Wording.line(account.address)).") {
                [session] () async throws(SessionError) in
                try await session.approve(origins, of: account.id)
            }
        }
    }
}
