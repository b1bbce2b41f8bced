import Foundation

/// What a rule is for: an element, and what has to stand around it.
struct CSSSelector: Equatable {
    var subject = Compound()
    /// What it lies in, however deep, and what has to come before it: both are looked for loosely.
    var above: [Compound] = []
    var before: [Compound] = []

    /// Whether what it says of an element is just what a browser makes of it.
    var isExact: Bool { above.isEmpty && before.isEmpty }

    /// What has to be true of one element.
    struct Compound: Equatable {
        var name: String?
        var id: String?
        var classes: [String] = []
        var attributes: [Attribute] = []
        /// One of each.
        var anyOf: [[CSSSelector]] = []
        var noneOf: [CSSSelector] = []
        /// Which of the elements around it it is: each `step`th from `first`.
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
            // The C library's search is quick whatever the texts are; a search by letters is not where they nearly fit everywhere.
            default: return !value.isEmpty && strstr(other, value) != nil
            }
        }
    }

    /// An element, so far as selectors ask about it.
    struct Element {
        let name: String
        let attributes: [String: String]
        /// Each once, in the order in which they stand.
        let classList: [Substring]
        let classes: Set<Substring>
        let id: String?
        /// Its number among the elements around it, from one.
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
    /// Whether it is for that element; of what stands in `:is(…)` only what is said of the element itself is looked at.
    func holds(_ element: CSSSelector.Element) -> Bool {
        if let name, name != element.name { return false }
        if let id, id != element.id { return false }
        return classes.allSatisfy { element.classes.contains($0[...]) }
            && attributes.allSatisfy { $0.holds(element.attributes[$0.name]) }
            && places.allSatisfy { $0.holds(element.place) }
            && anyOf.allSatisfy { $0.contains { $0.subject.holds(element) } }
            && !noneOf.contains { $0.subject.holds(element) }
    }

    /// Names by which it is found again when it stands around another, in the order of a cheap look.
    var marks: [String] {
        var marks = classes.map { "." + $0 } + (id.map { ["#" + $0] } ?? [])
        // These two are around everything, written or not.
        if let name, name != "html", name != "body" { marks.append(name) }
        marks += attributes.map { $0.relation == "=" ? "[\($0.name)=\($0.value)" : "[" + $0.name }
        return marks
    }
}
