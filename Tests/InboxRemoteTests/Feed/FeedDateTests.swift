import Foundation
import Testing

@testable import InboxRemote

@Suite("Dates of feeds and headers")
struct FeedDateTests {
    /// Thursday, 2015-05-07 12:00 UTC; the reader's zone is two hours ahead.
    static let now = Date(timeIntervalSince1970: 1_431_000_000)

    @Test(
        "every date format found in feeds parses",
        arguments: [
            ("2015-05-07T10:30:00Z", 1_430_994_600), ("2015-05-07T10:30:00.25+02:00", 1_430_987_400),
            ("2015-05-07 10:30", 1_430_987_400), ("2015-05-07", 1_430_949_600),
            ("2015-05-07t10:30:00-0130", 1_431_000_000),
            ("Thu, 07 May 2015 10:30:00 +0000", 1_430_994_600), ("7 May 2015 10:30 GMT", 1_430_994_600),
            ("Thu, 7 May 15 06:30:00 EDT", 1_430_994_600), ("1431000000", 1_431_000_000),
            ("1431000000999", 1_431_000_000),
            ("Today", 1_430_949_600), (" today, 10:30 ", 1_430_987_400), ("Today at 9:05 PM", 1_431_025_500),
            ("Yesterday", 1_430_863_200), ("yesterday 00:01", 1_430_863_260), ("2000-02-29", 951_775_200),
        ])
    func reads(text: String, seconds: Int) throws {
        let zone = try #require(TimeZone(secondsFromGMT: 7200))
        let date = FeedDate(now: Self.now, timeZone: zone).parse(text)
        #expect(date?.timeIntervalSince1970 == Double(seconds))
    }

    @Test(
        "on days on which clocks change, times are those of the clock",
        arguments: [
            ("2026-03-29 01:30", "2026-03-29T00:30:00Z"), ("2026-03-29 03:30", "2026-03-29T01:30:00Z"),
            ("2026-10-25 01:30", "2026-10-24T23:30:00Z"), ("2026-10-25 03:30", "2026-10-25T02:30:00Z"),
            ("Today 10:30", "2026-03-29T08:30:00Z"), ("Yesterday 10:30", "2026-03-28T09:30:00Z"),
            ("Today", "2026-03-28T23:00:00Z"),
        ])
    func changes(text: String, moment: String) throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let noon = try Date("2026-03-29T10:00:00Z", strategy: .iso8601)
        #expect(FeedDate(now: noon, timeZone: zone).parse(text) == (try Date(moment, strategy: .iso8601)))
    }

    @Test(
        "an invalid date is nil",
        arguments: [
            "", "soon", "Tomorrow", "2015-13-01", "2015-05-07T25:00", "2015-05-07X10:30", "12", "today 25:00",
            "today x",
            "2015-05-07T10:30+x", "٣٤٥٦٧٨٩٠١٢", "32 May 2015 10:30:00", "1 Foo 2015 10:30:00",
            "1 May 2015 10:30:00 NOWHERE",
            "99999999999999999999", "----------", "::::::::::",
        ])
    func none(text: String) throws {
        let zone = try #require(TimeZone(secondsFromGMT: 0))
        #expect(FeedDate(now: Self.now, timeZone: zone).parse(text) == nil)
    }
}
