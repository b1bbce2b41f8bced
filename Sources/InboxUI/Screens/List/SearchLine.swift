import TerminalUI

/// What is searched for, and where to go back to.
struct SearchLine {
    var field: TextField
    /// Whether keys are text; when not, the results are being looked through.
    var isTyping = true
    /// What the list showed before, and what was selected there.
    let origin: ListPlace
    /// Which of the earlier searches stands in the field, 0 the newest; nil when it was typed.
    private(set) var recalled: Int?

    init(_ text: String = "", origin: ListPlace) {
        field = TextField(text, placeholder: "words, or from:ann is:unread has:file older:2w …", limit: 500)
        self.origin = origin
    }

    /// Whether the cursor keys go through what was searched for earlier, and not through the results.
    var canRecall: Bool { field.isEmpty || recalled != nil }

    /// Goes to an earlier search, or back to a later one and at last to the empty line.
    mutating func recall(_ step: Int, of earlier: [String]) {
        let next = min((recalled ?? -1) + step, earlier.count - 1)
        recalled = next < 0 ? nil : next
        field.set(recalled.map { earlier[$0] } ?? "")
    }

    /// What is in the field was typed.
    mutating func wasTyped() { recalled = nil }

    /// The view that shows the results; what was there before while nothing is searched for.
    var view: MailView {
        field.text.allSatisfy(\.isWhitespace) ? origin.view : .search(field.text)
    }

    /// The first result; where the user was while nothing is searched for.
    var target: ListPlace {
        view == origin.view ? origin : ListPlace(view: view, thread: nil)
    }
}
