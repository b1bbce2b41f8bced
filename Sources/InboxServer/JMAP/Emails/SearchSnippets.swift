import GRDB
import MailContent

/// SearchSnippet/get (RFC 8621 §5.1): shows why a query found an email, with the search words highlighted.
enum SearchSnippets {
    static func get(_ call: MethodCall) async throws -> MethodOutcome {
        try call.arguments.allowOnly(["accountId", "filter", "emailIds"])
        let ids = try call.arguments.texts("emailIds") ?? []
        guard ids.count <= call.host.limits.objectsInGet else { throw MethodError.plain("requestTooLarge") }
        let words = SoughtWords(call.arguments["filter"])
        return try await call.database.read { db in
            var list: [JSONValue] = []
            var notFound: [String] = []
            for id in ids {
                guard let row = try EmailRow.fetch(db, id: id, account: call.account) else {
                    notFound.append(id)
                    continue
                }
                let body = ParsedMessage.parse(try EmailBytes.of(row, account: call.account, in: db)).body
                list.append(
                    .object([
                        JSONMember("emailId", .text(id)),
                        JSONMember("preview", .optional(words.inBody.excerpt(of: BodyText.forIndex(body)))),
                        JSONMember("subject", .optional(words.inSubject.marked(row.subject))),
                    ]))
            }
            return MethodOutcome([
                JSONMember("accountId", .text(call.account.publicID)), JSONMember("list", .array(list)),
                JSONMember("notFound", notFound.isEmpty ? .null : .texts(notFound)),
            ])
        }
    }
}

/// The words that a filter searches for, without those under a NOT.
private struct SoughtWords: Sendable {
    private(set) var inSubject = WordMarker()
    private(set) var inBody = WordMarker()

    init(_ filter: JSONValue?) {
        for member in filter?.members ?? [] {
            guard let text = member.value.textValue else { continue }
            if member.name == "text" || member.name == "subject" { inSubject.add(text) }
            if member.name == "text" || member.name == "body" { inBody.add(text) }
        }
        guard filter?["operator"]?.textValue != "NOT" else { return }
        for condition in filter?["conditions"]?.arrayValue ?? [] {
            let inner = SoughtWords(condition)
            inSubject.words.formUnion(inner.inSubject.words)
            inBody.words.formUnion(inner.inBody.words)
        }
    }
}

/// Highlights words in a text and thereby turns it into HTML.
private struct WordMarker: Sendable {
    var words: Set<String> = []
    /// The most characters before the first match, and in total.
    private static let (before, longest) = (40, 160)

    mutating func add(_ text: String) {
        words.formUnion(TextWords.of(text).map(String.init))
    }

    /// Returns nil when the text contains none of the words.
    func marked(_ text: String) -> String? {
        var result = ""
        var hasFound = false
        var rest = text[...]
        while let first = rest.firstIndex(where: Self.isInWord) {
            let end = rest[first...].firstIndex { !Self.isInWord($0) } ?? rest.endIndex
            let word = rest[first..<end]
            let isSought = isSought(word)
            hasFound = hasFound || isSought
            result += Self.escaped(rest[..<first])
            result += isSought ? "<mark>\(Self.escaped(word))</mark>" : Self.escaped(word)
            rest = rest[end...]
        }
        return hasFound ? result + Self.escaped(rest) : nil
    }

    /// Returns the part of a long text around the first match.
    func excerpt(of text: String) -> String? {
        var rest = text[...]
        while let first = rest.firstIndex(where: Self.isInWord) {
            let end = rest[first...].firstIndex { !Self.isInWord($0) } ?? rest.endIndex
            if isSought(rest[first..<end]) {
                let start = text.index(first, offsetBy: -Self.before, limitedBy: text.startIndex) ?? text.startIndex
                let part = text[start...].prefix(Self.longest).split(whereSeparator: \.isWhitespace)
                return marked(part.joined(separator: " "))
            }
            rest = rest[end...]
        }
        return nil
    }

    private func isSought(_ word: Substring) -> Bool {
        !words.isEmpty && TextWords.of(String(word)).contains { words.contains(String($0)) }
    }

    private static func isInWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    private static func escaped(_ text: Substring) -> String { SafeHTML.escaped(String(text)) }
}
