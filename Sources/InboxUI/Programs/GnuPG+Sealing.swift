package import InboxModel
package import MailContent
import Programs

/// Signing and encrypting outgoing messages.
extension GnuPG {
    /// Why something was not signed or encrypted.
    package typealias SealFailure = Trouble<GnuPGStatus.SealRefusal>

    /// Signs a message, or signs and encrypts it, and returns the bytes to send.
    /// - Parameters:
    ///   - message: its sender's key signs it. The sender can read an encrypted message too.
    ///   - encrypts: whether it is encrypted, too.
    ///   - hidden: the recipients that the result must not name, not even by key.
    ///   - terminal: where gpg may ask for a passphrase; nil to never ask.
    package func seal(
        _ message: ComposedMessage, encrypts: Bool, hidden: [MailAddress], terminal: String? = nil
    ) async throws(SealFailure) -> [UInt8] {
        if kind == .smime { return try await certify(message, encrypts: encrypts, hidden: hidden, terminal) }
        let from = try Self.user(message.from.first?.email ?? "")
        var arguments = ["--armor", "--local-user", from]
        if !encrypts {
            arguments += ["--detach-sign"]
        } else {
            for person in message.to + message.cc { arguments += ["--recipient", try Self.user(person.email)] }
            for person in hidden { arguments += ["--hidden-recipient", try Self.user(person.email)] }
            arguments += ["--recipient", from, "--sign", "--encrypt"]
        }
        let content = message.content
        // Armor adds a third, and line breaks.
        let result = try await ask(
            arguments, about: Array(content.utf8), terminal, mostRead: content.utf8.count * 2 + Self.largest,
            orRefuse: GnuPGStatus.SealRefusal.self)
        let status = GnuPGStatus(result.errors)
        // Output of a failed run is not a message.
        guard result.status == 0, !result.output.isEmpty, let hash = status.signedWith else {
            throw .refused(try await whole(status.sealRefusal, of: message, hidden))
        }
        guard encrypts else { return message.signed(content, result.output, hash: hash) }
        guard status.isEncrypted else { throw .refused(try await whole(status.sealRefusal, of: message, hidden)) }
        return message.encrypted(result.output)
    }

    /// Names all recipients for whom a message can't be encrypted, as gpg stops at the first one.
    private func whole(
        _ refusal: GnuPGStatus.SealRefusal, of message: ComposedMessage, _ hidden: [MailAddress]
    ) async throws(SealFailure) -> GnuPGStatus.SealRefusal {
        switch refusal {
        case .noKey, .untrusted: break
        default: return refusal
        }
        var (missing, untrusted): ([String], [String]) = ([], [])
        for person in (message.to + message.cc + hidden).prefix(Self.mostRecipients) {
            guard let user = try? Self.user(person.email) else {
                missing.append(person.email)
                continue
            }
            let result = try await ask(
                ["--recipient", user, "--encrypt"], about: [], nil, mostRead: Self.largest,
                orRefuse: GnuPGStatus.SealRefusal.self)
            switch GnuPGStatus(result.errors).sealRefusal {
            case .noKey(let emails): missing += emails
            case .untrusted(let emails): untrusted += emails
            default: break
            }
        }
        if missing.isEmpty, untrusted.isEmpty { return refusal }
        return missing.isEmpty ? .untrusted(emails: untrusted) : .noKey(emails: missing)
    }

    /// The most recipients that are looked up one by one.
    private static let mostRecipients = 100

    /// Returns an address as a user ID. In angle brackets gpg takes it literally, not as a pattern, number or name (gpg(1),
    /// “How to specify a user ID”).
    static func user(_ email: String) throws(SealFailure) -> String {
        let isPlain =
            !email.isEmpty
            && email.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "<" && $0 != ">" && $0.value != 0x7F }
        guard isPlain else { throw .refused(.noKey(emails: [email])) }
        return "<\(email)>"
    }
}
