/// The meaning of mutt's patterns here: a field, or a state.
struct MuttPattern {
    private enum Meaning {
        /// Fields to search for the following text; a match in any of them is enough.
        case fields([String])
        case text([String])
        /// A size or an age: `>10k`, `<2w`.
        case compared(more: String, less: String)
        /// An age, or a range of days.
        case days
        /// A number of files. Only none or some can be distinguished.
        case files
    }

    private let letter: Character
    private let meaning: Meaning

    static let remedy = "~f ~t ~c ~C ~L ~i ~s ~b ~B ~y ~d ~z and the marks ~N ~O ~U ~R ~F ~Q ~D ~p ~P ~l ~u ~X are"

    /// - Returns: nil if the letter has no meaning here.
    init?(_ letter: Character) {
        guard let meaning = Self.meaning(letter) else { return nil }
        self.letter = letter
        self.meaning = meaning
    }

    private static func meaning(_ letter: Character) -> Meaning? {
        switch letter {
        case "f", "e": .fields(["from"])
        case "t": .fields(["to"])
        case "c": .fields(["cc"])
        case "C": .fields(["to", "cc"])
        case "L": .fields(["with"])
        case "i": .fields(["id"])
        case "s": .fields(["subject"])
        case "b": .fields(["body"])
        // The empty name searches everywhere, like words without a field.
        case "B": .fields([""])
        case "y": .fields(["in"])
        case "d", "r": .days
        case "z": .compared(more: "larger", less: "smaller")
        // Mail that was seen in a list but not read is not a separate state here.
        case "N", "O", "U": .text(["is:unread"])
        case "R": .text(["is:read"])
        case "F": .text(["is:starred"])
        case "Q": .text(["is:answered"])
        case "D": .text(["in:trash"])
        case "p": .text(["to:me", "cc:me"])
        case "P": .text(["from:me"])
        case "l", "u": .text(["list:*"])
        case "X": .files
        case "A": .text(["*"])
        default: nil
        }
    }

    var takesValue: Bool { if case .text = meaning { false } else { true } }
    /// Whether it takes words, not a mailbox name.
    var takesWords: Bool { if case .fields(let names) = meaning { names != ["in"] } else { false } }
    /// Whether it takes numbers or days: `1-`, `-15/1/2020`.
    var takesRange: Bool {
        switch meaning {
        case .days, .files: true
        default: false
        }
    }
    /// Whether it is valid without a value.
    var isWholeAlone: Bool { if case .files = meaning { true } else { false } }

    func predicate(_ value: QueryValue, _ range: Range<Int>, _ days: QueryDays) throws(QueryMistake) -> MailPredicate {
        switch meaning {
        case .fields(let names):
            return try Self.any(names) { (name) throws(QueryMistake) in try term(name, value, range, days) }
        case .text(let terms):
            return try Self.any(terms) { (text) throws(QueryMistake) in
                var parser = QueryParser(text: text, days: days)
                return try parser.parse()
            }
        case .compared(let more, let less):
            if let compared = try compared(value, more, less, range, days) { return compared }
            throw QueryMistake(range: range, message: "~\(letter) needs >100k or <2M")
        case .days:
            if let compared = try compared(value, "older", "newer", range, days) { return compared }
            if let days = days.muttDays(value.text) { return days }
            throw QueryMistake(range: range, message: "~\(letter) needs <2w, >1m, or days such as 15/1/2026-28/2/2026")
        case .files:
            switch value.text {
            case "", "1", "1-", ">0": return .hasFile
            case "0", "-0", "<1": return .not(.hasFile)
            default:
                throw QueryMistake(
                    range: range, message: "~X finds mail with files, ~X 0 mail without; they are not counted")
            }
        }
    }

    private func term(_ name: String, _ value: QueryValue, _ range: Range<Int>, _ days: QueryDays)
        throws(QueryMistake) -> MailPredicate
    {
        guard !name.isEmpty else { return .words(.anywhere, try value.words(at: range)) }
        return try QueryTerm(name: name, value: value, range: range, days: days).predicate()
    }

    /// Returns nil if the value begins with neither sign.
    private func compared(
        _ value: QueryValue, _ more: String, _ less: String, _ range: Range<Int>, _ days: QueryDays
    ) throws(QueryMistake) -> MailPredicate? {
        guard let name = value.text.hasPrefix(">") ? more : value.text.hasPrefix("<") ? less : nil else { return nil }
        var value = value
        value.text.removeFirst()
        return try term(name, value, range, days)
    }

    private static func any(_ texts: [String], _ predicate: (String) throws(QueryMistake) -> MailPredicate)
        throws(QueryMistake) -> MailPredicate
    {
        var parts: [MailPredicate] = []
        for text in texts { parts.append(try predicate(text)) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }
}

extension QueryValue {
    /// Whether the text is written as a regular expression, whose words would mean something else. A final star is valid here, and so
    /// is a star in an address.
    var isRegularExpression: Bool {
        let text = text.hasSuffix("*") ? text.dropLast() : text[...]
        return [".*", ".+", "|", "[", "\\"].contains { self.text.contains($0) } || text == "." || text.hasPrefix("^")
            || text.hasSuffix("$") || (text.contains("*") && !text.contains("@"))
            || zip(text, text.dropFirst()).contains { $0 == "?" && $1.isLetter }
    }
}
