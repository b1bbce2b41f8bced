import InboxModel

/// What Tab offers while a query is typed: names of fields, what may stand behind them, mailboxes and people.
struct QueryCompletion {
    /// Every mailbox that there is.
    var known: [Mailbox] = []
    /// Names of mailboxes that have no role.
    var mailboxes: [String] = []
    /// Addresses, the most likely first.
    var people: [String] = []

    /// What may take the place of the word that the cursor stands in.
    struct Offer: Hashable {
        /// In characters of the text.
        var range: Range<Int>
        /// The likeliest first; never empty.
        var choices: [String]
    }

    static let fields = [
        "is", "in", "from", "to", "cc", "with", "subject", "list", "file", "body", "has", "after", "before", "older",
        "newer", "larger", "smaller",
    ]

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
        let all = values(of: name)
        let begin = all.filter { $0.lowercased().hasPrefix(typed) }
        let within = all.filter { value in
            let value = value.lowercased()
            return !value.hasPrefix(typed) && value.split { "/ .-_@".contains($0) }.contains { $0.hasPrefix(typed) }
        }
        return (begin + within).map { "\(name):\(Self.quoted($0))" }
    }

    private func values(of field: String) -> [String] {
        switch field {
        case "is": ["unread", "read", "starred", "answered", "forwarded", "draft", "muted", "snoozed", "replylater"]
        case "in": ["inbox", "archive", "sent", "drafts", "junk", "trash", "all", "important"] + mailboxes
        case "has": ["file"]
        case "from", "to", "cc", "with": people
        case "after", "before": ["today", "yesterday"]
        case "older", "newer": ["1d", "1w", "1m", "1y"]
        case "larger", "smaller": ["100k", "1M", "10M"]
        default: []
        }
    }

    /// What holds blanks or signs of the grammar stands in quotes.
    private static func quoted(_ value: String) -> String {
        let isPlain = value.allSatisfy { !$0.isWhitespace && !"()\"".contains($0) } && !value.hasPrefix("#")
        return isPlain ? value : "\"\(value.filter { $0 != "\"" })\""
    }
}
