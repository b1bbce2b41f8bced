import Foundation

/// Times in JMAP format: `2014-10-30T06:12:00Z` (RFC 8620 §1.4).
enum UTCDate {
    static func text(_ date: Date) -> String { date.formatted(.iso8601) }

    static func text(seconds: Int64) -> String { text(Date(timeIntervalSince1970: TimeInterval(seconds))) }

    /// Returns the seconds since 1970 for a Date or UTCDate.
    static func seconds(_ text: String) -> Int64? {
        let styles: [Date.ISO8601FormatStyle] = [.iso8601, .iso8601.time(includingFractionalSeconds: true)]
        for style in styles {
            if let date = try? style.parse(text) { return Int64(date.timeIntervalSince1970) }
        }
        return nil
    }
}
