package import InboxKit
package import InboxModel
package import MailContent
import Synchronization

/// What is known of the seals of messages, shared by all who show them. Signature checks are kept while the program runs;
/// decrypted mail is not kept at all.
public final class SealMemory: Sendable {
    /// The result of checking a signature.
    package struct Check: Sendable {
        package var verdict: SignatureVerdict
        /// Whether the signature covers all that a reader is shown.
        package var isWhole: Bool
        /// The signed text, read from the signed bytes; nil where it can't be told apart from the rest of the message.
        package var body: MessageBody?
    }

    /// Why a message was not opened.
    package enum Failure: Error {
        case session(SessionError)
        case program(GnuPG.Failure)
        /// Nothing in it is encrypted.
        case nothing
    }

    /// Identifies a check. Ids alone do not: they may be reused when an account is removed and added again.
    private struct Key: Hashable {
        var id: MessageID
        var account: AccountID
        var remoteID: RemoteID?
        var from: [MailAddress]

        init(_ message: Message) {
            (id, account, remoteID, from) = (message.id, message.account, message.remoteID, message.from)
        }
    }

    private struct State {
        /// Nil where nothing is signed.
        var checks: [Key: Check?] = [:]
        /// The oldest first.
        var order: [Key] = []
    }

    /// Also used for sealing.
    package let gpg: GnuPG
    private let state = Mutex(State())

    private static let most = 200
    /// Larger messages are not fetched just to check a signature.
    private static let largest = 24 << 20

    package init(gpg: GnuPG = GnuPG()) {
        self.gpg = gpg
    }

    /// Returns the result of an earlier check.
    package func known(_ message: Message) -> Check? { state.withLock { $0.checks[Key(message)] ?? nil } }

    /// Returns the bytes of a message as it was sent.
    package typealias Source = @Sendable () async throws(SessionError) -> [UInt8]

    /// - Returns: nil when nothing of the message is signed.
    package func check(_ message: Message, _ session: MailSession) async -> Check? {
        await check(message) { () async throws(SessionError) in try await session.rawMessage(message) }
    }

    /// - Returns: nil when nothing of the message is signed.
    package func check(_ message: Message, _ source: Source) async -> Check? {
        if let known = state.withLock({ $0.checks[Key(message)] }) { return known }
        guard message.files.reduce(message.size, { $0 + $1.size }) <= Self.largest else {
            return Check(verdict: .tooLarge, isWhole: true)
        }
        let bytes: [UInt8]
        do throws(SessionError) { bytes = try await source() } catch {
            return Check(verdict: .unreachable(Wording.sentence(error)), isWhole: true)
        }
        let found = await Task.detached { SealedMail(bytes) }.value
        var check: Check
        switch found?.seal {
        case .signed(let content, let signature):
            let verdict = await gpg.verdict(on: content, signature, from: message.from)
            check = Check(verdict: verdict, isWhole: found?.isWhole == true)
            if check.isWhole {
                // The text shown as signed comes from the signed bytes, however a server parses the message.
                (check.body, check.isWhole) = await Task.detached {
                    (OpenedMail(part: content).body, Self.holds(content, message.files))
                }.value
            }
        case .clear(let signed):
            let verdict = await gpg.verdict(on: signed.content, signed.signature, from: message.from)
            check = Check(verdict: verdict, isWhole: found?.isWhole == true && message.files.isEmpty)
            check.body = signed.body
        case .encrypted, .inline, nil:
            keep(nil, of: Key(message))
            return nil
        }
        guard check.verdict.isFinal, !Task.isCancelled else { return check }
        keep(check, of: Key(message))
        return check
    }

    /// Whether each file that the server lists can be one of the signed parts: a server may add files.
    private static func holds(_ signed: [UInt8], _ files: [MessageFile]) -> Bool {
        var types: [String: Int] = [:]
        for part in MailParts(signed).parts { types[part.file.contentType.lowercased(), default: 0] += 1 }
        return files.allSatisfy { file in
            let type = file.contentType.lowercased()
            if SealedMail.mayBeSigned(files: [type]) { return true }
            types[type, default: 0] -= 1
            return types[type, default: 0] >= 0
        }
    }

    /// Forgets the checks that a new key, or trust in a key, would change.
    package func forgetUnvouched() {
        state.withLock { state in
            for case (let key, .some(let check)) in state.checks where check.verdict.isUnvouched {
                state.checks.removeValue(forKey: key)
            }
            let checks = state.checks
            state.order.removeAll { checks[$0] == nil }
        }
    }

    private func keep(_ check: Check?, of key: Key) {
        state.withLock { state in
            if state.checks.updateValue(check, forKey: key) == nil { state.order.append(key) }
            if state.order.count > Self.most { state.checks.removeValue(forKey: state.order.removeFirst()) }
        }
    }

    /// Decrypts a message, whose bytes the server provides.
    /// - Parameter terminal: where gpg may ask for a passphrase; nil to never ask.
    package func open(_ message: Message, _ session: MailSession, terminal: String?)
        async throws(Failure) -> GnuPG.Opened
    {
        try await open(try await sealed(message, session), of: message, terminal: terminal)
    }

    package func open(_ message: Message, _ source: Source, terminal: String? = nil)
        async throws(Failure) -> GnuPG.Opened
    {
        try await open(try await Self.sealed(source), of: message, terminal: terminal)
    }

    /// Returns the encrypted content of a message.
    package func sealed(_ message: Message, _ session: MailSession) async throws(Failure) -> SealedMail {
        try await Self.sealed { () async throws(SessionError) in try await session.rawMessage(message) }
    }

    private static func sealed(_ source: Source) async throws(Failure) -> SealedMail {
        let bytes: [UInt8]
        do throws(SessionError) { bytes = try await source() } catch { throw .session(error) }
        let found = await Task.detached { SealedMail(bytes) }.value
        guard let found else { throw .nothing }
        switch found.seal {
        case .signed, .clear: throw .nothing
        case .encrypted, .inline: return found
        }
    }

    package func open(_ sealed: SealedMail, of message: Message, terminal: String? = nil)
        async throws(Failure) -> GnuPG.Opened
    {
        do throws(GnuPG.Failure) {
            return try await gpg.open(sealed, from: message.from, terminal: terminal)
        } catch {
            throw .program(error)
        }
    }
}

extension SealMemory.Failure {
    /// The sentence for screens and commands.
    package var words: String {
        switch self {
        case .session(let error): Wording.sentence(error)
        case .program(let failure): failure.words
        case .nothing: "Nothing in this message is encrypted in a way that can be decrypted."
        }
    }
}

extension MessageSeal {
    /// - Parameters:
    ///   - body: the server's text; nil where it is unavailable.
    ///   - decrypts: whether to decrypt an encrypted message.
    ///   - terminal: where gpg may ask for a passphrase.
    ///   - source: asked only where something seems to be sealed.
    /// - Returns: nil where nothing is sealed.
    /// - Throws: when decrypting fails.
    package static func of(
        _ message: Message, _ body: MessageBody?, _ memory: SealMemory, decrypts: Bool, terminal: String?,
        source: SealMemory.Source
    ) async throws(SealMemory.Failure) -> MessageSeal? {
        let types = message.files.map(\.contentType)
        let text = body.map(BodyChoice.preferred)
        if SealedMail.mayBeEncrypted(files: types, text: text) {
            guard decrypts else { return MessageSeal(json: SealJSON(encrypted: true), lines: ["encrypted"]) }
            return MessageSeal(try await memory.open(message, source, terminal: terminal))
        }
        guard SealedMail.mayBeSigned(files: types, text: text), let check = await memory.check(message, source) else {
            return nil
        }
        let json = SealJSON(check.verdict, isWhole: check.isWhole)
        return MessageSeal(json: json, lines: [check.verdict.words(isWhole: check.isWhole)], body: check.body)
    }
}
