/// Detects a plain text that only tells the reader to view the HTML: "Your mail reader does not support HTML".
enum HTMLNotice {
    private static let longest = 300
    private static let signs = ["html", "browser", "navigateur", "navegador", "ブラウザ"]
    private static let shortestWord = 4

    /// Whether a plain text is short, mentions HTML or a browser, and shares hardly a distinctive word with the HTML. A text that somebody
    /// wrote is in both.
    static func isOne(_ plain: String, beside html: StyledText) -> Bool {
        guard plain.utf8.count <= longest, html.lines.contains(where: { !$0.isEmpty }) else { return false }
        let lower = plain.lowercased()
        guard signs.contains(where: { lower.contains($0) }) else { return false }
        let words = Self.words(of: plain).subtracting(usual)
        guard !words.isEmpty else { return true }
        let shared = html.lines.reduce(into: Set<String>()) { shared, line in
            shared.formUnion(Self.words(of: line.text).intersection(words))
        }
        return shared.count * 3 < words.count
    }

    private static func words(of text: String) -> Set<String> {
        // A URL is not a word.
        let pieces = text.lowercased().split(whereSeparator: \.isWhitespace).filter { !$0.contains("://") }
        let words = pieces.flatMap { $0.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) }
        return Set(words.filter { $0.count >= shortestWord }.map(String.init))
    }

    /// Words that are usual in such notices, and in the heads of newsletters as well.
    private static let usual: Set<String> = [
        "html", "browser", "mail", "mails", "email", "emails", "message", "messages", "newsletter", "reader", "client",
        "program", "software", "view", "viewed", "viewing", "viewer", "read", "reading", "display", "displayed", "show",
        "open", "online", "version", "format", "support", "supports", "supported", "please", "click", "here", "link",
        "page", "your", "this", "that", "with", "have", "from", "does", "cannot", "must", "need", "needs", "will",
        "able", "unable", "trouble", "properly", "correctly", "modern", "plain", "text", "content", "images",
    ]
}
