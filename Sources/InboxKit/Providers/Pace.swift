public import Foundation

/// How often providers may report: at once after a rest, then once per interval, with everything that happened in it.
public struct Pace: Sendable {
    /// The time between two reports; zero reports everything at once.
    public var interval: Duration
    /// Measures the interval.
    public var clock: any Clock<Duration>
    /// The current time, for filters by age.
    public var now: @Sendable () -> Date

    public init(
        interval: Duration, clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.interval = interval
        self.clock = clock
        self.now = now
    }

    /// Sixty times a second: as often as a screen is drawn.
    public static var frame: Pace { Pace(interval: .microseconds(16_667)) }
}
