import InboxModel

/// How long to wait before another attempt: doubling from one second to five minutes, times a random factor from 0.5 to 1.5, so
/// that many clients do not come back at once.
struct BackOff: Sendable {
    private(set) var failures = 0
    /// How long a server must have answered before back-off starts over.
    private static let healthy = Duration.seconds(60)

    mutating func next(serverAsks: Duration?, random: Double = Double.random(in: 0..<1)) -> Duration {
        failures += 1
        if let serverAsks { return max(.seconds(1), min(serverAsks, .seconds(3600))) }
        return Self.delay(after: failures, random: random)
    }

    /// A server that has refused three times will refuse again, and is asked rarely until the user retries.
    mutating func next(after error: RemoteError) -> Duration {
        let delay = next(serverAsks: error.retryAfter)
        guard error.nextStep == .drop, error.retryAfter == nil, failures > 3 else { return delay }
        return Self.afterRefusals
    }

    enum Next: Hashable {
        /// Try at once: only that shows whether the server is away or just the connection broke.
        case again
        /// The server answers, but no connection to it lasts, so it is polled.
        case rest(Duration)
        case away(Duration)
    }

    /// What fails every time, however well it begins, is tried less and less often.
    /// - Parameters:
    ///   - answered: for how long the server had been answering; nil if it had not answered at all.
    ///   - getsOn: whether anything was read since the previous failure.
    mutating func next(after error: RemoteError, answered: Duration?, getsOn: Bool) -> Next {
        if (answered ?? .zero) >= Self.healthy { reset() }
        let isFirst = failures == 0
        if getsOn { reset() }
        let delay = next(after: error)
        guard case .unreachable = error.reason, answered != nil, error.retryAfter == nil else { return .away(delay) }
        return isFirst ? .again : .rest(delay)
    }

    static let afterRefusals = Duration.seconds(300)

    mutating func reset() { failures = 0 }

    static func delay(after failures: Int, random: Double) -> Duration {
        let seconds = min(300.0, Double(1 << min(max(failures, 1) - 1, 9)))
        return .seconds(seconds * (0.5 + random))
    }
}
