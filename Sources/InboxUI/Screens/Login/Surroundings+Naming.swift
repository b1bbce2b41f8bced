import Foundation
import InboxKit
import InboxModel
import MailContent

extension Surroundings {
    /// Asks for the name of a new account's owner if no setting or server has it; a user who closes the question stays without a name.
    func askForName(of account: Account) {
        let isNamed = settings.identities.contains {
            !$0.isPattern && $0.covers(account.address) && !$0.name.isEmpty
        }
        guard account.name.isEmpty, !isNamed else { return }
        let address = Wording.line(account.address)
        func written(_ name: String) -> MailAddress {
            MailAddress(name: CleanText.line(name).trimmingCharacters(in: .whitespaces), email: account.address)
        }
        Task {
            guard await session.isNameless(account) else { return }
            _ = pushWhenFree(
                EntryScreen(
                    "Your name", deed: "keep", placeholder: "as others see it in your mail", around: self,
                    note: { text in
                        let author = written(text)
                        guard !author.name.isEmpty else {
                            return .init(text: "The server of \(address) does not know it.", isProblem: true)
                        }
                        return .init(text: "You write as " + CleanText.line(AddressList.text(of: author)))
                    },
                    done: { [weak self] text in self?.keep(written(text), of: account) }))
        }
    }

    private func keep(_ author: MailAddress, of account: Account) {
        run { [weak self, session] in
            do throws(SessionError) {
                try await session.setName(author.name, of: account.id)
                self?.say("You write as \(CleanText.line(AddressList.text(of: author)))", kind: .done, undo: false)
            } catch {
                self?.say(Wording.sentence(error), kind: .failure, undo: false)
            }
        }
    }
}
