/// What mutt's patterns mean here: the same as a field, or a state.
struct MuttPattern {
    private enum Meaning {
        /// Fields that what follows is looked for in; one of them will do.
        case fields([String])
        case text([String])
        /// A size or an age: `>10k`, `<2w`.
        case compared(more: String, less: String)
    }

    private let letter: Character
    private let meaning: Meaning

    static let remedy = "~f ~t ~c ~C ~L ~s ~b ~B ~y ~d ~z and the marks ~N ~U ~R ~F ~Q ~D ~p ~P ~X are"

    /// - Returns: nil for what has no meaning here.
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
        case "s": .fields(["subject"])
        case "b": .fields(["body"])
        // What words are looked for in where no field is named.
        case "B": .fields([""])
        case "y": .fields(["in"])
        case "d", "r": .compared(more: "older", less: "newer")
        case "z": .compared(more: "larger", less: "smaller")
        case "N", "U": .text(["is:unread"])
        case "R": .text(["is:read"])
        case "F": .text(["is:starred"])
        case "Q": .text(["is:answered"])
        case "D": .text(["in:trash"])
        case "p": .text(["to:me", "cc:me"])
        case "P": .text(["from:me"])
        case "X": .text(["has:file"])
        case "A": .text(["*"])
        default: nil
        }
    }

    var takesValue: Bool { if case .text = meaning { false } else { true } }

    func predicate(_ value: QueryValue, _ range: Range<Int>, _ days: QueryDays) throws(QueryMistake) -> MailPredicate {
        func term(_ name: String, _ text: String) throws(QueryMistake) -> MailPredicate {
            var value = value
            value.text = text
            guard name.isEmpty else {
                return try QueryTerm(name: name, value: value, range: range, days: days).predicate()
            }
            return .words(.anywhere, value.isQuoted ? WordSequence(text, isPrefix: value.isPrefix) : .typed(text))
        }
        switch meaning {
        case .fields(let names):
            return try Self.any(names) { (name) throws(QueryMistake) in try term(name, value.text) }
        case .text(let terms):
            return try Self.any(terms) { (text) throws(QueryMistake) in
                var parser = QueryParser(text: text, days: days)
                return try parser.parse()
            }
        case .compared(let more, let less):
            let name = value.text.hasPrefix(">") ? more : value.text.hasPrefix("<") ? less : nil
            guard let name else {
                let examples = letter == "z" ? ">100k or <2M" : "<2w or >1m"
                throw QueryMistake(
                    range: range, message: "~\(letter) needs \(examples); days stand in after: and before:")
            }
            return try term(name, String(value.text.dropFirst()))
        }
    }

    private static func any(_ texts: [String], _ predicate: (String) throws(QueryMistake) -> MailPredicate)
        throws(QueryMistake) -> MailPredicate
    {
        var parts: [MailPredicate] = []
        for text in texts { parts.append(try predicate(text)) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }
}
