/// The animation of a deck: the card wobbles and flies off sideways, and the next card rises from below.
public enum CardThrow {
    public static let wobble = Duration.milliseconds(90)
    public static let flight = Duration.milliseconds(160)
    public static let rise = Duration.milliseconds(140)
    /// The whole animation. The next card takes keys at once: further typing skips the rest.
    public static let whole = wobble + flight + rise

    /// One moment of the animation.
    public struct Pose: Hashable, Sendable {
        /// The offset of the thrown card in columns; nil when the card is gone.
        public var thrown: Int?
        /// Rows by which the next card is still too low; nil while it is not visible.
        public var next: Int?

        public init(thrown: Int?, next: Int?) {
            self.thrown = thrown
            self.next = next
        }
    }

    /// - Parameters:
    ///   - elapsed: the time since the throw.
    ///   - width: the columns to the edge where the card leaves.
    ///   - height: the rows from the card's place to below the screen.
    public static func pose(at elapsed: Duration, width: Int, height: Int) -> Pose {
        if elapsed < wobble {
            // Once to the left and once to the right, by at most two columns.
            let swing = [0, -1, -2, -1, 0, 1, 2, 1]
            let step = Int(elapsed.part(of: wobble) * 8)
            return Pose(thrown: swing[min(7, max(0, step))], next: nil)
        }
        if elapsed < wobble + flight {
            let part = Easing.in((elapsed - wobble).part(of: flight))
            return Pose(thrown: (Double(width) * part).cell, next: nil)
        }
        let part = Easing.out((elapsed - wobble - flight).part(of: rise))
        return Pose(thrown: nil, next: (Double(height) * (1 - part)).cell)
    }
}
