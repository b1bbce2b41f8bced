import InboxModel
import MailContent
import TerminalUI

/// What is asked before a link is opened: its whole target, and what is odd about it.
struct LinkQuestion: Hashable, Sendable {
    var target: String
    var note: String?

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
        return Dialog(
            title: title, text: text, answers: [around.boxHint(.open, "open"), around.boxHint(.back, "leave it")])
    }
}
