import InboxModel
import MailContent

/// Folding parts of a message, and choosing the form of its text.
extension ThreadPane {
    /// Opens the current message if it is folded; of several on one line, the first.
    func unfoldCurrent() {
        for _ in 0..<2 {
            guard let row = currentRow, !rows[row].isOpen else { return }
            toggleFold()
        }
    }

    /// Folds or unfolds the current row.
    func toggleFold() {
        guard let row = currentRow else { return }
        switch rows[row] {
        case .message(let id, _):
            folding.toggle(id)
            focus = nil
        case .run(let ids): folding.unfold(ids)
        }
        arrange()
        if let row = currentRow { go(toRow: row) }
    }

    /// Shows or folds the quotes of the current message. Returns whether it has some.
    func toggleQuotes() -> Bool {
        guard hasQuotes, let id = current else { return false }
        if withQuotes.remove(id) == nil { withQuotes.insert(id) }
        if withQuotes.contains(id) { focus = nil }
        settle()
        return true
    }

    /// Switches between the HTML and the plain text. Returns the new form; nil when there is no other.
    func switchForm() -> BodyForm? {
        guard let message = current.flatMap({ messages[$0] }) else { return nil }
        focus = nil
        let form = bodies.switchForm(of: message)
        settle()
        return form
    }

    /// Switches the form, like `switchForm()`, once the texts of the message's source are known.
    func switchForm(of message: Message, source body: MessageBody) -> BodyForm? {
        focus = nil
        defer { settle() }
        return bodies.take(source: body, of: message)
    }

    /// Shows what the sender hid in the current message, or hides it again. Returns whether something is hidden.
    func switchHidden() -> Bool {
        guard let id = current else { return false }
        focus = nil
        defer { settle() }
        return bodies.switchHidden(of: id)
    }

    /// Whether the current message has quotes to show or to fold.
    var hasQuotes: Bool {
        guard let id = current, rows.contains(.message(id, isOpen: true)) else { return false }
        return laid(id)?.hasFolds == true
    }

    /// Whether the current message's text can be read in another form.
    var hasOtherForm: Bool {
        guard let id = current, rows.contains(.message(id, isOpen: true)), let message = messages[id],
            case .here(_, _, let hasOther, _) = bodies.state(of: message).state
        else { return false }
        return hasOther
    }
}
