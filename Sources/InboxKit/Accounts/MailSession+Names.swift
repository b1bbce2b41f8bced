public import InboxModel
import InboxRemote
import InboxStore

extension MailSession {
    /// Whether neither an account nor its server says what its owner is called. The server is asked: where it does not answer, that
    /// is not known.
    public func isNameless(_ account: Account) async -> Bool {
        guard account.name.isEmpty, canSend(account), let service = try? await service(of: account.id),
            let told = try? await service.identities()
        else { return false }
        return !told.contains { !$0.isPattern && $0.covers(account.address) && !$0.name.isEmpty }
    }

    /// Keeps what the owner of an account is called in what they write. What identities say counts before it.
    public func setName(_ name: String, of account: AccountID) async throws(SessionError) {
        do throws(StoreError) { try await store.write { try $0.setName(name, of: account) } } catch {
            throw .store(error)
        }
    }
}
