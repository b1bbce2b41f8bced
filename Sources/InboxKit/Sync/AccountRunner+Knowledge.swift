import Foundation

extension AccountRunner {
    /// What is known of the server, and of what others did there.
    struct Knowledge {
        /// Since when no change of the server's is unknown.
        private var caughtUpAt: Date?
        /// Something waits for that.
        private var isAwaited = false
        /// Since when the server answers, by the runner's own time; nil where this try had no answer yet.
        var answersSince: Duration?
        /// Nothing is asked for a while of a server that answers, because the line to it does not hold.
        var isResting = false
        /// The store did not keep what the server said, and is tried again in a while.
        var waitsForStore = false
        /// When the secret was refused to what sends; nil once the user or another secret asks again.
        var refusedAt: Duration?
        /// How often the user, or another secret, asked to try again.
        private(set) var asks = 0

        mutating func askAgain() {
            refusedAt = nil
            asks += 1
        }

        /// - Parameters:
        ///   - begun: when the server was asked, or was begun to be listened to.
        ///   - time: the runner's own.
        /// - Returns: whether something waits for that.
        mutating func caughtUp(_ begun: Date, at time: Duration) -> Bool {
            caughtUpAt = begun
            answersSince = answersSince ?? time
            defer { isAwaited = false }
            return isAwaited
        }

        /// Whether it is known what others did until a moment ago, and since that date; where it is not, that is awaited.
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
