package import InboxModel
package import MailContent
import Programs

/// The user's own GnuPG. It checks signatures, decrypts, signs and encrypts, one run at a time, and never accesses the network.
package actor GnuPG {
    /// Why an operation failed.
    package enum Trouble<Refusal: Hashable & Sendable>: Error, Hashable {
        case refused(Refusal)
        case notInstalled, tookTooLong, tooLarge, stopped
    }

    /// Why something was not decrypted.
    package typealias Failure = Trouble<GnuPGStatus.Refusal>

    /// The decrypted mail, and the verdict on its signature; nil where it had none.
    package struct Opened: Sendable {
        package var mail: OpenedMail
        package var verdict: SignatureVerdict?
        /// Whether the signature covers all of it.
        package var isAllSigned = true
        /// Whether no part of the message lies outside of what was encrypted.
        package var isWhole: Bool
    }

    private let program: String
    private let environment: [String: String]
    private let limit: Duration
    private var last: Task<Void, Never>?

    /// The most bytes that a message may expand to: it may be compressed.
    static let largest = 32 << 20
    /// The most signatures of one message that count.
    private static let mostSignatures = 10
    /// How long the user may take to enter a passphrase.
    private static let passphraseLimit = Duration.seconds(180)

    /// - Parameter environment: variables in addition to those of this process.
    package init(program: String = "gpg", environment: [String: String] = [:], limit: Duration = .seconds(30)) {
        self.program = program
        self.environment = environment
        self.limit = limit
    }

    // MARK: Signatures

    /// - Parameter from: the senders that the message names.
    package func verdict(on content: [UInt8], _ signature: [UInt8], from: [MailAddress]) async -> SignatureVerdict {
        do throws(ProgramError) {
            let result = try await run(
                ["--enable-special-filenames", "--verify", "--", "-&3", "-"], input: content, second: signature)
            guard result.ending == .byItself else { return .tookTooLong }
            return try await verdict(on: GnuPGStatus(result.errors).signatures, from: from)
        } catch {
            return error.isMissing ? .notInstalled : .unreachable(error.words)
        }
    }

    private func verdict(on signatures: [GnuPGStatus.Signature], from: [MailAddress]) async throws(ProgramError)
        -> SignatureVerdict
    {
        var verdicts: [SignatureVerdict] = []
        // A single bad signature spoils the verdict.
        if signatures.contains(where: { $0.outcome == .bad }) { return .bad }
        for signature in signatures.prefix(Self.mostSignatures) {
            var users: [GnuPGUser] = []
            if signature.outcome == .good {
                // Each address of a key has a validity of its own: that of the whole key says nothing about a single address.
                let listing = try await run(["--with-colons", "--list-keys", "--", signature.fingerprint])
                // On a timeout the keys vouch for nobody now, and may do so the next time.
                guard listing.ending == .byItself else { return .tookTooLong }
                users = GnuPGUser.all(of: signature.fingerprint, in: listing.output)
            }
            verdicts.append(SignatureVerdict(signature, users: users, from: from))
        }
        return .of(verdicts)
    }

    // MARK: Decrypting

    /// - Parameters:
    ///   - sealed: must contain something encrypted.
    ///   - terminal: where gpg may ask for a passphrase; nil to never ask.
    package func open(_ sealed: SealedMail, from: [MailAddress], terminal: String? = nil) async throws(Failure)
        -> Opened
    {
        let (data, isText): ([UInt8], Bool)
        switch sealed.seal {
        case .encrypted(let bytes): (data, isText) = (bytes, false)
        case .inline(let bytes): (data, isText) = (bytes, true)
        case .signed, .clear: throw .refused(.damaged)
        }
        let (output, status) = try await decrypt(data, terminal)
        let mail = await Task.detached { isText ? OpenedMail(text: output) : OpenedMail(part: output) }.value
        var opened = Opened(mail: mail, isWhole: sealed.isWhole)
        if !status.signatures.isEmpty {
            do throws(ProgramError) {
                opened.verdict = try await verdict(on: status.signatures, from: from)
            } catch {
                opened.verdict = .unreachable(error.words)
            }
        } else if let signed = mail.signed, case .signed(let content, let signature) = signed.seal {
            opened.verdict = await verdict(on: content, signature, from: from)
            opened.isAllSigned = signed.isWhole
        }
        return opened
    }

    private func decrypt(_ data: [UInt8], _ terminal: String?) async throws(Failure) -> ([UInt8], GnuPGStatus) {
        let result = try await ask(
            ["--output", "-", "--decrypt"], about: data, terminal, mostRead: Self.largest + 1,
            orRefuse: GnuPGStatus.Refusal.self)
        guard result.output.count <= Self.largest else { throw .tooLarge }
        let status = GnuPGStatus(result.errors)
        if let refusal = status.refusal(of: result.output) { throw .refused(refusal) }
        return (result.output, status)
    }

    // MARK: Running it

    /// Runs gpg for an operation that may need a passphrase.
    /// - Parameter terminal: where gpg may ask for it; nil to never ask.
    func ask<Refusal>(
        _ arguments: [String], about input: [UInt8], _ terminal: String?, mostRead: Int, orRefuse: Refusal.Type
    ) async throws(Trouble<Refusal>) -> PipedProgram.Result {
        let result: PipedProgram.Result
        do throws(ProgramError) {
            let mode = ["--pinentry-mode", terminal == nil ? "error" : "ask"]
            result = try await run(mode + arguments, input: input, terminal: terminal, mostRead: mostRead)
        } catch {
            throw error.isMissing ? .notInstalled : .stopped
        }
        switch result.ending {
        case .byItself: return result
        case .tookTooLong: throw .tookTooLong
        case .printedTooMuch: throw .tooLarge
        case .cancelled: throw .stopped
        }
    }

    /// The options of every call: no questions, no text for humans in the output, and no network, whatever the user's gpg
    /// configuration says.
    private static let always = [
        "--batch", "--no-tty", "--no-verbose", "--status-fd", "2", "--logger-file", "/dev/null", "--disable-dirmngr",
        "--no-auto-key-retrieve", "--no-auto-key-locate",
    ]

    private func run(
        _ arguments: [String], input: [UInt8] = [], second: [UInt8]? = nil, terminal: String? = nil,
        mostRead: Int = PipedProgram.mostRead
    ) async throws(ProgramError) -> PipedProgram.Result {
        var environment = environment
        if let terminal { environment["GPG_TTY"] = terminal }
        let (arguments, variables) = ([program] + Self.always + arguments, environment)
        let limit = terminal == nil ? limit : max(limit, Self.passphraseLimit)
        let before = last
        let task = Task { () async -> Result<PipedProgram.Result, ProgramError> in
            await before?.value
            do throws(ProgramError) {
                return .success(
                    try await PipedProgram.run(
                        arguments, input: input, second: second, environment: variables, limit: limit,
                        mostRead: mostRead))
            } catch {
                return .failure(error)
            }
        }
        last = Task { _ = await task.value }
        return try await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }.get()
    }
}

extension GnuPG.Failure {
    /// The sentence for screens and commands.
    package var words: String {
        switch self {
        case .notInstalled: "gpg, which decrypts, is not installed."
        case .tookTooLong: "Decrypting took too long and was stopped."
        case .tooLarge: "The encrypted text is too large to show."
        case .stopped: "Decrypting was stopped."
        case .refused(.needsPassphrase): "The key needs its passphrase, which can't be asked for here."
        case .refused(.wrongPassphrase): "That is not the passphrase of the key."
        case .refused(.cancelled): "No passphrase was given."
        case .refused(.noKey): "It is encrypted for keys that you don't have."
        case .refused(.unguarded):
            "It is not shown: it is encrypted in an old way that can't tell if it was changed on its way."
        case .refused(.damaged): "It can't be decrypted: it is damaged, was changed on its way, or is not OpenPGP."
        }
    }
}
