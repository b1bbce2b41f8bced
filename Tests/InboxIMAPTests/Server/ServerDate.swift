import Foundation

/// Dates as IMAP writes them (RFC 9051 §9, `date-time` and `date`).
enum ServerDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }

    /// - Parameter zone: in minutes east.
    static func text(_ date: Date, zone: Int = 0) -> String {
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second], from: date + TimeInterval(zone * 60))
        func two(_ number: Int?, _ pad: String = "0") -> String {
            let text = String(number ?? 0)
            return text.count < 2 ? pad + text : text
        }
        let place = (zone < 0 ? "-" : "+") + two(abs(zone) / 60) + two(abs(zone) % 60)
        return "\(two(parts.day, " "))-\(months[(parts.month ?? 1) - 1])-\(parts.year ?? 0) "
            + "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second)) \(place)"
    }

    /// Reads ` 5-Jan-2026 10:00:00 +0100`.
    static func date(_ text: String) throws(ServerSyntaxError) -> Date {
        let words = text.split(separator: " ")
        guard words.count == 3, let day = try? day(String(words[0])), let zone = Int(words[2]), words[2].count == 5
        else {
            throw ServerSyntaxError(text: "\(text) is no date")
        }
        let time = words[1].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3 else { throw ServerSyntaxError(text: "\(text) is no date") }
        let seconds = time[0] * 3600 + time[1] * 60 + time[2] - (zone / 100 * 3600 + zone % 100 * 60)
        return day + TimeInterval(seconds)
    }

    /// Reads `5-Jan-2026`, as its midnight in UTC.
    static func day(_ text: String) throws(ServerSyntaxError) -> Date {
        let parts = text.split(separator: "-")
        guard parts.count == 3, let day = Int(parts[0]), let year = Int(parts[2]),
            let month = months.firstIndex(where: { $0.lowercased() == parts[1].lowercased() }),
            let date = calendar.date(from: DateComponents(year: year, month: month + 1, day: day))
        else { throw ServerSyntaxError(text: "\(text) is no day") }
        return date
    }

    static func dayNumber(_ date: Date) -> Int { Int((date.timeIntervalSince1970 / 86_400).rounded(.down)) }
}
