import InboxModel

/// What Tab offers while a query is typed: names of fields, what may stand behind them, mailboxes and people.
struct QueryCompletion {
    /// Every mailbox that there is.
    var known: [Mailbox] = []
    /// Names of mailboxes that have no role.
    var mailboxes: [String] = []
    /// The most likely first.
    var people: [Person] = []

    /// Someone to look for.
    struct Person: Hashable, Sendable {
        var name: String = ""
        var email: String
    }

    /// What may take the place of the word that the cursor stands in.
    struct Offer: Hashable {
        /// In characters of the text.
        var range: Range<Int>
        /// The likeliest first; never empty.
        var choices: [String]
    }

    static let fields = SearchOperator.all.map(\.name)

    private static let most = 50

    /// - Returns: nil when nothing fits, or when the word is complete as it stands.
    func offer(_ text: String, cursor: Int) -> Offer? {
        let characters = Array(text.prefix(cursor))
        let start = Self.wordStart(characters)
        let word = String(characters[start...])
        // One who has mail in two accounts is offered once.
        var met: Set<String> = []
        let choices = (word.contains(":") ? values(word) : names(word)).filter { met.insert($0.lowercased()).inserted }
        guard !choices.isEmpty, choices != [word] else { return nil }
        return Offer(range: start..<cursor, choices: Array(choices.prefix(Self.most)))
    }

    /// Blanks and parentheses end a word, but not within quotes; a minus before it is no part of it.
    private static func wordStart(_ characters: [Character]) -> Int {
        var start = 0
        var isQuoted = false
        for (index, character) in characters.enumerated() {
            if character == "\"" {
                isQuoted.toggle()
            } else if !isQuoted, character.isWhitespace || character == "(" || (character == "-" && index == start) {
                start = index + 1
            }
        }
        return start
    }

    private func names(_ word: String) -> [String] {
        Self.fields.filter { $0.hasPrefix(word.lowercased()) }.map { $0 + ":" }
    }

    private func values(_ word: String) -> [String] {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].lowercased()
        let typed = parts[1].filter { $0 != "\"" }.lowercased()
        guard let values = SearchOperator.all.first(where: { $0.name == name })?.values else { return [] }
        let found: [String] =
            switch values {
            case .words: []
            case .people: (typed == "m" || typed == "me" ? ["me"] : []) + people(typed)
            case .choice(let all), .examples(let all): Self.fitting(typed, all)
            case .mailboxes(let all): Self.fitting(typed, all + mailboxes)
            }
        return found.map { "\(name):\(Self.quoted($0))" }
    }

    /// Those that begin so, then those of which a part does.
    private static func fitting(_ typed: String, _ all: [String]) -> [String] {
        all.filter { $0.lowercased().hasPrefix(typed) }
            + all.filter { !$0.lowercased().hasPrefix(typed) && hasPart($0, typed) }
    }

    private static func hasPart(_ value: String, _ typed: String) -> Bool {
        value.lowercased().split { "/ .-_@,".contains($0) }.contains { $0.hasPrefix(typed) }
    }

    /// Addresses that begin so; then people of whose name a part does, by their names; then addresses of which a part does.
    private func people(_ typed: String) -> [String] {
        let begin = people.filter { $0.email.lowercased().hasPrefix(typed) }
        let rest = people.filter { !$0.email.lowercased().hasPrefix(typed) }
        let named =
            typed.isEmpty ? [] : rest.filter { $0.name.lowercased().hasPrefix(typed) || Self.hasPart($0.name, typed) }
        let met = Set(named)
        let within = rest.filter { !met.contains($0) && Self.hasPart($0.email, typed) }
        return begin.map(\.email) + named.map(\.name) + within.map(\.email)
    }

    /// What holds blanks or signs of the grammar stands in quotes.
    private static func quoted(_ value: String) -> String {
        let isPlain = value.allSatisfy { !$0.isWhitespace && !"()\"".contains($0) } && !value.hasPrefix("#")
        return isPlain ? value : "\"\(value.filter { $0 != "\"" })\""
    }
}
