import Synchronization

/// Lets as many requests of an account through at once as its server takes, and none while it asked us to wait.
final class RequestGate: Sendable {
    private struct State {
        var running = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var closedUntil: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    /// No request goes out for that long; those that are asked for fail at once.
    func close(for duration: Duration) {
        state.withLock { $0.closedUntil = .now + duration }
    }

    func pass(width: Int, _ request: HTTPRequest, over transport: any Transport, _ title: String)
        async throws(RemoteError) -> HTTPResponse
    {
        let left = state.withLock { $0.closedUntil.map { $0 - .now } } ?? .zero
        guard left <= .zero else {
            throw RemoteError(.limited(message: "the server asked us to wait"), call: title, retryAfter: left)
        }
        await enter(width: width)
        defer { leave() }
        do throws(TransportError) {
            return try await transport.send(request)
        } catch {
            throw AnswerJudge.error(error, call: title)
        }
    }

    private func enter(width: Int) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.running < width {
                    state.running += 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// The place goes to the one who waits longest.
    private func leave() {
        let next = state.withLock { state in
            if state.waiting.isEmpty {
                state.running -= 1
                return nil as CheckedContinuation<Void, Never>?
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
