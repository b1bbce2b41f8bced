import InboxModel

/// The completions that Tab offers for a query: names of fields, their values, mailboxes and people.
struct QueryCompletion {
    /// All mailboxes.
    var known: [Mailbox] = []
    /// The names of mailboxes without a role.
    var mailboxes: [String] = []
    /// All accounts.
    var accounts: [Account] = []
    /// The people, most likely first.
    var people: [Person] = []

    /// A person to search for.
    struct Person: Hashable, Sendable {
        var name: String = ""
        var email: String
    }

    /// The completions of the word at the cursor.
    struct Offer: Hashable {
        /// The range of the word, in characters of the text.
        var range: Range<Int>
        /// The completions, likeliest first; never empty.
        var choices: [String]
    }

    static let fields = SearchOperator.all.map(\.name)

    private static let most = 50

    /// - Returns: Nil if nothing matches, or the word is complete as it stands.
    func offer(_ text: String, cursor: Int) -> Offer? {
        let characters = Array(text.prefix(cursor))
        let start = Self.wordStart(characters)
        let word = String(characters[start...])
        // A person with mail in two accounts is offered once.
        var met: Set<String> = []
        let choices = (word.contains(":") ? values(word) : names(word)).filter { met.insert($0.lowercased()).inserted }
        guard !choices.isEmpty, choices != [word] else { return nil }
        return Offer(range: start..<cursor, choices: Array(choices.prefix(Self.most)))
    }

    /// Returns the start of the last word. Blanks and parentheses outside quotes separate words; a leading minus is not part of a word.
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
            case .accounts: Self.fitting(typed, accounts.map { Wording.line($0.address) })
            }
        return found.map { "\(name):\(Self.quoted($0))" }
    }

    /// Returns the values that begin with the text, then those with a part that does.
    private static func fitting(_ typed: String, _ all: [String]) -> [String] {
        all.filter { $0.lowercased().hasPrefix(typed) }
            + all.filter { !$0.lowercased().hasPrefix(typed) && hasPart($0, typed) }
    }

    private static func hasPart(_ value: String, _ typed: String) -> Bool {
        value.lowercased().split { "/ .-_@,".contains($0) }.contains { $0.hasPrefix(typed) }
    }

    /// Returns the addresses that begin with the text, then people by a part of their name that does, then addresses with such a part.
    private func people(_ typed: String) -> [String] {
        let begin = people.filter { $0.email.lowercased().hasPrefix(typed) }
        let rest = people.filter { !$0.email.lowercased().hasPrefix(typed) }
        let named =
            typed.isEmpty ? [] : rest.filter { $0.name.lowercased().hasPrefix(typed) || Self.hasPart($0.name, typed) }
        let met = Set(named)
        let within = rest.filter { !met.contains($0) && Self.hasPart($0.email, typed) }
        return begin.map(\.email) + named.map(\.name) + within.map(\.email)
    }

    /// Quotes a value that contains blanks or special characters of the query syntax.
    private static func quoted(_ value: String) -> String {
        let isPlain = value.allSatisfy { !$0.isWhitespace && !"()\"".contains($0) } && !value.hasPrefix("#")
        return isPlain ? value : "\"\(value.filter { $0 != "\"" })\""
    }
}
