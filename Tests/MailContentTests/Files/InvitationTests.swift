import Foundation
import InboxModel
import MailContent
import Testing

@Suite("Invitations")
struct InvitationTests {
    /// An invitation from Outlook: a zone with its own name and rules, and a moved instance of a series.
    private static let outlook = """
        BEGIN:VCALENDAR\r
        METHOD:REQUEST\r
        VERSION:2.0\r
        BEGIN:VTIMEZONE\r
        TZID:Eastern Standard Time\r
        BEGIN:STANDARD\r
        DTSTART:16010101T020000\r
        TZOFFSETFROM:-0400\r
        TZOFFSETTO:-0500\r
        RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11\r
        END:STANDARD\r
        BEGIN:DAYLIGHT\r
        DTSTART:16010101T020000\r
        TZOFFSETFROM:-0500\r
        TZOFFSETTO:-0400\r
        RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3\r
        END:DAYLIGHT\r
        END:VTIMEZONE\r
        BEGIN:VTIMEZONE\r
        TZID:Of no use\r
        END:VTIMEZONE\r
        BEGIN:VEVENT\r
        ORGANIZER;CN="Lin, Bob":mailto:bob@work.test\r
        ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Ann:mailto:Ann@example.test\r
        ATTENDEE:mailto:carl@example.test\r
        UID:040000008200E00074C5B7101A82E008\r
        SUMMARY:Planning\\, second part\r
        RECURRENCE-ID;TZID=Eastern Standard Time:20260702T090000\r
        DTSTART;TZID=Eastern Standard Time:20260703T090000\r
        DTEND;TZID=Eastern Standard Time:20260703T100000\r
        SEQUENCE:3\r
        DTSTAMP:20260601T000000Z\r
        X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE\r
        BEGIN:VALARM\r
        UID:not this\r
        END:VALARM\r
        END:VEVENT\r
        END:VCALENDAR\r

        """

    private static func simple(_ more: String, method: String = "METHOD:REQUEST\n") -> [UInt8] {
        Array("BEGIN:VCALENDAR\n\(method)BEGIN:VEVENT\nUID:1\n\(more)\nEND:VEVENT\nEND:VCALENDAR\n".utf8)
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
    }

    @Test("a time zone rule with an impossible day does no harm", arguments: [Int.min, Int.max, 6])
    func impossibleDay(ordinal: Int) {
        let text = Self.outlook.replacing("BYDAY=1SU", with: "BYDAY=\(ordinal)SU")
        #expect(Invitation(Array(text.utf8))?.when(zone: .gmt).contains("3 Jul 2026") == true)
    }

    @Test("an invitation gives organizer, guests, title and time, by the file's own zone")
    func reading() throws {
        let invitation = try #require(Invitation(Array(Self.outlook.utf8)))
        #expect(invitation.organizer == MailAddress(name: "Lin, Bob", email: "bob@work.test"))
        #expect(invitation.guests.map(\.email) == ["Ann@example.test", "carl@example.test"])
        #expect(invitation.title == "Planning, second part")
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        #expect(invitation.when(zone: berlin) == "Fri 3 Jul 2026 15:00 – 16:00 (09:00 in Eastern Standard Time)")
        #expect(
            invitation.when(zone: try #require(TimeZone(identifier: "America/New_York")))
                == "Fri 3 Jul 2026 09:00 – 10:00")
        #expect(
            invitation.when(zone: try #require(TimeZone(identifier: "Asia/Tokyo")))
                == "Fri 3 Jul 2026 22:00 – 23:00 (09:00 in Eastern Standard Time)")
    }

    @Test(
        "the time of the event's own zone is named as the file names it",
        arguments: [
            ("DTSTART:20261210T130000Z\nDTEND:20261210T143000Z", "Thu 10 Dec 2026 13:00 – 14:30 UTC"),
            ("DTSTART:20261210T130000Z\nDURATION:P1D", "Thu 10 Dec 2026 13:00 – Fri 11 Dec 2026 13:00 UTC"),
            (
                "DTSTART;TZID=Asia/Tokyo:20261210T220000\nDTEND:20261210T140000Z",
                "Thu 10 Dec 2026 22:00 – 23:00 Asia/Tokyo"
            ),
            ("DTSTART;TZID=Nowhere:20261210T130000", "Thu 10 Dec 2026 13:00 Nowhere"),
            ("DTSTART:20261210T130000", "Thu 10 Dec 2026 13:00"), ("DTSTART;VALUE=DATE:20261210", "Thu 10 Dec 2026"),
            ("DTSTART:soon", "soon"), ("LOCATION:Here", ""),
        ])
    func there(times: String, shown: String) throws {
        let invitation = try #require(Invitation(Self.simple("ORGANIZER:mailto:b@x.test\n" + times)))
        #expect(invitation.whenThere == shown)
        let outlook = try #require(Invitation(Array(Self.outlook.utf8)))
        #expect(outlook.whenThere == "Fri 3 Jul 2026 09:00 – 10:00 Eastern Standard Time")
    }

    @Test(
        "a time zone defined in the file switches to summer time and back by its rules",
        arguments: [
            ("20260308T015900", "06:59"), ("20260308T020000", "06:00"), ("20261101T015900", "05:59"),
            ("20261101T020000", "07:00"), ("15000101T120000", "17:00"),
        ])
    func zones(clock: String, shown: String) {
        let text = Self.outlook.replacing("20260703T090000", with: clock)
        #expect(Invitation(Array(text.utf8))?.when(zone: .gmt).contains(" \(shown)") == true, "\(clock)")
    }

    /// Rules of a zone from one change of the clocks to the next.
    private static func observance(_ kind: String, _ start: String, _ offset: String, _ more: String) -> String {
        "BEGIN:\(kind)\nDTSTART:\(start)\nTZOFFSETTO:\(offset)\n\(more)\nEND:\(kind)\n"
    }

    private static let ended =
        observance(
            "STANDARD", "19671029T020000", "-0500", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10;UNTIL=20061029T060000Z")
        + observance("STANDARD", "20071104T020000", "-0500", "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11")
        + observance(
            "DAYLIGHT", "19870405T020000", "-0400", "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=4;UNTIL=20060402T070000Z")
        + observance("DAYLIGHT", "20070311T020000", "-0400", "RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3")
    private static let dated =
        observance(
            "STANDARD", "19701101T020000", "-0500", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=SU;BYMONTHDAY=1,2,3,4,5,6,7")
        + observance(
            "DAYLIGHT", "19700308T020000", "-0400", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYMONTHDAY=8,9,10,11,12,13,14"
        )
    private static let listed =
        observance("STANDARD", "20251026T030000", "+0100", "RDATE:20261025T030000,20271031T030000")
        + observance("DAYLIGHT", "20250330T020000", "+0200", "RDATE:20260329T020000\nRDATE:20270328T020000")
    private static let unreadable =
        observance("STANDARD", "20251026T030000", "+0100", "RRULE:FREQ=YEARLY;BYWEEKNO=44;BYDAY=SU") + listed
    private static let london =
        observance("STANDARD", "19701025T020000", "+0000", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU")
        + observance("DAYLIGHT", "19700329T010000", "+0100", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU")

    @Test(
        "rules that have ended, days of months and listed dates are understood; what is not makes no time up",
        arguments: [
            ("X", ended, "20261028T090000", "13:00 (09:00 in X)"),
            ("X", ended, "20261102T090000", "14:00 (09:00 in X)"),
            ("X", ended, "20260320T090000", "13:00 (09:00 in X)"),
            ("X", ended, "20061030T090000", "14:00 (09:00 in X)"),
            ("X", ended, "20070101T090000", "14:00 (09:00 in X)"),
            ("X", dated, "20260307T090000", "14:00 (09:00 in X)"),
            ("X", dated, "20260308T090000", "13:00 (09:00 in X)"),
            ("X", dated, "20261101T090000", "14:00 (09:00 in X)"),
            ("X", listed, "20260328T090000", "08:00 (09:00 in X)"),
            ("X", listed, "20260329T090000", "07:00 (09:00 in X)"),
            ("X", listed, "20261026T090000", "08:00 (09:00 in X)"),
            ("X", unreadable, "20260701T090000", "09:00 (time of X)"),
            ("BST", london, "20260701T090000", "08:00 (09:00 in BST)"),
            ("Dublin\\, London", london, "20260701T090000", "08:00 (09:00 in Dublin, London)"),
        ] as [(String, String, String, String)])
    func rules(name: String, rules: String, clock: String, shown: String) throws {
        let used = name.replacing("\\", with: "")
        let zone = "BEGIN:VTIMEZONE\nTZID:\(name)\n\(rules)END:VTIMEZONE\n"
        let event = Self.simple(
            "ORGANIZER:mailto:b@x.test\nDTSTART;TZID=\"\(used)\":\(clock)", method: "METHOD:REQUEST\n" + zone)
        let invitation = try #require(Invitation(event))
        #expect(invitation.when(zone: .gmt).hasSuffix(" " + shown), "\(invitation.when(zone: .gmt))")
        let answer = invitation.answer(
            .accept, as: MailAddress(name: "", email: "ann@example.test"), at: Date(timeIntervalSince1970: 0))
        #expect(Self.lines(answer).contains("TZID:" + name))
    }

    @Test("an answer keeps UID and sequence, names one guest and includes only the zones it uses")
    func answer() throws {
        let invitation = try #require(Invitation(Array(Self.outlook.utf8)))
        let date = try Date("2026-06-02T10:11:12Z", strategy: .iso8601)
        let bytes = invitation.answer(
            .tentative, as: MailAddress(name: "Ann \"A;\" Smith\r\nX:y", email: "Ann@example.test"),
            comment: "Perhaps,\nif it rains; " + String(repeating: "é", count: 60), at: date)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 75 })
        let lines = Self.lines(bytes)
        for line in [
            "METHOD:REPLY", "UID:040000008200E00074C5B7101A82E008", "SEQUENCE:3", "DTSTAMP:20260602T101112Z",
            "RECURRENCE-ID;TZID=Eastern Standard Time:20260702T090000",
            "ORGANIZER;CN=\"Lin, Bob\":mailto:bob@work.test",
            "ATTENDEE;CN=\"Ann A; SmithX:y\";PARTSTAT=TENTATIVE:mailto:Ann@example.test", "TZID:Eastern Standard Time",
            "COMMENT:Perhaps\\,\\nif it rains\\; " + String(repeating: "é", count: 60),
        ] { #expect(lines.filter { $0 == line }.count == 1, "\(line)") }
        #expect(lines.filter { $0.hasPrefix("ATTENDEE") || $0.hasPrefix("UID") || $0.hasPrefix("DTSTAMP") }.count == 3)
        #expect(!lines.contains("TZID:Of no use") && !lines.contains { $0.hasPrefix("X") })
    }

    @Test("an answer covers every moved instance of the series, and no other event")
    func instances() throws {
        let bytes = Self.simple(
            "ORGANIZER:mailto:b@x.test\nDTSTART:20260101T100000Z\nEND:VEVENT\nBEGIN:VEVENT\nUID:1\nRECURRENCE-ID:20260108T100000Z"
                + "\nEND:VEVENT\nBEGIN:VEVENT\nUID:2")
        let answer = try #require(Invitation(bytes)).answer(.accept, as: MailAddress(email: "a@x.test"), at: Date())
        #expect(Self.lines(answer).filter { $0.hasPrefix("UID") } == ["UID:1", "UID:1"])
    }

    @Test(
        "a calendar without request or organizer can't be answered",
        arguments: [
            ("ORGANIZER:mailto:b@x.test", "METHOD:CANCEL\n", false),
            ("ORGANIZER:mailto:b@x.test", "METHOD:REPLY\n", false),
            ("ORGANIZER:mailto:b@x.test", "", false), ("", "METHOD:REQUEST\n", false),
            ("ORGANIZER:https://x.test", "METHOD:REQUEST\n", false), ("ORGANIZER:mailto:b", "METHOD:REQUEST\n", false),
            ("ORGANIZER:mailto:b@x.test,c@x.test", "METHOD:REQUEST\n", false),
            ("ORGANIZER:mailto:b@x.test?bcc=c@x.test", "METHOD:REQUEST\n", false),
            ("ORGANIZER:mailto:<b@x.test>", "METHOD:REQUEST\n", false),
            ("ORGANIZER:mailto:b@x.test\nSTATUS:CANCELLED", "METHOD:REQUEST\n", false),
            ("ORGANIZER:MAILTO:b@x.test", "method:request\n", true),
        ])
    func unanswerable(event: String, method: String, canBe: Bool) {
        #expect((Invitation(Self.simple(event, method: method)) != nil) == canBe)
    }

    @Test("no bytes in the file add a line to the answer", arguments: 0..<50)
    func hostile(seed: Int) {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        var bytes = Array(Self.outlook.utf8)
        for _ in 0..<(1 + next(20)) { bytes[next(bytes.count)] = UInt8(next(256)) }
        guard let invitation = Invitation(bytes) else { return }
        let answer = invitation.answer(.accept, as: invitation.guests.first ?? invitation.organizer, at: Date())
        for line in String(decoding: answer, as: UTF8.self).components(separatedBy: "\r\n") {
            #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "seed \(seed)")
        }
    }
}
