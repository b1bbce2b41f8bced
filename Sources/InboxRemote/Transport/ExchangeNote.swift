/// A request, or a conversation with a mail server, as logs may show it: no host, no id, no query, nothing that a person wrote.
package struct ExchangeNote: Hashable, Sendable {
    /// The method and path of a request, with only the fixed words of APIs; `*` replaces every other part.
    private let what: String
    /// How it ended, if there was an answer.
    private let end: String
    /// Why there was no answer, in a word or two.
    package let failure: String?
    private let duration: Duration

    /// The line for the log.
    package var text: String { "\(what): \(failure ?? end), \(Int(duration / .milliseconds(1))) ms" }

    /// - Parameter bytes: the size of the answer, decompressed.
    init(_ request: HTTPRequest, status: Int?, failure: TransportError?, duration: Duration, bytes: Int) {
        what = "\(request.method.rawValue) \(Self.route(request.url))"
        end = status.map { "\($0), \(bytes) bytes" } ?? ""
        self.failure = failure.map(Self.words)
        self.duration = duration
    }

    init(_ what: String, end: String, failure: MailTransportError?, duration: Duration) {
        (self.what, self.end, self.duration) = (what, end, duration)
        self.failure = failure.map(Self.words)
    }

    private static let known: Set<Substring> = [
        ".well-known", "account", "api", "calendars", "contacts", "delta", "download", "drafts", "event", "events",
        "eventsource", "files", "folders", "generate_cursor", "jmap", "labels", "latest_cursor", "longpoll", "messages",
        "n", "oauth", "rfc822", "search", "send", "session", "streaming", "tags", "threads", "token", "upload", "ws",
    ]

    static func route(_ url: String) -> String {
        let path = url.firstRange(of: "://").map { url[$0.upperBound...].drop { $0 != "/" } } ?? url[...]
        let parts = path.prefix { $0 != "?" && $0 != "#" }.split(separator: "/", omittingEmptySubsequences: true)
        return "/" + parts.map { known.contains($0) ? String($0) : "*" }.joined(separator: "/")
    }

    private static func words(_ error: MailTransportError) -> String {
        switch error {
        case .transport(let error): words(error)
        case .signedOut: "not signed in"
        case .refused: "refused"
        case .busy: "refused for now"
        case .uncertain(let error): "uncertain, \(words(error))"
        }
    }

    private static func words(_ error: TransportError) -> String {
        switch error {
        case .unreachable: "no answer"
        case .unconnected: "no connection"
        case .timedOut: "timed out"
        case .insecure: "not secure"
        case .tooLarge: "too large"
        case .cancelled: "stopped"
        case .badURL: "bad URL"
        }
    }
}
