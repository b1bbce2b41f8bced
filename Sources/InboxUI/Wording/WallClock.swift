public import Foundation

/// What time it is and how days are counted.
public struct WallClock: Sendable {
    public var now: @Sendable () -> Date
    public var calendar: Calendar

    public init(calendar: Calendar = .current, now: @escaping @Sendable () -> Date = { Date() }) {
        self.calendar = calendar
        self.now = now
    }
}
