/// The deck's move: the card wobbles, flies off sideways, and the next one rises from below.
public enum CardThrow {
    public static let wobble = Duration.milliseconds(90)
    public static let flight = Duration.milliseconds(160)
    public static let rise = Duration.milliseconds(140)
    /// All of it. The next card may be acted on at once: typing on skips the rest.
    public static let whole = wobble + flight + rise

    /// One moment of it.
    public struct Pose: Hashable, Sendable {
        /// Columns by which the thrown card is off its place; nil when it is gone.
        public var thrown: Int?
        /// Rows by which the next card is still too low; nil while it does not show.
        public var next: Int?

        public init(thrown: Int?, next: Int?) {
            self.thrown = thrown
            self.next = next
        }
    }

    /// - Parameters:
    ///   - elapsed: since the throw.
    ///   - width: columns to the edge that the card leaves by.
    ///   - height: rows from the card's place to below the screen.
    public static func pose(at elapsed: Duration, width: Int, height: Int) -> Pose {
        if elapsed < wobble {
            // There and back, twice: -1 0 1 0 …, two columns at most.
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
