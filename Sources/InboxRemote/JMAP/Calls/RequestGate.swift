import InboxModel
import Synchronization

/// Limits an account's concurrent requests to what its server allows, and to none while the server has asked us to wait.
final class RequestGate: Sendable {
    /// A separately limited queue. Servers count uploads apart from other requests, and do not count downloads (RFC 8620 §2). No other
    /// request must wait for a large file.
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
        let number: Int
        let isPatient: Bool
        /// Receives whether its turn has come; otherwise its task was cancelled.
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var running: [Lane: Int] = [:]
        var waiting: [Lane: [Waiter]] = [:]
        var lastWaiter = 0
        var closedUntil = Duration.zero
    }

    private let timeline: Timeline
    private let state = Mutex(State())

    init(clock: any Clock<Duration>) { timeline = Timeline(clock) }

    /// How many requests are waiting in a queue.
    var waitingCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    /// Fails all requests at once for a time.
    func close(for duration: Duration) {
        let until = timeline.now + duration
        state.withLock { $0.closedUntil = max($0.closedUntil, until) }
    }

    /// - Throws: `limited` while the server has asked us to wait.
    func check(_ title: String) throws(RemoteError) {
        let left = state.withLock { $0.closedUntil } - timeline.now
        guard left > .zero else { return }
        throw RemoteError(.limited(message: "the server asked us to wait"), call: title, retryAfter: left)
    }

    /// Sends a request when its turn comes.
    /// - Parameters:
    ///   - isPatient: whether impatient requests always go first.
    ///   - sink: takes the body of a successful answer, which then has none.
    func pass(
        _ lane: Lane, _ limits: Limits, _ request: HTTPRequest, isPatient: Bool = false, over transport: any Transport,
        into sink: FileSink? = nil, _ title: String
    ) async throws(RemoteError) -> HTTPResponse {
        try check(title)
        guard await enter(lane, width: lane.width(limits), isPatient: isPatient) else {
            throw RemoteError(.cancelled, call: title)
        }
        defer { leave(lane) }
        // The gate may have closed while this request was queued.
        try check(title)
        do throws(TransportError) {
            if let sink { return try await transport.send(request, into: sink) }
            return try await transport.send(request)
        } catch {
            throw AnswerJudge.error(error, call: title)
        }
    }

    /// - Returns: false if the task was cancelled in the queue: on a dead connection a turn may take minutes to come.
    private func enter(_ lane: Lane, width: Int, isPatient: Bool) async -> Bool {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    if state.running[lane, default: 0] < width {
                        state.running[lane, default: 0] += 1
                        return true
                    }
                    // Otherwise the handler, which may have run already, would find nothing to end.
                    if Task.isCancelled { return false }
                    state.waiting[lane, default: []].append(
                        Waiter(number: number, isPatient: isPatient, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                let place = state.waiting[lane]?.firstIndex { $0.number == number }
                return place.flatMap { state.waiting[lane]?.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: false)
        }
    }

    /// Gives the slot to the request that has waited longest; patient requests come last.
    private func leave(_ lane: Lane) {
        let next = state.withLock { state -> Waiter? in
            let waiting = state.waiting[lane, default: []]
            guard let first = waiting.firstIndex(where: { !$0.isPatient }) ?? waiting.indices.first else {
                state.running[lane, default: 1] -= 1
                return nil
            }
            return state.waiting[lane]?.remove(at: first)
        }
        next?.continuation.resume(returning: true)
    }
}
