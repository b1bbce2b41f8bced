/// What GnuPG says for programs (`--status-fd`; its `doc/DETAILS`). Its words for people are never read: a mail may be in them.
public struct GnuPGStatus: Sendable {
    /// What became of one signature.
    public struct Signature: Hashable, Sendable {
        public enum Outcome: Hashable, Sendable {
            case good, bad, signatureExpired, keyExpired, keyRevoked, noKey, unreadable
        }

        public var outcome: Outcome
        /// The last 16 digits of the key's fingerprint; empty where that is not told.
        public var key = ""
        /// Of the whole key, not of the part of it that signed; empty unless the signature is sound.
        public var fingerprint = ""
    }

    /// One for each that there is, in their order.
    public private(set) var signatures: [Signature] = []
    private var words: [String] = []
    private var arguments: [[String]] = []

    private static let mostLines = 10_000
    private static let lead = Array("[GNUPG:] ".utf8)

    public init(_ bytes: [UInt8]) {
        // By bytes: what letters of a name run into is nothing to this.
        for line in bytes.split(separator: 0x0A).prefix(Self.mostLines) where line.starts(with: Self.lead) {
            let pieces = line.dropFirst(Self.lead.count).split(separator: 0x20).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard let word = pieces.first else { continue }
            words.append(word)
            arguments.append(Array(pieces.dropFirst()))
            read(word, Array(pieces.dropFirst()))
        }
        // A verdict that is not followed by what it rests on is none.
        for index in signatures.indices where signatures[index].fingerprint.isEmpty {
            switch signatures[index].outcome {
            case .good, .keyExpired, .keyRevoked, .signatureExpired: signatures[index].outcome = .unreadable
            case .bad, .noKey, .unreadable: break
            }
        }
    }

    private mutating func read(_ word: String, _ arguments: [String]) {
        switch word {
        case "NEWSIG": signatures.append(Signature(outcome: .unreadable))
        case "GOODSIG": end(.good, arguments)
        case "BADSIG": end(.bad, arguments)
        case "EXPSIG": end(.signatureExpired, arguments)
        case "EXPKEYSIG": end(.keyExpired, arguments)
        case "REVKEYSIG": end(.keyRevoked, arguments)
        // Its sixth says why: 9 for a key that is not there.
        case "ERRSIG": end(arguments.dropFirst(5).first == "9" ? .noKey : .unreadable, arguments)
        case "VALIDSIG":
            guard !signatures.isEmpty, let print = (arguments.count >= 10 ? arguments[9] : arguments.first),
                Self.isFingerprint(print)
            else { return }
            signatures[signatures.count - 1].fingerprint = print
            signatures[signatures.count - 1].key = String(print.suffix(16))
        default: break
        }
    }

    private mutating func end(_ outcome: Signature.Outcome, _ arguments: [String]) {
        guard let last = signatures.indices.last, signatures[last].outcome == .unreadable else { return }
        signatures[last].outcome = outcome
        if let key = arguments.first, Self.isHex(key) { signatures[last].key = String(key.suffix(16)) }
    }

    private static func isHex(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
    }

    private static func isFingerprint(_ text: String) -> Bool { (40...64).contains(text.utf8.count) && isHex(text) }

    // MARK: Sealing

    /// Why something was not signed or encrypted.
    public enum SealRefusal: Hashable, Sendable {
        /// No key of one's own for the address that it is from.
        case noOwnKey
        /// No key for an address, or none that is vouched for.
        case noKey(email: String), untrusted(email: String)
        case needsPassphrase, wrongPassphrase, cancelled
        case failed
    }

    /// The name of the hash of the signature that was made (RFC 3156 §5, RFC 9580 §9.5); nil where none was.
    public var signedWith: String? {
        guard let made = zip(words, arguments).reversed().first(where: { $0.0 == "SIG_CREATED" })?.1, made.count > 2
        else {
            return nil
        }
        return ["2": "sha1", "8": "sha256", "9": "sha384", "10": "sha512", "11": "sha224"][made[2]]
    }

    /// Whether all of it was encrypted.
    public var isEncrypted: Bool { words.contains("END_ENCRYPTION") && refusedRecipient == nil }

    /// Why nothing was made.
    public var sealRefusal: SealRefusal {
        if let refusedRecipient { return refusedRecipient }
        if words.contains("INV_SGNR") || words.contains("NO_SGNR") {
            // Of a key that is there, the error says more.
            return errors.contains(85) ? .needsPassphrase : .noOwnKey
        }
        for code in errors {
            switch code {
            case 85: return .needsPassphrase
            case 11: return .wrongPassphrase
            case 99: return .cancelled
            case 9, 17: return .noOwnKey
            default: break
            }
        }
        return .failed
    }

    private var refusedRecipient: SealRefusal? {
        guard let told = zip(words, arguments).first(where: { $0.0 == "INV_RECP" })?.1 else { return nil }
        let email = (told.dropFirst().first ?? "").trimmingPrefix("<").prefix { $0 != ">" }
        return told.first == "10" ? .untrusted(email: String(email)) : .noKey(email: String(email))
    }

    /// Numbers of errors: their lower half, without who found it.
    private var errors: [UInt32] {
        zip(words, arguments).filter { $0.0 == "ERROR" || $0.0 == "FAILURE" }
            .compactMap { $0.1.last.flatMap(UInt32.init) }.map { $0 & 0xFFFF }
    }

    // MARK: Decrypting

    /// Why something was not decrypted.
    public enum Refusal: Hashable, Sendable {
        /// A key here is guarded by a passphrase that has to be typed.
        case needsPassphrase
        case wrongPassphrase, cancelled
        /// It is for keys that are not here.
        case noKey
        /// Nothing tells whether it was changed on its way, so it may have been (no MDC).
        case unguarded
        case damaged
    }

    /// What keeps its output from being shown; nil for nothing.
    public func refusal(of output: [UInt8]) -> Refusal? {
        if isGuarded(output) { return nil }
        let codes = zip(words, arguments).filter { $0.0 == "ERROR" }.compactMap { $0.1.last.flatMap(UInt32.init) }
        // The lower half is the error, the upper half who found it.
        for code in codes.map({ $0 & 0xFFFF }) {
            switch code {
            case 85: return .needsPassphrase
            case 11: return .wrongPassphrase
            case 99: return .cancelled
            default: break
            }
        }
        if words.contains("NO_SECKEY") { return .noKey }
        let wasRead = words.contains("BEGIN_DECRYPTION") && words.contains("PLAINTEXT")
        return wasRead && !words.contains("BADMDC") ? .unguarded : .damaged
    }

    /// Whether all of the output was decrypted, and nothing of it was changed since it was encrypted.
    private func isGuarded(_ output: [UInt8]) -> Bool {
        func places(_ word: String) -> [Int] { words.indices.filter { words[$0] == word } }
        guard places("DECRYPTION_OKAY").count == 1, places("GOODMDC").count == 1, !words.contains("BADMDC"),
            !words.contains("DECRYPTION_FAILED"), !words.contains("NODATA"),
            let begin = places("BEGIN_DECRYPTION").first, places("BEGIN_DECRYPTION").count == 1,
            let end = places("END_DECRYPTION").first, places("END_DECRYPTION").count == 1
        else { return false }
        // What stands in front of or behind it was not encrypted.
        let texts = places("PLAINTEXT")
        guard let text = texts.first, texts.count == 1, (begin..<end).contains(text) else { return false }
        let lengths = places("PLAINTEXT_LENGTH").compactMap { arguments[$0].first.flatMap { Int($0) } }
        // Of text (`t` and `u`, RFC 9580 §5.9) the length counts carriage returns that the output has no more; of bytes it is exact.
        let isExact = arguments[text].first == "62"
        return lengths.allSatisfy { isExact ? $0 == output.count : $0 >= output.count && $0 <= 2 * output.count }
    }
}
