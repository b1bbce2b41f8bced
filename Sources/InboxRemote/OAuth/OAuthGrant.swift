import Foundation

/// What a sign-in with OAuth leaves: tokens, and where new ones are had. It is kept in the place of a password.
public struct OAuthGrant: Hashable, Sendable, Codable {
    /// Sets it apart from passwords and plain tokens.
    private var kind = "oauth2"
    var issuer: String
    var tokenURL: String
    var clientID: String
    var accessToken: String
    /// Nil when the server gives none: then the user signs in again when the token has run out.
    var refreshToken: String?
    var expiresAt: Date?

    init(issuer: String, tokenURL: String, clientID: String, answer: TokenAnswer, now: Date, old: OAuthGrant? = nil) {
        self.issuer = issuer
        self.tokenURL = tokenURL
        self.clientID = clientID
        accessToken = answer.accessToken
        // A server that gives no new one lets the old one stand (RFC 6749 §6).
        refreshToken = answer.refreshToken ?? old?.refreshToken
        expiresAt = answer.expiresIn.map { now.addingTimeInterval(TimeInterval($0)) }
    }

    /// Nil for a password or a plain token.
    init?(secret: String) {
        guard secret.hasPrefix("{"), let grant = try? JSONDecoder().decode(OAuthGrant.self, from: Data(secret.utf8)),
            grant.kind == "oauth2"
        else { return nil }
        self = grant
    }

    /// Whether what is kept in the place of a password is such.
    package static func isGrant(_ secret: String) -> Bool { OAuthGrant(secret: secret) != nil }

    /// As it is kept.
    public var secret: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// Says nothing of what it holds.
extension OAuthGrant: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "tokens of \(issuer)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
