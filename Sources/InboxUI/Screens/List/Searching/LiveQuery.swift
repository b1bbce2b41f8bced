import InboxModel

/// A query as it is being typed: a bare word at its end may go on.
struct LiveQuery {
    let query: MailQuery

    init(_ text: String, clock: WallClock) {
        let now = clock.now()
        let typed = MailQuery(text, now: now, calendar: clock.calendar)
        guard typed.problem == nil, LiveQuery.endsInBareWord(text) else {
            query = typed
            return
        }
        let open = MailQuery(text + "*", now: now, calendar: clock.calendar)
        query = open.problem == nil ? open : typed
    }

    private static func endsInBareWord(_ text: String) -> Bool {
        guard let last = text.last, last.isLetter || last.isNumber else { return false }
        let word = text.split(whereSeparator: { $0.isWhitespace || $0 == "(" }).last ?? ""
        let quotes = text.count { $0 == "\"" }
        return !word.contains(":") && quotes.isMultiple(of: 2) && !["OR", "AND", "NOT"].contains(String(word))
    }
}
