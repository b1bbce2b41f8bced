/// What a drawing in SVG says in words: its title, or else what it is described as, or else the text that is drawn.
struct Drawing {
    /// As of a picture; pixels have no words.
    private let attributes: [String: String]
    private var open: [String] = []
    /// How many elements are open whose content is kept for use elsewhere, or is no text.
    private var unseen = 0
    private let label: String
    private var title = ""
    private var description = ""
    private var drawn = ""
    /// Whether something was drawn that letters of any colour may be seen on.
    private(set) var hasShapes = false

    private static let longestText = 10_000

    init(_ attributes: [String: String]) {
        self.attributes = attributes
        label = attributes["aria-label"] ?? ""
    }

    /// An element in it begins.
    mutating func begin(_ name: String) {
        open.append(name)
        if Self.unseen.contains(name) { unseen += 1 }
        if Self.shapes.contains(name) { hasShapes = true }
        // Letters may be drawn one by one, or in lines.
        if name == "text" || name == "p" || name == "div" { add(" ") }
    }

    /// The innermost element ends.
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

    /// What it says as a picture does, as the attributes of one; nil where it says nothing like that.
    var picture: [String: String]? {
        let words = [label, title, description].lazy.map(\.withSingleBlanks).first { !$0.isEmpty }
        return words.map { words in
            var picture = attributes.filter { $0.key == "width" || $0.key == "height" }
            picture["alt"] = words
            return picture
        }
    }

    /// The text that is drawn.
    var text: String { drawn.withSingleBlanks }

    /// How an element in a drawing looks, as HTML says it.
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
