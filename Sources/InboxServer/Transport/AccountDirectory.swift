import HTTPTypes

/// The accounts of a running server, and which of them a request may see.
struct AccountDirectory: Sendable {
    let accounts: [ServedAccount]
    let trustsLoopback: Bool

    /// The account that the request signs in to; nil when it brings no token, or none that fits.
    func account(for headers: HTTPFields) -> ServedAccount? {
        guard let credentials = Credentials(headers) else { return nil }
        // All are compared, so that the time does not tell which account was tried.
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

    /// Whether somebody who does not sign in at all is let in where the account is known otherwise.
    func trustsStranger(_ headers: HTTPFields) -> Bool { trustsLoopback && headers[.authorization] == nil }

    func account(address: String) -> ServedAccount? {
        accounts.first { $0.email.lowercased() == address.lowercased() }
    }
}
