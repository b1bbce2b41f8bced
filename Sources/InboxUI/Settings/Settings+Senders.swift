public import InboxKit
public import InboxModel

extension Settings {
    /// Who the user may write as, of some accounts, by what is set here and what their servers say.
    public func senders(of accounts: [Account], _ session: MailSession) -> Senders {
        let writable = accounts.filter { !$0.isReadOnly }
        return Senders(
            accounts: writable.filter { session.canSend($0) }, silent: writable.filter { !session.canSend($0) },
            identities: identities, server: session.serverIdentities(),
            sent: Set(((try? session.mailboxes()) ?? []).filter { $0.role == .sent }.map(\.id)), signature: signature)
    }
}

extension Settings {
    /// Addresses that are the user's own, besides the accounts'. What holds for a whole domain is not among them.
    public var ownAddresses: [String] { identities.filter { !$0.isPattern }.map { $0.email.lowercased() } }
}
