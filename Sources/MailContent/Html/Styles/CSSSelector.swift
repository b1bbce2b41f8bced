import Foundation

/// A CSS selector: an element, and the elements that must be around it.
struct CSSSelector: Equatable {
    var subject = Compound()
    /// The ancestors, at any depth, and the elements that must come before; both are matched loosely.
    var above: [Compound] = []
    var before: [Compound] = []

    /// Whether a match is exact, as in a browser.
    var isExact: Bool { above.isEmpty && before.isEmpty }

    /// The conditions on a single element.
    struct Compound: Equatable {
        var name: String?
        var id: String?
        var classes: [String] = []
        var attributes: [Attribute] = []
        /// Of each list, one selector must match.
        var anyOf: [[CSSSelector]] = []
        var noneOf: [CSSSelector] = []
        /// Its positions among its siblings: each `step`th from `first`.
        var places: [Place] = []
    }

    struct Place: Equatable {
        var step: Int
        var first: Int

        func holds(_ number: Int) -> Bool {
            step == 0 ? number == first : (number - first).isMultiple(of: step) && (number - first) / step >= 0
        }
    }

    struct Attribute: Equatable {
        private static let longest = 512
        var name: String
        /// `=`, `~=`, `|=`, `^=`, `$=`, `*=`; empty when any value will do.
        var relation = ""
        var value = ""

        func holds(_ other: String?) -> Bool {
            guard let other = other.map({ String(decoding: $0.utf8.prefix(Self.longest), as: UTF8.self).lowercased() })
            else { return false }
            switch relation {
            case "": return true
            case "=": return other == value
            case "~=": return other.split(whereSeparator: \.isWhitespace).contains(value[...])
            case "|=": return other == value || other.hasPrefix(value + "-")
            case "^=": return !value.isEmpty && other.utf8.starts(with: value.utf8)
            case "$=": return !value.isEmpty && other.utf8.reversed().starts(with: value.utf8.reversed())
            // The C library's search is fast for any texts. A search by characters is slow where partial matches are everywhere.
            default: return !value.isEmpty && strstr(other, value) != nil
            }
        }
    }

    /// An element, as far as selectors need to know it.
    struct Element {
        let name: String
        let attributes: [String: String]
        /// Each class once, in order.
        let classList: [Substring]
        let classes: Set<Substring>
        let id: String?
        /// Its position among its siblings, from 1.
        let place: Int

        init(_ name: String, _ attributes: [String: String], place: Int) {
            self.name = name
            self.attributes = attributes
            self.place = place
            var seen: Set<Substring> = []
            classList = (attributes["class"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
                .filter { seen.insert($0).inserted }
            classes = seen
            id = attributes["id"]?.lowercased()
        }
    }
}

extension CSSSelector.Compound {
    /// Whether an element matches; within `:is(…)`, only the conditions on the element itself are checked.
    func holds(_ element: CSSSelector.Element) -> Bool {
        if let name, name != element.name { return false }
        if let id, id != element.id { return false }
        return classes.allSatisfy { element.classes.contains($0[...]) }
            && attributes.allSatisfy { $0.holds(element.attributes[$0.name]) }
            && places.allSatisfy { $0.holds(element.place) }
            && anyOf.allSatisfy { $0.contains { $0.subject.holds(element) } }
            && !noneOf.contains { $0.subject.holds(element) }
    }

    /// The names under which style sheets track elements around others, the cheapest to check first.
    var marks: [String] {
        var marks = classes.map { "." + $0 } + (id.map { ["#" + $0] } ?? [])
        // These two are around every element, whether written or not.
        if let name, name != "html", name != "body" { marks.append(name) }
        marks += attributes.map { $0.relation == "=" ? "[\($0.name)=\($0.value)" : "[" + $0.name }
        return marks
    }
}
