import HTTPTypes

/// The accounts of a running server, and which of them a request may see.
struct AccountDirectory: Sendable {
    let accounts: [ServedAccount]
    let trustsLoopback: Bool

    /// The account that the request signs in to; nil when it brings no token, or none that fits.
    func account(for headers: HTTPFields) -> ServedAccount? {
        guard let token = Credentials.token(in: headers) else { return nil }
        // All are compared, so that the time does not tell which account was tried.
        var found: ServedAccount?
        for account in accounts {
            let fits = Credentials.isEqual(token, to: account.token)
            let isTrusted = trustsLoopback && Credentials.isEqual(token, to: account.publicID)
            if fits || isTrusted { found = account }
        }
        return found
    }

    func account(address: String) -> ServedAccount? {
        accounts.first { $0.email.lowercased() == address.lowercased() }
    }
}
