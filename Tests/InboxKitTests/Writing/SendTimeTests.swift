import Foundation
import InboxKit
import Testing

@Suite("Send time")
struct SendTimeTests {
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// A Saturday.
    private static let now = Date(timeIntervalSince1970: 1_795_262_400)  // 2026-11-21 12:00 UTC

    @Test(
        "phrases for times are parsed",
        arguments: [
            ("tomorrow 9:00", "2026-11-22T09:00:00Z"), ("Tomorrow", "2026-11-22T08:00:00Z"),
            ("Monday", "2026-11-23T08:00:00Z"), ("sat 7:30", "2026-11-28T07:30:00Z"),
            ("next tue at 14:05", "2026-11-24T14:05:00Z"), ("18:30", "2026-11-21T18:30:00Z"),
            ("9:00", "2026-11-22T09:00:00Z"), ("in 2 hours", "2026-11-21T14:00:00Z"),
            ("90 min", "2026-11-21T13:30:00Z"), ("2h", "2026-11-21T14:00:00Z"), ("9am", "2026-11-22T09:00:00Z"),
            ("tomorrow 12am", "2026-11-22T00:00:00Z"), ("tomorrow 12:30am", "2026-11-22T00:30:00Z"),
            ("tomorrow 12:30pm", "2026-11-22T12:30:00Z"), ("5 jan 28", "2028-01-05T08:00:00Z"),
            ("5pm", "2026-11-21T17:00:00Z"),
            ("24 dec 8:00", "2026-12-24T08:00:00Z"), ("Jan 5", "2027-01-05T08:00:00Z"),
            ("2026-12-01 9:15", "2026-12-01T09:15:00Z"), ("monday morning", "2026-11-23T08:00:00Z"),
            ("tonight", "2026-11-21T20:00:00Z"), ("mon 9", "2026-11-23T09:00:00Z"),
            ("tomorrow 8", "2026-11-22T08:00:00Z"), ("24 dec 18", "2026-12-24T18:00:00Z"),
            ("24.12. 8:30", "2026-12-24T08:30:00Z"), ("5.1.", "2027-01-05T08:00:00Z"),
            ("24.12.2026 9", "2026-12-24T09:00:00Z"), ("this weekend", "2026-11-28T08:00:00Z"),
            ("this friday 9", "2026-11-27T09:00:00Z"), ("this evening", "2026-11-21T18:00:00Z"),
            ("later today", "2026-11-21T18:00:00Z"), ("in a week", "2026-11-28T12:00:00Z"),
            ("an hour", "2026-11-21T13:00:00Z"), ("in 2 months", "2027-01-21T12:00:00Z"),
            ("12/24", "2026-12-24T08:00:00Z"), ("24/12 9:00", "2026-12-24T09:00:00Z"),
            ("1/13/2027", "2027-01-13T08:00:00Z"), ("3/3", "2027-03-03T08:00:00Z"),
            ("2026-12-01T09:00", "2026-12-01T09:00:00Z"), ("next month", "2026-12-01T08:00:00Z"),
            ("next month 9:30", "2026-12-01T09:30:00Z"), ("next year", "2027-01-01T08:00:00Z"),
            ("in 2 weeks at noon", "2026-12-05T12:00:00Z"), ("in a week 9", "2026-11-28T09:00:00Z"),
            ("2 months 18:00", "2027-01-21T18:00:00Z"),
        ])
    func read(text: String, time: String) throws {
        let found = SendTime.parse(text, now: Self.now, calendar: Self.calendar)
        #expect(found?.formatted(.iso8601) == time, "\(text)")
    }

    @Test(
        "past and invalid times are rejected",
        arguments: [
            "", "yesterday", "2026-11-01 9:00", "today 9:00", "25:00", "31 feb", "in 0 hours", "soon", "12",
            "2026-13-01", "9.13.", "24.12.2024", "mon 24", "someday", "this week", "3/4", "13/13", "12/24/2020", "0/0",
            "a", "this", "later", "this morning", "this month", "2026-12-01T25:00", "2 hours ago", "0800",
            "12/9223372036854775807", "9223372036854775807/12", "24.9223372036854775807.",
            "2027-9223372036854775807-12", "2027-12-9223372036854775807", "24 dec 9223372036854775807",
        ])
    func refused(text: String) {
        #expect(SendTime.parse(text, now: Self.now, calendar: Self.calendar) == nil)
    }

    @Test(
        "a past time is told from one that is not understood",
        arguments: [
            ("yesterday", true), ("2026-11-01 9:00", true), ("today 9:00", true), ("2 hours ago", true),
            ("last friday", true), ("fri 25:00", false), ("0800", false), ("31 feb", false), ("soon", false),
            ("", false),
        ])
    func past(text: String, isPast: Bool) {
        let reading = SendTime.read(text, now: Self.now, calendar: Self.calendar)
        #expect(reading == (isPast ? .past : .unreadable))
    }

    @Test("“tonight” is never tomorrow evening")
    func lateTonight() throws {
        let nine = Self.now.addingTimeInterval(9 * 3_600)
        #expect(SendTime.parse("tonight", now: nine, calendar: Self.calendar) == nil)
        let ten = try #require(SendTime.parse("tonight 10pm", now: nine, calendar: Self.calendar))
        #expect(ten.formatted(.iso8601) == "2026-11-21T22:00:00Z")
    }
}
