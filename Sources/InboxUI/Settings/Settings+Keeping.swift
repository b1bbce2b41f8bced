public import InboxKit
public import InboxModel
public import InboxStore

extension Settings {
    /// Returns how long an account keeps its mail; nil when it keeps all.
    public func retention(of account: Account) -> Retention? {
        let address = account.address.lowercased()
        return trimDays.first { $0.key.lowercased() == address }.map { Retention(days: $0.value) }
    }

    /// Limits the cache of bodies and files to the size in these settings.
    public func limitCache(of session: MailSession) async throws(SessionError) {
        try await session.setCacheLimit(cacheMegabytes * 1_000_000)
    }

    /// Removes from this machine what these settings don't allow to be kept.
    public func keep(_ session: MailSession) async throws(SessionError) {
        try await limitCache(of: session)
        for account in session.knownAccounts {
            if let retention = retention(of: account) { _ = try await session.trim(account.id, retention) }
        }
    }
}

extension Settings {
    /// Returns the addresses that settings name as accounts although there is none, each with the setting. What is said for them
    /// has no effect: an identity is not offered, and nothing is trimmed.
    public func unknownAccounts(among known: [Account]) -> [(setting: String, address: String)] {
        let addresses = Set(known.map { $0.address.lowercased() })
        var named = identities.map { (setting: "identities", address: $0.account) }
        named += trimDays.keys.sorted().map { (setting: "trimDays", address: $0) }
        named += authenticationServers.keys.sorted().map { (setting: "authenticationServers", address: $0) }
        return named.filter { !$0.address.isEmpty && !addresses.contains($0.address.lowercased()) }
    }
}

extension Settings {
    /// The settings that suit the demo mailbox: appearance and keys, but nothing about the user's own accounts, and nothing
    /// that tells other programs of mail.
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
