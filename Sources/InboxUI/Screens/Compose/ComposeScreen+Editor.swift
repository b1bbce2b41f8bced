import Foundation
import MailContent
import Programs
import TerminalUI

/// Writing in the user's editor.
extension ComposeScreen {
    /// Opens the editor for a new message, if the settings say so: only once, only after its text has arrived, and not while the user
    /// types here or looks at another screen.
    func editAtOnce() {
        guard awaitsEditor, !isFetching, isInFront else { return }
        awaitsEditor = false
        if !isUnkept { edit(staysInField: true) }
    }

    /// Opens the text in `$VISUAL` or `$EDITOR`. The draft is kept first, whatever happens to the editor.
    /// - Parameter staysInField: Whether the cursor stays in its field if the message has no recipient yet.
    func edit(staysInField: Bool = false) {
        // A second press that came before the editor opened would open it again later, on the text as it is now.
        guard !isEditing else { return }
        form.finishTyping()
        awaitsEditor = false
        // The text from the editor replaces the whole text, and would overwrite a text that arrives while the editor runs.
        guard !isFetching else { return askToGoOn("write without it") { $0.edit() } }
        keep()
        let headers = around.settings.editHeaders ? EditedHeaders(form) : nil
        let text = headers?.text(above: form.body.text) ?? form.body.text
        guard let file = EditedFile(text, in: copies) else {
            return around.say("There is no private folder for the editor's file", kind: .failure)
        }
        isEditing = true
        Task { [around, weak self] in
            defer { self?.ceaseEditing() }
            do throws(ProgramError) {
                let begin = ContinuousClock.now
                let status = try await around.runProgram(Editor.command(for: file.path))
                self?.take(file, headers, status, after: ContinuousClock.now - begin, staysInField)
            } catch {
                file.remove()
                around.say(Editor.cannotBeStarted(error), kind: .failure)
            }
        }
    }

    /// Takes what the editor saved. Asks the user in doubtful cases; what is not taken stays in its file (F-6).
    private func take(
        _ file: EditedFile, _ headers: EditedHeaders?, _ status: Int, after time: Duration, _ staysInField: Bool
    ) {
        switch file.outcome {
        case .same where status == 0 && time < leastEditing:
            // Some editors pass the file to a window and return at once. The file stays for what is saved there later; when Maraca ends,
            // it is removed or put aside.
            say("The editor returned at once. A graphical one must wait (code --wait); it edits \(file.path)")
        case .same:
            file.remove()
            if status != 0 { say("The editor failed (\(status)); the text is unchanged") }
        case .empty:
            file.remove()
            say("The editor left an empty file; the text is unchanged")
        case .changed where isOver: say("The message is closed. The editor's text is in \(file.putAside())")
        case .unreadable:
            let place = file.exists ? ". It is \(file.putAside())" : ""
            say("The editor's file can't be read; the text is unchanged\(place)")
        case .tooLong:
            say("The editor's text is too long for a message; the text is unchanged. It is in \(file.putAside())")
        case .changed(let text) where status == 0: take(text, headers, from: file, staysInField)
        case .changed(let text):
            around.push(
                QuestionScreen(
                    "The editor failed (\(status))",
                    text: "It saved a new text before that. Use it? If not, it stays in a file.", deed: "use it",
                    other: "keep the old text", around: around,
                    no: { [weak self] in self?.say("The text is unchanged. The editor's text is in \(file.putAside())")
                    },
                    yes: { [weak self] in self?.take(text, headers, from: file, staysInField) }))
        }
    }

    /// - Returns: The parts that could not be taken, in words.
    private func take(_ reading: EditedHeaders.Reading) -> [String] {
        var problems = reading.problems
        if reading.body.allSatisfy(\.isWhitespace), !form.body.isEmpty {
            problems.append("The text was left empty, so it is unchanged")
        } else if reading.body != form.body.text {
            form.body.set(reading.body)
        }
        problems += form.take(reading.changes, AddressBook(session: around.session, settings: around.settings))
        let paths = reading.files.map { ($0 as NSString).expandingTildeInPath }
        let (here, gone) = (paths.filter(AttachedFile.exists), paths.filter { !AttachedFile.exists(at: $0) })
        if !here.isEmpty { attach(here) }
        return problems + gone.map { "There is no file \($0)" }
    }

    private func ceaseEditing() {
        isEditing = false
        let switching = lateSwitch
        lateSwitch = nil
        switching?()
    }

    private func say(_ text: String) { around.say(CleanText.line(text), kind: .failure) }

    /// Takes the edited text, and removes the file only once the store has the text.
    private func take(
        _ text: String, _ headers: EditedHeaders?, from file: EditedFile, _ staysInField: Bool
    ) {
        var problems: [String] = []
        if let headers { problems = take(headers.read(text)) } else { form.body.set(text) }
        if !staysInField {
            form.setFocus(.body)
        } else if [.to, .subject].contains(form.focus), form.recipients[.to]?.isEmpty == false {
            form.setFocus(form.subject.isEmpty ? .subject : .body)
        }
        changed()
        around.setNeedsDraw()
        if !problems.isEmpty {
            // Nothing that was written is lost: what could not be read is still in the file.
            let words = problems.joined(separator: ". ") + ". Your text is in \(file.putAside())"
            around.say(CleanText.line(words), kind: .warning)
        }
        around.run { [self, isRead = problems.isEmpty] in
            guard isRead else { return _ = await store() }
            if !isUnkept { return file.remove() }
            if await store() != nil { return file.remove() }
            say("The draft can't be saved. The editor's text is in \(file.putAside())")
        }
    }
}
