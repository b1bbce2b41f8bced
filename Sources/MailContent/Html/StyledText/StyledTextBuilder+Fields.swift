// Form fields become blanks behind the value that they already have.
extension StyledTextBuilder {
    private static let longestValue = 200

    /// A list of choices, or a text area.
    struct Field {
        var value = ""
        /// Whether text belongs to the value: of the choices, only that of the selected ones does.
        var isOpen: Bool
    }

    func addField(_ attributes: [String: String]) {
        // An empty value must not hide the placeholder.
        let label =
            [attributes["value"], attributes["placeholder"]].lazy.compactMap(\.self).first { !$0.isEmpty } ?? ""
        switch (attributes["type"] ?? "text").lowercased() {
        case "hidden": break
        case "password": addBlank(attributes["placeholder"] ?? "")
        case "submit", "button", "reset": add("[ \(label) ]")
        case "image": add("[ \(attributes["alt"] ?? label) ]")
        case "checkbox": add(attributes["checked"] == nil ? "[ ]" : "[x]")
        case "radio": add(attributes["checked"] == nil ? "( )" : "(x)")
        default: addBlank(label)
        }
    }

    /// Begins to read a field, whose content is not text of the page.
    func openField(_ name: String) {
        field = Field(isOpen: name == "textarea")
        stack[stack.count - 1].isSkipped = true
    }

    func openOption(_ attributes: [String: String]) {
        guard field != nil else { return }
        field?.isOpen = attributes["selected"] != nil
        field?.value += " "
    }

    func fill(_ text: String, _ element: HTMLElement) {
        guard let open = field, open.isOpen, open.value.utf8.count < Self.longestValue,
            ["option", "textarea"].contains(element.name), !element.isHidden, !element.hidesText, !element.isRevealed
        else { return }
        field?.value += String(text.prefix(Self.longestValue))
    }

    func closeField() {
        guard let value = field?.value else { return }
        field = nil
        addBlank(Snippet.collapsed(value))
    }

    private func addBlank(_ value: String) {
        add(value.isEmpty ? "[____]" : "[\(value)____]")
    }
}
