public import InboxKit
public import InboxModel

extension Settings {
    /// Returns who the user may write as from some accounts, according to these settings and the servers.
    public func senders(of accounts: [Account], _ session: MailSession) -> Senders {
        let writable = accounts.filter { !$0.isReadOnly }
        return Senders(
            accounts: writable.filter { session.canSend($0) }, silent: writable.filter { !session.canSend($0) },
            identities: identities, server: session.serverIdentities(),
            sent: Set(((try? session.mailboxes()) ?? []).filter { $0.role == .sent }.map(\.id)), signature: signature)
    }
}

extension Settings {
    /// The user's own addresses besides those of the accounts, without the patterns for whole domains.
    public var ownAddresses: [String] { identities.filter { !$0.isPattern }.map { $0.email.lowercased() } }
}
