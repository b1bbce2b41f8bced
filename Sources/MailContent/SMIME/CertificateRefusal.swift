/// Why gpgsm does not sign or encrypt with a certificate.
public enum CertificateRefusal: Error, Hashable, CaseIterable {
    /// There is none, or not its private key.
    case missing
    /// It is not made for that.
    case misused
    case revoked, expired
    /// Its policy is not among those that the user accepts.
    case policy
    case untrustedRoot
    /// The certificate of an issuer is not here.
    case noIssuer
    case other

    /// - Parameter code: the first word after `INV_SGNR` and `INV_RECP` (GnuPG's `doc/DETAILS`).
    init(code: String?) {
        self =
            switch code {
            case "9": .missing
            case "3": .misused
            case "4": .revoked
            case "5": .expired
            case "8": .policy
            case "10": .untrustedRoot
            case "11", "12": .noIssuer
            default: .other
            }
    }
}

extension GnuPGStatus {
    /// Why gpgsm refused the certificate that it was told to use; nil where it refused none.
    package var refusedCertificate: CertificateRefusal? {
        zip(words, arguments).first { $0.0 == "INV_SGNR" || $0.0 == "INV_RECP" }
            .map { CertificateRefusal(code: $0.1.first) }
    }

    /// Why gpgsm did not sign with a certificate that it accepts. Before GnuPG 2.4 it doesn't tell of a passphrase that is missing.
    /// - Parameter hasAsked: whether the user could be asked for a passphrase.
    package func signingRefusal(hasAsked: Bool) -> SealRefusal {
        if errors.contains(99) { return .cancelled }
        return hasAsked ? .wrongPassphrase : .needsPassphrase
    }
}
