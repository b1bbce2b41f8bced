import InboxModel

/// How long to wait before another try: doubling from a second to five minutes, half to one and a half as long, so that many
/// clients do not come back at once.
struct BackOff: Sendable {
    private(set) var failures = 0
    /// What went well for so long begins anew.
    private static let healthy = Duration.seconds(60)

    mutating func next(serverAsks: Duration?, random: Double = Double.random(in: 0..<1)) -> Duration {
        failures += 1
        if let serverAsks { return max(.seconds(1), min(serverAsks, .seconds(3600))) }
        return Self.delay(after: failures, random: random)
    }

    /// Who said no three times says it again: from then on it is seldom asked, until the user wants it.
    mutating func next(after error: RemoteError) -> Duration {
        let delay = next(serverAsks: error.retryAfter)
        guard error.nextStep == .drop, error.retryAfter == nil, failures > 3 else { return delay }
        return Self.afterRefusals
    }

    enum Next: Hashable {
        /// At once: only that tells whether the server is away, or it was the line that broke.
        case again
        /// The server answers, though no line to it holds: it is asked now and then.
        case rest(Duration)
        case away(Duration)
    }

    /// What fails each time, whatever goes well before it, is asked for less and less often.
    /// - Parameters:
    ///   - answered: for how long the server had answered; nil when it had not at all.
    ///   - getsOn: whether anything was read since the failure before this one.
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
