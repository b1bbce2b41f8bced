import HTTPTypes

/// Which requests are let near the API at all: those of programs on this machine, never those of a web page.
///
/// A page in the user's browser can reach loopback too, by name tricks or plain links; it cannot hide the Host it thinks it
/// talks to, its Origin, or its fetch marks (W3C Fetch Metadata).
struct RequestGuard: Sendable {
    let port: Int
    let trustsLoopback: Bool

    /// The refusal, or nil for a request that may go on. Sign-in comes after it: right credentials excuse nothing here.
    func refusal(of head: HTTPRequest) -> APIError? {
        guard let host = head.authority?.lowercased(), allowedHosts.contains(host),
            head.headerFields[values: Self.host].isEmpty
        else {
            return APIError(
                status: 421, type: "invalid_request_error",
                message: "This server answers to its own loopback address only.")
        }
        let headers = head.headerFields
        let origins = headers[values: .origin]
        guard origins.allSatisfy({ $0.lowercased() == "http://" + host }) else { return Self.foreign }
        let sites = headers[values: Self.fetchSite]
        guard sites.allSatisfy({ ["same-origin", "none"].contains($0.lowercased()) }) else { return Self.foreign }
        if trustsLoopback {
            // Without a token nothing else tells a page from a program, so no browser is served at all.
            let isBrowser = !origins.isEmpty || Self.browserMarks.contains { !headers[values: $0].isEmpty }
            if isBrowser { return Self.foreign }
        }
        return nil
    }

    private var allowedHosts: Set<String> {
        let names = ["127.0.0.1", "localhost", "[::1]"]
        return Set(names.map { "\($0):\(port)" } + (port == 80 ? names : []))
    }

    private static let foreign = APIError(
        status: 403, type: "invalid_request_error", message: "Requests from web pages are refused.")

    private static let host = field("Host")
    private static let fetchSite = field("Sec-Fetch-Site")
    private static let browserMarks = ["Sec-Fetch-Site", "Sec-Fetch-Mode", "Sec-Fetch-Dest", "Sec-Fetch-User"].map(
        field)

    /// The names are constants of ours and well formed.
    private static func field(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .origin }
}
