import Foundation
import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// Showing parts of a message on a screen of their own.
extension ThreadScreen {
    func perform(_ command: Command, number: Int) -> Bool {
        switch command {
        case .open: openLink(number)
        case .pictures:
            guard let message = pane.currentMessage else { return false }
            showPictures(of: message, number: number)
        default: return goTo(message: number, command)
        }
        return true
    }

    /// Handles a number before the keys for the ends: goes to the message with that number, or to the last one.
    private func goTo(message number: Int, _ command: Command) -> Bool {
        guard command == .top || command == .bottom, question == nil, pane.selection == nil,
            let message = pane.items.prefix(number).last, let row = pane.row(of: message.id)
        else { return false }
        pane.go(toRow: row)
        around.setNeedsDraw()
        return true
    }

    func read(_ command: Command) -> Bool {
        guard let message = pane.currentMessage else { return false }
        let name = message.subject.allSatisfy(\.isWhitespace) ? "message" : message.subject
        switch command {
        case .headers:
            let server = around.server(vouchingFor: message)
            readMail(message, "Headers", command, savedAs: name + ".headers.txt") { bytes in
                let text = FileText.headers(of: bytes, trusting: server)
                // The saved text is what the screen shows.
                return ReaderScreen.Content(text: text, bytes: Array((text.plainText + "\n").utf8))
            }
        case .source:
            readMail(message, "Source", command, savedAs: name + ".eml") {
                ReaderScreen.Content(text: FileText.source(of: $0), bytes: $0)
            }
        case .parts: showParts(of: message)
        case .pictures: showPictures(of: message)
        case .pipe: pipe(message)
        default: return false
        }
        return true
    }

    /// - Parameter file: the number of the file to begin with.
    /// - Parameter number: the number of the picture to begin with, instead of a file.
    func showPictures(of message: Message, beginningWith file: Int? = nil, number: Int? = nil) {
        var text: StyledText?
        if case .here(let styled, _, _, _) = pane.bodies.state(of: message).state { text = styled }
        let pictures = MailPictures(message, text)
        guard !pictures.entries.isEmpty else {
            let isWithheld = (text?.remoteImageCount ?? 0) > 0 && pane.known.seals?.opened(message.id) != nil
            let others = "Decrypted mail loads no pictures from other servers"
            return around.say(isWithheld ? others : "No pictures in this message", kind: .info)
        }
        guard number.map({ pictures.entries.indices.contains($0 - 1) }) ?? true else {
            let count = pictures.entries.count
            let words = count == 1 ? "There is one picture" : "There are \(count) pictures"
            return around.say("\(words) in this message", kind: .info)
        }
        around.push(
            PicturesScreen(pictures, of: message, beginningWith: file, number: number, around: around))
    }

    func read(_ file: MessageFile, number: Int, of message: Message) {
        if MailPictures.isPicture(file) { return showPictures(of: message, beginningWith: number) }
        let session = around.session
        let named = named(file, number: number, of: message)
        push(named.fileName, named, number: number, of: message) { () async throws(SessionError) in
            try await session.download(file, of: message)
        }
    }

    /// Returns a file under the name that it has here.
    func named(_ file: MessageFile, number: Int, of message: Message) -> MessageFile {
        var named = file
        named.fileName =
            pane.known.texts.fileNames(in: message)[number - 1] ?? SafeFileName.of(file, number: number)
        return named
    }

    /// Opens a file inside a mail that is itself a file, however deep.
    private func read(_ inner: InnerFile, number: Int, in mail: [UInt8], of message: Message) {
        push(inner.file.fileName, inner.file, number: number, of: message) { () async throws(SessionError) in
            await Task.detached { inner.contents(in: mail) }.value
        }
    }

    private func push(
        _ title: String, _ file: MessageFile, number: Int, charset: String? = nil, of message: Message,
        _ bytes: @escaping @Sendable () async throws(SessionError) -> [UInt8]
    ) {
        let zone = around.clock.calendar.timeZone
        let isMail = FileText.isMail(file.contentType)
        around.push(
            ReaderScreen(
                title, about: "\(file.contentType) · \(FileSize.text(file.size))", file: (file, number),
                around: around, answer: answering(file, of: message),
                openInner: { [weak self] in self?.read($0, number: $1, in: $2, of: message) },
                keepCards: { [around] in around.addContacts(fromCards: $0, account: message.account) }
            ) { () async throws(SessionError) in
                let bytes = try await bytes()
                return await Task.detached {
                    ReaderScreen.Content(
                        text: FileText.read(
                            bytes, type: file.contentType, name: file.fileName, charset: charset ?? file.charset,
                            zone: zone),
                        bytes: bytes, files: isMail ? InnerFile.all(in: bytes) : [])
                }.value
            })
    }

    private func answering(_ file: MessageFile, of message: Message)
        -> (@UI (Answer.Kind, [UInt8], ReaderScreen) -> Void)?
    {
        guard FileText.isMail(file.contentType) else { return nil }
        return { [weak self] kind, bytes, reader in self?.answer(kind, to: bytes, in: file, of: message, on: reader) }
    }

    private func answer(
        _ kind: Answer.Kind, to bytes: [UInt8], in file: MessageFile, of message: Message, on reader: ReaderScreen
    ) {
        around.ask("Reading the mail", for: reader) { () async throws(SessionError) in
            await Task.detached { AttachedMail(bytes, in: message) }.value
        } then: { [weak self, weak reader] mail in
            guard let self, let reader else { return }
            let subject = mail.message.subject
            let wasEncrypted = pane.known.seals?.opened(message.id) != nil
            switch kind {
            case .forward where wasEncrypted:
                askToForward { [weak self] _ in self?.forward(file, bytes, subject: subject, of: message, on: reader) }
            case .forward: forward(file, bytes, subject: subject, of: message, on: reader)
            case .replyList where mail.message.listAddress == nil:
                around.say(around.noList(mail.message), kind: .info)
            case .reply, .replyAll, .replyList:
                if wasEncrypted { answer(kind, toDecrypted: mail) } else { open(.answerAttached(kind, mail)) }
            }
        }
    }

    /// - Parameter bytes: the content of the file: no server has a file inside another one by itself.
    private func forward(
        _ file: MessageFile, _ bytes: [UInt8], subject: String, of message: Message, on reader: ReaderScreen
    ) {
        guard file.remoteID.rawValue.isEmpty, file.localID == nil else {
            return open(.forwardFile(file, subject: subject, of: message))
        }
        let upload = RemoteUpload(fileName: file.fileName, contentType: file.contentType, bytes: bytes)
        let session = around.session
        around.ask("Getting the file", for: reader) { () async throws(SessionError) in
            try await session.attach(upload, account: message.account)
        } then: { [weak self] kept in
            self?.open(.forwardFile(kept, subject: subject, of: message))
        }
    }

    private func readMail(
        _ message: Message, _ what: String, _ command: Command, savedAs name: String,
        _ content: @escaping @Sendable ([UInt8]) -> ReaderScreen.Content
    ) {
        let session = around.session
        around.push(
            ReaderScreen(
                "\(what): \(message.subject)", saveName: name, around: around, look: look(command)
            ) { () async throws(SessionError) in
                let bytes = try await session.rawMessage(message)
                return await Task.detached { content(bytes) }.value
            })
    }

    private func look(_ command: Command) -> MessageLook {
        MessageLook(command: command) { [weak self] in _ = self?.read($0) }
    }

    private func showParts(of message: Message) {
        let session = around.session
        let opened = (pane.known.seals?.opened(message.id) ?? pane.known.seals?.enclosed(in: message))?.bytes
        around.push(
            PartsScreen(
                message.subject, around: around, look: look(.parts),
                openPart: { [weak self] in self?.read($0, in: $1, of: message, on: $2) }
            ) { () async throws(SessionError) in
                let bytes = if let opened { opened } else { try await session.rawMessage(message) }
                return await Task.detached { MailParts(bytes) }.value
            })
    }

    private func read(_ part: MailParts.Part, in mail: MailParts, of message: Message, on parts: PartsScreen) {
        let outline = part.outline
        let bytes: @Sendable () async throws(SessionError) -> [UInt8] = {
            await Task.detached { mail.contents(of: part) }.value
        }
        if MailPictures.isPicture(part.file) {
            let (around, name) = (around, part.file.fileName)
            return around.ask("Getting the picture", for: parts, bytes) { bytes in
                around.push(
                    PicturesScreen(MailPictures(bytes, named: name), of: message, around: around))
            }
        }
        push(part.file.fileName, part.file, number: part.number, charset: outline.charset, of: message, bytes)
    }

    private func pipe(_ message: Message) {
        let around = around
        around.ask("Getting the message", for: self) { () async throws(SessionError) in
            try await around.session.rawMessage(message)
        } then: { [weak self] bytes in
            guard let self else { return }
            around.pipe(bytes, note: "The shell gets this message, as it came.", from: self)
        }
    }

    func switchForm() {
        guard let form = pane.switchForm() else { return switchToSource() }
        say(form)
    }

    private func say(_ form: BodyForm?) {
        switch form {
        case .html: around.sayHere("The message as HTML", kind: .done)
        case .plain: around.sayHere("The message as plain text", kind: .done)
        case .preferred, .revealed, nil: around.say("This message has only one form", kind: .info)
        }
    }

    /// Looks for the other form in the message's source, where the server gave only one.
    private func switchToSource() {
        guard let message = pane.currentMessage, message.remoteID != nil,
            case .here = pane.bodies.state(of: message).state
        else { return say(nil) }
        let session = around.session
        around.ask("Looking for another form in the source", for: self) { () async throws(SessionError) in
            let bytes = try await session.rawMessage(message)
            return await Task.detached { ParsedMessage.parse(bytes).body }.value
        } then: { [weak self] body in
            guard let self else { return }
            self.say(self.pane.switchForm(of: message, source: body))
            self.around.setNeedsDraw()
        }
    }

    func refresh() {
        let owner = heading?.account ?? pane.items.first?.account
        guard !around.signsIn(to: around.session.knownAccounts.filter { $0.id == owner }) else { return }
        for message in pane.items { pane.bodies.retry(message) }
        pane.known.retry()
        pane.refreshed = { [weak around] failure in
            if let failure {
                around?.say(Wording.sentence(failure), kind: .failure)
            } else {
                around?.sayRefreshed(owner, in: .thread)
            }
        }
        pane.provider.refresh(failingFor: owner)
        around.say("Asking the server now", kind: .done)
    }
}
