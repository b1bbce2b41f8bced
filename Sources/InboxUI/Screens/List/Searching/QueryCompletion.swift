import InboxModel

/// The completions that Tab offers for a query: names of fields, their values, mailboxes, tags and people.
struct QueryCompletion {
    /// All mailboxes.
    let known: [Mailbox]
    /// The names of mailboxes without a role.
    let mailboxes: [String]
    /// All accounts.
    let accounts: [Account]
    /// The people, most likely first.
    let people: [Person]
    /// Reads the tags, most used first; called once one is typed.
    private let tags: () -> [String]
    private let memory = Memory()

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

    /// What was worked out last: a frame asks for the same offer several times.
    private final class Memory {
        var offer: (text: String, cursor: Int, offer: Offer?)?
        var people: [KnownPerson]?
        var tags: [String]?
    }

    /// A person with what is compared, in small letters.
    private struct KnownPerson {
        var person: Person
        var name: String
        var email: String
        var partsOfName: [String]
        var partsOfEmail: [String]

        init(_ person: Person) {
            self.person = person
            (name, email) = (person.name.lowercased(), person.email.lowercased())
            (partsOfName, partsOfEmail) = (QueryCompletion.parts(of: name), QueryCompletion.parts(of: email))
        }
    }

    init(
        known: [Mailbox] = [], mailboxes: [String] = [], accounts: [Account] = [], people: [Person] = [],
        tags: @escaping () -> [String] = { [] }
    ) {
        (self.known, self.mailboxes, self.accounts, self.people) = (known, mailboxes, accounts, people)
        self.tags = tags
    }

    static let fields = SearchOperator.all.map(\.name)

    private static let most = 50

    /// - Returns: Nil if nothing matches, or the word is complete as it stands.
    func offer(_ text: String, cursor: Int) -> Offer? {
        if let last = memory.offer, last.cursor == cursor, last.text == text { return last.offer }
        let offer = newOffer(text, cursor: cursor)
        memory.offer = (text, cursor, offer)
        return offer
    }

    private func newOffer(_ text: String, cursor: Int) -> Offer? {
        let characters = Array(text.prefix(cursor))
        let start = Self.wordStart(characters)
        let word = String(characters[start...])
        // A person with mail in two accounts is offered once.
        var met: Set<String> = []
        let choices = (word.contains(":") ? values(word) : names(word)).filter { met.insert($0.lowercased()).inserted }
        guard !choices.isEmpty, choices != [word] else { return nil }
        return Offer(range: start..<cursor, choices: Array(choices.prefix(Self.most)))
    }

    /// Returns the start of the last word. Blanks, parentheses and braces outside quotes separate words; a leading minus is not part of a
    /// word.
    private static func wordStart(_ characters: [Character]) -> Int {
        var start = 0
        var isQuoted = false
        for (index, character) in characters.enumerated() {
            if character == "\"" {
                isQuoted.toggle()
            } else if !isQuoted,
                character.isWhitespace || "({".contains(character) || (character == "-" && index == start)
            {
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
            case .tags: Self.fitting(typed, knownTags)
            }
        return found.map { "\(name):\(Self.quoted($0))" }
    }

    private var knownTags: [String] {
        let known = memory.tags ?? tags()
        memory.tags = known
        return known
    }

    /// Returns the values that begin with the text, then those with a part that does.
    private static func fitting(_ typed: String, _ all: [String]) -> [String] {
        all.filter { $0.lowercased().hasPrefix(typed) }
            + all.filter { !$0.lowercased().hasPrefix(typed) && hasPart($0, typed) }
    }

    private static func hasPart(_ value: String, _ typed: String) -> Bool {
        parts(of: value.lowercased()).contains { $0.hasPrefix(typed) }
    }

    private static func parts(of value: String) -> [String] {
        value.utf8.split { "/ .-_@,".utf8.contains($0) }.compactMap { String($0) }
    }

    /// Returns the addresses that begin with the text, then people by a part of their name that does, then addresses with such a part.
    private func people(_ typed: String) -> [String] {
        let known = memory.people ?? people.map(KnownPerson.init)
        memory.people = known
        let begin = known.filter { $0.email.hasPrefix(typed) }.map(\.person.email)
        guard !typed.isEmpty else { return begin }
        func begins(_ parts: [String]) -> Bool { parts.contains { $0.hasPrefix(typed) } }
        let rest = known.filter { !$0.email.hasPrefix(typed) }
        let (named, others) = (
            rest.filter { $0.name.hasPrefix(typed) || begins($0.partsOfName) },
            rest.filter { !$0.name.hasPrefix(typed) && !begins($0.partsOfName) }
        )
        return begin + named.map(\.person.name) + others.filter { begins($0.partsOfEmail) }.map(\.person.email)
    }

    /// Quotes a value that contains blanks or special characters of the query syntax.
    private static func quoted(_ value: String) -> String {
        let isPlain = value.allSatisfy { !$0.isWhitespace && !"()\"".contains($0) } && !value.hasPrefix("#")
        return isPlain ? value : "\"\(value.filter { $0 != "\"" })\""
    }
}
