package import InboxModel

/// The result of checking the signature on a message.
package enum SignatureVerdict: Hashable, Sendable {
    /// The only verdict that vouches for the sender: a valid signature by a key that the user's own keys certify for the sender's address.
    case good(name: String, email: String, key: String)
    case untrusted(key: String)
    case otherAddress([String], key: String)
    case keyExpired(key: String), keyRevoked(key: String), signatureExpired(key: String)
    case noKey(String)
    /// Nothing vouches for the certificate.
    case unvouched(CertificateFault, key: String)
    /// The content differs from what was signed.
    case bad
    case unreadable
    // Reasons why the signature was not checked.
    case notInstalled, tookTooLong, tooLarge
    /// The reason in words.
    case unreachable(String)

    /// Combines the verdicts on several signatures: a single bad one decides, and so does one by a revoked key.
    package static func of(_ verdicts: [SignatureVerdict]) -> SignatureVerdict {
        if verdicts.contains(.bad) { return .bad }
        if let revoked = verdicts.first(where: \.isAlarming) { return revoked }
        return verdicts.first(where: \.isGood) ?? verdicts.first ?? .unreadable
    }

    /// - Parameters:
    ///   - users: the user ids of the key that signed.
    ///   - from: the senders that the message names.
    package init(_ signature: GnuPGStatus.Signature, users: [GnuPGUser], from: [MailAddress]) {
        let key = signature.key
        switch signature.outcome {
        case .bad: self = .bad
        case .noKey: self = .noKey(key)
        case .unreadable: self = .unreadable
        case .unvouched(let fault): self = .unvouched(fault, key: key)
        case .keyExpired: self = .keyExpired(key: key)
        case .keyRevoked: self = .keyRevoked(key: key)
        case .signatureExpired: self = .signatureExpired(key: key)
        case .good:
            let valid = users.filter { $0.isValid && !$0.email.isEmpty }
            // With several senders, the signature does not identify who signed.
            let sender = from.count == 1 ? from[0].email : ""
            if let user = valid.first(where: { $0.isAt(sender) }) {
                self = .good(name: user.name, email: user.email, key: key)
            } else {
                self = valid.isEmpty ? .untrusted(key: key) : .otherAddress(valid.map(\.email), key: key)
            }
        }
    }

    package var isGood: Bool { if case .good = self { true } else { false } }

    /// Whether the verdict says that something is wrong, not only that nothing is known.
    package var isAlarming: Bool {
        switch self {
        case .bad, .keyRevoked: true
        default: false
        }
    }

    /// Whether the signature makes the sender less credible than no signature would.
    package var isDoubtful: Bool {
        switch self {
        case .otherAddress, .keyExpired, .signatureExpired, .unreadable, .unvouched(.misused, _): true
        case .good, .bad, .keyRevoked, .untrusted, .noKey, .unvouched, .notInstalled, .tookTooLong, .tooLarge,
            .unreachable:
            false
        }
    }

    /// Whether a key that is imported or trusted later can change the verdict.
    package var isUnvouched: Bool {
        switch self {
        case .noKey, .untrusted, .otherAddress, .unvouched: true
        default: false
        }
    }

    /// Whether the verdict may be kept, because nothing temporary prevented the check.
    package var isFinal: Bool {
        switch self {
        case .notInstalled, .tookTooLong, .unreachable: false
        default: true
        }
    }

    /// Returns the verdict for screens and commands, cleaned.
    /// - Parameters:
    ///   - isWhole: whether the signature covers the whole message.
    ///   - kind: that of the signature.
    package func words(isWhole: Bool, of kind: SealKind = .openpgp) -> String {
        let words = kind == .smime ? certificateWords : words
        return isWhole ? words : "only a part of this is signed: " + words
    }

    private static func words(_ name: String, _ email: String) -> String {
        let name = CleanText.line(name)
        let address = EmailAddress.shown(email)
        return name.isEmpty ? address : "\(name) <\(address)>"
    }

    private static func words(_ emails: [String]) -> String {
        emails.prefix(3).map { EmailAddress.shown($0) }.joined(separator: ", ")
    }

    private var certificateWords: String {
        switch self {
        // Nobody is asked for that: it would tell others what is read here.
        case .good(let name, let email, let key):
            "signed by \(Self.words(name, email)), certificate \(key); if it was revoked is not checked"
        case .untrusted(let key): "good signature of a certificate without an address: \(key)"
        case .otherAddress(let emails, let key):
            "good signature, but of another address: \(Self.words(emails)), certificate \(key)"
        case .keyExpired(let key): "signed with a certificate that has expired: \(key)"
        case .keyRevoked(let key): "signed with a certificate that was revoked: \(key)"
        case .noKey: "signed, but the certificate is not here"
        case .unvouched(.untrustedRoot, let key):
            "good signature of a certificate whose root is not trusted: \(key)"
        case .unvouched(.noIssuer, let key): "good signature of a certificate whose issuer is not known here: \(key)"
        case .unvouched(.misused, let key): "signed with a certificate that is not made for that: \(key)"
        case .unvouched(.other, let key): "good signature of a certificate that nothing vouches for: \(key)"
        case .notInstalled: "signed, but gpgsm is not installed to check that"
        case .signatureExpired, .bad, .unreadable, .tookTooLong, .tooLarge, .unreachable: words
        }
    }

    private var words: String {
        switch self {
        case .good(let name, let email, let key): return "signed by \(Self.words(name, email)), key \(key)"
        case .untrusted(let key): return "good signature of a key that is not trusted: \(key)"
        case .otherAddress(let emails, let key):
            return "good signature, but of another address: \(Self.words(emails)), key \(key)"
        case .keyExpired(let key): return "signed by a key that has expired: \(key)"
        case .keyRevoked(let key): return "signed by a key that was revoked: \(key)"
        case .signatureExpired(let key): return "the signature has expired, key \(key)"
        case .noKey(let key): return "signed, but the key is not here: \(key)"
        case .unvouched(_, let key): return "good signature that nothing vouches for: \(key)"
        case .bad: return "BAD signature: the text was changed"
        case .unreadable: return "signed in a way that can't be read"
        case .notInstalled: return "signed, but gpg is not installed to check that"
        case .tookTooLong: return "signed, but checking that took too long"
        case .tooLarge: return "signed, but too large to check that"
        case .unreachable(let reason): return "signed, but that can't be checked now: \(CleanText.line(reason))"
        }
    }

    /// The verdict in one word, for programs.
    package var name: String {
        switch self {
        case .good: "good"
        case .untrusted, .unvouched: "untrusted"
        case .otherAddress: "other_address"
        case .keyExpired: "key_expired"
        case .keyRevoked: "key_revoked"
        case .signatureExpired: "expired"
        case .noKey: "no_key"
        case .bad: "bad"
        case .unreadable: "unreadable"
        case .notInstalled, .tookTooLong, .tooLarge, .unreachable: "unchecked"
        }
    }

    /// The last 16 digits of the key's fingerprint.
    package var key: String? {
        switch self {
        case .good(_, _, let key), .untrusted(let key), .otherAddress(_, let key), .keyExpired(let key),
            .keyRevoked(let key), .signatureExpired(let key), .noKey(let key), .unvouched(_, let key):
            key.isEmpty ? nil : key
        default: nil
        }
    }
}
