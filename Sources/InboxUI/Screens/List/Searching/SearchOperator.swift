import InboxModel

/// A field of the query syntax, for completion and help.
struct SearchOperator: Hashable, Sendable {
    /// The kind of values of a field.
    enum Values: Hashable, Sendable {
        case words
        case people
        /// These values, and the names of mailboxes.
        case mailboxes([String])
        /// The addresses of the accounts.
        case accounts
        case tags
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
            values: .choice(QueryTerm.states), meaning: "what state it is in"),
        SearchOperator(
            name: "in",
            values: .mailboxes(["inbox", "archive", "sent", "drafts", "junk", "trash", "all", "important"]),
            meaning: "in a mailbox"),
        SearchOperator(name: "account", values: .accounts, meaning: "in an account, by its address or name"),
        SearchOperator(
            name: "from", values: .people, meaning: "who wrote it: a name, an address, a part of either, or me"),
        SearchOperator(name: "to", values: .people, meaning: "who it went to; to:me means any of your addresses"),
        SearchOperator(name: "cc", values: .people, meaning: "who got a copy"),
        SearchOperator(name: "with", values: .people, meaning: "who wrote it or got it"),
        SearchOperator(name: "subject", values: .words, meaning: "words of the subject"),
        SearchOperator(name: "list", values: .words, meaning: "the mailing list it came through"),
        SearchOperator(name: "file", values: .words, meaning: "the name of an attached file"),
        SearchOperator(name: "body", values: .words, meaning: "words of the text"),
        SearchOperator(name: "has", values: .choice(["file", "star"]), meaning: "with files, or with a star"),
        SearchOperator(name: "keyword", values: .tags, meaning: "with a tag of yours"),
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
            HelpNote.Entry("a b", "both words, by how they begin; OR between them for either"),
            HelpNote.Entry("-  ( )", "not that; what is grouped"),
            HelpNote.Entry("\"a b\"", "exactly these words, in this order"),
            HelpNote.Entry("subject:(a b)", "both in that field; {a b} for either"),
            HelpNote.Entry("label: ~f", "words of Gmail and mutt mean what they do there"),
        ])

    private var explanation: String {
        switch values {
        case .words, .people, .accounts, .tags: meaning
        case .choice(let values): "\(meaning) (\(values.joined(separator: ", ")))"
        case .mailboxes(let values): "\(meaning) (\(values.joined(separator: ", ")), or its name)"
        case .examples(let values): "\(meaning) (\(values.joined(separator: ", ")))"
        }
    }
}
