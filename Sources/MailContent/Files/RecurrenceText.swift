import Foundation

/// A recurrence rule (RFC 5545 §3.3.10) in words. A rule that the words would get wrong is shown as it is written.
struct RecurrenceText {
    private var parts: [String: String] = [:]
    private let rule: String
    private let zone: TimeZone

    init(_ rule: String, zone: TimeZone) {
        self.rule = rule
        self.zone = zone
        for part in rule.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            if pair.count == 2 { parts[pair[0]] = pair[1] }
        }
    }

    /// Whether it names days of the week, which may be others in another zone.
    var namesDays: Bool { parts["BYDAY"] != nil }

    private static let units = [
        "DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year", "HOURLY": "hour",
    ]

    var text: String {
        guard let unit = Self.units[parts["FREQ"] ?? ""] else { return rule }
        let interval = parts["INTERVAL"].map { Int($0) ?? 0 } ?? 1
        let often = interval == 1 ? "every \(unit)" : "every \(interval) \(unit)s"
        guard interval > 0, !Self.foreign.contains(where: { parts[$0] != nil }),
            var text = parts["BYSETPOS"] == nil ? days(often) : chosen(often)
        else { return rule }
        if let count = parts["COUNT"] { text += ", \(count) times" }
        if let last = parts["UNTIL"] {
            guard let until = CalendarTime(last, zone: nil)?.text(in: zone, withTime: false) else { return rule }
            text += ", until \(until)"
        }
        return text
    }

    private func values(_ name: String) -> [Substring] { parts[name]?.split(separator: ",") ?? [] }

    /// Returns `every month on the second Tuesday`, or `every year on the fourth Thursday of November`.
    private func days(_ often: String) -> String? {
        let days = values("BYDAY").map(Self.weekday).joined(separator: ", ")
        guard let months else { return nil }
        guard !days.isEmpty else { return isOfFirstDate ? often : nil }
        // The words for "every Friday the 13th" would say every Friday.
        guard parts["BYMONTHDAY"] == nil, months.isEmpty || parts["FREQ"] == "YEARLY" else { return nil }
        return "\(often) on \(days)\(months.isEmpty ? "" : " of " + months)"
    }

    /// Whether the rule's dates only repeat what the start date says: a day for months, a day and a month for years.
    private var isOfFirstDate: Bool {
        let dates = values("BYMONTHDAY")
        let months = values("BYMONTH").count
        let isOneDate = dates.count == 1 && (Int(dates[0]) ?? 0) > 0
        switch parts["FREQ"] {
        case "MONTHLY": return (dates.isEmpty || isOneDate) && months == 0
        case "YEARLY": return dates.isEmpty && months == 0 || (dates.isEmpty || isOneDate) && months == 1
        default: return dates.isEmpty && months == 0
        }
    }

    /// The parts of a rule that these words can't express.
    private static let foreign = ["BYYEARDAY", "BYWEEKNO", "BYHOUR", "BYMINUTE", "BYSECOND"]

    /// Returns `the last weekday of every month`, for a rule that selects some of its matching days by their position.
    private func chosen(_ often: String) -> String? {
        let places = values("BYSETPOS").compactMap { Self.ordinal($0) }
        guard ["WEEKLY", "MONTHLY", "YEARLY"].contains(parts["FREQ"]), parts["BYMONTHDAY"] == nil,
            !places.isEmpty, places.count == values("BYSETPOS").count, let days = kindOfDay, let months
        else { return nil }
        let which = "the \(places.joined(separator: " and ")) \(days) of "
        guard !months.isEmpty else { return which + often }
        // In a year with several months, the positions count through all of them.
        let isOfOneMonth = parts["FREQ"] == "YEARLY" && values("BYMONTH").count == 1
        guard parts["FREQ"] == "MONTHLY" || isOfOneMonth else { return nil }
        return which + months + (often == "every month" ? "" : ", " + often)
    }

    /// The name of the days to choose from; `nil` where they have positions of their own, as in `2TU`.
    private var kindOfDay: String? {
        let codes = values("BYDAY").map(String.init)
        let days = codes.compactMap { Self.names[$0] }
        guard !days.isEmpty, days.count == codes.count else { return nil }
        switch Set(codes) {
        case Set(Self.names.keys): return "day"
        case ["MO", "TU", "WE", "TH", "FR"]: return "weekday"
        case ["SA", "SU"]: return "weekend day"
        default: return days.joined(separator: " or ")
        }
    }

    /// The names of the months; empty when the rule has none, `nil` when they can't be read.
    private var months: String? {
        let names = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let numbers = values("BYMONTH").map { Int($0).flatMap { names.indices.contains($0 - 1) ? $0 - 1 : nil } }
        guard numbers.allSatisfy({ $0 != nil }) else { return nil }
        return numbers.compactMap { $0.map { names[$0] } }.joined(separator: " and ")
    }

    private static let names = [
        "MO": "Monday", "TU": "Tuesday", "WE": "Wednesday", "TH": "Thursday", "FR": "Friday", "SA": "Saturday",
        "SU": "Sunday",
    ]

    /// Returns Monday for `MO`, the second Tuesday for `2TU`, the last Friday for `-1FR`.
    private static func weekday(_ code: Substring) -> String {
        guard let name = names[String(code.suffix(2))] else { return String(code) }
        let place = code.dropLast(2)
        guard !place.isEmpty else { return name }
        return ordinal(place).map { "the \($0) \(name)" } ?? String(code)
    }

    /// Returns an ordinal in words; `-1` is the last.
    private static func ordinal(_ number: Substring) -> String? {
        guard let number = Int(number), number != 0, abs(number) <= 366 else { return nil }
        let words = ["first", "second", "third", "fourth", "fifth"]
        let place = abs(number)
        if number > 0 { return place <= words.count ? words[place - 1] : numbered(place) }
        return place == 1 ? "last" : (place <= words.count ? words[place - 1] : numbered(place)) + "-last"
    }

    private static func numbered(_ number: Int) -> String {
        let teens = (11...13).contains(number % 100)
        let ending = teens ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
        return "\(number)\(ending)"
    }
}
