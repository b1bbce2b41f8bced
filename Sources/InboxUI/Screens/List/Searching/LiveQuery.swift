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
