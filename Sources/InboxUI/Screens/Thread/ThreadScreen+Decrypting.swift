import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// Encrypted messages: decrypting and answering them.
extension ThreadScreen {
    func decrypt() {
        guard let message = pane.currentMessage else { return }
        guard let memory = surroundings.sealMemory, let seals = pane.seals else {
            return surroundings.say("“openpgp” is off in the settings", kind: .info, undo: false)
        }
        guard seals.opened(message.id) == nil else {
            return surroundings.say("This message is decrypted", kind: .info, undo: false)
        }
        guard message.remoteID != nil, seals.note(on: message, in: pane.bodies) == .encrypted else {
            return surroundings.say("This message is not encrypted", kind: .info, undo: false)
        }
        let (surroundings, session, pane) = (surroundings, surroundings.session, pane)
        surroundings.start(
            Errand("Decrypting", for: self) {
                do throws(SealMemory.Failure) {
                    let opened = try await Self.open(message, memory, session, surroundings)
                    return {
                        seals.take(opened, of: message, in: pane.bodies)
                        surroundings.setNeedsDraw()
                    }
                } catch {
                    return { surroundings.say(error.words, kind: .failure, undo: false) }
                }
            })
    }

    /// Tries without a question first. Where a passphrase guards the key, the user's own program asks for it on the terminal.
    private static func open(
        _ message: Message, _ memory: SealMemory, _ session: MailSession, _ surroundings: any Surroundings
    ) async throws(SealMemory.Failure) -> GnuPG.Opened {
        let sealed = try await memory.sealed(message, session)
        do throws(SealMemory.Failure) {
            return try await memory.open(sealed, of: message)
        } catch .program(.refused(.needsPassphrase)) {
            var result: Result<GnuPG.Opened, SealMemory.Failure> = .failure(.program(.refused(.needsPassphrase)))
            await surroundings.lendTerminal { terminal in
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
        let account = surroundings.session.knownAccounts.first { $0.id == message.account }
        askToQuote(canEncrypt: account?.dialect.canSeal == true) { [weak self] quoting in
            self?.pane.selection = nil
            let seal: DraftSeal? = quoting == .encrypted ? .encrypted : nil
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
        surroundings.push(
            ChoiceScreen(title, names: names, around: surroundings) { then(Quoting(rawValue: $0) ?? .open) })
    }

    /// Asks before a file of a decrypted message goes to any server.
    func askToForward(_ then: @escaping @UI () -> Void) {
        let (not, forwarding) = ("Forward nothing", "Forward what was encrypted")
        surroundings.push(
            ChoiceScreen("It is forwarded unencrypted", names: [not, forwarding], around: surroundings) {
                if $0 == forwarding { then() }
            })
    }
}
