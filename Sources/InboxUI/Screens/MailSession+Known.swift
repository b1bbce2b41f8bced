import InboxKit
import InboxModel

extension MailSession {
    /// The accounts as far as a screen can know them: none while the store cannot be read, which a notice tells.
    var knownAccounts: [Account] { (try? accounts()) ?? [] }
}
