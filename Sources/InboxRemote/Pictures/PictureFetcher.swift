import CCurl
import Foundation
package import InboxModel

/// Fetches the remote pictures of mail, revealing as little as possible to their server (W-2): no cookie, no referrer, no credential, and
/// no request to the user's private networks.
package struct PictureFetcher: Sendable {
    private static let mostBytes = 5 << 20
    private static let limit = Duration.seconds(10)
    private static let mostRedirects = 5

    private let transport: any Transport

    package init(transport: any Transport) {
        self.transport = transport
    }

    /// - Parameter allowsPlain: whether http is allowed, because the user agreed.
    package func fetch(_ url: String, allowsPlain: Bool = false) async throws(PictureFetchProblem) -> [UInt8] {
        let end = ContinuousClock.now + Self.limit
        var place = url
        for _ in 0...Self.mostRedirects {
            // Every redirect is checked like the first URL.
            guard let target = RequestTarget(url: place), allowsPlain || !target.isPlain, !target.isLoopback,
                target.port == nil || target.port == (target.isPlain ? 80 : 443)
            else { throw .notAllowed }
            let left = end - .now
            guard left > .zero else { throw .tooSlow }
            let response: HTTPResponse
            do throws(TransportError) {
                response = try await transport.send(
                    HTTPRequest(
                        url: place, headers: ["Accept": "image/*"], timeout: left, totalTimeout: left,
                        maxResponseBytes: Self.mostBytes, isPublicOnly: true, allowsPlain: allowsPlain))
            } catch {
                throw Self.problem(error)
            }
            switch response.status {
            case 200:
                guard response.headers["Content-Type"]?.lowercased().hasPrefix("image/") == true else {
                    throw .noPicture
                }
                return response.body
            case 301, 302, 303, 307, 308:
                let next = response.headers["Location"].flatMap { URL(string: $0, relativeTo: URL(string: place)) }
                guard let next else { throw .refused(status: response.status) }
                place = next.absoluteString
            default: throw .refused(status: response.status)
            }
        }
        throw .refused(status: 310)
    }

    /// Whether an address, as text, belongs to the public internet.
    static func isPublic(_ address: String) -> Bool { ccurl_address_is_public(address) }

    private static func problem(_ error: TransportError) -> PictureFetchProblem {
        switch error {
        case .tooLarge: .tooLarge
        case .timedOut: .tooSlow
        case .insecure: .notPublic
        case .badURL: .notAllowed
        default: .unreachable
        }
    }
}
