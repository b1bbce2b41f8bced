import MailContent
import TerminalUI

/// The question before a link is opened: its whole target, and what is suspicious about it.
struct LinkQuestion: Hashable, Sendable {
    /// What is opened.
    var target: String
    var note: String?
    /// Whether the target has been visible: an earlier key is no answer (W-5).
    var isShown = false
    /// What to say about the last key, where it was no answer.
    var reply = ""
    /// Whether Enter answers: a second Enter must not open a suspicious link.
    var takesEnter: Bool { note == nil }

    init(_ link: StyledText.Link) {
        target = CleanText.line(link.target)
        note = link.note.map { CleanText.line($0) }
    }

    /// What is suspicious about the target, then the target, which comes last since its sender decides how long it is.
    var text: String { (note.map { "Careful: \($0)\n\n" } ?? "") + CleanText.line(LinkCheck.shown(target)) }

    @UI
    func dialog(_ around: any Surroundings) -> Dialog {
        let host = LinkCheck.shownHost(of: target)
        let title = host.map { "Open a page of \($0)?" } ?? "Write to this address?"
        let open = takesEnter ? around.boxHint(.open, "open") : StatusBar.Hint("y", "open")
        var dialog = Dialog(title: title, text: text, answers: [open, around.boxHint(.back, "cancel")])
        dialog.note = reply
        return dialog
    }
}
