import Foundation
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Dates of arrival")
struct InternalDateTests {
    @Test("dates are read with their zone")
    func reads() {
        #expect(InternalDate.date(Array("17-Jul-1996 02:44:25 -0700".utf8)) == Date(timeIntervalSince1970: 837_596_665))
        #expect(
            InternalDate.date(Array(" 7-Feb-2026 00:00:00 +0000".utf8)) == Date(timeIntervalSince1970: 1_770_422_400))
    }

    @Test("a date that was written is read as it was", arguments: 0..<100)
    func roundTrip(seed: Int) {
        var random = SeededRandom(seed: seed)
        let date = Date(timeIntervalSince1970: TimeInterval(random.int(0..<4_000_000_000)))
        let text = InternalDate.text(date)
        #expect(text.utf8.count == 26)
        #expect(InternalDate.date(Array(text.utf8)) == date)
    }

    @Test(
        "anything else is no date", arguments: ["", "yesterday", "17 Jul 1996 02:44:25 -0700", "-- 1 2", "17-Jul-1996"])
    func none(text: String) {
        #expect(InternalDate.date(Array(text.utf8)) == nil)
    }

    @Test("dates beyond all years are written as the last ones")
    func extremes() {
        #expect(InternalDate.text(Date(timeIntervalSince1970: 1e30)).hasPrefix("31-Dec-9999 23:59:59"))
        #expect(InternalDate.text(Date(timeIntervalSince1970: -1e30)).hasPrefix("01-Jan-0001 00:00:00"))
        #expect(InternalDate.text(Date(timeIntervalSince1970: 951_782_400)) == "29-Feb-2000 00:00:00 +0000")
    }
}
