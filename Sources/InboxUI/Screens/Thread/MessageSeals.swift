import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// The OpenPGP seal of a message, as its head shows it.
enum SealNote: Hashable, Sendable {
    case checking
    case signed(SignatureVerdict, isWhole: Bool)
    /// Not decrypted yet.
    case encrypted
    case opened(Opened)

    struct Opened: Hashable, Sendable {
        var verdict: SignatureVerdict?
        var isAllSigned: Bool
        var isWhole: Bool
        /// The subject that was encrypted with it; empty for none.
        var subject: String
        var files: [String]
    }
}

/// Checks the signatures of a thread's messages as they are opened, and keeps what was decrypted, for as long as the thread is
/// shown.
@UI
final class MessageSeals {
    private let memory: SealMemory
    private let session: MailSession
    private let checksSignatures: Bool
    private let changed: () -> Void
    private var tasks: [MessageID: Task<Void, Never>] = [:]
    /// Notes that nothing else keeps: why something could not be checked.
    private var passing: [MessageID: (note: SealNote?, body: MessageBody?)] = [:]
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
        if let known = memory.known(message) {
            unwrap(known.body, message, bodies)
            return .signed(known.verdict, isWhole: known.isWhole)
        }
        if let known = passing[message.id] {
            unwrap(known.body, message, bodies)
            return known.note
        }
        let types = message.files.map(\.contentType)
        let (isEncryptedText, isSignedText) = look(at: message, bodies)
        if SealedMail.mayBeEncrypted(files: types, text: nil) || isEncryptedText { return .encrypted }
        guard SealedMail.mayBeSigned(files: types) || isSignedText || unwrapped.contains(message.id) else { return nil }
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
        let isSigned = SealedMail.mayBeSigned(files: [], text: text)
        looks[message.id] = (version, isEncrypted, isSigned)
        return (isEncrypted, isSigned)
    }

    private func check(_ message: Message) {
        tasks[message.id] = Task { [weak self, memory, session] in
            let check = await memory.check(message, session)
            guard !Task.isCancelled, let self else { return }
            // A check that was evicted is made again.
            self.tasks[message.id] = nil
            if memory.known(message) == nil {
                self.passing[message.id] = (
                    check.map { .signed($0.verdict, isWhole: $0.isWhole) }, check?.body
                )
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
}

extension GnuPG.Opened {
    fileprivate var note: SealNote.Opened {
        SealNote.Opened(
            verdict: verdict, isAllSigned: isAllSigned, isWhole: isWhole, subject: mail.subject,
            files: mail.files.enumerated().map { SafeFileName.of($1.fileName, number: $0 + 1) })
    }
}
