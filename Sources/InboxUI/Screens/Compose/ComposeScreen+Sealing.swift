import Foundation
import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// Signing and encrypting with the user's GnuPG.
extension ComposeScreen {
    /// Whether mail of the current sender can be signed or encrypted at all.
    var canSeal: Bool { Self.canSeal(form, around) }

    static func canSeal(_ form: ComposeForm, _ around: any Surroundings) -> Bool {
        around.sealMemory != nil && form.account.dialect.canSeal
    }

    /// Switches from nothing to signed, to encrypted as well, to the same with the other kind if there are keys for it, and back to
    /// nothing.
    func changeSeal() {
        let kinds = around.sealMemory?.kinds ?? []
        guard let seal = form.seal else {
            guard let memory = around.sealMemory, !kinds.isEmpty else {
                return around.say(SealKind.bothAreOff, kind: .info)
            }
            guard form.account.dialect.canSeal else {
                return around.say(
                    "This server composes mail itself and can't send what is signed or encrypted here", kind: .warning)
            }
            let likely = memory.likelyKinds(of: form.sender.address.email)
            take(likely.first.map { DraftSeal($0) })
            return lookForKeys(memory, likely, isFixed: false)
        }
        guard let memory = around.sealMemory, kinds.contains(seal.kind) else {
            around.say("“\(seal.kind.rawValue)” is off in the settings", kind: .info)
            return take(nil)
        }
        if sealKinds == nil {
            let others = memory.likelyKinds(of: form.sender.address.email).filter { $0 != seal.kind }
            lookForKeys(memory, [seal.kind] + others, isFixed: true)
        }
        if seal.encrypts { take(kind(after: seal.kind).map { DraftSeal($0) }) } else { encrypt() }
    }

    /// The kind that the key offers after one.
    func kind(after kind: SealKind) -> SealKind? {
        guard let place = sealKinds?.firstIndex(of: kind) else { return nil }
        return sealKinds?.dropFirst(place + 1).first
    }

    private func take(_ seal: DraftSeal?) {
        form.seal = seal
        changed()
        around.setNeedsDraw()
    }

    /// Finds out which kinds to offer. Meanwhile the message is sealed in the likely way, so that it never leaves unsealed because it
    /// is sent at once.
    /// - Parameters:
    ///   - likely: The kinds to offer until then.
    ///   - isFixed: Whether the first of them stays the first.
    private func lookForKeys(_ memory: SealMemory, _ likely: [SealKind], isFixed: Bool) {
        sealKinds = likely
        guard likely.count > 1 else { return }
        let sender = form.sender.address.email
        let recipients = form.content.recipients.map(\.email)
        around.start(
            Errand("Looking for keys", for: self) { [weak self] in
                let found = await memory.kindsWithKeys(from: sender, to: recipients)
                return { self?.offer(found, in: likely, isFixed: isFixed, to: sender) }
            })
    }

    private func offer(_ found: [SealKind], in likely: [SealKind], isFixed: Bool, to sender: String) {
        guard ending == nil, !isOver, form.sender.address.email == sender else { return }
        guard let best = found.first else {
            let address = Wording.line(EmailAddress.shown(sender))
            return around.say("No OpenPGP key and no valid certificate for \(address) is here", kind: .warning)
        }
        let kinds = isFixed ? Array(likely.prefix(1)) + found.filter { $0 != likely.first } : found
        sealKinds = kinds
        guard let seal = form.seal else { return }
        if isFixed, !seal.encrypts, !kinds.contains(seal.kind) {
            // Had that been known, the key would have led there.
            take(nil)
        } else if seal.kind != best, !isFixed && seal.kind == likely.first || !kinds.contains(seal.kind) {
            take(DraftSeal(best, encrypts: seal.encrypts))
        }
    }

    /// Turns encryption on. From then on no server gets the draft, so files that only a server has are fetched first.
    private func encrypt() {
        let files = form.files
        guard let draft, let message = try? around.session.message(draft), !files.isEmpty else {
            return turnEncryptionOn()
        }
        let session = around.session
        comingFiles += 1
        around.ask("Getting the files", for: self) { [weak self] () async throws(SessionError) in
            defer { self?.comingFiles -= 1 }
            return try await session.keepHere(files, of: message)
        } then: { [weak self] kept in
            self?.form.replace(files, by: kept)
            self?.turnEncryptionOn()
        }
    }

    /// With the kind that it has by now.
    private func turnEncryptionOn() {
        if let kind = form.seal?.kind { take(DraftSeal(kind, encrypts: true)) }
    }

    /// Marks the message as being signed; from then on it cannot be edited.
    /// - Returns: The number of this signing; nil where the composer is already ending.
    func beginSigning(_ ending: Ending) -> Int? {
        guard self.ending == nil, !isOver else { return nil }
        timer?.cancel()
        timer = nil
        self.ending = ending
        signings += 1
        return signings
    }

    /// Keeps the message and signs or encrypts it as an errand, since gpg may take long. Esc stops it. Until then the message cannot be
    /// edited.
    /// - Parameter then: Passes the result to the outbox.
    func sealing(
        leaving date: Date?, _ then: @escaping @UI @Sendable (ComposeScreen, MessageID, SealedDraft) async -> Void
    ) {
        guard let number = beginSigning(.signing) else { return }
        around.start(
            Errand("Signing", for: self) { [self] in
                let draft = await around.inTurn { await self.store() } ?? nil
                let signed = form.content
                var sealed: SealedDraft?
                do throws(SessionError) {
                    if let draft, !Task.isCancelled { sealed = try await self.sealed(draft, leaving: date) }
                } catch {
                    around.say(Wording.sentence(error), kind: .failure)
                }
                if Task.isCancelled { stopSigning(number) }
                return { [sealed] in
                    guard self.stopSigning(number), let draft, let sealed else { return }
                    guard self.form.content == signed else {
                        return self.around.say("Not sent: it changed while it was being signed", kind: .failure)
                    }
                    self.finish(.sending) { screen in await then(screen, draft, sealed) }
                }
            })
    }

    /// - Parameter number: The signing that ends: one that was stopped may end late, when the next has begun. Nil for any.
    /// - Returns: Whether the message was being signed.
    @discardableResult
    func stopSigning(_ number: Int? = nil) -> Bool {
        guard ending?.isSigning == true, number == nil || number == signings else { return false }
        ending = nil
        around.setNeedsDraw()
        return true
    }

    /// Returns the signed or encrypted message to send.
    /// - Parameter date: When the message leaves; nil for now.
    /// - Returns: Nil where nothing is to be sealed, or sealing failed, which the user is told.
    func sealed(_ draft: MessageID, leaving date: Date?) async throws(SessionError) -> SealedDraft? {
        guard let seal = form.seal else { return nil }
        let key = around.keyName(of: .seal, in: .compose).map { ": \($0) turns that off" } ?? ""
        guard let memory = around.sealMemory, memory.kinds.contains(seal.kind) else {
            around.say("Not sent: “\(seal.kind.rawValue)” is off in the settings\(key)", kind: .failure)
            return nil
        }
        guard form.account.dialect.canSeal else {
            around.say("This account can't send signed or encrypted mail\(key)", kind: .failure)
            return nil
        }
        let program = memory.program(for: seal.kind)
        let mark = try around.session.mark(ofDraft: draft)
        let message = try await around.session.composed(draft, at: date ?? around.clock.now())
        let hidden = form.content.bcc
        do throws(GnuPG.SealFailure) {
            do throws(GnuPG.SealFailure) {
                return SealedDraft(
                    try await program.seal(message, encrypts: seal.encrypts, hidden: hidden), of: mark)
            } catch .refused(.needsPassphrase) {
                return SealedDraft(try await askingForPassphrase(program, message, seal, hidden), of: mark)
            }
        } catch {
            // A user who stopped it needs no message.
            if !Task.isCancelled { around.say("Not sent: \(error.words(of: seal.kind))", kind: .failure) }
            return nil
        }
    }

    /// Seals the message with the terminal lent to the program that asks the user for passphrases.
    private func askingForPassphrase(
        _ program: GnuPG, _ message: ComposedMessage, _ seal: DraftSeal, _ hidden: [MailAddress]
    ) async throws(GnuPG.SealFailure) -> [UInt8] {
        var result: Result<[UInt8], GnuPG.SealFailure> = .failure(.refused(.needsPassphrase))
        await around.lendTerminal { terminal in
            guard let terminal else { return }
            do throws(GnuPG.SealFailure) {
                result = .success(
                    try await program.seal(message, encrypts: seal.encrypts, hidden: hidden, terminal: terminal))
            } catch {
                result = .failure(error)
            }
        }
        return try result.get()
    }
}
