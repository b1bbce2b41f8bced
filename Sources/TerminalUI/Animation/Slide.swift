/// A number that moves from one value to another, such as how much of the drawer is in sight. A new target during the
/// movement continues from the current value.
public struct Slide: Hashable, Sendable {
    public private(set) var from: Double
    public private(set) var to: Double
    public private(set) var begin: ContinuousClock.Instant?
    public let duration: Duration

    /// Creates a slide at rest.
    public init(at value: Double, duration: Duration = .milliseconds(150)) {
        from = value
        to = value
        self.duration = duration
    }

    /// Starts the movement from the current value to a new one.
    public mutating func go(to value: Double, at now: ContinuousClock.Instant) {
        guard value != to else { return }
        from = self.value(at: now)
        to = value
        begin = now
    }

    public func value(at now: ContinuousClock.Instant) -> Double {
        guard let begin else { return to }
        return from + (to - from) * Easing.out((now - begin).part(of: duration))
    }

    /// Returns the value to draw, and requests frames while it moves; without motion, the target value.
    public func value(in frame: inout Frame) -> Double {
        guard frame.motion, let end, end > frame.now else { return to }
        frame.animate(until: end)
        return value(at: frame.now)
    }

    /// When the movement ends; nil if there was none.
    public var end: ContinuousClock.Instant? { begin.map { $0 + duration } }

    public func isMoving(at now: ContinuousClock.Instant) -> Bool {
        end.map { now < $0 } ?? false
    }
}
