import Foundation

/// How a server lets people in.
public struct SignInWays: Hashable, Sendable {
    /// Where it is.
    public var url: String
    /// Whether a name with a password, or a token in its place, lets one in.
    public var takesPassword: Bool
    /// Nil when it has no OAuth.
    public var oauth: OAuthMetadata?

    public init(url: String, takesPassword: Bool, oauth: OAuthMetadata? = nil) {
        self.url = url
        self.takesPassword = takesPassword
        self.oauth = oauth
    }
}

/// What an authorization server says of itself (RFC 8414), and for which server it lets people in (RFC 9728).
public struct OAuthMetadata: Hashable, Sendable {
    /// A URL, compared letter for letter (RFC 8414 §3.3).
    public var issuer: String
    package var authorizationURL: String?
    package var tokenURL: String
    package var deviceURL: String?
    package var registrationURL: String?
    /// What both name; empty when they name none of ours.
    package var scopes: [String]
    /// What the tokens are for, as that server calls itself (RFC 8707).
    package var resource: String?
    /// Whether its answers always say whose they are (RFC 9207).
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

    /// The name of the sign-in server, in lower case.
    public var host: String { (URLComponents(string: issuer)?.host ?? issuer).lowercased() }
    /// Whether one can sign in with a browser on this machine (RFC 8252).
    public var hasBrowser: Bool { authorizationURL != nil }
    /// Whether one can sign in with a browser on any machine (RFC 8628).
    public var hasDevice: Bool { deviceURL != nil }
}

/// What the user has to do in a browser.
public enum SignInPrompt: Hashable, Sendable {
    case visit(url: String)
    /// A code to be typed at a page, on any machine.
    case enter(code: String, url: String)
}
