import Foundation
import MailContent

/// What ties an authorization code to the one who asked for it (PKCE, RFC 7636), and an answer to its question.
struct ProofKey: Sendable {
    let verifier: String
    /// Comes back with the answer (RFC 6749 §10.12).
    let state: String

    init() {
        verifier = Self.random()
        state = Self.random()
    }

    /// `S256` of the verifier.
    var challenge: String { Self.text(SHA256.hash(Array(verifier.utf8))) }

    /// 256 bits that nobody can guess.
    private static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return text((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// Base64 for URLs, without its tail (RFC 7636 appendix A).
    static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}
