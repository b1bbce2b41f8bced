import Foundation
import InboxModel
import Testing

/// In Egypt, Chile, Cuba and Lebanon, clocks are put forward at midnight: once a year a day begins at one.
@Suite("Days without midnight")
struct DaysWithoutMidnightTests {
    private func calendar() throws -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Africa/Cairo"))
        return calendar
    }

    /// The day of 2026-04-24, which begins at 01:00 in summer time, and the days beside it.
    private static let before = Date(timeIntervalSince1970: 1_776_895_200)
    private static let begin = before + 24 * 3_600
    private static let end = begin + 23 * 3_600

    @Test("a typed day ends at the midnight after it", arguments: ["date:2026-04-24", "~d 24/4/2026", "~d 20260424"])
    func typed(text: String) throws {
        let query = MailQuery(text, calendar: try calendar())
        #expect(query.predicate == .all([.receivedSince(Self.begin), .receivedBefore(Self.end)]))
    }

    @Test("yesterday begins at its own midnight")
    func yesterday() throws {
        let noon = Self.begin + 11 * 3_600
        #expect(try NamedDay.yesterday.begin(at: noon, calendar: calendar()) == Self.before)
        #expect(try NamedDay.today.begin(at: noon, calendar: calendar()) == Self.begin)
        #expect(try NamedDay.yesterday.begin(at: noon + 24 * 3_600, calendar: calendar()) == Self.begin)
    }
}
