public import InboxModel

/// What is known of the signature on a message.
public enum SignatureVerdict: Hashable, Sendable {
    /// The only one that vouches for the sender: a sound signature of a key of which the user's own keys say that it belongs to
    /// the address that the message is from.
    case good(name: String, email: String, key: String)
    case untrusted(key: String)
    case otherAddress([String], key: String)
    case keyExpired(key: String), keyRevoked(key: String), signatureExpired(key: String)
    case noKey(String)
    /// What was signed is not what is here.
    case bad
    case unreadable
    // What kept it from being checked.
    case notInstalled, tookTooLong, tooLarge
    /// In words.
    case unreachable(String)

    /// What several signatures come to: one that is bad spoils all, and so does one of a key that was revoked.
    public static func of(_ verdicts: [SignatureVerdict]) -> SignatureVerdict {
        if verdicts.contains(.bad) { return .bad }
        if let revoked = verdicts.first(where: \.isAlarming) { return revoked }
        return verdicts.first(where: \.isGood) ?? verdicts.first ?? .unreadable
    }

    /// - Parameters:
    ///   - users: whom the key of the signature is said to belong to.
    ///   - from: whom the message says that it is from.
    public init(_ signature: GnuPGStatus.Signature, users: [GnuPGUser], from: [MailAddress]) {
        let key = signature.key
        switch signature.outcome {
        case .bad: self = .bad
        case .noKey: self = .noKey(key)
        case .unreadable: self = .unreadable
        case .keyExpired: self = .keyExpired(key: key)
        case .keyRevoked: self = .keyRevoked(key: key)
        case .signatureExpired: self = .signatureExpired(key: key)
        case .good:
            let valid = users.filter { $0.isValid && !$0.email.isEmpty }
            // Of several senders none is the one that signed.
            let sender = from.count == 1 ? from[0].email : ""
            if let user = valid.first(where: { $0.isAt(sender) }) {
                self = .good(name: user.name, email: user.email, key: key)
            } else {
                self = valid.isEmpty ? .untrusted(key: key) : .otherAddress(valid.map(\.email), key: key)
            }
        }
    }

    public var isGood: Bool { if case .good = self { true } else { false } }

    /// Whether it says that something is wrong, and not only that nothing is known.
    public var isAlarming: Bool {
        switch self {
        case .bad, .keyRevoked: true
        default: false
        }
    }

    /// Whether the sender's word is worth less for it than without a signature.
    public var isDoubtful: Bool {
        switch self {
        case .otherAddress, .keyExpired, .signatureExpired, .unreadable: true
        case .good, .bad, .keyRevoked, .untrusted, .noKey, .notInstalled, .tookTooLong, .tooLarge, .unreachable: false
        }
    }

    /// Whether a key that is had or trusted later makes another of it.
    public var isUnvouched: Bool {
        switch self {
        case .noKey, .untrusted, .otherAddress: true
        default: false
        }
    }

    /// Whether it was checked at all.
    public var isFinal: Bool {
        switch self {
        case .notInstalled, .tookTooLong, .unreachable: false
        default: true
        }
    }

    /// As screens and commands say it; cleaned.
    /// - Parameter isWhole: whether it is over all of the message.
    public func words(isWhole: Bool) -> String {
        isWhole ? words : "only a part of this is signed: " + words
    }

    private var words: String {
        switch self {
        case .good(let name, let email, let key):
            let name = CleanText.line(name)
            let address = EmailAddress.shown(email)
            return "signed by \(name.isEmpty ? address : "\(name) <\(address)>"), key \(key)"
        case .untrusted(let key): return "good signature of a key that is not trusted: \(key)"
        case .otherAddress(let emails, let key):
            let addresses = emails.prefix(3).map { EmailAddress.shown($0) }.joined(separator: ", ")
            return "good signature, but of another address: \(addresses), key \(key)"
        case .keyExpired(let key): return "signed by a key that has expired: \(key)"
        case .keyRevoked(let key): return "signed by a key that was revoked: \(key)"
        case .signatureExpired(let key): return "the signature has expired, key \(key)"
        case .noKey(let key): return "signed, but the key is not here: \(key)"
        case .bad: return "BAD signature: the text was changed"
        case .unreadable: return "signed in a way that can't be read"
        case .notInstalled: return "signed, but gpg is not installed to check that"
        case .tookTooLong: return "signed, but checking that took too long"
        case .tooLarge: return "signed, but too large to check that"
        case .unreachable(let reason): return "signed, but that can't be checked now: \(CleanText.line(reason))"
        }
    }

    /// One word for programs.
    public var name: String {
        switch self {
        case .good: "good"
        case .untrusted: "untrusted"
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
    public var key: String? {
        switch self {
        case .good(_, _, let key), .untrusted(let key), .otherAddress(_, let key), .keyExpired(let key),
            .keyRevoked(let key), .signatureExpired(let key), .noKey(let key):
            key.isEmpty ? nil : key
        default: nil
        }
    }
}
