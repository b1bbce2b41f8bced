package import InboxModel
import MailContent

extension GnuPG.SealFailure {
    /// The sentence for screens and commands, cleaned.
    package func words(of kind: SealKind) -> String {
        switch self {
        case .notInstalled: "\(kind.program), which signs and encrypts, is not installed."
        case .tookTooLong: "Signing took too long and was stopped."
        case .tooLarge: "It is too large to sign or encrypt."
        case .stopped: "Signing was stopped."
        case .refused(.noOwnKey): "You have no key for the address that you write as, or it has expired."
        case .refused(.noKey(let emails)): "There is no usable encryption key for \(Self.list(emails))."
        case .refused(.untrusted(let emails)):
            emails.count == 1
                ? "The key for \(Self.list(emails)) is not trusted: check it, then sign it with gpg."
                : "The keys for \(Self.list(emails)) are not trusted: check them, then sign them with gpg."
        case .refused(.ownCertificate(.missing)):
            "You have no certificate with its key for the address that you write as: `gpgsm --import` takes one."
        case .refused(.ownCertificate(let reason)):
            "Your certificate for the address that you write as can't be used: \(reason.words(areSeveral: false))."
        case .refused(.certificates(let all)):
            CertificateRefusal.allCases.compactMap { reason in all[reason].map { Self.words(reason, $0) } }
                .joined(separator: " ")
        case .refused(.blindCopies):
            "S/MIME tells everyone for whom it encrypts: take out Bcc, and send it to them by itself."
        // Older versions of gpgsm don't tell these apart.
        case .refused(.needsPassphrase) where kind == .smime:
            "It is not signed: your certificate may need its passphrase, which can't be asked for here."
        case .refused(.wrongPassphrase) where kind == .smime:
            "It is not signed: the passphrase is missing or wrong, or gpgsm can't use the key."
        case .refused(.needsPassphrase): "Your key needs its passphrase, which can't be asked for here."
        case .refused(.wrongPassphrase): "That is not the passphrase of your key."
        case .refused(.cancelled): "No passphrase was given."
        case .refused(.failed) where kind == .smime:
            "gpgsm did not sign or encrypt it: `gpgsm --list-secret-keys` may tell why."
        case .refused(.failed): "gpg did not sign or encrypt it."
        }
    }

    private static func words(_ reason: CertificateRefusal, _ emails: [String]) -> String {
        guard reason != .missing else {
            return "There is no certificate for \(list(emails)): opening a signed message of theirs brings it."
        }
        let areSeveral = emails.count > 1
        let subject = areSeveral ? "The certificates" : "The certificate"
        return "\(subject) for \(list(emails)) can't be used: \(reason.words(areSeveral: areSeveral))."
    }

    /// `ann@a.test, bo@b.test and eve@c.test`; more than a few are counted.
    private static func list(_ emails: [String]) -> String {
        let named = emails.prefix(emails.count > 5 ? 4 : 5).map { EmailAddress.shown($0) }
        let rest = emails.count - named.count
        let all = rest > 0 ? named + ["\(rest) others"] : named
        return [all.dropLast().joined(separator: ", "), all.last ?? ""].filter { !$0.isEmpty }.joined(
            separator: " and ")
    }
}

extension CertificateRefusal {
    /// Why, and what to do about it.
    fileprivate func words(areSeveral: Bool) -> String {
        let (it, them, its, are, have, were) =
            areSeveral
            ? ("they", "them", "their", "are", "have", "were") : ("it", "it", "its", "is", "has", "was")
        return switch self {
        case .missing: "\(it) \(are) not here"
        case .misused: "\(it) \(are) not made for that"
        case .revoked: "\(it) \(were) revoked"
        case .expired: "\(it) \(have) expired"
        case .policy: "policies.txt of GnuPG does not list \(its) policy"
        case .untrustedRoot: "\(its) root is not trusted; check it, then add it to trustlist.txt of GnuPG"
        case .noIssuer: "the certificate of \(its) issuer is not here; `gpgsm --import` takes it"
        case .other: "gpgsm does not accept \(them); `gpgsm --with-validation --list-keys` says why"
        }
    }
}
