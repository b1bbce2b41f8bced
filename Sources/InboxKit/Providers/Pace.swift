/// How often providers may speak: at once after a rest, then once an interval, with all that happened in it.
public struct Pace: Sendable {
    /// Zero: whenever something happens.
    public var interval: Duration
    public var clock: any Clock<Duration>

    public init(interval: Duration, clock: any Clock<Duration> = ContinuousClock()) {
        self.interval = interval
        self.clock = clock
    }

    /// Sixty times a second: as often as a screen is drawn.
    public static var frame: Pace { Pace(interval: .microseconds(16_667)) }
}
