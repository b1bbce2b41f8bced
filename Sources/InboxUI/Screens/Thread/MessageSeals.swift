import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// What the head of a message says of how OpenPGP seals it.
enum SealNote: Hashable, Sendable {
    case checking
    case signed(SignatureVerdict, isWhole: Bool)
    /// Nobody has decrypted it yet.
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

/// Checks the signatures of a thread's messages as they are opened, and has what was decrypted of them, for as long as the thread
/// is shown.
@UI
final class MessageSeals {
    private let memory: SealMemory
    private let session: MailSession
    private let checksSignatures: Bool
    private let changed: () -> Void
    private var tasks: [MessageID: Task<Void, Never>] = [:]
    /// What this thread was told that nobody keeps: why something could not be checked.
    private var passing: [MessageID: (note: SealNote?, body: MessageBody?)] = [:]
    /// Messages whose text under a signature is shown: it has no marks of that any more.
    private var unwrapped: Set<MessageID> = []
    private var opened: [MessageID: GnuPG.Opened] = [:]
    /// Whether a text is encrypted or signed in itself, by the version of it that was looked at.
    private var looks: [MessageID: (version: Int, isEncrypted: Bool, isSigned: Bool)] = [:]

    /// - Parameter checksSignatures: whether what is not known yet is found out.
    init(_ memory: SealMemory, session: MailSession, checksSignatures: Bool, changed: @escaping () -> Void) {
        self.memory = memory
        self.session = session
        self.checksSignatures = checksSignatures
        self.changed = changed
    }

    isolated deinit {
        for task in tasks.values { task.cancel() }
    }

    /// What is known by now; the first time it begins to find out. What is to be shown instead of the text of its server is put
    /// among the bodies.
    /// - Parameter asking: false finds nothing out.
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
            // What is forgotten to make room is looked at again.
            self.tasks[message.id] = nil
            if memory.known(message) == nil {
                self.passing[message.id] = (
                    check.map { .signed($0.verdict, isWhole: $0.isWhole) }, check?.body
                )
            }
            self.changed()
        }
    }

    /// What could not be checked is tried again, and so is what the user's keys did not vouch for: they may be others now.
    func retry() {
        memory.forgetUnvouched()
        // What is being found out was asked about before.
        for task in tasks.values { task.cancel() }
        (tasks, passing) = ([:], [:])
    }

    // MARK: What was decrypted

    /// Shows what was decrypted instead of what came.
    func take(_ found: GnuPG.Opened, of message: Message, in bodies: MessageBodies) {
        opened[message.id] = found
        bodies.show(found.mail.body, insteadOf: message.id, isSecret: true)
    }

    /// What was decrypted of a message; nil when nothing was.
    func opened(_ id: MessageID) -> OpenedMail? { opened[id]?.mail }
}

extension GnuPG.Opened {
    fileprivate var note: SealNote.Opened {
        SealNote.Opened(
            verdict: verdict, isAllSigned: isAllSigned, isWhole: isWhole, subject: mail.subject,
            files: mail.files.enumerated().map { SafeFileName.of($1.fileName, number: $0 + 1) })
    }
}
