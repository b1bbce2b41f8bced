package import InboxModel
import InboxRemote

/// The requests that a first sign-in makes.
package struct SignInPaths: Sendable {
    /// Finds the server of a mail address or URL, and the ways to sign in to it. Neither requests nor sends a secret.
    package typealias WaysFinder = @Sendable (_ place: String) async throws(RemoteError) -> SignInWays
    /// Finds the IMAP server of a mail address, even if it has another one, too.
    package typealias MailFinder = @Sendable (_ address: String) async throws(RemoteError) -> SignInWays
    /// Finds out which dialect a server speaks, given its URL, the user's name and the password or token.
    package typealias DialectFinder =
        @Sendable (_ url: String, _ userName: String, _ secret: String) async throws(RemoteError) -> Account.Dialect
    /// Signs in through a browser, and returns what is stored in place of a password.
    package typealias BrowserSignIn =
        @Sendable (
            _ server: OAuthMetadata, _ address: String, _ clientID: String?,
            _ show: @escaping @Sendable (SignInPrompt) async -> Void
        ) async throws(RemoteError) -> String

    package var findWays: WaysFinder
    package var findMail: MailFinder
    package var findDialect: DialectFinder
    package var browse: BrowserSignIn

    package init(
        findWays: @escaping WaysFinder, findMail: @escaping MailFinder = SignInPaths.findsNoMail,
        findDialect: @escaping DialectFinder, browse: @escaping BrowserSignIn
    ) {
        self.findWays = findWays
        self.findMail = findMail
        self.findDialect = findDialect
        self.browse = browse
    }

    init(over client: any Transport) {
        let finder = ServerFinder(transport: client)
        let browser = OAuthSignIn(transport: client)
        self.init(
            findWays: { (place: String) async throws(RemoteError) -> SignInWays in try await finder.ways(of: place) },
            findMail: { (address: String) async throws(RemoteError) -> SignInWays in
                try await finder.mailWays(ofAddress: address)
            },
            findDialect: { (url: String, user: String, secret: String) async throws(RemoteError) -> Account.Dialect in
                try await finder.dialect(url: url, userName: user, secret: secret)
            },
            browse: { server, address, clientID, show async throws(RemoteError) -> String in
                try await browser.signIn(
                    server, address: address, hasBrowser: SignIn.hasBrowser, clientID: clientID, show: show
                ).secret
            })
    }

    /// For sessions without a network.
    package static let none = SignInPaths(
        findWays: { (_: String) async throws(RemoteError) -> SignInWays in throw unreachable },
        findDialect: { (_: String, _: String, _: String) async throws(RemoteError) -> Account.Dialect in
            throw unreachable
        },
        browse: { _, _, _, _ async throws(RemoteError) -> String in throw unreachable })

    package static let findsNoMail: MailFinder = { (_: String) async throws(RemoteError) -> SignInWays in
        throw unreachable
    }

    private static let unreachable = RemoteError(.unreachable(detail: "there is no network here"), call: "sign in")
}
