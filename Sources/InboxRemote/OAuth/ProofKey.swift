import Foundation
import MailContent

/// Binds an authorization code to the client that requested it (PKCE, RFC 7636), and an answer to its request.
struct ProofKey: Sendable {
    let verifier: String
    /// Returned with the answer (RFC 6749 §10.12).
    let state: String

    init() {
        verifier = Self.random()
        state = Self.random()
    }

    /// `S256` of the verifier.
    var challenge: String { Self.text(SHA256.hash(Array(verifier.utf8))) }

    /// Returns 256 unpredictable bits.
    private static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return text((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// Returns Base64url without padding (RFC 7636 appendix A).
    static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}
