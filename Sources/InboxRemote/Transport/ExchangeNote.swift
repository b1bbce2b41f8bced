/// A request as logs may show it: no host, no id, no query, nothing that a person wrote.
package struct ExchangeNote: Hashable, Sendable {
    var method: HTTPRequest.Method
    /// The path, with only the fixed words of APIs; `*` replaces every other part.
    var route: String
    /// Nil if there was no answer.
    var status: Int?
    /// Why there was no answer, in a word or two.
    package var failure: String?
    var duration: Duration
    /// The size of the answer, decompressed.
    var bytes: Int

    /// The line for the log.
    package var text: String {
        let end = status.map { "\($0), \(bytes) bytes" } ?? failure ?? ""
        return "\(method.rawValue) \(route): \(end), \(Int(duration / .milliseconds(1))) ms"
    }

    init(_ request: HTTPRequest, status: Int?, failure: TransportError?, duration: Duration, bytes: Int) {
        method = request.method
        route = Self.route(request.url)
        self.status = status
        self.failure = failure.map(Self.words)
        self.duration = duration
        self.bytes = bytes
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
