import Foundation
import InboxKit
import InboxModel
import MailContent
import TerminalUI

extension ComposeScreen {
    /// Asks the user about anything doubtful, then continues with `go`.
    func send(_ go: @escaping @UI (ComposeScreen) -> Void) {
        form.finishTyping()
        form.nameEachOnce()
        guard !isFetching else { return askToGoOn("send without it") { $0.send(go) } }
        guard comingFiles == 0 else {
            let key = around.keyName(of: .back, in: .compose).map { "; \($0) stops it" } ?? ""
            return around.sayHere("A file is still being fetched\(key)", kind: .warning)
        }
        // Until now the files could not be fetched.
        guard !fetchFiles() else { return }
        guard form.sender.hasRecipient(form.content) else {
            form.setFocus(.to)
            let flaw = form.content.unfinished.map { form.problem(with: $0.all.joined(separator: ", ")) }
            return around.sayHere(flaw ?? "There is no recipient yet", kind: .warning)
        }
        let doubts = SendDoubt.all(
            about: form.content, text: form.body.text, signature: form.sender.signature, answered: answered,
            usual: answered.flatMap { senders.addressed(by: $0, delivered: delivered) }?.address,
            words: AttachmentWords(
                languages: around.settings.attachmentLanguages, more: around.settings.attachmentWords),
            problem: { [form = form] in form.problem(with: $0) })
        askAboutLetters {
            let gone = $0.goneDoubts + ($0.mayHaveArrived ? [.mayHaveArrived] : [])
            $0.ask((gone + $0.answeredDoubts + doubts)[...], go)
        }
    }

    /// Asks about a recipient that only servers with SMTPUTF8 take (RFC 6531), which no server here is known to have.
    private func askAboutLetters(_ go: @escaping @UI (ComposeScreen) -> Void) {
        let recipients = form.content.recipients
        guard let one = recipients.first(where: { EmailAddress.needsUnicodeServer($0.email) }) else { return go(self) }
        let address = EmailAddress.shown(one.email)
        ask(
            "An unusual address",
            "“\(address)” needs a server that takes letters outside ASCII in addresses. Many don't, and refuse the message.",
            go)
    }

    /// The doubt that the draft is gone: it may be open in two clients, and what one has sent the other must not send again.
    private var goneDoubts: [SendDoubt] {
        do throws(SessionError) {
            return try isOverElsewhere() ? [.gone] : []
        } catch {
            // Sending reports why the store cannot be read.
            return []
        }
    }

    /// The doubt that the answer is the second one: others may share the mailbox, or the user answered on another device.
    private var answeredDoubts: [SendDoubt] {
        guard let answered else { return [] }
        let session = around.session
        let sent = Set(((try? session.mailboxes()) ?? []).filter { $0.role == .sent }.map(\.id))
        let thread = ((try? session.message(answered.id)) ?? answered).thread
        let other = ((try? session.messages(of: thread)) ?? []).last {
            !beside.contains($0.id) && !$0.isDraft
                && ($0.from.areOwn(around.ownAddresses) || !sent.isDisjoint(with: $0.mailboxes))
        }
        return other.map { [.answered(by: $0)] } ?? []
    }

    /// Asks whether to go on without the text that is still being fetched.
    /// - Parameter deed: What Enter does.
    func askToGoOn(_ deed: String, _ go: @escaping @UI (ComposeScreen) -> Void) {
        around.push(
            QuestionScreen(
                "The mail's text is still being fetched", text: "It goes below what you write when it arrives.",
                deed: deed, other: "wait for it", around: around
            ) { [weak self] in
                guard let self else { return }
                self.stopFetching()
                go(self)
            })
    }

    /// Asks one question after the other; after the last it calls `go`.
    private func ask(_ doubts: ArraySlice<SendDoubt>, _ go: @escaping @UI (ComposeScreen) -> Void) {
        guard let doubt = doubts.first else { return go(self) }
        ask(doubt.title, doubt.text) { $0.ask(doubts.dropFirst(), go) }
    }

    private func ask(_ title: String, _ text: String, _ go: @escaping @UI (ComposeScreen) -> Void) {
        around.push(
            QuestionScreen(title, text: text, deed: "send anyway", other: "keep writing", around: around) {
                [weak self] in
                if let self { go(self) }
            })
    }

    func askWhen() {
        send { screen in
            let clock = screen.around.clock
            let dates = MessageDates(clock: clock)
            func read(_ text: String) -> SendTime.Reading {
                SendTime.read(text, now: clock.now(), calendar: clock.calendar)
            }
            screen.around.push(
                EntryScreen(
                    "Send when?", deed: "send then", offered: screen.orderedTime,
                    placeholder: "9:00, monday, in 2 hours",
                    around: screen.around,
                    note: { text in
                        let reading = read(text)
                        if case .future(let date) = reading { return .init(text: "goes out " + dates.long(date)) }
                        return .init(text: text.isEmpty ? "" : Wording.noTimeToCome(reading), isProblem: true)
                    },
                    done: { [weak screen] text in
                        if case .future(let date) = read(text) { screen?.deliver(at: date) }
                    }))
        }
    }

    func sendAndArchive() {
        guard answered != nil else {
            let key = around.keyName(of: .send, in: .compose).map { ": \($0) sends it" } ?? ""
            return around.say("There is no thread to archive here\(key)", kind: .info)
        }
        send { $0.deliver(archives: true) }
    }

    /// Passes the message to the outbox, and then closes the composer.
    /// - Parameters:
    ///   - date: When the message is sent; nil to send it once the undo delay has passed.
    ///   - archives: Whether the user asked to archive the answered thread.
    func deliver(at date: Date? = nil, archives: Bool = false) {
        guard form.seal == nil else {
            return sealing(leaving: date) { screen, draft, sealed in
                await screen.handOver(draft, sealed, date, archives)
            }
        }
        finish(.sending) { screen in
            guard let draft = await screen.store() else { return }
            await screen.handOver(draft, nil, date, archives)
        }
    }

    private func handOver(_ draft: MessageID, _ sealed: SealedDraft?, _ date: Date?, _ archives: Bool) async {
        do throws(SessionError) {
            try await queue(draft, sealed, date)
            archiveAnswered(archives, leaves: date == nil)
        } catch {
            around.say(Wording.sentence(error), kind: .failure)
        }
    }

    private func queue(_ draft: MessageID, _ sealed: SealedDraft?, _ date: Date?) async throws(SessionError) {
        let delay = around.settings.undoSend
        let wait = date.map { max(0, $0.timeIntervalSince(around.clock.now())) }
        let action = try await around.session.send(
            draft, sealed: sealed, after: wait.map { .seconds($0) } ?? (delay > 0 ? .seconds(delay) : nil),
            isScheduled: date != nil)
        end()
        sent?()
        guard let date else { return around.sent(action, draft: draft, seconds: delay) }
        let time = MessageDates(clock: around.clock).long(date)
        let how = form.account.dialect.mayHoldMail ? "held by its server if it can" : "or when Maraca next runs"
        around.scheduled("Goes out \(time), \(how)", isAgain: false)
    }

    /// Archives the answered thread. This happens after sending, so that undo takes it back first.
    /// - Parameters:
    ///   - isWished: Whether the user asked for it with this message. Otherwise the setting decides, and only for threads in the inbox:
    ///     mail filed elsewhere is where it belongs.
    ///   - leaves: Whether the answer is sent now; the setting does not apply to a scheduled answer.
    private func archiveAnswered(_ isWished: Bool, leaves: Bool) {
        guard isWished || around.settings.archiveOnReply && leaves && !isLink, let answered else { return }
        let session = around.session
        // The server may have moved the message to another thread since the composer was opened.
        let thread = ((try? session.message(answered.id)) ?? answered).thread
        if !isWished {
            let inboxes = Set(((try? session.mailboxes()) ?? []).filter { $0.role == .inbox }.map(\.id))
            guard let shown = try? session.thread(thread), !shown.mailboxes.isDisjoint(with: inboxes) else { return }
        }
        // The user has not seen mail that arrived while writing.
        let messages = (try? session.messages(of: thread)) ?? []
        guard !messages.contains(where: { $0.isUnread && !$0.isDraft && !beside.contains($0.id) }) else {
            return around.say("Not archived: it has new mail", kind: .warning)
        }
        if let archive { archive(thread) } else { around.act(.archive, on: [thread], target: nil) }
    }
}

extension EmailAddress {
    /// Whether there are letters outside ASCII before the `@`; those behind it have a form in ASCII.
    fileprivate static func needsUnicodeServer(_ email: String) -> Bool {
        !email[..<(email.lastIndex(of: "@") ?? email.endIndex)].utf8.allSatisfy { $0 < 0x80 }
    }
}

extension ComposeForm {
    /// Leaves each recipient only in the first field that names them.
    fileprivate mutating func nameEachOnce() {
        var content = content
        content.nameEachOnce()
        recipients[.to]?.keep(content.to)
        recipients[.cc]?.keep(content.cc)
        recipients[.bcc]?.keep(content.bcc)
    }
}
