import Foundation
public import InboxRemote
import Synchronization

/// A transport that answers from a script and records the requests.
///
/// Each answer is used once, in the order in which it was added. A request without an answer fails as unreachable, with
/// a detail that names it.
public final class ScriptedTransport: Transport {
    public typealias Answer = Result<HTTPResponse, TransportError>

    private struct Entry {
        /// `GET /threads`: the method and the path without the query; nil answers any request.
        var request: String?
        var answer: Answer
    }

    private struct State {
        var script: [Entry] = []
        var requests: [HTTPRequest] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// Answers the next request, or the next one with that method and path.
    public func answer(_ request: String? = nil, with answer: Answer) {
        state.withLock { $0.script.append(Entry(request: request, answer: answer)) }
    }

    public func answer(
        _ request: String? = nil, status: Int = 200, headers: HTTPHeaders = ["Content-Type": "application/json"],
        json: String
    ) {
        let response = HTTPResponse(status: status, headers: headers, body: Array(json.utf8))
        answer(request, with: .success(response))
    }

    /// All requests so far, in order.
    public var requests: [HTTPRequest] {
        state.withLock { $0.requests }
    }

    /// The number of unused answers.
    public var answersLeft: Int {
        state.withLock { $0.script.count }
    }

    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        if Task.isCancelled { throw .cancelled }
        let response = try next(for: request).get()
        request.meter?.sent(request.body?.count ?? 0)
        request.meter?.received(response.body.count)
        return response
    }

    public func stream(_ request: HTTPRequest) async throws(TransportError)
        -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
    {
        let response = try await send(request)
        let pieces = AsyncThrowingStream<[UInt8], any Error> { continuation in
            continuation.yield(response.body)
            continuation.finish()
        }
        return (response.head, pieces)
    }

    private func next(for request: HTTPRequest) -> Answer {
        let title = "\(request.method.rawValue) \(request.path)"
        return state.withLock { state in
            state.requests.append(request)
            guard let index = state.script.firstIndex(where: { $0.request == nil || $0.request == title }) else {
                return .failure(.unreachable(detail: "no answer is scripted for \(title)"))
            }
            return state.script.remove(at: index).answer
        }
    }
}

extension HTTPRequest {
    /// The path, without the query.
    public var path: String {
        let rest = url.range(of: "://").map { url[$0.upperBound...] } ?? url[...]
        let path = rest.drop { $0 != "/" }.prefix { $0 != "?" }
        return path.isEmpty ? "/" : String(path)
    }

    /// The query parameters, decoded. Of repeated names the first counts.
    public var query: [String: String] {
        let text = url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        let pairs = text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.removingPercentEncoding ?? String($0) }
            return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    public var bodyText: String? {
        body.map { String(decoding: $0, as: UTF8.self) }
    }
}
