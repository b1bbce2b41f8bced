public import InboxModel
import InboxRemote
import InboxStore

extension MailSession {
    /// Whether neither the account nor its server has a name for its owner. Asks the server; false if it does not answer.
    public func isNameless(_ account: Account) async -> Bool {
        guard account.name.isEmpty, canSend(account), let service = try? await service(of: account.id),
            let told = try? await service.identities()
        else { return false }
        return !told.contains { !$0.isPattern && $0.covers(account.address) && !$0.name.isEmpty }
    }

    /// Stores the owner's name for what they write. Names of identities take precedence.
    public func setName(_ name: String, of account: AccountID) async throws(SessionError) {
        try await act { try $0.setName(name, of: account) }
    }
}
