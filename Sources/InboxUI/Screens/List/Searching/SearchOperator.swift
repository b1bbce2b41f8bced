import InboxModel

/// A field of the query syntax, for completion and help.
struct SearchOperator: Hashable, Sendable {
    /// The kind of values of a field.
    enum Values: Hashable, Sendable {
        case words
        case people
        /// These values, and the names of mailboxes.
        case mailboxes([String])
        case choice([String])
        /// Examples of many possible values.
        case examples([String])
    }

    var name: String
    var values: Values
    /// What the field finds.
    var meaning: String

    static let all: [SearchOperator] = [
        SearchOperator(
            name: "is",
            values: .choice(QueryTerm.states), meaning: "in what state it is"),
        SearchOperator(
            name: "in",
            values: .mailboxes(["inbox", "archive", "sent", "drafts", "junk", "trash", "all", "important"]),
            meaning: "in a mailbox"),
        SearchOperator(
            name: "from", values: .people, meaning: "who wrote it: a name, an address, a part of either, or me"),
        SearchOperator(name: "to", values: .people, meaning: "to whom it went; to:me is to any of your addresses"),
        SearchOperator(name: "cc", values: .people, meaning: "who got a copy"),
        SearchOperator(name: "with", values: .people, meaning: "who wrote it or got it"),
        SearchOperator(name: "subject", values: .words, meaning: "words of the subject"),
        SearchOperator(name: "list", values: .words, meaning: "the mailing list that it came through"),
        SearchOperator(name: "file", values: .words, meaning: "the name of a file with it"),
        SearchOperator(name: "body", values: .words, meaning: "words of the text"),
        SearchOperator(name: "has", values: .choice(["file", "star"]), meaning: "files came with it, or a star"),
        SearchOperator(
            name: "after", values: .examples(["today", "yesterday"]), meaning: "since a day, a month or a year"),
        SearchOperator(
            name: "before", values: .examples(["today", "yesterday"]), meaning: "before a day, a month or a year"),
        SearchOperator(
            name: "older", values: .examples(ages), meaning: "longer ago: hours, days, weeks, months, years"),
        SearchOperator(name: "newer", values: .examples(ages), meaning: "less long ago"),
        SearchOperator(name: "larger", values: .examples(sizes), meaning: "more bytes"),
        SearchOperator(name: "smaller", values: .examples(sizes), meaning: "fewer bytes"),
    ]

    private static let ages = ["1d", "1w", "1m", "1y"]
    private static let sizes = ["100k", "1M", "10M"]

    /// All fields with their meanings, and the operators.
    static let help = HelpNote(
        "Search",
        all.map { HelpNote.Entry($0.name + ":", $0.explanation) } + [
            HelpNote.Entry("a b", "both words, as they begin; OR stands between those of which one will do"),
            HelpNote.Entry("-  ( )", "not that; what belongs together"),
            HelpNote.Entry("\"a b\"", "just these words, one after the other"),
            HelpNote.Entry("subject:(a b)", "both in that field; {a b} is one of them"),
            HelpNote.Entry("label: ~f", "what Gmail and mutt call so is read as they mean it"),
        ])

    private var explanation: String {
        switch values {
        case .words, .people: meaning
        case .choice(let values): "\(meaning) (\(values.joined(separator: ", ")))"
        case .mailboxes(let values): "\(meaning) (\(values.joined(separator: ", ")), or its name)"
        case .examples(let values): "\(meaning) (\(values.joined(separator: ", ")))"
        }
    }
}
