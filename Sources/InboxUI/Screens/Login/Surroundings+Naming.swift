import Foundation
import InboxKit
import InboxModel
import MailContent
import TerminalUI

extension Surroundings {
    /// Whether no setting and no server has the name of a new account's owner. Asks the server.
    func isNameless(_ account: Account) async -> Bool {
        let isNamed = settings.identities.contains {
            !$0.isPattern && $0.covers(account.address) && !$0.name.isEmpty
        }
        return isNamed ? false : await session.isNameless(account)
    }

    /// Asks for the name of a new account's owner; a user who closes the question stays without a name.
    /// - Parameter done: Called for either answer, after the question has closed.
    func askForName(of account: Account, done: @escaping @UI () -> Void) {
        let address = Wording.line(account.address)
        func written(_ name: String) -> MailAddress {
            MailAddress(name: CleanText.line(name).trimmingCharacters(in: .whitespaces), email: account.address)
        }
        push(
            EntryScreen(
                "Your name", deed: "keep", other: "skip", placeholder: "as others see it in your mail", around: self,
                note: { text in
                    let author = written(text)
                    guard !author.name.isEmpty else {
                        return .init(text: "The server of \(address) does not know it.", isProblem: true)
                    }
                    return .init(text: "You write as " + CleanText.line(AddressList.text(of: author)))
                },
                left: done,
                done: { [weak self] text in
                    done()
                    self?.keep(written(text), of: account)
                }))
    }

    private func keep(_ author: MailAddress, of account: Account) {
        let words = "You write as \(CleanText.line(AddressList.text(of: author)))"
        attempt(saying: words) { [session] () async throws(SessionError) in
            try await session.setName(author.name, of: account.id)
        }
    }
}
