/// A time in the formats of mail, without a calendar library: every start writes several thousand dates.
struct DemoTime: Sendable {
    /// Seconds since 1970, UTC.
    let seconds: Int
    /// Minutes east of Greenwich.
    let zone: Int

    private static let weekdays = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    private var localSeconds: Int { seconds + zone * 60 }

    private var dayNumber: Int { Self.floorDivide(localSeconds, 86_400) }

    /// The year, month (1–12) and day (1–31) in the Gregorian calendar.
    var date: (year: Int, month: Int, day: Int) {
        // Years begin in March here, so that the leap day is the last day.
        let shifted = dayNumber + 719_468
        let era = Self.floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let leaps = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leaps) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    var weekday: String { Self.weekdays[((dayNumber % 7) + 7) % 7] }

    var monthName: String { Self.months[date.month - 1] }

    /// `14 November`
    var dayAndMonth: String { "\(date.day) \(monthName)" }

    /// `09:05`
    var clock: String {
        let rest = localSeconds - dayNumber * 86_400
        return "\(Self.two(rest / 3_600)):\(Self.two(rest / 60 % 60))"
    }

    /// The time as a Date header (RFC 5322 §3.3).
    var header: String {
        let (year, _, day) = date
        let rest = localSeconds - dayNumber * 86_400
        let sign = zone < 0 ? "-" : "+"
        let east = abs(zone)
        let name = weekday.prefix(3)
        return "\(name), \(Self.two(day)) \(monthName.prefix(3)) \(year) \(clock):\(Self.two(rest % 60)) "
            + "\(sign)\(Self.two(east / 60))\(Self.two(east % 60))"
    }

    /// The time as a UTC time of iCalendar (RFC 5545 §3.3.5): `20261121T093000Z`.
    var calendarStamp: String {
        let utc = DemoTime(seconds: seconds, zone: 0)
        let (year, month, day) = utc.date
        let hours = utc.clock.filter { $0 != ":" }
        return "\(year)\(Self.two(month))\(Self.two(day))T\(hours)00Z"
    }

    func adding(days: Int) -> DemoTime {
        DemoTime(seconds: seconds + days * 86_400, zone: zone)
    }

    private static func floorDivide(_ number: Int, _ divisor: Int) -> Int {
        number >= 0 ? number / divisor : (number - divisor + 1) / divisor
    }

    static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
