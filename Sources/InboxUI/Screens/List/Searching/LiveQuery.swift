import InboxModel

/// A query that is being typed: the word at its end, alone or as the value of a field, may continue and so matches as a prefix.
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

    /// Returns the part of the text that is already meaningful: with its parentheses closed, and without an unfinished end, such as a field
    /// with an incomplete value, or an `OR`. Text that can be read, or that has another mistake, is returned unchanged.
    static func soFar(_ text: String) -> String {
        // A quote that was just opened.
        let isOpen = !text.count { $0 == "\"" }.isMultiple(of: 2)
        if isOpen, text.last == "\"" { return soFar(String(text.dropLast())) }
        guard MailQuery(text).problem != nil, !isOpen else { return text }
        return closed(text) ?? closed(withoutBegun(text)) ?? text
    }

    /// Returns the text without a first letter of a word at its end. Nearly all mail has a word with that letter, so that it would tell nothing,
    /// and take long to look for. A letter that is a syllable or a word of its own, as in Korean and Chinese, is kept.
    static func withoutFirstLetter(_ text: String) -> String {
        guard endsInOpenWord(text), let last = text.unicodeScalars.last, last.value < 0x2E80 else { return text }
        let isFirst = text.dropLast().last.map { $0.isWhitespace || "({:-".contains($0) } ?? true
        return isFirst ? String(text.dropLast()) : text
    }

    /// Joins a fixed beginning with the typed text. Text with an `OR` is put into parentheses, so that the beginning applies to all of it.
    static func joined(_ beginning: String, _ typed: String) -> String {
        let text = beginning + typed
        let predicate = MailQuery(text).predicate
        let isLeft = if case .any = predicate { true } else { predicate == .everything }
        guard isLeft else { return text }
        // In parentheses the last word would no longer match as a prefix, so it gets an explicit `*`.
        let words = endsInOpenWord(typed) ? [typed + "*", typed] : [typed]
        return words.map { "\(beginning)(\($0))" }.first { MailQuery($0).problem == nil } ?? text
    }

    /// Returns the text with its parentheses closed; nil if it still cannot be read.
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
        // In parentheses the last word would no longer match as a prefix, so it gets an explicit `*`.
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

    /// Whether a word is a field with an incomplete value, for fields whose value must be complete.
    private static func isBegun(_ word: Substring) -> Bool {
        guard let colon = word.firstIndex(of: ":"),
            let name = QueryTerm.name(word[..<colon].drop { $0 == "-" }.lowercased())
        else { return false }
        let value = word[word.index(after: colon)...]
        guard let first = value.first else { return true }
        // A Message-ID is whole with its “@”.
        if name == "id" { return true }
        guard ["older", "newer", "before", "after", "date", "larger", "smaller"].contains(name) else { return false }
        // No value begins with a letter, except for the named days.
        return !first.isLetter || NamedDay.allCases.contains { $0.rawValue.hasPrefix(value.lowercased()) }
    }

    /// The fields with words as values; values of other fields match only when complete.
    private static let fields: Set<Substring> = people.union(["subject", "body", "file"])
    private static let people: Set<Substring> = ["from", "to", "cc", "with"]

    private static func endsInOpenWord(_ text: String) -> Bool {
        guard let last = text.last, last.isLetter || last.isNumber else { return false }
        let word = text.split(whereSeparator: { $0.isWhitespace || $0 == "(" || $0 == "{" }).last ?? ""
        let quotes = text.count { $0 == "\"" }
        if let colon = word.firstIndex(of: ":") {
            let name = word[..<colon].drop { $0 == "-" }
            // A complete name for the user (such as “me”) is not a prefix of other names.
            if people.contains(name), QueryTerm.isUser(word[word.index(after: colon)...]) { return false }
            return fields.contains(name) && quotes.isMultiple(of: 2)
        }
        // `~N` is syntax of mutt's patterns.
        return quotes.isMultiple(of: 2) && !word.hasPrefix("~") && !word.hasPrefix("!~")
            && !["OR", "AND", "NOT"].contains(String(word))
    }
}
