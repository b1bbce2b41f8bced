import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// Encrypted messages: decrypting and answering them.
extension ThreadScreen {
    func decrypt() {
        guard let message = pane.currentMessage else { return }
        guard let memory = around.sealMemory, let seals = pane.known.seals else {
            return around.say(SealKind.bothAreOff, kind: .info)
        }
        guard seals.opened(message.id) == nil else {
            return around.say("This message is decrypted", kind: .info)
        }
        let note = message.remoteID == nil ? nil : seals.note(on: message, in: pane.bodies)
        guard note == .encrypted else {
            let words = note == .checking ? "What is in this message is not known yet" : "This message is not encrypted"
            return around.say(words, kind: .info)
        }
        let (around, session, pane) = (around, around.session, pane)
        around.start(
            Errand("Decrypting", for: self) {
                do throws(SealMemory.Failure) {
                    let opened = try await Self.open(message, memory, session, around)
                    return {
                        seals.take(opened, of: message, in: pane.bodies)
                        around.setNeedsDraw()
                    }
                } catch {
                    return { around.sayHere(error.words, kind: .failure) }
                }
            })
    }

    /// Tries without a question first. Where a passphrase guards the key, the user's own program asks for it on the terminal.
    private static func open(
        _ message: Message, _ memory: SealMemory, _ session: MailSession, _ around: any Surroundings
    ) async throws(SealMemory.Failure) -> GnuPG.Opened {
        let sealed = try await memory.sealed(message, session)
        do throws(SealMemory.Failure) {
            return try await memory.open(sealed, of: message)
        } catch .program(.refused(.needsPassphrase), let kind) {
            var result: Result<GnuPG.Opened, SealMemory.Failure> = .failure(.program(.refused(.needsPassphrase), kind))
            await around.lendTerminal { terminal in
                guard let terminal else { return }
                do throws(SealMemory.Failure) {
                    result = .success(try await memory.open(sealed, of: message, terminal: terminal))
                } catch {
                    result = .failure(error)
                }
            }
            return try result.get()
        }
    }

    /// Answers a decrypted message. Its text is quoted unencrypted only where the user says so.
    func answer(_ kind: Answer.Kind, _ message: Message, _ opened: OpenedMail) {
        let part = pane.selection?.message == message.id ? pane.selectedText : nil
        let text = part ?? BodyText.forReading(opened.body)
        let sealed = seal(forAnswerTo: message)
        askToQuote(canEncrypt: sealed != nil) { [weak self] quoting in
            self?.pane.selection = nil
            let seal = quoting == .encrypted ? sealed : nil
            self?.open(.answerPart(kind, message, text: quoting == .nothing ? "" : text, seal: seal))
        }
    }

    /// Answers a mail that was inside a decrypted message, in the same way.
    func answer(_ kind: Answer.Kind, toDecrypted mail: AttachedMail) {
        askToQuote(canEncrypt: false) { [weak self] quoting in
            var mail = mail
            if quoting == .nothing { mail.body = MessageBody(plain: "") }
            self?.open(.answerAttached(kind, mail))
        }
    }

    private enum Quoting: String {
        case encrypted = "Encrypt the reply, and quote"
        case nothing = "Quote nothing"
        case open = "Quote what was encrypted"
    }

    private func askToQuote(canEncrypt: Bool, _ then: @escaping @UI (Quoting) -> Void) {
        let title = canEncrypt ? "The message was encrypted" : "The reply goes unencrypted"
        let open = canEncrypt ? "Quote it, unencrypted" : Quoting.open.rawValue
        let names = (canEncrypt ? [Quoting.encrypted.rawValue] : []) + [Quoting.nothing.rawValue, open]
        around.push(
            ChoiceScreen(title, names: names, around: around) { then(Quoting(rawValue: $0) ?? .open) })
    }

    /// The seal that an answer to a decrypted message can have: of the same kind, as its sender need not have keys of the other.
    private func seal(forAnswerTo message: Message) -> DraftSeal? {
        guard around.session.knownAccount(message.account)?.dialect.canSeal == true else { return nil }
        return pane.known.seals?.kind(ofOpened: message.id).map { DraftSeal($0, encrypts: true) }
    }

    // MARK: Forwarding

    /// Forwards a decrypted message with its own text and files, since others could not decrypt what came. They go
    /// unencrypted only where the user says so.
    func forward(_ message: Message, _ opened: OpenedMail) {
        askToForward(encrypting: seal(forAnswerTo: message)) { [weak self] seal in
            self?.forward(message, opened, seal)
        }
    }

    /// - Parameter seal: what is done to the forward; nil for nothing.
    func forward(_ message: Message, _ opened: OpenedMail, _ seal: DraftSeal?) {
        let show: @UI @Sendable ([MessageFile]?) -> Void = { [weak self] files in
            self?.open(
                .forwardDecrypted(message, opened.body, subject: opened.subject, files: files, seal: seal))
        }
        // A text that was encrypted by itself came without files of its own.
        guard let mail = opened.content else { return show(nil) }
        let session = around.session
        let account = around.senders.first(of: message.account)?.account.id ?? message.account
        around.ask("Getting the files", for: self) { () async throws(SessionError) -> [MessageFile] in
            let uploads = await Task.detached {
                InnerFile.all(in: mail).map {
                    RemoteUpload(
                        fileName: $0.file.fileName, contentType: $0.file.contentType, bytes: $0.contents(in: mail))
                }
            }.value
            var files: [MessageFile] = []
            for upload in uploads {
                files.append(try await session.attach(upload, account: account, uploads: seal?.encrypts != true))
            }
            return files
        } then: {
            show($0)
        }
    }

    /// Asks before content of a decrypted message goes to any server.
    /// - Parameters:
    ///   - encrypting: the seal to offer for it; nil for none.
    ///   - then: called with the chosen seal; not called where the user forwards nothing.
    func askToForward(encrypting seal: DraftSeal? = nil, _ then: @escaping @UI (DraftSeal?) -> Void) {
        let title = seal != nil ? "The message was encrypted" : "It is forwarded unencrypted"
        let (sealed, not) = ("Encrypt it, and forward", "Forward nothing")
        let open = seal != nil ? "Forward it, unencrypted" : "Forward what was encrypted"
        around.push(
            ChoiceScreen(title, names: (seal != nil ? [sealed] : []) + [not, open], around: around) {
                if $0 != not { then($0 == sealed ? seal : nil) }
            })
    }
}

extension OpenedMail {
    /// The MIME entity whose text is shown and whose files are listed; nil where there is only a text.
    fileprivate var content: [UInt8]? {
        if let signed, signed.isWhole, case .signed(let content, _) = signed.seal { return content }
        return bytes
    }
}
