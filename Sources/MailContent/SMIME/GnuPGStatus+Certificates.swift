/// Why nothing vouches for a certificate whose signature is valid.
package enum CertificateFault: Hashable, Sendable {
    /// The root of its chain is not among those that the user trusts.
    case untrustedRoot
    /// The certificate of an issuer is not here.
    case noIssuer
    /// It may not sign mail, or an issuer may not issue it.
    case misused
    case other

    /// - Parameter code: of libgpg-error, without the source of the error.
    init(code: UInt32) {
        switch code {
        case 98: self = .untrustedRoot
        case 185: self = .noIssuer
        case 100, 125: self = .misused
        default: self = .other
        }
    }
}

/// The status output of gpgsm, as far as it differs from gpg's.
extension GnuPGStatus {
    mutating func readCertificate(_ word: String, _ arguments: [String]) {
        while areVouched.count < signatures.count { areVouched.append(false) }
        guard let last = signatures.indices.last else { return }
        switch word {
        case "TRUST_FULLY", "TRUST_ULTIMATE": areVouched[last] = true
        case "TRUST_UNDEFINED", "TRUST_NEVER", "TRUST_MARGINAL":
            take(arguments.first.flatMap(UInt32.init), of: last)
        case "ERROR" where arguments.first == "verify.keyusage":
            // It comes before the result, which is none the worse for it.
            signatures[last].misuse = true
        case "ERROR" where arguments.first == "verify.findkey" && signatures[last].outcome == .unreadable:
            signatures[last].outcome = .noKey
        default: break
        }
    }

    private mutating func take(_ code: UInt32?, of index: Int) {
        let code = (code ?? 0) & 0xFFFF
        switch signatures[index].outcome {
        case .good, .keyExpired:
            // 94 is a certificate that was revoked.
            signatures[index].outcome = code == 94 ? .keyRevoked : .unvouched(CertificateFault(code: code))
        default: break
        }
    }

    /// Takes back what no line vouches for.
    mutating func endCertificates() {
        let isCut = zip(words, arguments).contains { $0.0 == "ERROR" && $0.1.first == "verify.leave" }
        for index in signatures.indices where signatures[index].outcome == .good {
            if isCut {
                signatures[index].outcome = .unreadable
            } else if signatures[index].misuse {
                signatures[index].outcome = .unvouched(.misused)
            } else if !areVouched[index] {
                signatures[index].outcome = .unvouched(.other)
            }
        }
    }

    /// Returns why the output must not be shown. gpgsm doesn't tell a passphrase that is missing from damage.
    func certificateRefusal(hasAsked: Bool) -> Refusal? {
        func count(_ word: String) -> Int { words.filter { $0 == word }.count }
        if count("DECRYPTION_OKAY") == 1, count("DECRYPTION_FAILED") == 0 { return nil }
        let recipients = count("ENC_TO")
        guard recipients > 0 else { return .damaged }
        if count("NO_SECKEY") >= recipients { return .noKey }
        return hasAsked ? .wrongPassphrase : .needsPassphrase
    }
}
