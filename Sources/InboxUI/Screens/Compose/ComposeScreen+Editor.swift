import Foundation
import MailContent
import Programs
import TerminalUI

/// Writing in the user's own editor.
extension ComposeScreen {
    /// Opens the editor for what was just begun, where the settings say so: once, not before its text is here, and not over
    /// what somebody types here or looks at meanwhile.
    func editAtOnce() {
        guard awaitsEditor, !isFetching, isInFront else { return }
        awaitsEditor = false
        if !isUnkept { edit(staysInField: true) }
    }

    /// Gives the text to `$VISUAL` or `$EDITOR`. It is kept as a draft before, whatever happens to the editor.
    /// - Parameter staysInField: whether the cursor stays where it is, as in a message that has no recipient yet.
    func edit(staysInField: Bool = false) {
        form.finishTyping()
        awaitsEditor = false
        // What comes while it runs would be gone with the text that it brings back.
        guard !isFetching else { return askToGoOn("write without it") { $0.edit() } }
        keep()
        guard let file = EditedFile(form.body.text, in: copies) else {
            return around.say("There is no private place for the editor's file", kind: .failure, undo: false)
        }
        isEditing = true
        Task { [around, weak self] in
            defer { self?.ceaseEditing() }
            do throws(ProgramError) {
                let begin = ContinuousClock.now
                let status = try await around.runProgram(Editor.command(for: file.path))
                self?.take(file, status, after: ContinuousClock.now - begin, staysInField)
            } catch {
                file.remove()
                around.say(Editor.cannotBeStarted(error), kind: .failure, undo: false)
            }
        }
    }

    /// Takes what the editor saved. What is doubtful is asked, and what is not taken stays in its file (F-6).
    private func take(_ file: EditedFile, _ status: Int, after time: Duration, _ staysInField: Bool) {
        switch file.outcome {
        case .same where status == 0 && time < leastEditing:
            // Some hand the file to a window and come back: what is saved there later must have its place. It goes, or is put
            // aside, when Maraca ends.
            say("The editor came back at once. One with windows must wait (code --wait); it has \(file.path)")
        case .same:
            file.remove()
            if status != 0 { say("The editor failed (\(status)); the text is as before") }
        case .empty:
            file.remove()
            say("The editor left an empty file; the text is as before")
        case .changed where isOver: say("The message is closed. What the editor saved is \(file.putAside())")
        case .unreadable:
            say("The editor's file can't be read; the text is as before. It is \(file.putAside())")
        case .changed(let text) where status == 0: take(text, from: file, staysInField)
        case .changed(let text):
            around.push(
                QuestionScreen(
                    "The editor failed (\(status))",
                    text: "It saved another text before. Take it? If not, it stays in a file.", deed: "take it",
                    other: "keep the text here", around: around,
                    no: { [weak self] in self?.say("The text is as before. What the editor saved is \(file.putAside())")
                    },
                    yes: { [weak self] in self?.take(text, from: file, staysInField) }))
        }
    }

    private func ceaseEditing() {
        isEditing = false
        let switching = lateSwitch
        lateSwitch = nil
        switching?()
    }

    private func say(_ text: String) { around.say(CleanText.line(text), kind: .failure, undo: false) }

    /// The file goes when the text stands in the store, and no sooner.
    private func take(_ text: String, from file: EditedFile, _ staysInField: Bool) {
        form.body.set(text)
        if !staysInField { form.setFocus(.body) }
        changed()
        around.setNeedsDraw()
        around.run { [self] in
            if !isUnkept { return file.remove() }
            if await store() != nil { return file.remove() }
            say("The draft can't be kept. What the editor saved is \(file.putAside())")
        }
    }
}
