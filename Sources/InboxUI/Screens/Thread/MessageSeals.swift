import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// The seal of a message, as its head shows it.
enum SealNote: Hashable, Sendable {
    case checking
    case signed(SignatureVerdict, SealKind, isWhole: Bool)
    /// Not decrypted yet.
    case encrypted
    /// Decrypted, or taken out of its signature.
    case opened(Opened)

    struct Opened: Hashable, Sendable {
        var kind: SealKind
        var isDecrypted = true
        var mayBeChanged = false
        var verdict: SignatureVerdict?
        var isAllSigned: Bool
        var isWhole: Bool
        /// The subject that was encrypted with it; empty for none.
        var subject: String
        var files: [String]
    }

    /// Whether what was signed or encrypted takes the place of the file that would be shown with the text of a message.
    func replacesCard(of message: Message) -> Bool {
        guard let file = message.cardFile, FileText.isSealed(file.contentType) else { return false }
        return switch self {
        case .checking, .encrypted, .opened: true
        case .signed: false
        }
    }
}

/// Checks the signatures of a thread's messages as they are opened, and keeps what was decrypted, for as long as the thread is
/// shown.
@UI
final class MessageSeals {
    let memory: SealMemory
    private let session: MailSession
    private let checksSignatures: Bool
    private let changed: () -> Void
    private var tasks: [MessageID: Task<Void, Never>] = [:]
    /// What nothing else keeps: why something could not be checked.
    private var passing: [MessageID: SealMemory.Look] = [:]
    /// Messages that show the text under their signature, which has no signature marks any more.
    private var unwrapped: Set<MessageID> = []
    private var opened: [MessageID: GnuPG.Opened] = [:]
    /// Whether a text is itself encrypted or signed, and for which version of the text that was found.
    private var looks: [MessageID: (version: Int, isEncrypted: Bool, isSigned: Bool)] = [:]

    /// - Parameter checksSignatures: whether to check signatures that are not known yet.
    init(_ memory: SealMemory, session: MailSession, checksSignatures: Bool, changed: @escaping () -> Void) {
        self.memory = memory
        self.session = session
        self.checksSignatures = checksSignatures
        self.changed = changed
    }

    isolated deinit {
        for task in tasks.values { task.cancel() }
    }

    /// Returns the note so far; the first call starts to check the message. A text to show instead of the server's is passed to
    /// `bodies`.
    /// - Parameter asking: false checks nothing.
    func note(on message: Message, in bodies: MessageBodies, asking: Bool = true) -> SealNote? {
        guard !message.isDraft, message.remoteID != nil else { return nil }
        if let found = opened[message.id] { return .opened(found.note) }
        switch memory.known(message) ?? passing[message.id] {
        case .signed(let check):
            unwrap(check.body, message, bodies)
            return check.note
        case .encrypted: return .encrypted
        case .nothing where passing[message.id] != nil: return nil
        case .nothing, nil: break
        }
        let types = message.files.map(\.contentType)
        let kinds = memory.kinds
        let (isEncryptedText, isSignedText) = look(at: message, bodies)
        if kinds.contains(.openpgp), SealedMail.mayBeEncrypted(files: types, text: nil) || isEncryptedText {
            return .encrypted
        }
        let mayBeCMS = kinds.contains(.smime) && SealedMail.mayBeCMS(message.files)
        guard
            mayBeCMS || SealedMail.mayBeSigned(files: types, kinds: kinds) || isSignedText
                || unwrapped.contains(message.id)
        else { return nil }
        guard checksSignatures, asking else { return nil }
        if tasks[message.id] == nil { check(message) }
        return .checking
    }

    private func unwrap(_ body: MessageBody?, _ message: Message, _ bodies: MessageBodies) {
        guard let body else { return }
        unwrapped.insert(message.id)
        bodies.show(body, insteadOf: message.id)
    }

    private func look(at message: Message, _ bodies: MessageBodies) -> (isEncrypted: Bool, isSigned: Bool) {
        let (state, version) = bodies.state(of: message)
        if let look = looks[message.id], look.version == version { return (look.isEncrypted, look.isSigned) }
        guard case .here(let text, _, _, _) = state else { return (false, false) }
        let isEncrypted = SealedMail.mayBeEncrypted(files: [], text: text)
        let isSigned = SealedMail.mayBeSigned(files: [], text: text, kinds: memory.kinds)
        looks[message.id] = (version, isEncrypted, isSigned)
        return (isEncrypted, isSigned)
    }

    private func check(_ message: Message) {
        tasks[message.id] = Task { [weak self, memory, session] in
            let look = await memory.look(at: message, session)
            guard !Task.isCancelled, let self else { return }
            // A check that was evicted is made again.
            self.tasks[message.id] = nil
            switch memory.known(message) {
            case .signed, .encrypted: break
            case .nothing, nil: self.passing[message.id] = look
            }
            self.changed()
        }
    }

    /// Checks again what could not be checked, and what the user's keys did not vouch for: the keys may have changed.
    func retry() {
        memory.forgetUnvouched()
        // Running checks began before the change.
        for task in tasks.values { task.cancel() }
        (tasks, passing) = ([:], [:])
    }

    // MARK: What was decrypted

    /// Shows the decrypted mail instead of the original.
    func take(_ found: GnuPG.Opened, of message: Message, in bodies: MessageBodies) {
        opened[message.id] = found
        bodies.show(found.mail.body, insteadOf: message.id, isSecret: true)
    }

    /// Returns the decrypted mail of a message; nil when there is none.
    func opened(_ id: MessageID) -> OpenedMail? { opened[id]?.mail }

    /// Returns what a decrypted message was encrypted with.
    func kind(ofOpened id: MessageID) -> SealKind? { opened[id]?.kind }

    /// Returns the mail that the signature of a message encloses; nil when there is none.
    func enclosed(in message: Message) -> OpenedMail? {
        if case .signed(let check) = memory.known(message) ?? passing[message.id] { check.enclosed } else { nil }
    }
}

extension SealMemory.Check {
    fileprivate var note: SealNote {
        guard let enclosed else { return .signed(verdict, kind, isWhole: isWhole) }
        return .opened(
            SealNote.Opened(
                kind: kind, isDecrypted: false, verdict: verdict, isAllSigned: isWhole, isWhole: true,
                subject: enclosed.subject, files: enclosed.fileNames))
    }
}

extension OpenedMail {
    fileprivate var fileNames: [String] {
        files.enumerated().map { SafeFileName.of($1.fileName, number: $0 + 1) }
    }
}

extension GnuPG.Opened {
    fileprivate var note: SealNote.Opened {
        SealNote.Opened(
            kind: kind, mayBeChanged: mayBeChanged, verdict: verdict, isAllSigned: isAllSigned, isWhole: isWhole,
            subject: mail.subject,
            files: mail.fileNames)
    }
}
