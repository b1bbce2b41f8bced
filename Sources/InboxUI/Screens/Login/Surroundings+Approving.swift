import InboxKit
import InboxModel
import TerminalUI

/// Whether an account's password may go to other places than the one that the user named.
extension Surroundings {
    /// - Parameter granted: is called when the user has said yes.
    func askToApprove(_ origins: [String], of address: String, granted: @escaping @UI () -> Void) {
        let places = origins.map(Wording.line).joined(separator: " and ")
        push(
            QuestionScreen(
                "Let the password go there too?",
                text: "The server of \(Wording.line(address)) wants it at \(places). Approve that only if you know "
                    + (origins.count == 1 ? "the place." : "the places."),
                deed: "approve", takesEnter: false, around: self, yes: granted))
    }

    /// Says so where some of a new account's services, such as its files, lie at places that the password does not go to unasked.
    func tellOfOtherPlaces(_ account: Account) {
        guard account.dialect == .jmap else { return }
        Task {
            guard let places = try? await session.unapprovedOrigins(of: account.id), !places.isEmpty else { return }
            say(
                "Files may not be had: they lie at \(places.map(Wording.line).joined(separator: " and ")). "
                    + "“approve places” among the commands lets the password go there.", kind: .warning, undo: false)
        }
    }

    func askToApprove(_ origins: [String], of account: Account) {
        askToApprove(origins, of: account.address) { [self] in
            run {
                do throws(SessionError) {
                    try await self.session.approve(origins, of: account.id)
                    self.say("Approved for \(Wording.line(account.address)).", kind: .done, undo: false)
                } catch {
                    self.say(Wording.sentence(error), kind: .failure, undo: false)
                }
            }
        }
    }
}
