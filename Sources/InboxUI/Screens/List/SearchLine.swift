import TerminalUI

/// What is searched for, and where to go back to.
struct SearchLine {
    var field: TextField
    /// Whether keys are text; when not, the results are being looked through.
    var isTyping = true
    /// What the list showed before, and what was selected there.
    let origin: ListPlace

    init(_ text: String = "", origin: ListPlace) {
        field = TextField(text, placeholder: "words, or from:ann is:unread has:file older:2w …", limit: 500)
        self.origin = origin
    }

    /// The view that shows the results; what was there before while nothing is searched for.
    var view: MailView {
        field.text.allSatisfy(\.isWhitespace) ? origin.view : .search(field.text)
    }

    /// The first result; where the user was while nothing is searched for.
    var target: ListPlace {
        view == origin.view ? origin : ListPlace(view: view, thread: nil)
    }
}
