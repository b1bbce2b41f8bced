// Formulas and drawings are read as a whole, and then become text.
extension StyledTextBuilder {
    var isReadingDrawn: Bool { formula != nil || drawing != nil }

    /// Returns the attributes of an element that begins, with the look of an element in a drawing as CSS.
    func reading(_ attributes: [String: String]) -> [String: String] {
        guard drawing != nil, let style = Drawing.style(attributes) else { return attributes }
        var attributes = attributes
        attributes["style"] = style
        return attributes
    }

    /// Handles the start of an element, which is on the stack already.
    /// - Parameter isSeen: whether nothing around it is left out.
    func beginDrawn(_ name: String, _ attributes: [String: String], isSeen: Bool) {
        if formula != nil {
            formula?.begin(name, attributes)
        } else if let known = drawing {
            drawing?.begin(name)
            guard drawing?.hasShapes != known.hasShapes else { return }
            for index in drawnPlace..<stack.count { stack[index].background = .unknown }
        } else if isSeen, name == "math" {
            (formula, drawnPlace) = (Formula(attributes), stack.count - 1)
        } else if isSeen, name == "svg" {
            (drawing, drawnPlace) = (Drawing(attributes), stack.count - 1)
        }
    }

    func addDrawn(_ text: String) {
        formula?.add(text)
        drawing?.add(text)
    }

    /// Handles the end of an element, which is off the stack already.
    func endDrawn() {
        guard stack.count == drawnPlace else {
            formula?.end()
            drawing?.end()
            return
        }
        if let whole = formula {
            formula = nil
            if whole.standsAlone { collector.breakLine() }
            text(whole.text)
            if whole.standsAlone { collector.breakLine() }
        } else if let whole = drawing {
            drawing = nil
            if let picture = whole.picture { addImage(picture) } else { text(whole.text) }
        }
    }
}
