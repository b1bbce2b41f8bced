package import InboxModel

/// GnuPG's status output for programs (`--status-fd`; its `doc/DETAILS`). Its messages for people are never read: they may quote a mail.
package struct GnuPGStatus: Sendable {
    /// The result for one signature.
    package struct Signature: Hashable, Sendable {
        package enum Outcome: Hashable, Sendable {
            case good, bad, signatureExpired, keyExpired, keyRevoked, noKey, unreadable
            /// Valid, but nothing vouches for the certificate of S/MIME.
            case unvouched(CertificateFault)
        }

        package var outcome: Outcome
        /// The last 16 digits of the key's fingerprint; empty where GnuPG doesn't report them.
        var key = ""
        /// The fingerprint of the primary key, not of the signing subkey; empty unless the signature is valid.
        package var fingerprint = ""
        /// Whether its certificate may not sign.
        var misuse = false
    }

    /// The results in the order of the signatures.
    package internal(set) var signatures: [Signature] = []
    let kind: SealKind
    private(set) var words: [String] = []
    private(set) var arguments: [[String]] = []
    /// For each signature, whether gpgsm vouches for its certificate.
    var areVouched: [Bool] = []

    private static let mostLines = 10_000
    private static let lead = Array("[GNUPG:] ".utf8)

    /// - Parameter kind: that of the program: gpgsm calls a signature good whoever issued the certificate, and judges that in a line of its
    ///   own.
    package init(_ bytes: [UInt8], of kind: SealKind = .openpgp) {
        self.kind = kind
        // By bytes, so that no combining mark in a name hides a separator.
        for line in bytes.split(separator: 0x0A).prefix(Self.mostLines) where line.starts(with: Self.lead) {
            let pieces = line.dropFirst(Self.lead.count).split(separator: 0x20).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard let word = pieces.first else { continue }
            words.append(word)
            arguments.append(Array(pieces.dropFirst()))
            read(word, Array(pieces.dropFirst()))
            if kind == .smime { readCertificate(word, Array(pieces.dropFirst())) }
        }
        if kind == .smime { endCertificates() }
        // A verdict without the fingerprint that supports it does not count.
        for index in signatures.indices where signatures[index].fingerprint.isEmpty {
            switch signatures[index].outcome {
            case .good, .keyExpired, .keyRevoked, .signatureExpired: signatures[index].outcome = .unreadable
            case .bad, .noKey, .unreadable, .unvouched: break
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
        // The sixth argument is the reason: 9 for a missing key.
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

    /// Why a message was not signed or encrypted.
    package enum SealRefusal: Hashable, Sendable {
        /// The user has no key of their own for the sender's address.
        case noOwnKey
        /// There is no key for these addresses, or none that is trusted. gpg itself names the first one only.
        case noKey(emails: [String]), untrusted(emails: [String])
        case needsPassphrase, wrongPassphrase, cancelled
        /// The user's own certificate of S/MIME can't be used, or those for these addresses.
        case ownCertificate(CertificateRefusal), certificates([CertificateRefusal: [String]])
        /// What S/MIME encrypts names all recipients.
        case blindCopies
        case failed
    }

    /// The name of the hash of the signature that was made (RFC 3156 §5, RFC 9580 §9.5); `nil` where none was made.
    package var signedWith: String? {
        guard let made = zip(words, arguments).reversed().first(where: { $0.0 == "SIG_CREATED" })?.1, made.count > 2
        else {
            return nil
        }
        return ["2": "sha1", "8": "sha256", "9": "sha384", "10": "sha512", "11": "sha224"][made[2]]
    }

    /// Whether encryption succeeded for all recipients.
    package var isEncrypted: Bool { words.contains("END_ENCRYPTION") && refusedRecipient == nil }

    /// Why signing or encrypting failed.
    package var sealRefusal: SealRefusal {
        if let refusedRecipient { return refusedRecipient }
        if words.contains("INV_SGNR") || words.contains("NO_SGNR") {
            // The error code is more precise where the key exists.
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
        return told.first == "10" ? .untrusted(emails: [String(email)]) : .noKey(emails: [String(email)])
    }

    /// The error codes: the lower half of each number, without the source of the error.
    var errors: [UInt32] {
        zip(words, arguments).filter { $0.0 == "ERROR" || $0.0 == "FAILURE" }
            .compactMap { $0.1.last.flatMap(UInt32.init) }.map { $0 & 0xFFFF }
    }

    // MARK: Decrypting

    /// Why a message was not decrypted.
    package enum Refusal: Hashable, Sendable {
        /// An available key is protected by a passphrase that must be entered.
        case needsPassphrase
        case wrongPassphrase, cancelled
        /// The message is encrypted for keys that are not available.
        case noKey
        /// Nothing proves that the message was not changed in transit (no MDC).
        case unguarded
        case damaged
    }

    /// Returns why the output must not be shown; `nil` when it may.
    /// - Parameter hasAsked: whether the user could be asked for a passphrase.
    package func refusal(of output: [UInt8], hasAsked: Bool = false) -> Refusal? {
        if kind == .smime { return certificateRefusal(hasAsked: hasAsked) }
        if isGuarded(output) { return nil }
        let codes = zip(words, arguments).filter { $0.0 == "ERROR" }.compactMap { $0.1.last.flatMap(UInt32.init) }
        // The lower half is the error, the upper half its source.
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

    /// Whether all of the output was decrypted, and is unchanged since it was encrypted.
    private func isGuarded(_ output: [UInt8]) -> Bool {
        func places(_ word: String) -> [Int] { words.indices.filter { words[$0] == word } }
        guard places("DECRYPTION_OKAY").count == 1, places("GOODMDC").count == 1, !words.contains("BADMDC"),
            !words.contains("DECRYPTION_FAILED"), !words.contains("NODATA"),
            let begin = places("BEGIN_DECRYPTION").first, places("BEGIN_DECRYPTION").count == 1,
            let end = places("END_DECRYPTION").first, places("END_DECRYPTION").count == 1
        else { return false }
        // Anything before or after the encrypted data was not encrypted.
        let texts = places("PLAINTEXT")
        guard let text = texts.first, texts.count == 1, (begin..<end).contains(text) else { return false }
        let lengths = places("PLAINTEXT_LENGTH").compactMap { arguments[$0].first.flatMap { Int($0) } }
        // For text (`t` and `u`, RFC 9580 §5.9), the length includes carriage returns that are missing in the output; for bytes it is
        // exact.
        let isExact = arguments[text].first == "62"
        return lengths.allSatisfy { isExact ? $0 == output.count : $0 >= output.count && $0 <= 2 * output.count }
    }
}
