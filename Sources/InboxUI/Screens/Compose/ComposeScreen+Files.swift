import Foundation
import InboxKit
import InboxModel
import MailContent
import Programs
import TerminalUI

/// Attaching files from the disk, from a command, or from other mail.
extension ComposeScreen {
    /// The size limit where the server does not state one; few servers accept more.
    private static let largest = 100_000_000

    func attach() {
        form.finishTyping()
        around.push(
            FilePickerScreen(around: around, title: room) { [weak self] choice in
                switch choice {
                case .files(let paths): self?.attach(paths)
                case .command(let line): self?.attachOutput(of: line)
                case .mail: self?.chooseFromMail()
                }
            })
    }

    /// How much may still be attached, in words.
    private var room: String {
        guard let limit = around.session.attachmentLimit(of: form.account.id) else { return "" }
        let used = self.used
        return used == 0
            ? "up to \(FileSize.text(limit))" : "\(FileSize.text(used)) of \(FileSize.text(limit)) used"
    }

    func chooseContacts() {
        form.closeCompletions()
        around.push(
            ContactsScreen(around: around) { [weak self] people in
                self?.form.add(people)
                self?.changed()
            })
    }

    /// Offers to attach files whose paths were pasted or dropped, which is meant more often than the text of the path.
    /// - Returns: False when the text is no path of an existing file.
    func takePastedPaths(_ text: String) -> Bool {
        let paths = PastedPaths.files(in: text)
        guard let first = paths.first else { return false }
        let name = CleanText.line((first as NSString).lastPathComponent)
        let what = paths.count == 1 ? name : "\(paths.count) files"
        around.push(
            QuestionScreen(
                "Attach \(what)?", text: paths.map { CleanText.line($0) }.joined(separator: "\n"), deed: "attach",
                other: "insert as text", around: around,
                no: { [weak self] in
                    guard let self else { return }
                    _ = self.form.handle(.paste(text))
                    self.changed()
                },
                yes: { [weak self] in self?.attach(paths) }))
        return true
    }

    func attach(_ paths: [String]) {
        get(paths.count == 1 ? "Reading the file" : "Reading the files") { screen in
            var uploads: [RemoteUpload] = []
            let limit = screen.limit
            for path in paths {
                // Stopping must not wait for a disk that does not respond.
                guard let file = await Abandonable.value({ AttachedFile(path, limit: limit) }) else { break }
                switch file {
                case .read(let upload): uploads.append(upload)
                case .large(let size): screen.refuse((path as NSString).lastPathComponent, size)
                case .noFile:
                    screen.around.say("\(CleanText.line(path)) can't be attached: it is not a file", kind: .failure)
                case .unreadable:
                    screen.around.say("\(CleanText.line(path)) can't be read", kind: .failure)
                }
            }
            return uploads
        }
    }

    /// Names forwarded mails that are attached without a name after their subjects, which are in the attached mails.
    func nameForwardedMail() {
        guard draft == nil, let source, source.files.contains(where: SafeFileName.isNamelessMail) else { return }
        let session = around.session
        Task { [weak self] in
            let named = await session.namedFiles(of: source)
            // Files fetched for another account come back under the names that they had at the start.
            guard let self, !isOver, ending == nil, comingFiles == 0 else { return }
            let isUntouched = kept == form.content
            form.replace(source.namedFiles, by: named)
            if isUntouched { kept = form.content } else { changed() }
            around.setNeedsDraw()
        }
    }

    /// Attaches a whole message.
    /// - Parameter isBeginning: Whether the composer was opened for this, so that the attachment alone is not worth keeping.
    func attach(_ message: Message, isBeginning: Bool = false) {
        get("Getting the message", isBeginning: isBeginning) { screen async throws(SessionError) in
            // The user's own sent copy contains the Bcc recipients (M-2).
            let bytes = HeaderRemoval.removing(
                HeaderRemoval.blindCopies, from: try await screen.around.session.rawMessage(message))
            let name = SafeFileName.of(message.subject + ".eml", number: 1)
            return [RemoteUpload(fileName: name, contentType: "message/rfc822", bytes: bytes)]
        }
    }

    private func chooseFromMail() {
        around.push(
            MailFilePickerScreen(around: around) { [weak self] message, file in
                guard let file else { self?.attach(message); return }
                self?.attach(file, of: message)
            })
    }

    private func attach(_ file: MessageFile, of message: Message) {
        get("Getting \(CleanText.line(file.fileName))") { screen async throws(SessionError) in
            screen.awaited = file
            defer { screen.awaited = nil }
            let bytes = try await screen.around.session.download(file, of: message)
            let name = SafeFileName.of(file, number: 1, start: bytes)
            return [RemoteUpload(fileName: name, contentType: file.typeToPassOn, bytes: bytes)]
        }
    }

    /// Runs a shell command and attaches its output.
    private func attachOutput(of line: String) {
        let limit = around.settings.commandSeconds
        get("Running \(Wording.line(line))", named: Wording.line(line)) { screen in
            let result = try? await PipedProgram.run(
                ["/bin/sh", "-c", line], input: [], limit: .seconds(limit), mostRead: PipedProgram.mostPrinted)
            guard let result, result.status == 0, result.ending == .byItself, !result.output.isEmpty else {
                guard result?.ending != .cancelled else { return [] }
                let reason = result?.reason ?? ""
                let what =
                    switch result?.status {
                    case let status? where status != 0: "\(Wording.line(line)) failed (\(status))"
                    default: "Nothing to attach from \(Wording.line(line))"
                    }
                screen.around.say("\(what)\(reason)", kind: .failure)
                return []
            }
            let isText = String(validating: result.output, as: UTF8.self) != nil
            let name = "output." + (isText ? "txt" : "bin")
            return [RemoteUpload(fileName: name, contentType: FileType.named(name), bytes: result.output)]
        }
    }

    /// Fetches files and then attaches them.
    private func get(
        _ words: String, named name: String? = nil, isBeginning: Bool = false,
        _ work: @escaping @UI @Sendable (ComposeScreen) async throws(SessionError) -> [RemoteUpload]
    ) {
        // Not when the work begins: a send key may be pressed before that.
        comingFiles += 1
        around.ask(words, named: name, for: self) { [weak self] () async throws(SessionError) -> [RemoteUpload] in
            guard let self else { return [] }
            defer { self.comingFiles -= 1 }
            return try await work(self)
        } then: { [weak self] uploads in
            self?.around.run {
                for upload in uploads { await self?.add(upload, isBeginning: isBeginning) }
            }
        }
    }

    /// Attaches a file, unless the server would not accept its size; the user learns this now rather than on sending.
    private func add(_ upload: RemoteUpload, isBeginning: Bool) async {
        let account = form.account.id
        guard used + upload.bytes.count <= limit else { return refuse(upload.fileName, upload.bytes.count) }
        do throws(SessionError) {
            let file = try await around.session.attach(upload, account: account, uploads: form.seal?.encrypts != true)
            let isUntouched = form.content == kept
            form.add(file)
            if isBeginning, isUntouched { kept = form.content } else { changed() }
            around.setNeedsDraw()
        } catch {
            around.say(Wording.sentence(error), kind: .failure)
        }
    }

    /// The size limit for all attachments, and the size so far.
    private var limit: Int { around.session.attachmentLimit(of: form.account.id) ?? Self.largest }
    private var used: Int { form.files.reduce(0) { $0 + $1.size } }

    private func refuse(_ name: String, _ size: Int) {
        let isKnown = around.session.attachmentLimit(of: form.account.id) != nil
        let most = (isKnown ? "the server takes at most " : "few servers take more than ") + FileSize.text(limit)
        let why = used > 0 ? ", too much with the other files: \(most)" : ", but \(most)"
        around.say("\(CleanText.line(name)) has \(FileSize.text(size))\(why)", kind: .failure)
    }
}
