import InboxModel
import MailContent
import Programs

/// Signing and encrypting with S/MIME. gpgsm does one of them in a run, so that a message is first signed and then encrypted with its
/// signature. Certificates are named by their fingerprints.
extension GnuPG {
    func certify(
        _ message: ComposedMessage, encrypts: Bool, hidden: [MailAddress], _ terminal: String?
    ) async throws(SealFailure) -> [UInt8] {
        // The certificates of all recipients are listed in what is encrypted.
        guard !encrypts || hidden.isEmpty else { throw .refused(.blindCopies) }
        let from = message.from.first?.email ?? ""
        let own = try await certificates("--list-secret-keys", of: [from])
        let signer = try await ownCertificate(\.signs, from, own)
        // Before the user is asked for a passphrase.
        var recipients: [GnuPGCertificate] = []
        if encrypts {
            let others = (message.to + message.cc).map(\.email).filter { $0.lowercased() != from.lowercased() }
            recipients = try await certificates(for: others)
            recipients.append(try await ownCertificate(\.encrypts, from, own))
        }
        let signed = try await sign(message, by: signer, terminal)
        return message.bytes(with: encrypts ? ComposedMessage.enveloped(try await encrypt(signed, recipients)) : signed)
    }

    private func sign(
        _ message: ComposedMessage, by signer: GnuPGCertificate, _ terminal: String?
    ) async throws(SealFailure) -> String {
        let content = message.content
        let result = try await ask(
            Self.signing(signer), about: Array(content.utf8), terminal, mostRead: Self.largest,
            orRefuse: GnuPGStatus.SealRefusal.self)
        let status = GnuPGStatus(result.errors, of: .smime)
        // Output of a failed run is not a signature.
        guard result.status == 0, CMSType(result.output) == .signed, let hash = status.signedWith else {
            if let reason = status.refusedCertificate { throw .refused(.ownCertificate(reason)) }
            throw .refused(status.signingRefusal(hasAsked: terminal != nil))
        }
        return message.certified(content, result.output, hash: hash)
    }

    private func encrypt(_ signed: String, _ recipients: [GnuPGCertificate]) async throws(SealFailure) -> [UInt8] {
        let result = try await ask(
            Self.encrypting(recipients), about: Array(signed.utf8), nil,
            mostRead: signed.utf8.count * 2 + Self.largest, orRefuse: GnuPGStatus.SealRefusal.self)
        let isRefused = GnuPGStatus(result.errors, of: .smime).refusedCertificate != nil
        guard result.status == 0, CMSType(result.output) == .encrypted, !isRefused else { throw .refused(.failed) }
        return result.output
    }

    private static func signing(_ signer: GnuPGCertificate) -> [String] {
        ["--output", "-", "--local-user", signer.fingerprint, "--detach-sign"]
    }

    private static func encrypting(_ recipients: [GnuPGCertificate]) -> [String] {
        ["--output", "-"] + recipients.flatMap { ["--recipient", $0.fingerprint] } + ["--encrypt"]
    }

    // MARK: Certificates

    /// Returns the certificates for addresses, valid or not.
    /// - Parameter list: the option that lists all, or those whose keys are here.
    func certificates(_ list: String, of emails: [String]) async throws(SealFailure) -> [GnuPGCertificate] {
        let users = emails.compactMap { try? Self.user($0) }
        guard !users.isEmpty else { return [] }
        let result = try await ask(
            ["--with-colons", "--with-validation", list, "--"] + users, about: [], nil, mostRead: Self.largest,
            orRefuse: GnuPGStatus.SealRefusal.self)
        guard result.status == 0 else { throw .refused(.failed) }
        return GnuPGCertificate.all(in: result.output)
    }

    private func ownCertificate(
        _ use: KeyPath<GnuPGCertificate, Bool>, _ email: String, _ own: [GnuPGCertificate]
    ) async throws(SealFailure) -> GnuPGCertificate {
        switch GnuPGCertificate.best(for: email, use, among: own) {
        case .success(let best) where best.isValid: return best
        case .success(let best): throw .refused(.ownCertificate(try await refusal(of: Self.signing(best))))
        case .failure(let reason): throw .refused(.ownCertificate(reason))
        }
    }

    /// Returns a certificate for each address.
    /// - Throws: the addresses that have none, by the reason.
    private func certificates(for emails: [String]) async throws(SealFailure) -> [GnuPGCertificate] {
        let all = try await certificates("--list-keys", of: emails)
        var found: [GnuPGCertificate] = []
        var refused: [CertificateRefusal: [String]] = [:]
        for email in emails {
            switch GnuPGCertificate.best(for: email, \.encrypts, among: all) {
            case .success(let best) where best.isValid: found.append(best)
            case .success(let best):
                refused[try await refusal(of: Self.encrypting([best])), default: []].append(email)
            case .failure(let reason): refused[reason, default: []].append(email)
            }
        }
        guard refused.isEmpty else { throw .refused(.certificates(refused)) }
        return found
    }

    /// Returns why gpgsm does not use a certificate: its lists only say that it does not.
    /// - Parameter arguments: those of the run that would use it.
    private func refusal(of arguments: [String]) async throws(SealFailure) -> CertificateRefusal {
        let result = try await ask(
            arguments, about: [], nil, mostRead: Self.largest, orRefuse: GnuPGStatus.SealRefusal.self)
        return GnuPGStatus(result.errors, of: .smime).refusedCertificate ?? .other
    }
}
