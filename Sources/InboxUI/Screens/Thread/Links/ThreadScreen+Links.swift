import InboxKit
import InboxModel
import MailContent
import TerminalUI

extension ThreadScreen {
    func goToLink(_ direction: Int) {
        if !pane.moveFocus(direction) {
            around.say("No links or files in what is open here", kind: .info)
        }
    }

    /// Follows the link, or shows the file, that Tab selected; otherwise folds the message.
    func openFocus() {
        guard let message = pane.currentMessage, let target = pane.focus, let laid = pane.laid(message.id) else {
            return pane.toggleFold()
        }
        switch target {
        case .link(let index):
            guard laid.links.indices.contains(index) else { return }
            question = LinkQuestion(laid.links[index])
        case .file(let index):
            guard laid.files.indices.contains(index) else { return }
            read(laid.files[index], number: index + 1, of: message)
        case .picture(let number): showPictures(of: message, number: number)
        }
    }

    /// Follows the link with a number, whatever Tab selected.
    func openLink(_ number: Int) {
        defer { around.setNeedsDraw() }
        pane.unfoldCurrent()
        guard let message = pane.currentMessage, let row = pane.currentRow, let laid = pane.laid(message.id),
            laid.links.indices.contains(number - 1)
        else { return around.say("No link [\(number)] in this message", kind: .info) }
        pane.setFocus(.link(number - 1), row: row)
        openFocus()
    }

    /// Handles Enter. It is no answer where the question must not take it: the key that asked may have been pressed twice.
    func answerByEnter() {
        guard question?.takesEnter == false else { return answer(true) }
        question?.reply = "Say y or n."
        around.setNeedsDraw()
    }

    /// Answers the question whether to open a link.
    func answer(_ yes: Bool) {
        guard let asked = question, asked.isShown || !yes else { return }
        question = nil
        around.setNeedsDraw()
        guard yes else { return }
        if let link = MailtoLink(asked.target) { return open(.link(link, in: pane.currentMessage)) }
        around.follow(asked.target)
    }

    func handleAnswer(_ event: InputEvent) -> Bool {
        guard case .key(let key) = event else { return false }
        switch key {
        case .enter: answerByEnter()
        case "y", "o": answer(true)
        default: answer(false)
        }
        return true
    }

    // MARK: Files

    /// The file that Tab selected.
    var fileInFocus: (message: Message, index: Int, file: MessageFile)? {
        guard let message = pane.currentMessage, case .file(let index) = pane.focus,
            message.files.indices.contains(index)
        else { return nil }
        return (message, index, message.files[index])
    }

    /// Opens the file that Tab selected with its program. Returns false where there is none.
    func openFileWithProgram() -> Bool {
        guard let (message, index, file) = fileInFocus else { return false }
        let named = named(file, number: index + 1, of: message)
        let around = around
        around.ask("Getting \(Wording.line(named.fileName))", for: self) { () async throws(SessionError) in
            try await around.session.download(file, of: message)
        } then: { bytes in
            around.run { await around.openWithProgram(bytes, named, number: index + 1) }
        }
        return true
    }

    /// Saves the file that Tab selected, else all files of the thread.
    func save() {
        if let (message, index, _) = fileInFocus { save([(message, index)]) } else { saveAll() }
    }

    func saveAll() {
        let files = pane.items.flatMap { message in message.files.indices.map { (message, $0) } }
        guard !files.isEmpty else { return around.say("No files in this thread", kind: .info) }
        save(files)
    }

    private func save(_ files: [(message: Message, index: Int)]) {
        guard saving?.isRunning != true else {
            return around.say("Files are being saved already", kind: .info)
        }
        let folder = DownloadFolder.path(around.settings.downloads)
        let around = around
        let saving = FileSaving(files, to: folder, session: around.session) { [weak around] in
            around?.setNeedsDraw()
        } done: { [weak around] text, kind in
            around?.say(text, kind: kind)
        }
        self.saving = saving
        saving.start()
    }
}
