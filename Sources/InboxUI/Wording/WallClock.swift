public import Foundation

/// The current time, how days are counted, and how both are written.
public struct WallClock: Sendable {
    public var now: @Sendable () -> Date
    public var calendar: Calendar
    /// Whether times are written as `2:32 pm`, and not as `14:32`.
    public var hasTwelveHours = false
    /// Whether days are written as `2026-02-10` everywhere.
    public var isISO = false
    /// Returns the zone to count in from now on, if it is no longer this one; nil where it stays.
    package var nextZone: @Sendable (TimeZone) -> TimeZone? = { _ in nil }

    public init(calendar: Calendar = .current, now: @escaping @Sendable () -> Date = { Date() }) {
        self.calendar = calendar
        self.now = now
    }

    /// Returns a time of day as it is written.
    /// - Parameter minute: minutes since midnight.
    func time(minute: Int) -> String {
        let (hour, rest) = (minute / 60, Self.two(minute % 60))
        guard hasTwelveHours else { return "\(Self.two(hour)):\(rest)" }
        return "\(hour % 12 == 0 ? 12 : hour % 12):\(rest) \(hour < 12 ? "am" : "pm")"
    }

    /// `2026-02-10`.
    static func isoDay(_ year: Int, _ month: Int, _ day: Int) -> String { "\(year)-\(two(month))-\(two(day))" }

    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Returns the same clock with the formats of the settings, and with the first day of the week that the locale has.
    /// - Parameter environment: names the locale of times (POSIX: `LC_ALL`, else `LC_TIME`, else `LANG`).
    package func written(as settings: Settings, environment: [String: String]) -> WallClock {
        var clock = self
        clock.isISO = settings.dates == .iso
        let locale = Self.locale(of: environment)
        if let locale { clock.calendar.firstWeekday = locale.calendar.firstWeekday }
        clock.hasTwelveHours =
            switch settings.clock {
            case .twelve: true
            case .twentyFour: false
            case .auto: [.oneToTwelve, .zeroToEleven].contains(locale?.hourCycle)
            }
        return clock
    }

    /// Returns the locale of times; nil where it names no country, whose customs it would be.
    private static func locale(of environment: [String: String]) -> Locale? {
        let name = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let locale = name.prefix { $0 != "." && $0 != "@" }
        return locale.contains("_") ? Locale(identifier: String(locale)) : nil
    }
}
