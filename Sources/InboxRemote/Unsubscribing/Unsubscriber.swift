package import InboxModel

/// Unsubscribes at a sender's server with one POST that reveals nothing else: no cookie, no referrer, no credential (RFC 8058 §3.2, M-6).
package struct Unsubscriber: Sendable {
    private static let limit = Duration.seconds(20)
    private static let mostBytes = 256 << 10

    private let transport: any Transport

    package init(transport: any Transport) {
        self.transport = transport
    }

    package func leave(_ url: String) async throws(UnsubscribeProblem) {
        guard let target = RequestTarget(url: url), !target.isPlain, !target.isLoopback, target.port ?? 443 == 443
        else {
            throw .notAllowed
        }
        let request = HTTPRequest(
            .post, url: url, headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Array("List-Unsubscribe=One-Click".utf8), timeout: Self.limit, totalTimeout: Self.limit,
            maxResponseBytes: Self.mostBytes, isRepeatable: false, isPublicOnly: true)
        let response: HTTPResponse
        do throws(TransportError) { response = try await transport.send(request) } catch {
            throw Self.problem(error)
        }
        switch response.status {
        case 200..<300: return
        case 300..<400: throw .sentOn
        default: throw .refused(status: response.status)
        }
    }

    private static func problem(_ error: TransportError) -> UnsubscribeProblem {
        switch error {
        case .insecure: .notPublic
        case .badURL: .notAllowed
        case .unreachable, .unconnected: .unreachable
        default: .noAnswer
        }
    }
}
