import TerminalUI
import MailContent

/// Asks for a command, gives it bytes, and shows what it printed.
@UI
enum PipePrompt {
    static func screen(_ bytes: [UInt8], around: any Surroundings) -> PromptScreen {
        PromptScreen("Pipe to command", placeholder: "wc -l", around: around) {
            $0.isEmpty ? .bad("") : .good("it is run by the shell")
        } done: { line in
            around.run {
                let (output, status) = await PipeCommand.run(line, bytes)
                if status != 0 { around.say("The command ended with status \(status)", kind: .warning, undo: false) }
                guard !output.isEmpty else {
                    if status == 0 { around.say("Piped to \(CleanText.line(line))", kind: .done, undo: false) }
                    return
                }
                let content = ReaderScreen.Content(text: FileText.source(of: output), bytes: output)
                around.push(ReaderScreen(line, around: around) { content })
            }
        }
    }
}
