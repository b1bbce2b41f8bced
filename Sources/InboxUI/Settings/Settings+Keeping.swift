public import InboxKit
public import InboxModel
public import InboxStore

extension Settings {
    /// Nil when the account keeps all its mail.
    public func retention(of account: Account) -> Retention? {
        let address = account.address.lowercased()
        return trimDays.first { $0.key.lowercased() == address }.map { Retention(days: $0.value) }
    }

    /// Has no more texts and files kept than these settings allow, from now on.
    public func limitCache(of session: MailSession) async throws(SessionError) {
        try await session.setCacheLimit(cacheMegabytes * 1_000_000)
    }

    /// Lets go what takes up more room on this machine than these settings allow.
    public func keep(_ session: MailSession) async throws(SessionError) {
        try await limitCache(of: session)
        for account in session.knownAccounts {
            if let retention = retention(of: account) { _ = try await session.trim(account.id, retention) }
        }
    }
}

extension Settings {
    /// What of it suits a mailbox that is nobody's: how things look and which keys do what, and nothing that is about the user's own
    /// accounts, or that tells other programs of mail.
    public var forDemo: Settings {
        let none = Settings()
        var settings = self
        settings.identities = none.identities
        settings.authenticationServers = none.authenticationServers
        settings.oauthClients = none.oauthClients
        settings.certificateFile = none.certificateFile
        settings.trimDays = none.trimDays
        settings.keepDays = none.keepDays
        settings.cacheMegabytes = none.cacheMegabytes
        settings.signature = none.signature
        settings.aliases = none.aliases
        settings.completionCommand = none.completionCommand
        settings.newMailCommand = none.newMailCommand
        return settings
    }
}
