import HTTPTypes

/// The accounts of a running server, and which of them a request may see.
struct AccountDirectory: Sendable {
    let accounts: [ServedAccount]
    let trustsLoopback: Bool

    /// Returns the account that the request signs in to; nil when it has no valid token.
    func account(for headers: HTTPFields) -> ServedAccount? {
        guard let credentials = Credentials(headers) else { return nil }
        // Compares with all accounts, so that the time does not reveal which account was tried.
        var found: ServedAccount?
        for account in accounts {
            if credentials.open(account, trustsLoopback: trustsLoopback) { found = account }
        }
        return found
    }

    /// The same for a path: below `/n/` a trusting server needs no sign-in, since the path names the account.
    func account(for headers: HTTPFields, path: [String]) -> ServedAccount? {
        guard path.first == "n", path.count > 1, trustsStranger(headers) else { return account(for: headers) }
        return accounts.first { $0.publicID == path[1] }
    }

    /// Whether a request without any sign-in is admitted where the account is otherwise known.
    func trustsStranger(_ headers: HTTPFields) -> Bool { trustsLoopback && headers[.authorization] == nil }

    func account(address: String) -> ServedAccount? {
        accounts.first { $0.email.lowercased() == address.lowercased() }
    }
}
