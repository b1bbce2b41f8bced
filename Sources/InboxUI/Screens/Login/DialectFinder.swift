public import InboxModel
public import InboxRemote

/// Finds out what a server speaks, given its URL, the user's name and the password or token.
public typealias DialectFinder =
    @Sendable (_ url: String, _ userName: String, _ secret: String) async throws(RemoteError) -> Account.Dialect

/// Asks the server itself, over a transport.
public func dialectFinder(over transport: any Transport) -> DialectFinder {
    { (url: String, userName: String, secret: String) async throws(RemoteError) -> Account.Dialect in
        try await detectDialect(url: url, userName: userName, secret: secret, transport: transport).0
    }
}
