/// Why a sender's server did not take it that no more mail is wanted.
public enum UnsubscribeProblem: Error, Hashable, Sendable {
    /// Not https, with a user name, another port, or this machine.
    case notAllowed
    /// Its server is not on the public internet.
    case notPublic
    /// It wants the request somewhere else, which senders must not (RFC 8058 §3.1).
    case sentOn
    case refused(status: Int)
    /// Nobody was asked.
    case unreachable
    /// It may have been taken all the same.
    case noAnswer

    public var sentence: String {
        switch self {
        case .notAllowed: "Requests to unsubscribe go out over https only."
        case .notPublic: "Its server can't be reached safely, or is none of the public internet."
        case .sentOn: "Its server wants the request somewhere else."
        case .refused(let status): "Its server refused it (\(status))."
        case .unreachable: "Its server can't be reached."
        case .noAnswer: "Its server gave no answer; it may have taken it all the same."
        }
    }
}

/// Tells a sender's server that no more mail is wanted, by one POST that says nothing else: no cookie, no referrer, no
/// credential (RFC 8058 §3.2, M-6).
public struct Unsubscriber: Sendable {
    private static let limit = Duration.seconds(20)
    private static let mostBytes = 256 << 10

    private let transport: any Transport

    public init(transport: any Transport = CurlTransport(connectTimeout: .seconds(10), idleTimeout: .seconds(15))) {
        self.transport = transport
    }

    public func leave(_ url: String) async throws(UnsubscribeProblem) {
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
        case .unreachable: .unreachable
        default: .noAnswer
        }
    }
}
