import InboxModel

/// A query as it is being typed: a word at its end may go on, alone or as one that a field is searched for.
struct LiveQuery {
    let query: MailQuery

    init(_ text: String, clock: WallClock) {
        let typed = MailQuery(text, calendar: clock.calendar)
        guard typed.problem == nil, LiveQuery.endsInOpenWord(text) else {
            query = typed
            return
        }
        let open = MailQuery(text + "*", calendar: clock.calendar)
        query = open.problem == nil ? open : typed
    }

    /// What was typed so far as it will mean something: with its parentheses closed, and without what is only begun at its end, a
    /// field whose value is not whole yet, an `OR`. As it stands where it can be read, or has another mistake.
    static func soFar(_ text: String) -> String {
        // A quote that was just opened.
        let isOpen = !text.count { $0 == "\"" }.isMultiple(of: 2)
        if isOpen, text.last == "\"" { return soFar(String(text.dropLast())) }
        guard MailQuery(text).problem != nil, !isOpen else { return text }
        return closed(text) ?? closed(withoutBegun(text)) ?? text
    }

    /// Both together. An `OR` in what was typed would leave the beginning to its first part: it is put into parentheses then.
    static func joined(_ beginning: String, _ typed: String) -> String {
        let text = beginning + typed
        let predicate = MailQuery(text).predicate
        let isLeft = if case .any = predicate { true } else { predicate == .everything }
        guard isLeft else { return text }
        // Behind a closing sign a word at the end would no longer be one that may go on.
        let words = endsInOpenWord(typed) ? [typed + "*", typed] : [typed]
        return words.map { "\(beginning)(\($0))" }.first { MailQuery($0).problem == nil } ?? text
    }

    /// Nil where it can't be read then, either.
    private static func closed(_ text: String) -> String? {
        var open: [Character] = []
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if isQuoted { continue }
            if character == "(" { open.append(")") }
            if character == "{" { open.append("}") }
            if character == open.last { open.removeLast() }
        }
        // Behind a closing sign a word at the end would no longer be one that may go on.
        let words = !open.isEmpty && endsInOpenWord(text) ? [text + "*", text] : [text]
        return words.map { $0 + String(open.reversed()) }.first { MailQuery($0).problem == nil }
    }

    private static func withoutBegun(_ text: String) -> String {
        let word = text.split(omittingEmptySubsequences: false) { $0.isWhitespace || $0 == "(" || $0 == "{" }.last ?? ""
        var rest = text.dropLast(isBegun(word) ? word.count : 0)
        while true {
            let end = rest.lastIndex { !$0.isWhitespace }
            let left = end.map { rest[...$0] } ?? ""
            if let sign = left.last, "({-".contains(sign) {
                rest = left.dropLast()
            } else if let word = ["OR", "AND", "NOT", "|"].first(where: { left == $0 || left.hasSuffix(" " + $0) }) {
                rest = left.dropLast(word.count)
            } else {
                return String(rest)
            }
        }
    }

    /// Whether a word is a field and the beginning of its value, where only a whole one means something.
    private static func isBegun(_ word: Substring) -> Bool {
        guard let colon = word.firstIndex(of: ":"),
            let name = QueryTerm.name(word[..<colon].drop { $0 == "-" }.lowercased())
        else { return false }
        let value = word[word.index(after: colon)...]
        guard let first = value.first else { return true }
        guard ["older", "newer", "before", "after", "larger", "smaller"].contains(name) else { return false }
        // No letter begins a value but those of the days that have names.
        return !first.isLetter || NamedDay.allCases.contains { $0.rawValue.hasPrefix(value.lowercased()) }
    }

    /// Fields that hold words; what others take is whole or nothing.
    private static let fields: Set<Substring> = people.union(["subject", "body", "file"])
    private static let people: Set<Substring> = ["from", "to", "cc", "with"]

    private static func endsInOpenWord(_ text: String) -> Bool {
        guard let last = text.last, last.isLetter || last.isNumber else { return false }
        let word = text.split(whereSeparator: { $0.isWhitespace || $0 == "(" || $0 == "{" }).last ?? ""
        let quotes = text.count { $0 == "\"" }
        if let colon = word.firstIndex(of: ":") {
            let name = word[..<colon].drop { $0 == "-" }
            // As it stands it is the user, and not a name that begins so.
            if people.contains(name), QueryTerm.isUser(word[word.index(after: colon)...]) { return false }
            return fields.contains(name) && quotes.isMultiple(of: 2)
        }
        // `~N` is a mark of mutt's.
        return quotes.isMultiple(of: 2) && !word.hasPrefix("~") && !word.hasPrefix("!~")
            && !["OR", "AND", "NOT"].contains(String(word))
    }
}
