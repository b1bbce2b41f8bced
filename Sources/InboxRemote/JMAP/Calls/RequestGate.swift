import InboxModel
import Synchronization

/// Lets as many requests of an account through at once as its server takes, and none while it asked us to wait.
final class RequestGate: Sendable {
    /// Servers count uploads apart from all other requests, and downloads not at all (RFC 8620 §2). A large file takes its time:
    /// nothing else waits for it.
    enum Lane: Hashable, Sendable {
        case calls, uploads, downloads

        func width(_ limits: Limits) -> Int {
            switch self {
            case .calls: limits.requests
            case .uploads: limits.uploads
            case .downloads: 4
            }
        }
    }

    private struct Waiter {
        let isPatient: Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var running: [Lane: Int] = [:]
        var waiting: [Lane: [Waiter]] = [:]
        var closedUntil = Duration.zero
    }

    private let timeline: Timeline
    private let state = Mutex(State())

    init(clock: any Clock<Duration>) { timeline = Timeline(clock) }

    /// How many requests stand in a queue.
    var waitingCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    /// No request goes out for that long; those that are asked for fail at once.
    func close(for duration: Duration) {
        let until = timeline.now + duration
        state.withLock { $0.closedUntil = max($0.closedUntil, until) }
    }

    /// - Throws: when the server asked us to wait, and it is not yet time.
    func check(_ title: String) throws(RemoteError) {
        let left = state.withLock { $0.closedUntil } - timeline.now
        guard left > .zero else { return }
        throw RemoteError(.limited(message: "the server asked us to wait"), call: title, retryAfter: left)
    }

    /// - Parameters:
    ///   - isPatient: whether those that are not go first, however long it waits.
    ///   - sink: takes the body of a good answer, which then has none.
    func pass(
        _ lane: Lane, _ limits: Limits, _ request: HTTPRequest, isPatient: Bool = false, over transport: any Transport,
        into sink: FileSink? = nil, _ title: String
    ) async throws(RemoteError) -> HTTPResponse {
        try check(title)
        await enter(lane, width: lane.width(limits), isPatient: isPatient)
        defer { leave(lane) }
        // It may have been closed while this one stood in the queue.
        try check(title)
        do throws(TransportError) {
            if let sink { return try await transport.send(request, into: sink) }
            return try await transport.send(request)
        } catch {
            throw AnswerJudge.error(error, call: title)
        }
    }

    private func enter(_ lane: Lane, width: Int, isPatient: Bool) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.running[lane, default: 0] < width {
                    state.running[lane, default: 0] += 1
                    return true
                }
                state.waiting[lane, default: []].append(Waiter(isPatient: isPatient, continuation: continuation))
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// The place goes to the one who waits longest, of the patient ones when there is no other.
    private func leave(_ lane: Lane) {
        let next = state.withLock { state -> Waiter? in
            let waiting = state.waiting[lane, default: []]
            guard let first = waiting.firstIndex(where: { !$0.isPatient }) ?? waiting.indices.first else {
                state.running[lane, default: 1] -= 1
                return nil
            }
            return state.waiting[lane]?.remove(at: first)
        }
        next?.continuation.resume()
    }
}
