import Foundation

/// The local day and minute of a moment, Gregorian in every locale. A screenful of new rows needs fifty of them: `Calendar`
/// takes some 60 µs for each, this type about one.
struct LocalDate {
    /// Days since 1970-01-01.
    let dayNumber: Int
    /// Minutes since midnight.
    let minute: Int
    let year: Int
    /// 1…12
    let month: Int
    /// 1…31
    let day: Int

    /// 0 is Sunday. 1970-01-01 was a Thursday.
    var weekday: Int { ((dayNumber + 4) % 7 + 7) % 7 }

    init(_ date: Date, _ zone: TimeZone) {
        // Dates that no calendar reaches are clamped.
        let seconds = min(max(date.timeIntervalSince1970, -1e12), 1e12)
        let local = Int(seconds.rounded(.down)) + zone.secondsFromGMT(for: date)
        dayNumber = Int((Double(local) / 86_400).rounded(.down))
        minute = (local - dayNumber * 86_400) / 60
        // Years begin in March, so that the leap day is the last; 400 of them have 146,097 days.
        let shifted = dayNumber + 719_468
        let era = Int((Double(shifted) / 146_097).rounded(.down))
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}

extension WallClock {
    /// The current local date.
    var today: LocalDate { LocalDate(now(), calendar.timeZone) }

    /// The time until the local day changes, or an hour if that comes first: a clock may be set, and not all days have 24 hours.
    var untilTomorrow: Duration {
        let time = now()
        let second = Int(time.timeIntervalSince1970.rounded(.down)) % 60
        return .seconds(min(60 * (1_440 - LocalDate(time, calendar.timeZone).minute) - second, 3_600))
    }
}
