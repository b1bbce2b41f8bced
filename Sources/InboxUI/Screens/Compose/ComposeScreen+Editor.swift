import Foundation
import Glibc
import MailContent
import TerminalUI

/// Writing in the user's own editor.
extension ComposeScreen {
    /// Gives the text to `$VISUAL` or `$EDITOR`. It is kept as a draft before, whatever happens to the editor.
    func edit() {
        form.finishTyping()
        keep()
        let environment = ProcessInfo.processInfo.environment
        let editor = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
        let text = form.body.text
        Task { [weak self] in
            guard let around = self?.around else { return }
            guard let file = EditedFile(text) else {
                return around.say("There is no place for the editor's file", kind: .failure, undo: false)
            }
            do throws(ProgramError) {
                let words = editor.split(separator: " ").map(String.init)
                let status = try await around.runProgram(words + [file.path])
                if status == 0, let new = file.read() {
                    if new != text { self?.take(new) }
                } else {
                    around.say("The editor failed (\(status)); the text is as before", kind: .failure, undo: false)
                }
            } catch {
                around.say(
                    "\(CleanText.line(error.program)) can't be started. Set EDITOR to a program that is here.",
                    kind: .failure, undo: false)
            }
            file.remove()
        }
    }

    private func take(_ text: String) {
        form.body.set(text)
        form.setFocus(.body)
        changed()
        around.setNeedsDraw()
    }
}

/// A file that only its owner can read, for the editor.
private struct EditedFile {
    let path: String

    init?(_ text: String) {
        var template = Array((NSTemporaryDirectory() + "/maraca-XXXXXX.txt").utf8CString)
        let descriptor = mkstemps(&template, 4)
        guard descriptor >= 0 else { return nil }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do { try handle.write(contentsOf: Data(text.utf8)) } catch {
            remove()
            return nil
        }
    }

    /// The text without the line end that editors put at the end.
    func read() -> String? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let text = String(decoding: data, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    func remove() { unlink(path) }
}
