import InboxModel

/// How long to wait before another try: doubling from a second to a minute, with a random part so that many clients
/// do not come back at once.
struct BackOff: Sendable {
    private(set) var failures = 0
    static let longest = Duration.seconds(60)

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

    static let afterRefusals = Duration.seconds(300)

    mutating func reset() { failures = 0 }

    static func delay(after failures: Int, random: Double) -> Duration {
        let seconds = min(60.0, Double(1 << min(max(failures, 1) - 1, 6)))
        return .seconds(seconds * (0.75 + 0.5 * random))
    }
}
