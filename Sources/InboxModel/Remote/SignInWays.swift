import Foundation

/// The ways to sign in to a server.
public struct SignInWays: Hashable, Sendable {
    /// The server's address.
    public var url: String
    /// Whether the server accepts a name with a password, or a token as the password.
    public var takesPassword: Bool
    /// Nil without OAuth support.
    public var oauth: OAuthMetadata?
    /// Who runs the server, if that is well known.
    package var provider: MailProvider?

    public init(url: String, takesPassword: Bool, oauth: OAuthMetadata? = nil) {
        self.url = url
        self.takesPassword = takesPassword
        self.oauth = oauth
    }
}

/// The metadata of an authorization server (RFC 8414), and of the resource that it protects (RFC 9728).
public struct OAuthMetadata: Hashable, Sendable {
    /// A URL, compared character by character (RFC 8414 §3.3).
    public var issuer: String
    package var authorizationURL: String?
    package var tokenURL: String
    package var deviceURL: String?
    package var registrationURL: String?
    /// The scopes named by both; empty if none is known.
    package var scopes: [String]
    /// The resource that the tokens are for, as its server names it (RFC 8707).
    package var resource: String?
    /// Whether its responses always name the issuer (RFC 9207).
    package var namesItself: Bool

    public init(
        issuer: String, authorizationURL: String?, tokenURL: String, deviceURL: String? = nil,
        registrationURL: String? = nil, scopes: [String] = [], resource: String? = nil, namesItself: Bool = false
    ) {
        self.issuer = issuer
        self.authorizationURL = authorizationURL
        self.tokenURL = tokenURL
        self.deviceURL = deviceURL
        self.registrationURL = registrationURL
        self.scopes = scopes
        self.resource = resource
        self.namesItself = namesItself
    }

    /// The host name of the sign-in server, in lower case.
    public var host: String { (URLComponents(string: issuer)?.host ?? issuer).lowercased() }
    /// Whether the user can sign in with a browser on this machine (RFC 8252).
    public var hasBrowser: Bool { authorizationURL != nil }
    /// Whether the user can sign in with a browser on any machine (RFC 8628).
    public var hasDevice: Bool { deviceURL != nil }
}

/// What the user must do in a browser.
public enum SignInPrompt: Hashable, Sendable {
    case visit(url: String)
    /// Enter a code on a page, on any machine.
    case enter(code: String, url: String)
}
