import Foundation
import Synchronization
import TestSupport

@testable import InboxRemote

/// A JMAP server for one test. It answers each method call from a script, records what it was asked, and does nothing
/// beyond the script.
final class ScriptedJMAP: Transport {
    struct Call: Sendable {
        let method: String
        let id: String
        /// With references replaced by the results they refer to.
        let arguments: JSON
        /// As sent, including references.
        let asked: JSON

        subscript(name: String) -> JSON? { arguments[name] }
        var ids: [String] { arguments["ids"]?.strings ?? [] }
    }

    enum Reply: Sendable {
        case json(String)
        /// A method error of that type, with additional fields: `, "arguments": ["ids"]`.
        case error(String, String = "")
        /// No answer to the call.
        case nothing
        /// The answers of several methods to one call.
        case several([(method: String, json: String)])
    }

    typealias Handler = @Sendable (Call) -> Reply
    typealias Answer = Result<HTTPResponse, TransportError>

    private struct State {
        var session = JMAPFixtures.session()
        var sessionState = "s0"
        var date: String? = "Sun, 06 Nov 1994 08:49:37 GMT"
        var once: [String: [Handler]] = [:]
        var always: [String: Handler] = [:]
        var http: [String: [Answer]] = [:]
        var requests: [HTTPRequest] = []
        var calls: [Call] = []
        var streams: [(HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)] = []
        var streamWaiters: [(count: Int, CheckedContinuation<Void, Never>)] = []
        var sockets: [ScriptedSocket] = []
        var hangs = false
    }

    private let state = Mutex(State())

    var session: String {
        get { state.withLock { $0.session } }
        set { state.withLock { $0.session = newValue } }
    }
    /// The time that the server reports with its session; nil for none.
    var date: String? {
        get { state.withLock { $0.date } }
        set { state.withLock { $0.date = newValue } }
    }
    /// Whether the server has stopped answering.
    var hangs: Bool {
        get { state.withLock { $0.hangs } }
        set { state.withLock { $0.hangs = newValue } }
    }
    /// The session state in every answer of the API.
    var sessionState: String {
        get { state.withLock { $0.sessionState } }
        set { state.withLock { $0.sessionState = newValue } }
    }

    /// Answers every call of a method.
    func on(_ method: String, _ handler: @escaping Handler) { state.withLock { $0.always[method] = handler } }

    /// Answers the next call of a method. Several such answers are used in order.
    func next(_ method: String, _ reply: Reply) {
        state.withLock { $0.once[method, default: []].append { _ in reply } }
    }

    /// Answers the next request to a path, whatever it asks.
    func nextHTTP(_ path: String = JMAPFixtures.api, _ answer: Answer) {
        state.withLock { $0.http[path, default: []].append(answer) }
    }

    func nextHTTP(
        _ path: String = JMAPFixtures.api, status: Int, headers: HTTPHeaders = [:], text: String = ""
    ) {
        nextHTTP(path, .success(HTTPResponse(status: status, headers: headers, body: Array(text.utf8))))
    }

    /// Provides the next event stream that the client opens. The test writes into it.
    func nextStream(status: Int = 200, headers: HTTPHeaders = ["Content-Type": "text/event-stream"])
        -> AsyncThrowingStream<[UInt8], any Error>.Continuation
    {
        let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        state.withLock { $0.streams.append((HTTPResponseHead(status: status, headers: headers), stream)) }
        return continuation
    }

    /// Provides the next WebSocket that the client requests.
    func nextSocket(status: Int = 101, isHonest: Bool = true) -> ScriptedSocket {
        let socket = ScriptedSocket(status: status, isHonest: isHonest)
        state.withLock { $0.sockets.append(socket) }
        return socket
    }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }
    var calls: [Call] { state.withLock { $0.calls } }
    func calls(_ method: String) -> [Call] { calls.filter { $0.method == method } }
    func requests(to path: String) -> [HTTPRequest] { requests.filter { $0.path == path } }

    /// Returns once that many event streams have been requested.
    func untilStreams(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.requests.filter({ $0.path == JMAPFixtures.events }).count >= count { return true }
                state.streamWaiters.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    // MARK: Transport

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        if hangs {
            state.withLock { $0.requests.append(request) }
            await hang()
        }
        if Task.isCancelled { throw .cancelled }
        let response = try answer(request).get()
        guard response.body.count <= request.maxResponseBytes else { throw .tooLarge }
        request.meter?.sent(request.body?.count ?? 0)
        request.meter?.received(response.body.count)
        return response
    }

    func stream(_ request: HTTPRequest) async throws(TransportError)
        -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
    {
        let (found, waiters) = state.withLock { state in
            state.requests.append(request)
            let count = state.requests.filter { $0.path == JMAPFixtures.events }.count
            let waiters = state.streamWaiters.filter { $0.count <= count }
            state.streamWaiters.removeAll { $0.count <= count }
            return (state.streams.isEmpty ? nil : state.streams.removeFirst(), waiters.map(\.1))
        }
        for waiter in waiters { waiter.resume() }
        guard let found else { throw .unreachable(detail: "no stream is scripted") }
        return found
    }

    func upgrade(_ request: HTTPRequest) async throws(TransportError) -> UpgradedConnection {
        let socket = state.withLock { state in
            state.requests.append(request)
            return state.sockets.isEmpty ? nil : state.sockets.removeFirst()
        }
        if hangs { await hang() }
        guard let socket else { throw .unreachable(detail: "no socket is scripted") }
        return socket.connection(for: request)
    }

    /// Waits until the client gives up.
    private func hang() async {
        let never = AsyncStream<Void>.makeStream()
        for await _ in never.stream {}
        withExtendedLifetime(never.continuation) {}
    }

    private func answer(_ request: HTTPRequest) -> Answer {
        state.withLock { state in
            state.requests.append(request)
            if let answer = state.http[request.path]?.first {
                state.http[request.path]?.removeFirst()
                return answer
            }
            switch request.path {
            case "/.well-known/jmap", JMAPFixtures.sessionPath:
                return .success(Self.json(state.session, date: state.date))
            case JMAPFixtures.api: return .success(Self.json(Self.respond(to: request, &state)))
            default: return .failure(.unreachable(detail: "no answer is scripted for \(request.path)"))
            }
        }
    }

    private static func json(_ text: String, date: String? = nil) -> HTTPResponse {
        var headers: HTTPHeaders = ["Content-Type": "application/json"]
        headers["Date"] = date
        return HTTPResponse(status: 200, headers: headers, body: Array(text.utf8))
    }

    private static func respond(to request: HTTPRequest, _ state: inout State) -> String {
        guard let body = request.body, let asked = try? JSONDecoder().decode(JSON.self, from: Data(body)),
            case .array(let calls)? = asked["methodCalls"]
        else { return "no request" }
        var answers: [(method: String, json: String, id: String)] = []
        for case .array(let parts) in calls {
            guard parts.count == 3, case .string(let method) = parts[0], case .string(let id) = parts[2] else {
                continue
            }
            let call: Call
            do {
                call = Call(
                    method: method, id: id, arguments: try parts[1].resolved(answers), asked: parts[1])
            } catch {
                answers.append(("error", #"{"type": "invalidResultReference"}"#, id))
                continue
            }
            state.calls.append(call)
            var reply = Reply.error("unknownMethod")
            if let handler = state.once[method]?.first {
                state.once[method]?.removeFirst()
                reply = handler(call)
            } else if let handler = state.always[method] ?? JMAPFixtures.usual[method] {
                reply = handler(call)
            }
            switch reply {
            case .json(let json): answers.append((method, json, id))
            case .error(let type, let more): answers.append(("error", #"{"type": "\#(type)"\#(more)}"#, id))
            case .nothing: break
            case .several(let several): answers += several.map { ($0.method, $0.json, id) }
            }
        }
        let list = answers.map { #"["\#($0.method)", \#($0.json), "\#($0.id)"]"# }.joined(separator: ", ")
        return #"{"methodResponses": [\#(list)], "sessionState": "\#(state.sessionState)"}"#
    }
}
