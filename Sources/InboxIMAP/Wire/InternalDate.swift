import Foundation
import MailContent

/// When a message arrived, as IMAP writes it (RFC 9051 §9, `date-time`): `17-Jul-1996 02:44:25 -0700`.
enum InternalDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    /// The years that the format can write.
    private static let days = -719_162...2_932_896

    /// - Returns: nil for anything else.
    static func date(_ text: [UInt8]) -> Date? {
        let parts = text.split(separator: UInt8(ascii: " "))
        guard parts.count == 3, parts[0].filter({ $0 == UInt8(ascii: "-") }).count == 2 else { return nil }
        let day = parts[0].map { $0 == UInt8(ascii: "-") ? UInt8(ascii: " ") : $0 }
        return GMime.seconds(ofDate: day + [0x20] + parts[1] + [0x20] + parts[2])
            .map { Date(timeIntervalSince1970: TimeInterval($0)) }
    }

    /// In UTC.
    static func text(_ date: Date) -> String {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let day = min(max((seconds / 86_400).rounded(.down), Double(days.lowerBound)), Double(days.upperBound))
        let rest = Int(min(max(seconds - day * 86_400, 0), 86_399))
        let (year, month, dayOfMonth) = civil(Int(day))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60)) +0000"
        return
            "\(two(dayOfMonth))-\(months[month - 1])-\(String(repeating: "0", count: 4 - "\(year)".count))\(year) \(time)"
    }

    /// The date of a day since 1970-01-01, in the Gregorian calendar.
    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        // The year begins in March here, so that the leap day is its last day.
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let year = yearOfEra + era * 400 + (month < 10 ? 0 : 1)
        return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
    }
}
