import Foundation
import InboxModel

/// The result of an OAuth sign-in: tokens, and where to renew them. It is stored in place of a password.
package struct OAuthGrant: Hashable, Sendable, Codable {
    /// Distinguishes a grant from passwords and plain tokens.
    private var kind = "oauth2"
    var issuer: String
    var tokenURL: String
    var clientID: String
    var accessToken: String
    /// Nil if the server issues none: then the user must sign in again when the access token expires.
    var refreshToken: String?
    var expiresAt: Date?

    init(issuer: String, tokenURL: String, clientID: String, answer: TokenAnswer, now: Date, old: OAuthGrant? = nil) {
        self.issuer = issuer
        self.tokenURL = tokenURL
        self.clientID = clientID
        accessToken = answer.accessToken
        // Without a new refresh token, the old one stays valid (RFC 6749 §6).
        refreshToken = answer.refreshToken ?? old?.refreshToken
        expiresAt = answer.expiresIn.map { now.addingTimeInterval(TimeInterval($0)) }
    }

    /// Returns nil for a password or a plain token.
    init?(secret: String) {
        guard secret.hasPrefix("{"), let grant = OAuthGrant(jsonText: secret), grant.kind == "oauth2" else {
            return nil
        }
        self = grant
    }

    /// Whether a stored secret is a grant.
    package static func isGrant(_ secret: String) -> Bool { OAuthGrant(secret: secret) != nil }

    /// The grant in its stored form.
    package var secret: String { (try? jsonText()) ?? "" }
}

/// Descriptions that do not reveal the tokens.
extension OAuthGrant: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "tokens of \(issuer)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
