import InboxKit
import InboxModel

extension MailSession {
    /// The accounts, for screens: empty while the store cannot be read, which a notice reports.
    var knownAccounts: [Account] { (try? accounts()) ?? [] }

    func knownAccount(_ id: AccountID) -> Account? { knownAccounts.first { $0.id == id } }
}
