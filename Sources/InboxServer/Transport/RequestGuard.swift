import HTTPTypes

/// Decides which requests may reach the API: those of local programs, never those of a web page.
///
/// A page in the user's browser can reach loopback too, by DNS tricks or plain links. But it cannot hide the Host that it
/// addresses, its Origin, or its fetch metadata (W3C Fetch Metadata).
struct RequestGuard: Sendable {
    let port: Int
    let trustsLoopback: Bool

    /// Returns the refusal; nil admits the request. Sign-in is checked later: valid credentials make no difference here.
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
            // Without a token nothing else distinguishes a page from a program, so browsers are refused altogether.
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

    /// The names are valid constants.
    private static func field(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .origin }
}
