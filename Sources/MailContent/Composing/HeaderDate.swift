package import Foundation

/// Formats dates for header fields.
package enum HeaderDate {
    /// Returns `Tue, 17 Nov 2009 15:28:37 +0000`: always in UTC, so that it does not reveal where the writer is (RFC 5322 §3.3).
    package static func text(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.weekday, .day, .month, .year, .hour, .minute, .second], from: date)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func two(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
        let day =
            "\(days[(parts.weekday ?? 1) - 1]), \(parts.day ?? 1) \(months[(parts.month ?? 1) - 1]) \(parts.year ?? 1970)"
        return "\(day) \(two(parts.hour)):\(two(parts.minute)):\(two(parts.second)) +0000"
    }
}
