import Foundation
import InboxKit
import InboxModel
import InboxRemote
import MailContent
import TerminalUI

/// Files on a message: from the disk, from a command, from other mail.
extension ComposeScreen {
    /// The largest file that is put on a message where the server does not say; few take more.
    private static let largest = 100_000_000

    func attach() {
        form.finishTyping()
        around.push(
            FilePickerScreen(around: around, title: room) { [weak self] choice in
                switch choice {
                case .file(let path): self?.attach([path])
                case .command(let line): self?.attachOutput(of: line)
                case .mail: self?.chooseFromMail()
                }
            })
    }

    /// How much may still be put on it, in words.
    private var room: String {
        guard let limit = around.session.attachmentLimit(of: form.account.id) else { return "" }
        let used = form.files.reduce(0) { $0 + $1.size }
        return used == 0
            ? "up to \(FileSize.text(limit))" : "\(FileSize.text(used)) of \(FileSize.text(limit)) taken"
    }

    func chooseContacts() {
        form.closeCompletions()
        around.push(
            ContactsScreen(around: around) { [weak self] people in
                self?.form.add(people)
                self?.changed()
            })
    }

    /// A path that was pasted or dropped is meant as a file more often than as text: it is offered.
    /// - Returns: false when it is no path of a file that is here.
    func takePastedPaths(_ text: String) -> Bool {
        let paths = PastedPaths.files(in: text)
        guard let first = paths.first else { return false }
        let name = CleanText.line((first as NSString).lastPathComponent)
        let what = paths.count == 1 ? name : "\(paths.count) files"
        around.push(
            QuestionScreen(
                "Attach \(what)?", text: paths.map { CleanText.line($0) }.joined(separator: "\n"), deed: "attach",
                other: "put in as text", around: around,
                no: { [weak self] in
                    guard let self else { return }
                    _ = self.form.handle(.paste(text))
                    self.changed()
                },
                yes: { [weak self] in self?.attach(paths) }))
        return true
    }

    func attach(_ paths: [String]) {
        add { screen in
            for path in paths {
                let read = await Task.detached { Self.upload(path) }.value
                guard let read else {
                    screen.around.say("\(CleanText.line(path)) can't be read", kind: .failure, undo: false)
                    continue
                }
                await screen.add(read)
            }
        }
    }

    /// Puts a whole message on this one.
    func attach(_ message: Message) {
        add { screen in
            do throws(SessionError) {
                let bytes = try await screen.around.session.rawMessage(message)
                let name = SafeFileName.of(message.subject + ".eml", number: 1)
                await screen.add(RemoteUpload(fileName: name, contentType: "message/rfc822", bytes: bytes))
            } catch {
                screen.around.say(Wording.sentence(error), kind: .failure, undo: false)
            }
        }
    }

    private func chooseFromMail() {
        around.push(
            MailFilePickerScreen(around: around) { [weak self] message, file in
                guard let file else { self?.attach(message); return }
                self?.add { screen in
                    screen.awaited = file
                    defer { screen.awaited = nil }
                    do throws(SessionError) {
                        let bytes = try await screen.around.session.download(file, of: message)
                        let name = SafeFileName.of(file.fileName, number: 1)
                        await screen.add(RemoteUpload(fileName: name, contentType: file.contentType, bytes: bytes))
                    } catch {
                        screen.around.say(Wording.sentence(error), kind: .failure, undo: false)
                    }
                }
            })
    }

    /// Runs a shell command, and puts what it prints on the message.
    private func attachOutput(of line: String) {
        let limit = around.settings.commandSeconds
        around.say("Running \(Wording.line(line))", kind: .done, undo: false)
        add { screen in
            let result = try? await PipedProgram.run(["/bin/sh", "-c", line], input: [], limit: .seconds(limit))
            guard let result, result.status == 0, !result.tookTooLong, !result.output.isEmpty else {
                let words = result.map { String(decoding: $0.errors.prefix(200), as: UTF8.self) } ?? ""
                let reason = words.split(separator: "\n").first.map { ": \(Wording.line(String($0)))" } ?? ""
                return screen.around.say(
                    "Nothing to attach from \(Wording.line(line))\(reason)", kind: .failure, undo: false)
            }
            let isText = String(validating: result.output, as: UTF8.self) != nil
            let name = "output." + (isText ? "txt" : "bin")
            await screen.add(
                RemoteUpload(fileName: name, contentType: FileType.named(name), bytes: result.output))
        }
    }

    private func add(_ work: @escaping @UI @Sendable (ComposeScreen) async -> Void) {
        around.run { [weak self] in
            if let self { await work(self) }
        }
    }

    /// Keeps a file for the message, unless the server would not take it: that is said now and not when it is sent.
    private func add(_ upload: RemoteUpload) async {
        let account = form.account.id
        let limit = around.session.attachmentLimit(of: account) ?? Self.largest
        let others = form.files.reduce(0) { $0 + $1.size }
        guard others + upload.bytes.count <= limit else {
            let with = others > 0 ? " With the other files that is too much:" : ""
            return around.say(
                "\(CleanText.line(upload.fileName)) has \(FileSize.text(upload.bytes.count)).\(with) the server takes \(FileSize.text(limit))",
                kind: .failure, undo: false)
        }
        do throws(SessionError) {
            form.add(try await around.session.attach(upload, account: account))
            changed()
            around.setNeedsDraw()
        } catch {
            around.say(Wording.sentence(error), kind: .failure, undo: false)
        }
    }

    private nonisolated static func upload(_ path: String) -> RemoteUpload? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let name = (path as NSString).lastPathComponent
        return RemoteUpload(fileName: name, contentType: FileType.named(name), bytes: [UInt8](data))
    }
}
