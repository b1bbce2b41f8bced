import Foundation

extension AccountRunner {
    /// What is known about the server and other clients' changes.
    struct Knowledge {
        /// The time up to which all changes on the server are known.
        private var caughtUpAt: Date?
        /// Whether something waits for that.
        private var isAwaited = false
        /// When the server first answered in this attempt, by the runner's own time; nil before the first answer.
        var answersSince: Duration?
        /// Whether requests pause for a while because the connection keeps dropping, although the server answers.
        var isResting = false
        /// Whether the store failed to keep the server's answer and will be tried again soon.
        var waitsForStore = false
        /// When the server refused the sender's secret; nil once the user or a new secret asks for another attempt.
        var refusedAt: Duration?
        /// Whether the sender is to ask about what the server holds, since other clients may have taken it back.
        var looksAtHeld = false
        /// How often the user or a new secret has asked for another attempt.
        private(set) var asks = 0

        mutating func askAgain() {
            refusedAt = nil
            asks += 1
        }

        /// Whether the sender is to look now at what the server holds; once for each reason.
        mutating func takeLook() -> Bool {
            defer { looksAtHeld = false }
            return looksAtHeld
        }

        /// - Parameters:
        ///   - begun: when the server was asked, or the wait for its news began.
        ///   - time: the runner's own time.
        /// - Returns: whether something waited for this.
        mutating func caughtUp(_ begun: Date, at time: Duration) -> Bool {
            caughtUpAt = begun
            answersSince = answersSince ?? time
            defer { isAwaited = false }
            return isAwaited
        }

        /// Whether other clients' changes are known up to a moment ago, and at least up to `date`. If not, the next
        /// `caughtUp` reports that something waits.
        mutating func isCaughtUp(since date: Date, now: Date) -> Bool {
            let isKnown =
                caughtUpAt.map { $0 >= min(date, now) && abs(now.timeIntervalSince($0)) < Self.fresh } ?? false
            if !isKnown { isAwaited = true }
            return isKnown
        }

        /// In seconds.
        private static let fresh: TimeInterval = 60
    }
}
