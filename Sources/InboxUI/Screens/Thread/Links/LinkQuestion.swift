import MailContent
import TerminalUI

/// What is asked before a link is opened: its whole target, and what is odd about it.
struct LinkQuestion: Hashable, Sendable {
    var target: String
    var note: String?
    /// Whether the target has been in sight: what was pressed before is no answer (W-5).
    var isShown = false
    /// What is said of the last key, where it was no answer.
    var reply = ""
    /// A second Enter opens nothing that is odd.
    var takesEnter: Bool { note == nil }

    init(_ link: StyledText.Link) {
        target = CleanText.line(link.target)
        note = link.note.map { CleanText.line($0) }
    }

    /// What is odd about the target, and the whole of it: that may be as long as its sender likes, so it is last.
    var text: String { (note.map { "Careful: \($0)\n\n" } ?? "") + target }

    @UI
    func dialog(_ around: any Surroundings) -> Dialog {
        let host = LinkCheck.host(of: target)
        let title = host.map { "Open a page of \($0)?" } ?? "Write to this address?"
        let open = takesEnter ? around.boxHint(.open, "open") : StatusBar.Hint("y", "open")
        var dialog = Dialog(title: title, text: text, answers: [open, around.boxHint(.back, "cancel")])
        dialog.note = reply
        return dialog
    }
}
