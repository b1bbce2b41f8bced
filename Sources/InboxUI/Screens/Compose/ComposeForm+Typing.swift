import TerminalUI

/// Keyboard input in the fields.
extension ComposeForm {
    enum Response: Hashable {
        case ignored, moved, edited
    }

    mutating func handle(_ event: InputEvent) -> Response {
        switch focus {
        case .from: return choose(event)
        case .files: return chooseFile(event)
        case .to, .cc, .bcc: return typeRecipient(event)
        case .subject:
            if event == .key(.enter) { return step(1) }
            return response(subject.handle(event), event)
        case .body:
            if event == .key(.tab) {
                body.insert("    ")
                return .edited
            }
            return response(body.handle(event), event)
        }
    }

    private mutating func typeRecipient(_ event: InputEvent) -> Response {
        switch recipients[focus]?.handle(event, book) ?? .ignored {
        case .edited: return .edited
        case .moved: return .moved
        case .ignored: return event == .key(.enter) ? goOn() : leave(event)
        }
    }

    private mutating func response(_ response: TextField.Response, _ event: InputEvent) -> Response {
        switch response {
        case .edited: .edited
        case .moved: .moved
        case .ignored: leave(event)
        }
    }

    /// Handles keys that move to another field, for a field that does not use them itself.
    mutating func leave(_ event: InputEvent) -> Response {
        switch event {
        case .key(.tab): focus == .body ? .ignored : goOnByTab()
        case .key(.down): focus == .body ? .ignored : step(1)
        case .key(.backTab): goBackByTab()
        case .key(.up): step(-1)
        default: .ignored
        }
    }

    /// Moves to the next visible field. A user who ends an address with Enter wants to write the subject next.
    private mutating func goOn() -> Response {
        let rest = fields.drop { $0 != focus }.dropFirst()
        setFocus(rest.first { recipients[$0]?.isEmpty != true } ?? .subject)
        return .moved
    }

    /// Moves on by Tab. From To it skips hidden fields: a user who types recipient, subject and text in turn does not know of them.
    mutating func goOnByTab() -> Response { focus == .to ? goOn() : step(1) }

    /// Moves back by Shift-Tab, also past hidden fields: an address typed next must not land in a field that was not visible.
    @discardableResult
    mutating func goBackByTab() -> Response {
        guard let last = fields.prefix(while: { $0 != focus }).last(where: isShown) else { return step(-1) }
        setFocus(last)
        return .moved
    }

    private mutating func step(_ count: Int) -> Response {
        moveFocus(count)
        return .moved
    }

    /// Removes the selected recipient or file of the current field.
    /// - Returns: False when nothing is selected.
    mutating func takeOff() -> Bool {
        if focus == .files { return chooseFile(.key(.backspace)) == .edited }
        guard let field = recipients[focus], field.selected != nil else { return false }
        return typeRecipient(.key(.backspace)) == .edited
    }

    private mutating func chooseFile(_ event: InputEvent) -> Response {
        switch event {
        case .key(.left): selectedFile = max(0, selectedFile - 1)
        case .key(.right): selectedFile = min(files.count - 1, selectedFile + 1)
        case .key("x"), .key(.delete), .key(.backspace):
            files.remove(at: min(selectedFile, files.count - 1))
            selectedFile = max(0, min(selectedFile, files.count - 1))
            if files.isEmpty { setFocus(.body) }
            return .edited
        default: return leave(event)
        }
        return .moved
    }

    @discardableResult
    mutating func closeCompletions() -> Bool {
        guard completions != nil else { return false }
        _ = recipients[focus]?.handle(.key(.escape), book)
        return true
    }
}
