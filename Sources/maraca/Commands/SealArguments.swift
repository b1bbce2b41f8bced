import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI
import MailContent

/// Whether to sign or encrypt a message, and with what.
struct SealArguments: ParsableArguments {
    enum Kind: String, EnumerableFlag {
        case openpgp, smime

        var kind: SealKind {
            switch self {
            case .openpgp: .openpgp
            case .smime: .smime
            }
        }
    }

    @Flag(inversion: .prefixedNo, help: "Sign it (over JMAP and IMAP), or not; by default as in the settings.")
    var sign: Bool?
    @Flag(help: "Sign it, and encrypt it for all recipients (over JMAP and IMAP).") var encrypt = false
    @Flag(help: ArgumentHelp("With which of the two, which signs; by default as in the settings, else with OpenPGP."))
    var kind: Kind?

    /// Whether an option asks for a seal, regardless of the settings.
    var isAsked: Bool { encrypt || sign == true || kind != nil }

    func validate() throws {
        guard sign == false else { return }
        if encrypt { throw ValidationError("What is encrypted is signed, too.") }
        if let kind { throw ValidationError("--\(kind.rawValue) signs.") }
    }

    /// - Throws: if a seal was asked for but is not available.
    func seal(for account: Account, _ settings: Settings) throws -> DraftSeal? {
        guard isAsked || settings.signsWith != nil && sign != false else { return nil }
        let usual = settings.signsWith ?? (settings.sealKinds == [.smime] ? .smime : .openpgp)
        let kind = kind?.kind ?? usual
        guard settings.sealKinds.contains(kind), account.dialect.canSeal else {
            guard isAsked else { return nil }
            throw CommandFailure(
                message: !settings.sealKinds.contains(kind)
                    ? "“\(kind.rawValue)” is off in the settings"
                    : "the server of \(account.address) composes mail itself and can't send what is signed or encrypted here"
            )
        }
        return DraftSeal(kind, encrypts: encrypt)
    }

    /// Seals a draft and queues it.
    /// - Parameter date: the earliest time to send it; nil sends it at once.
    /// - Throws: if it cannot be sealed; it then stays a draft.
    static func send(
        _ draft: MessageID, _ seal: DraftSeal, hidden: [MailAddress], at date: Date?, _ session: MailSession
    ) async throws {
        let mark = try telling { () throws(SessionError) in try session.mark(ofDraft: draft) }
        let message = try await telling { () async throws(SessionError) in
            try await session.composed(draft, at: date ?? Date())
        }
        let bytes: [UInt8]
        do throws(GnuPG.SealFailure) {
            bytes = try await GnuPG(seal.kind).seal(
                message, encrypts: seal.encrypts, hidden: hidden, terminal: Output.terminal)
        } catch {
            throw CommandFailure(
                message: "not sent, and kept as the draft \(draft): \(error.words(of: seal.kind))")
        }
        let delay = date.map { Duration.seconds($0.timeIntervalSinceNow) }
        _ = try await telling(in: { words(for: $0, draft) }) { () async throws(SessionError) in
            try await session.send(draft, sealed: SealedDraft(bytes, of: mark), after: delay)
        }
    }

    private static func words(for error: SessionError, _ draft: MessageID) -> String {
        guard error == .action(.changedWhileSealed) else { return Wording.sentence(error) }
        return """
            not sent: the draft \(draft) was changed or deleted elsewhere while it was being signed; read it with \
            `maraca show \(draft)`, then `maraca draft send \(draft)`
            """
    }
}
