import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxUI

@Suite("Dates of rows")
struct RowDateTests {
    /// 2026-02-10 is a Tuesday.
    private static let cases: [(String, String)] = [
        ("2026-02-10T14:32:00Z", "14:32"), ("2026-02-10T00:00:00Z", "00:00"), ("2026-02-10T23:59:00Z", "23:59"),
        ("2026-02-09T23:59:59Z", "Mon"), ("2026-02-04T00:00:00Z", "Wed"), ("2026-02-03T23:59:59Z", "3 Feb"),
        ("2026-01-01T00:00:00Z", "1 Jan"), ("2025-12-31T23:59:59Z", "2025-12-31"),
        ("2009-11-17T14:00:54Z", "2009-11-17"),
        ("2026-02-11T08:00:00Z", "11 Feb"), ("2027-01-02T08:00:00Z", "2027-01-02"),
    ]

    @Test("a row's date is as short as it can be", arguments: cases)
    func dates(date: String, text: String) throws {
        let format = Date.ISO8601FormatStyle()
        let now = try format.parse("2026-02-10T15:00:00Z")
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        #expect(RowDate.text(try format.parse(date), clock: WallClock(calendar: calendar) { now }) == text)
    }

    @Test("times and days follow the settings and the locale")
    func styles() throws {
        let format = Date.ISO8601FormatStyle()
        let now = try format.parse("2026-02-10T23:00:00Z")
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let plain = WallClock(calendar: calendar) { now }
        func clock(_ change: (inout Settings) -> Void = { _ in }, _ environment: [String: String] = [:]) -> WallClock {
            var settings = Settings()
            change(&settings)
            return plain.written(as: settings, environment: environment)
        }
        func row(_ date: String, _ clock: WallClock) throws -> String {
            RowDate.text(try format.parse(date), clock: clock)
        }
        let twelve = clock { $0.clock = .twelve }
        let times = ["00:05": "12:05 am", "09:30": "9:30 am", "12:00": "12:00 pm", "22:07": "10:07 pm"]
        for (time, text) in times {
            #expect(try row("2026-02-10T\(time):00Z", twelve) == text)
            #expect(try row("2026-02-10T\(time):00Z", clock()) == time)
        }
        let iso = clock { $0.dates = .iso }
        #expect(
            try row("2026-02-09T10:00:00Z", iso) == "2026-02-09"
                && row("2026-02-10T10:00:00Z", iso) == "2026-02-10 10:00")
        let today = try format.parse("2026-02-10T10:00:00Z")
        #expect(RowDate.text(today, clock: iso, isNarrow: true) == "10:00")
        #expect(RowDate.coming(today, clock: iso) == "2026-02-10 10:00")
        #expect(MessageDates(clock: iso).long(now) == "2026-02-10 23:00")
        #expect(MessageDates(clock: iso).brief(now) == "2026-02-10 23:00")
        #expect(MessageDates(clock: twelve).long(now) == "Tue 10 Feb 2026 11:00 pm")
        #expect(clock({ _ in }, ["LANG": "en_US.UTF-8"]).hasTwelveHours)
        #expect(!clock({ _ in }, ["LANG": "en_US.UTF-8", "LC_TIME": "de_DE.UTF-8"]).hasTwelveHours)
        #expect(!clock({ _ in }, ["LANG": "en_US.UTF-8", "LC_ALL": "C.UTF-8"]).hasTwelveHours)
        #expect(!clock({ $0.clock = .twentyFour }, ["LANG": "en_US.UTF-8"]).hasTwelveHours)
    }

    @Test(
        "the week begins on the day of the locale",
        arguments: [("en_US.UTF-8", 8), ("de_DE.UTF-8", 9), ("", 9), ("C.UTF-8", 9)])
    func weeks(locale: String, begin: Int) throws {
        let now = try Date.ISO8601FormatStyle().parse("2026-02-12T12:00:00Z")
        var calendar = Calendar(identifier: .gregorian)
        (calendar.timeZone, calendar.firstWeekday) = (.gmt, 2)
        let clock = WallClock(calendar: calendar) { now }.written(as: Settings(), environment: ["LC_TIME": locale])
        let days = try #require(DayEntry.days("this week", clock: clock))
        #expect(LocalDate(days.lowerBound, .gmt).day == begin)
        let heading = begin == 8 ? "Week from Sunday 8 February" : "Week from Monday 9 February"
        #expect(DayHeading.text(days, clock: clock) == heading)
    }

    @Test("around New Year the weekday goes before the year")
    func newYear() throws {
        let format = Date.ISO8601FormatStyle()
        let now = try format.parse("2026-01-02T12:00:00Z")
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        #expect(
            RowDate.text(try format.parse("2025-12-31T12:00:00Z"), clock: WallClock(calendar: calendar) { now })
                == "Wed")
    }

    @Test(
        "LocalDate gives the same day as the calendar, in any century",
        arguments: [
            "UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Kiritimati",
        ])
    func localDates(zone: String) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        // From 1906 to 2223, at varying days and times; every third one is a midnight.
        for (count, seconds) in stride(from: -2e9, to: 8e9, by: 9_876_543).enumerated() {
            var date = Date(timeIntervalSince1970: seconds)
            if count.isMultiple(of: 3) { date = calendar.startOfDay(for: date) }
            let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .weekday], from: date)
            let local = LocalDate(date, calendar.timeZone)
            #expect([local.year, local.month, local.day] == [parts.year, parts.month, parts.day], "\(date)")
            #expect([local.minute / 60, local.minute % 60] == [parts.hour, parts.minute], "\(date)")
            #expect(local.weekday + 1 == parts.weekday, "\(date)")
        }
    }

    @Test("sync progress shows the rate, in the units the server lists")
    func progress() {
        var progress = AccountStatus.Progress(
            work: .messages, done: 1_100, total: 3_000, startedAt: .test(0), startedWith: 1_000)
        func words(_ dialect: Account.Dialect) -> String {
            Wording.progress(progress, of: .test("me@example.test", dialect: dialect), now: .test(10))
        }
        #expect(words(.jmap) == "me@example.test: messages 1,100 of 3,000 · 10/s · 3 min")
        #expect(words(.inbox) == "me@example.test: threads 1,100 of 3,000 · 10/s · 3 min")
        progress.work = .bodies
        #expect(words(.jmap) == "me@example.test: texts 1,100 of 3,000 · 10/s · 3 min")
        func waiting(_ progress: AccountStatus.Progress?, _ silence: Duration?) -> String? {
            Wording.progress(progress, of: .test("me@example.test", dialect: .jmap), now: .test(10), silence: silence)
        }
        #expect(waiting(nil, nil) == nil && waiting(progress, nil) == words(.jmap))
        #expect(waiting(nil, .milliseconds(5_900)) == "me@example.test: waiting for the server, 5 s")
        #expect(waiting(progress, .seconds(12)) == words(.jmap) + " · waiting for the server, 12 s")
    }
}
