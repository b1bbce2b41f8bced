/// The words of an SVG drawing: its label, title or description, or else the text that it draws.
struct Drawing {
    /// The attributes of the `svg` element. `picture` keeps the size, because a picture of one pixel has no words.
    private let attributes: [String: String]
    private var open: [String] = []
    /// The number of open elements whose content is defined for use elsewhere, or is not text.
    private var unseen = 0
    private let label: String
    private var title = ""
    private var description = ""
    private var drawn = ""
    /// Whether a shape was drawn on which text of any colour may be visible.
    private(set) var hasShapes = false

    private static let longestText = 10_000

    init(_ attributes: [String: String]) {
        self.attributes = attributes
        label = attributes["aria-label"] ?? ""
    }

    /// Handles the start of an element in the drawing.
    mutating func begin(_ name: String) {
        open.append(name)
        if Self.unseen.contains(name) { unseen += 1 }
        if Self.shapes.contains(name) { hasShapes = true }
        // Text may be drawn letter by letter, or line by line.
        if name == "text" || name == "p" || name == "div" { add(" ") }
    }

    /// Handles the end of the innermost element.
    mutating func end() {
        if let name = open.popLast(), Self.unseen.contains(name) { unseen -= 1 }
    }

    mutating func add(_ text: String) {
        guard unseen == 0, title.utf8.count + description.utf8.count + drawn.utf8.count < Self.longestText else {
            return
        }
        switch open.last {
        case "title": title += text
        case "desc": description += text
        default: drawn += text
        }
    }

    /// The attributes of an `img` that says the same; `nil` where the drawing has no label, title or description.
    var picture: [String: String]? {
        let words = [label, title, description].lazy.map(\.withSingleBlanks).first { !$0.isEmpty }
        return words.map { words in
            var picture = attributes.filter { $0.key == "width" || $0.key == "height" }
            picture["alt"] = words
            return picture
        }
    }

    /// The text that the drawing shows.
    var text: String { drawn.withSingleBlanks }

    /// Returns the look of an element in a drawing as CSS for HTML.
    static func style(_ attributes: [String: String]) -> String? {
        let said = ["display", "visibility", "opacity", "font-size", "fill"].compactMap { name in
            attributes[name].map { "\(name):\($0)" }
        }
        let style = (said + [attributes["style"]].compactMap(\.self)).joined(separator: ";")
        return style.isEmpty ? nil : style.replacing("fill:", with: "color:")
    }

    private static let shapes: Set<String> = ["rect", "circle", "ellipse", "path", "polygon", "image", "use"]
    private static let unseen: Set<String> = [
        "defs", "symbol", "clippath", "mask", "pattern", "marker", "metadata", "script", "style",
    ]
}
