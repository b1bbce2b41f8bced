import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI
import MailContent

/// Whether to sign or encrypt a message with OpenPGP.
struct SealArguments: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Sign it with OpenPGP (JMAP only), or not; by default as in the settings.")
    var sign: Bool?
    @Flag(help: "Sign it, and encrypt it for all recipients (JMAP only).") var encrypt = false

    /// Whether an option asks for a seal, regardless of the settings.
    var isAsked: Bool { encrypt || sign == true }

    func validate() throws {
        if encrypt, sign == false { throw ValidationError("What is encrypted is signed, too.") }
    }

    /// - Throws: if a seal was asked for but is not available.
    func seal(for account: Account, _ settings: Settings) throws -> DraftSeal? {
        guard isAsked || settings.openpgpSign && sign != false else { return nil }
        guard settings.openpgp != .off, account.dialect.canSeal else {
            guard isAsked else { return nil }
            throw CommandFailure(
                message: settings.openpgp == .off
                    ? "“openpgp” is off in the settings"
                    : "the server of \(account.address) composes mail itself and can't send what is signed or encrypted here"
            )
        }
        return encrypt ? .encrypted : .signed
    }

    /// Seals a draft and queues it.
    /// - Parameter date: the earliest time to send it; nil sends it at once.
    /// - Throws: if it cannot be sealed; it then stays a draft.
    static func send(
        _ draft: MessageID, _ seal: DraftSeal, hidden: [MailAddress], at date: Date?, _ session: MailSession
    ) async throws {
        let message = try await telling { () async throws(SessionError) in
            try await session.composed(draft, at: date ?? Date())
        }
        let bytes: [UInt8]
        do throws(GnuPG.SealFailure) {
            bytes = try await GnuPG().seal(message, seal, hidden: hidden, terminal: Output.terminal)
        } catch {
            throw CommandFailure(message: "not sent, and kept as the draft \(draft): \(error.words)")
        }
        let delay = date.map { Duration.seconds($0.timeIntervalSinceNow) }
        _ = try await telling { () async throws(SessionError) in
            try await session.send(draft, sealed: bytes, after: delay)
        }
    }
}
