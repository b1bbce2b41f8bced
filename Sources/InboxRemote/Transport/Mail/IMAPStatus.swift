/// A status response without its tag: `NO [AUTHENTICATIONFAILED] Wrong password.` (RFC 9051 §7.1)
struct IMAPStatus: Hashable, Sendable {
    /// In capitals.
    let word: String
    /// The name of the response code, in capitals; empty if there is none.
    let code: String
    let text: String

    init(_ line: some StringProtocol) {
        let parts = line.split(separator: " ", maxSplits: 1)
        word = parts.first?.uppercased() ?? ""
        let rest = parts.dropFirst().first.map { String($0) } ?? ""
        if rest.hasPrefix("["), let bracket = rest.firstIndex(of: "]") {
            let inner = rest[rest.index(after: rest.startIndex)..<bracket]
            code = inner.prefix { $0 != " " }.uppercased()
            text = String(rest[rest.index(after: bracket)...].drop { $0 == " " })
        } else {
            code = ""
            text = rest
        }
    }

    /// The error, if the server is what fails and not the credential (RFC 5530 §3); nil if the status does not say so.
    func error(_ words: ServerWords) -> MailTransportError? {
        let isPassing = ["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG"].contains(code)
        // Some large servers name no code when there are too many connections.
        let text = text.lowercased()
        let isTooMuch = ["too many", "maximum number of", "maximum connection", "connection limit", "rate limit"]
            .contains { text.contains($0) }
        // A password that was wrong too many times is wrong.
        let isWrong = ["AUTHENTICATIONFAILED", "EXPIRED", "CONTACTADMIN"].contains(code)
        return isPassing || isTooMuch && !isWrong ? .busy(message: message(words)) : nil
    }

    /// The server's words, and what to do.
    func message(_ words: ServerWords) -> String {
        let told = words.clean(text)
        guard let advice = ServerAdvice.words(forCode: code) else { return told }
        return told.isEmpty ? advice : "\(told) (\(advice))"
    }
}
