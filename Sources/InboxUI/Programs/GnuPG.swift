package import InboxModel
package import MailContent
import Programs

/// The user's own GnuPG: its `gpg` for OpenPGP, its `gpgsm` for S/MIME. It checks signatures, decrypts, signs and encrypts, one run at a
/// time, and never accesses the network.
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
        package var kind = SealKind.openpgp
        package var mail: OpenedMail
        package var verdict: SignatureVerdict?
        /// Whether the signature covers all of it.
        package var isAllSigned = true
        /// Whether no part of the message lies outside of what was encrypted.
        package var isWhole: Bool

        /// Whether it may have been changed on its way: S/MIME encrypts without any proof against that, and only a signature gives one.
        package var mayBeChanged: Bool { kind == .smime && !(verdict?.isGood == true && isAllSigned) }
        static let changeable = "S/MIME can't tell if it was changed on its way"
    }

    let kind: SealKind
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

    /// - Parameters:
    ///   - program: nil for the one in `PATH`.
    ///   - environment: variables in addition to those of this process.
    package init(
        _ kind: SealKind = .openpgp, program: String? = nil, environment: [String: String] = [:],
        limit: Duration = .seconds(30)
    ) {
        self.kind = kind
        self.program = program ?? kind.program
        self.environment = environment
        self.limit = limit
    }

    // MARK: Signatures

    /// - Parameter from: the senders that the message names.
    package func verdict(on content: [UInt8], _ signature: [UInt8], from: [MailAddress]) async -> SignatureVerdict {
        do throws(ProgramError) {
            // gpgsm logs beside its status unless that goes elsewhere, and logs may quote a certificate.
            let channel = kind == .smime ? ["--status-fd", "1"] : []
            let result = try await run(
                channel + ["--enable-special-filenames", "--verify", "--", "-&3", "-"], input: content,
                second: signature)
            guard result.ending == .byItself else { return .tookTooLong }
            let told = kind == .smime ? result.output : result.errors
            return try await verdict(on: GnuPGStatus(told, of: kind).signatures, from: from)
        } catch {
            return error.isMissing ? .notInstalled : .unreachable(error.words)
        }
    }

    /// Checks a signature of S/MIME that encloses what it signs.
    /// - Returns: also the content, as it was checked; nil where there is none.
    package func read(opaque data: [UInt8], from: [MailAddress]) async -> (verdict: SignatureVerdict, content: [UInt8]?)
    {
        do throws(ProgramError) {
            let result = try await run(
                ["--logger-fd", "3", "--output", "-", "--verify", "--", "-"], input: data, second: [],
                mostRead: Self.largest + 1)
            guard result.ending == .byItself else { return (.tookTooLong, nil) }
            guard result.output.count <= Self.largest else { return (.tooLarge, nil) }
            let found = try await verdict(on: GnuPGStatus(result.errors, of: kind).signatures, from: from)
            return (found, result.output.isEmpty ? nil : result.output)
        } catch {
            return (error.isMissing ? .notInstalled : .unreachable(error.words), nil)
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
                let validity = kind == .smime ? ["--with-validation"] : []
                let listing = try await run(validity + ["--with-colons", "--list-keys", "--", signature.fingerprint])
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
        case .signed, .clear, .opaque: throw .refused(.damaged)
        }
        let (output, status) = try await decrypt(data, terminal)
        let kind = kind
        let mail = await Task.detached {
            isText ? OpenedMail(text: output) : OpenedMail(part: output, kinds: [kind])
        }.value
        var opened = Opened(kind: kind, mail: mail, isWhole: sealed.isWhole)
        if !status.signatures.isEmpty {
            do throws(ProgramError) {
                opened.verdict = try await verdict(on: status.signatures, from: from)
            } catch {
                opened.verdict = .unreachable(error.words)
            }
        } else if let signed = mail.signed, case .signed(let content, let signature) = signed.seal {
            opened.verdict = await verdict(on: content, signature, from: from)
            opened.isAllSigned = signed.isWhole
        } else if let signed = mail.signed, case .opaque(let data) = signed.seal {
            let (verdict, content) = await read(opaque: data, from: from)
            (opened.verdict, opened.isAllSigned) = (verdict, signed.isWhole)
            // Of a signature on a part, the rest would get lost.
            if signed.isWhole, let content {
                opened.mail = await Task.detached { OpenedMail(part: content, kinds: []) }.value
            }
        }
        return opened
    }

    private func decrypt(_ data: [UInt8], _ terminal: String?) async throws(Failure) -> ([UInt8], GnuPGStatus) {
        let result = try await ask(
            ["--output", "-", "--decrypt"], about: data, terminal, mostRead: Self.largest + 1,
            orRefuse: GnuPGStatus.Refusal.self)
        guard result.output.count <= Self.largest else { throw .tooLarge }
        let status = GnuPGStatus(result.errors, of: kind)
        if let refusal = status.refusal(of: result.output, hasAsked: terminal != nil) { throw .refused(refusal) }
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
            // What gpgsm logs goes where nobody reads it.
            let (logs, file): ([String], [UInt8]?) = kind == .smime ? (["--logger-fd", "3"], []) : ([], nil)
            result = try await run(
                logs + mode + arguments, input: input, second: file, terminal: terminal, mostRead: mostRead)
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
    private var always: [String] {
        let both = ["--batch", "--no-tty", "--no-verbose", "--status-fd", "2", "--disable-dirmngr"]
        return switch kind {
        case .openpgp: both + ["--logger-file", "/dev/null", "--no-auto-key-retrieve", "--no-auto-key-locate"]
        // The agent would ask the user about unknown roots.
        case .smime: both + ["--disable-crl-checks", "--disable-ocsp", "--pinentry-mode", "error"]
        }
    }

    private func run(
        _ arguments: [String], input: [UInt8] = [], second: [UInt8]? = nil, terminal: String? = nil,
        mostRead: Int = PipedProgram.mostRead
    ) async throws(ProgramError) -> PipedProgram.Result {
        var environment = environment
        if let terminal { environment["GPG_TTY"] = terminal }
        let (arguments, variables) = ([program] + always + arguments, environment)
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
