package import InboxKit
package import InboxModel
package import MailContent
import Synchronization

/// What is known of the seals of messages, shared by all who show them. Signature checks are kept while the program runs;
/// decrypted mail is not kept at all.
package final class SealMemory: Sendable {
    /// The result of checking a signature.
    package struct Check: Sendable {
        package var verdict: SignatureVerdict
        /// Whether the signature covers all that a reader is shown.
        package var isWhole: Bool
        /// The signed text, read from the signed bytes; nil where it can't be told apart from the rest of the message.
        package var body: MessageBody?
        package var kind = SealKind.openpgp
        /// What the signature encloses; nil where it stands in the message itself.
        package var enclosed: OpenedMail?
    }

    /// What the bytes of a message tell.
    package enum Look: Sendable {
        case signed(Check)
        /// With S/MIME: that OpenPGP encrypted something is known without its bytes.
        case encrypted
        case nothing
    }

    /// Why a message was not opened.
    package enum Failure: Error {
        case session(SessionError)
        case program(GnuPG.Failure, SealKind)
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
        var looks: [Key: Look] = [:]
        /// The kinds that a sender has keys for, as they were last found.
        var kinds: [String: [SealKind]] = [:]
        /// The oldest first.
        var order: [Key] = []
    }

    /// What is looked for.
    package let kinds: Set<SealKind>
    private let programs: [GnuPG]
    private let state = Mutex(State())

    private static let most = 200
    /// Larger messages are not fetched just to check a signature.
    private static let largest = 24 << 20

    package init(
        gpg: GnuPG = GnuPG(), gpgsm: GnuPG = GnuPG(.smime), kinds: Set<SealKind> = Set(SealKind.allCases)
    ) {
        (programs, self.kinds) = ([gpg, gpgsm], kinds)
    }

    /// Returns the program for a kind of seals, which also seals.
    package func program(for kind: SealKind) -> GnuPG { kind == .smime ? programs[1] : programs[0] }

    /// Returns what an earlier look told.
    package func known(_ message: Message) -> Look? { state.withLock { $0.looks[Key(message)] } }

    /// Returns the bytes of a message as it was sent.
    package typealias Source = @Sendable () async throws(SessionError) -> [UInt8]

    package func look(at message: Message, _ session: MailSession) async -> Look {
        await look(at: message) { () async throws(SessionError) in try await session.rawMessage(message) }
    }

    package func look(at message: Message, _ source: Source) async -> Look {
        if let known = known(message) { return known }
        // A file of S/MIME may be either, which only its bytes tell.
        let isSigned = SealedMail.mayBeSigned(files: message.files.map(\.contentType), kinds: kinds)
        let isUnknown = !isSigned && kinds.contains(.smime) && SealedMail.mayBeCMS(message.files)
        func unread(_ verdict: SignatureVerdict) -> Look {
            isUnknown ? .nothing : .signed(Check(verdict: verdict, isWhole: true))
        }
        guard message.files.reduce(message.size, { $0 + $1.size }) <= Self.largest else { return unread(.tooLarge) }
        let bytes: [UInt8]
        do throws(SessionError) { bytes = try await source() } catch {
            return unread(.unreachable(Wording.sentence(error)))
        }
        let kinds = kinds
        let found = await Task.detached { SealedMail(bytes, kinds: kinds) }.value
        var look = Look.nothing
        if let found {
            switch found.seal {
            case .encrypted where found.kind == .smime: look = .encrypted
            case .encrypted, .inline: break
            case .signed, .clear, .opaque: look = .signed(await check(found, of: message))
            }
        }
        if case .signed(let check) = look, !check.verdict.isFinal { return look }
        if !Task.isCancelled { keep(look, of: Key(message)) }
        return look
    }

    /// - Parameter sealed: must be signed.
    private func check(_ sealed: SealedMail, of message: Message) async -> Check {
        let program = program(for: sealed.kind)
        var check = Check(verdict: .unreadable, isWhole: sealed.isWhole, kind: sealed.kind)
        switch sealed.seal {
        case .signed(let content, let signature):
            check.verdict = await program.verdict(on: content, signature, from: message.from)
            guard check.isWhole else { break }
            // The text shown as signed comes from the signed bytes, however a server parses the message.
            (check.body, check.isWhole) = await Task.detached {
                (OpenedMail(part: content).body, Self.holds(content, message.files))
            }.value
        case .clear(let signed):
            check.verdict = await program.verdict(on: signed.content, signed.signature, from: message.from)
            check.isWhole = sealed.isWhole && message.files.isEmpty
            check.body = signed.body
        case .opaque(let data):
            let (verdict, content) = await program.read(opaque: data, from: message.from)
            check.verdict = verdict
            guard check.isWhole else { break }
            check.enclosed = await Task.detached {
                (content ?? SignedContent.part(in: data)).map { OpenedMail(part: $0, kinds: []) }
            }.value
            check.body = check.enclosed?.body
            // The server lists the file of S/MIME alone.
            check.isWhole = message.files.count <= 1
        case .encrypted, .inline: break
        }
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
            for case (let key, .signed(let check)) in state.looks where check.verdict.isUnvouched {
                state.looks.removeValue(forKey: key)
            }
            let looks = state.looks
            state.order.removeAll { looks[$0] == nil }
        }
    }

    private func keep(_ look: Look, of key: Key) {
        state.withLock { state in
            if state.looks.updateValue(look, forKey: key) == nil { state.order.append(key) }
            if state.order.count > Self.most { state.looks.removeValue(forKey: state.order.removeFirst()) }
        }
    }

    func lastKinds(of sender: String) -> [SealKind]? { state.withLock { $0.kinds[sender] } }

    func keep(_ kinds: [SealKind], of sender: String) { state.withLock { $0.kinds[sender] = kinds } }

    /// Decrypts a message, whose bytes the source provides.
    /// - Parameter terminal: where gpg may ask for a passphrase; nil to never ask.
    package func open(_ message: Message, _ source: Source, terminal: String?)
        async throws(Failure) -> GnuPG.Opened
    {
        try await open(try await sealed(source), of: message, terminal: terminal)
    }

    /// Returns the encrypted content of a message.
    package func sealed(_ message: Message, _ session: MailSession) async throws(Failure) -> SealedMail {
        try await sealed { () async throws(SessionError) in try await session.rawMessage(message) }
    }

    private func sealed(_ source: Source) async throws(Failure) -> SealedMail {
        let bytes: [UInt8]
        do throws(SessionError) { bytes = try await source() } catch { throw .session(error) }
        let kinds = kinds
        let found = await Task.detached { SealedMail(bytes, kinds: kinds) }.value
        guard let found else { throw .nothing }
        switch found.seal {
        case .signed, .clear, .opaque: throw .nothing
        case .encrypted, .inline: return found
        }
    }

    package func open(_ sealed: SealedMail, of message: Message, terminal: String? = nil)
        async throws(Failure) -> GnuPG.Opened
    {
        do throws(GnuPG.Failure) {
            return try await program(for: sealed.kind).open(sealed, from: message.from, terminal: terminal)
        } catch {
            throw .program(error, sealed.kind)
        }
    }
}

extension SealMemory.Failure {
    /// The sentence for screens and commands.
    package var words: String {
        switch self {
        case .session(let error): Wording.sentence(error)
        case .program(let failure, let kind): failure.words(of: kind)
        case .nothing: "Nothing in this message is encrypted in a way that can be decrypted."
        }
    }
}
