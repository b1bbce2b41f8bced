import Foundation
import MailContent
import Testing

@Suite("Files shown as text")
struct FileTextTests {
    private func read(_ text: String, _ type: String, zone: String = "Europe/Berlin") -> [String] {
        let styled = FileText.read(Array(text.utf8), type: type, name: "", zone: TimeZone(identifier: zone) ?? .gmt)
        return styled?.lines.map { ($0.marker ?? "") + $0.text } ?? []
    }

    private static let invitation = """
        BEGIN:VCALENDAR\r
        METHOD:REQUEST\r
        BEGIN:VTIMEZONE\r
        TZID:Europe/Berlin\r
        BEGIN:STANDARD\r
        DTSTART:19701025T030000\r
        END:STANDARD\r
        END:VTIMEZONE\r
        BEGIN:VEVENT\r
        SUMMARY:Planning\\, second\r
          part\r
        DTSTART;TZID=America/New_York:20261203T080000\r
        DTEND;TZID=America/New_York:20261203T093000\r
        LOCATION:Room 4\\;12\r
        ORGANIZER;CN="Lin, Bob":mailto:bob@work.test\r
        ATTENDEE;PARTSTAT=ACCEPTED;CN=Ann:mailto:ann@example.test\r
        ATTENDEE;ROLE=OPT-PARTICIPANT:MAILTO:carl@example.test\r
        RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TH;COUNT=5\r
        DESCRIPTION:Bring\\nnumbers\r
        BEGIN:VALARM\r
        DESCRIPTION:not this\r
        END:VALARM\r
        END:VEVENT\r
        END:VCALENDAR\r

        """

    @Test("media type parameters do not change how a file is read")
    func parameters() {
        let answer = read(Self.invitation, "text/calendar;method=REPLY;charset=utf-8")
        #expect(answer == read(Self.invitation, "text/calendar"))
    }

    @Test(
        "recurring weekdays are described in words",
        arguments: [
            ("MO", "every month on Monday"), ("2TU", "every month on the second Tuesday"),
            ("-1FR,SU", "every month on the last Friday, Sunday"), ("17XX", "every month on 17XX"),
        ])
    func weekdays(code: String, words: String) {
        let rule = Self.invitation.replacing("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", with: "FREQ=MONTHLY;BYDAY=\(code)")
        #expect(read(rule, "text/calendar").contains { $0.hasSuffix(words + ", 5 times") })
    }

    @Test(
        "a rule that words can't fully describe is shown as written",
        arguments: [
            ("DAILY;BYMONTH=1", nil), ("DAILY", "every day"), ("WEEKLY;BYDAY=MO;BYMONTH=1,7", nil),
            ("MONTHLY;BYMONTHDAY=1,15", nil), ("MONTHLY;BYMONTHDAY=-1", nil), ("MONTHLY;BYMONTH=1", nil),
            ("MONTHLY;BYMONTHDAY=15", "every month"), ("YEARLY;BYMONTH=1,7", nil), ("YEARLY;BYMONTHDAY=15", nil),
            ("YEARLY;BYMONTH=7", "every year"), ("YEARLY;BYMONTH=7;BYMONTHDAY=15", "every year"),
            ("YEARLY;BYMONTH=7;BYMONTHDAY=1,15", nil), ("YEARLY;BYWEEKNO=20", nil),
            ("YEARLY;BYWEEKNO=20;BYDAY=MO", nil), ("YEARLY;BYYEARDAY=100", nil), ("DAILY;BYHOUR=9,17", nil),
            ("DAILY;INTERVAL=0", nil), ("DAILY;INTERVAL=x", nil),
        ] as [(String, String?)])
    func dates(rule: String, words: String?) {
        let file = Self.invitation.replacing("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", with: "FREQ=\(rule)")
        let wanted = words.map { $0 + ", 5 times" } ?? "FREQ=\(rule);COUNT=5"
        #expect(read(file, "text/calendar").contains { $0.hasSuffix(wanted) }, "\(read(file, "text/calendar"))")
    }

    @Test("lines folded before a combining mark are unfolded like others")
    func foldedMarks() {
        let file = Self.invitation.replacing("Planning\\, second", with: "Cafe\r\n \u{301}\r\n\t\u{302}")
        #expect(read(file, "text/calendar").contains { $0.unicodeScalars.contains("\u{302}") && $0.contains("part") })
    }

    @Test(
        "a rule with BYSETPOS or numbered days is described; if words would be wrong, it is shown as written",
        arguments: [
            ("MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "the last weekday of every month"),
            ("MONTHLY;INTERVAL=3;BYDAY=SA,SU;BYSETPOS=1", "the first weekend day of every 3 months"),
            ("MONTHLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYSETPOS=1,-2", "the first and second-last day of every month"),
            ("WEEKLY;BYDAY=WE,MO;BYSETPOS=1", "the first Wednesday or Monday of every week"),
            ("YEARLY;BYMONTH=11;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=22", "the 22nd weekday of November, every year"),
            ("YEARLY;BYMONTH=11;BYDAY=4TH", "every year on the fourth Thursday of November"),
            ("MONTHLY;BYDAY=5MO,-2TU", "every month on the fifth Monday, the second-last Tuesday"),
            ("YEARLY;BYDAY=13FR,101MO", "every year on the 13th Friday, the 101st Monday"),
            ("MONTHLY;BYMONTHDAY=13", "every month"),
            ("MONTHLY;BYMONTHDAY=13;BYDAY=FR", nil), ("MONTHLY;BYMONTHDAY=1,15;BYSETPOS=-1", nil),
            ("MONTHLY;BYDAY=1MO,TU;BYSETPOS=-1", nil), ("YEARLY;BYDAY=MO;BYMONTH=1,2;BYSETPOS=1", nil),
            ("MONTHLY;BYDAY=MO;BYSETPOS=0", nil), ("YEARLY;BYDAY=MO;BYMONTH=13", nil),
        ])
    func chosen(rule: String, words: String?) {
        let text = Self.invitation.replacing("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", with: "FREQ=" + rule)
        let told = words.map { $0 + ", 5 times" } ?? "FREQ=\(rule);COUNT=5"
        #expect(read(text, "text/calendar").contains("Repeats   " + told))
    }

    @Test("an invitation shows what, when in the reader's time zone, where and who")
    func invitation() {
        #expect(
            read(Self.invitation, "text/calendar") == [
                "Planning, second part", "Invitation", "When      Thu 3 Dec 2026 14:00 – 15:30 (08:00 in New York)",
                "Repeats   every 2 weeks on Thursday, 5 times", "Where     Room 4;12",
                "From      Lin, Bob <bob@work.test>",
                "Who       Ann <ann@example.test> – comes", "          carl@example.test – optional", "", "Bring",
                "numbers",
            ])
    }

    @Test(
        "weekdays of a series are said to be those of its zone, if they are others for the reader",
        arguments: [
            ("DTSTART;TZID=America/New_York:20261130T180000", "Asia/Tokyo", "every week on Monday (in New York)"),
            ("DTSTART;TZID=America/New_York:20261130T090000", "Europe/Berlin", "every week on Monday"),
            ("DTSTART:20261130T233000Z", "Europe/Berlin", "every week on Monday (in UTC)"),
            ("DTSTART:20261130T233000", "Europe/Berlin", "every week on Monday"),
            ("DTSTART;VALUE=DATE:20261130", "Asia/Tokyo", "every week on Monday"),
        ])
    func weekdaysElsewhere(start: String, zone: String, words: String) {
        let event = "BEGIN:VEVENT\n\(start)\nRRULE:FREQ=WEEKLY;BYDAY=MO\nEND:VEVENT"
        #expect(read(event, "text/calendar", zone: zone).contains("Repeats   " + words))
    }

    @Test(
        "all kinds of times are read",
        arguments: [
            ("DTSTART;VALUE=DATE:20261224", "DTEND;VALUE=DATE:20261225", "Thu 24 Dec 2026"),
            ("DTSTART;VALUE=DATE:20261224", "DTEND;VALUE=DATE:20261227", "Thu 24 Dec 2026 – Sat 26 Dec 2026"),
            ("DTSTART:20261203T130000Z", "DTEND:20261204T130000Z", "Thu 3 Dec 2026 14:00 – Fri 4 Dec 2026 14:00"),
            ("DTSTART:20261203T130000", "DURATION:PT1H30M", "Thu 3 Dec 2026 13:00 – 14:30"),
            ("DTSTART:20261203T130000Z", "DURATION:nonsense", "Thu 3 Dec 2026 14:00"),
            ("DTSTART;VALUE=DATE:20261224", "DURATION:P2D", "Thu 24 Dec 2026 – Fri 25 Dec 2026"),
            ("DTSTART;TZID=Middle Earth:20261203T130000", "", "Thu 3 Dec 2026 13:00 (time of Middle Earth)"),
            (
                "DTSTART;TZID=/x.test/Asia/Tokyo:20261203T033000", "", "Wed 2 Dec 2026 19:30 (Thu 3 Dec 03:30 in Tokyo)"
            ),
            ("DTSTART;TZID=Europe/Rome:20261203T140000", "", "Thu 3 Dec 2026 14:00"),
            ("DTSTART;TZID=Europe/Berlin:20260329T023000", "", "Sun 29 Mar 2026 03:30"),
            (
                "DTSTART;TZID=Africa/Cairo:20260424T003000", "DTEND;TZID=Africa/Cairo:20260424T020000",
                "Fri 24 Apr 2026 00:30 – 01:00 (01:30 in Cairo)"
            ),
            ("DTSTART:garbage", "", "garbage"), ("DTSTART:20261399", "", "20261399"),
        ])
    func times(start: String, end: String, shown: String) {
        let lines = read("BEGIN:VEVENT\n\(start)\n\(end)\nEND:VEVENT", "text/calendar")
        #expect(lines.contains("When      " + shown), "\(lines)")
    }

    @Test("a cancelled event says so, and so does a file without events")
    func cancelled() {
        let lines = read("METHOD:CANCEL\nBEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT", "text/calendar")
        #expect(lines == ["x", "Cancelled"])
        #expect(read("nothing", "text/calendar") == ["No event in this calendar file"])
    }

    @Test("a vCard shows name, addresses and phones")
    func card() {
        let lines = read(
            "BEGIN:VCARD\nVERSION:3.0\nN:Ortiz;Ann;;;\nitem1.EMAIL;TYPE=home:ann@example.test\nTEL:+49 1\n"
                + "ADR:;;12 Quay Street;Port Town;;1234;\nPHOTO;ENCODING=b:AAAA\nEND:VCARD", "text/vcard")
        #expect(
            lines == [
                "Ann Ortiz", "Mail      ann@example.test", "Phone     +49 1",
                "Address   12 Quay Street, Port Town, 1234",
            ])
    }

    @Test("an attached message shows its headers and text, and lists its files without opening them")
    func mail() {
        let lines = read(
            "From: Bob <bob@a.test>\nTo: ann@b.test\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\nMIME-Version: 1.0\n"
                + "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nHello\n--x\nContent-Type: application/pdf; name=a.pdf\n\nabc\n--x--\n",
            "message/rfc822")
        #expect(lines.first == "From     Bob <bob@a.test>" && lines.contains("Subject  Grüße"))
        #expect(lines.contains("Hello") && lines.contains { $0.hasPrefix("File     a.pdf") })
    }

    @Test(
        "an attached message's date is shown in the reader's time zone, or as written if it can't be parsed",
        arguments: [
            ("Tue, 10 Feb 2026 23:10:00 -0500", "Wed 11 Feb 2026 05:10"), ("last Tuesday", "last Tuesday"),
        ])
    func mailDate(written: String, told: String) {
        #expect(read("From: b@a.test\nDate: \(written)\n\nHello\n", "message/rfc822").contains("Date     \(told)"))
    }

    @Test(
        "T-1: no control character gets through in any file",
        arguments: ["text/calendar", "text/vcard", "message/rfc822", "text/plain"])
    func controls(type: String) {
        let hostile = "BEGIN:VEVENT\nSUMMARY:a\u{1B}]0;x\u{7}\nFN:\u{9B}31m\nEND:VEVENT\nSubject: \u{1B}[2J\n\n\u{1B}c"
        for line in read(hostile, type) {
            #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
        }
    }

    @Test(
        "P-4: archives and compressed files are not opened, whatever their type",
        arguments: ["application/zip", "application/gzip", "application/octet-stream", "text/plain"])
    func archives(type: String) {
        for head in [
            [0x50, 0x4B, 3, 4], [0x1F, 0x8B, 8, 0], [0x42, 0x5A, 0x68, 0x39, 0], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0],
        ] {
            let text = FileText.read(head.map { UInt8($0) } + Array("words inside".utf8), type: type, name: "a.zip")
            #expect(text == nil || type == "text/plain")
        }
    }

    @Test("pictures and binaries are not text; files of unknown type are if their bytes are")
    func binary() {
        #expect(FileText.read([0x89, 0x50, 0, 1], type: "image/png", name: "a.png") == nil)
        #expect(FileText.read([1, 2, 3], type: "application/octet-stream", name: "x") == nil)
        #expect(FileText.read(Array("hällo".utf8), type: "application/octet-stream", name: "x") != nil)
        #expect(FileText.read(Array("+a".utf8), type: "application/octet-stream", name: "x.patch") != nil)
    }

    @Test("P-6: the list of parts names all of them, even those that are not shown")
    func parts() {
        let mail =
            "Content-Type: multipart/alternative; boundary=x\n\n--x\n\nplain\n--x\nContent-Type: text/html\n\n<b>h\n--x--\n"
        let parts = ParsedMessage.outline(of: Array(mail.utf8))
        #expect(parts.map(\.contentType) == ["multipart/alternative", "text/plain", "text/html"])
        #expect(parts.map(\.partID) == ["", "1", "2"] && parts.map(\.size) == [nil, 5, 4])
        #expect(FileText.source(of: [0x41, 0xFF, 0x1B]).lines.first?.text.contains("\u{1B}") == false)
    }

    @Test(
        "a PDF is not read as text",
        arguments: ["application/pdf", "application/octet-stream", "text/plain"])
    func pages(type: String) {
        #expect(FileText.read(Array("%PDF-1.4\n1 0 obj\n".utf8), type: type, name: "order") == nil)
    }

    @Test(
        "F-4: a type that contradicts the file name is reported; common mislabellings are not",
        arguments: [
            ("application/pdf", "bill.pdf.exe", true), ("image/png", "hat.EXE", true), ("image/jpeg", "hat.pdf", true),
            ("application/pdf", "hat.jpg", true), ("application/pdf", "plan.docx", true), ("text/plain", "a.mp3", true),
            ("application/msword", "plan.pdf", true), ("image/png", "hat.jpg", false), ("text/plain", "run.sh", false),
            ("application/vnd.ms-excel", "list.csv", false), ("application/zip", "plan.docx", false),
            ("application/octet-stream", "bill.exe", false), ("", "bill.exe", false),
            ("image/png", "hat.e\u{200B}xe", true), ("image/png", "hat\u{D4E}.exe", true), ("image/png", "hat", false),
            ("text/plain", "fix.patch", false), ("application/x-msdownload", "a.exe", false),
            ("application/x-msdownload", "bill.txt", true), ("application/x-sh", "run.sh", false),
            ("image/png", "hat.x", false), ("application/applefile", "plan.pdf", false),
            ("application/pdf", "plan.pdf", false),
        ])
    func conflicts(type: String, name: String, isTold: Bool) {
        let told = FileType.conflict(type: type, name: name)
        #expect((told != nil) == isTold, "\(type) \(name)")
        #expect(told?.contains(type) != false)
    }

    @Test(
        "F-4: executable files are recognised by name, type and first bytes, in any case and with trailing dots",
        arguments: [
            ("a.exe", "application/pdf", "x", true), ("a.PDF.Scr ", "", "x", true), ("a.js. .", "", "x", true),
            ("a.pdf", "application/pdf", "%PDF-1.4", false), ("photo.jpg", "image/jpeg", "MZ\u{1}", true),
            ("notes.txt", "text/plain", "#!/bin/sh\n", true), ("a.desktop", "", "", true),
            ("a.txt", "text/plain", "[Desktop Entry]\nExec=x", true), ("x", "application/x-sh", "", true),
            ("evil.jar\u{200B}", "application/octet-stream", "PK", true), ("menu.desk\u{AD}top", "", "x", true),
            ("menu", "", "\u{FEFF}# a menu\n\n[Desktop Entry]\nExec=x", true),
            ("menu", "", "[KDE Desktop Entry]\nExec=x", true), ("a.dat", "", "[InternetShortcut]\nURL=x", true),
            ("a.dat", "", "[Flatpak Ref]\nUrl=x", true),
            ("page.txt", "text/plain", "<html><script>", true), ("pic.svg", "image/svg+xml", "", true),
            ("a.docm", "", "PK", true), ("a.docx", "", "PK", false), ("exe", "text/plain", "hi", false),
            ("a.xht", "", "", true), ("a.jnlp", "", "", true), ("a.xlsb", "", "PK", true), ("a.xll", "", "", true),
            ("a.pyz", "", "PK", true), ("a.pyw", "", "x", true), ("a.msc", "", "", true), ("a.xlsx", "", "PK", false),
            ("a.appref-ms", "", "", true), ("a.settingcontent-ms", "", "", true), ("a.library-ms", "", "", true),
            ("a", "application/x-java-jnlp-file", "", true), ("a.csv", "text/csv", "a,b", false),
            // U+0D4E joins the dot behind it.
            ("bill\u{D4E}.jar", "application/octet-stream", "PK", true),
        ])
    func risky(name: String, type: String, bytes: String, isRisky: Bool) {
        #expect((RiskyFile.reason(Array(bytes.utf8), type: type, name: name) != nil) == isRisky, "\(name)")
    }

    @Test(
        "F-4: programs for macOS and Java are recognised by their first bytes",
        arguments: [0xCAFE_BABE, 0xCFFA_EDFE, 0xCEFA_EDFE, 0xFEED_FACF, 0xFEED_FACE] as [UInt32])
    func numbered(start: UInt32) {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: start >> (24 - 8 * $0)) }
        #expect(RiskyFile.reason(bytes + [0], type: "image/png", name: "hat.png") == "a program for macOS or Java")
    }

    @Test(
        "F-4: a page is recognised behind comments of any length, in UTF-16, and by the names of XML; other markup is none",
        arguments: [
            ("<!--\(String(repeating: "-x", count: 9_000))--><html><script>", true),
            ("\u{FEFF} \n<?xml version='1.0'?><!--\(String(repeating: "x", count: 1_100))--><HTML><Script>", true),
            (String(repeating: "x ", count: 1_000) + "<script>", true), ("<!DocType\nHTML><img onerror=x>", true),
            ("<a:b xmlns:a='http://www.w3.org/1999/xhtml'>", true), ("<?xml-stylesheet href='#a'?><a/>", true),
            ("<!DOCTYPE a [<!ENTITY b '&#60;'>]>", true), ("<?xml version='1.0'?><jnlp href='x'>", true),
            ("<gpx><trk><name>Body of water</name></trk></gpx>", false),
            ("<ann> hello\n<bob> hi", false), ("See http://www.w3.org/1999/xhtml for more", false),
        ])
    func disguisedPages(text: String, isRisky: Bool) {
        for bytes in [Array(text.utf8), text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }] {
            let reason = RiskyFile.reason(bytes, type: "application/octet-stream", name: "x.dat")
            #expect((reason != nil) == isRisky, "\(text.prefix(40))")
        }
    }

    @Test(
        "F-4: a program in disguise is reported only if its name hides what it is",
        arguments: [
            ("invoice.pdf", "MZ\u{1}", true), ("invoice.pdf", "\u{7F}ELF", true), ("notes.txt", "#!/bin/sh", true),
            ("setup.exe", "MZ\u{1}", false), ("run.sh", "#!/bin/sh", false), ("plan.pdf", "%PDF-1.4", false),
            ("fix.patch", "+<html>", false), ("a.txt", "", false),
        ])
    func disguised(name: String, bytes: String, isTold: Bool) {
        #expect((RiskyFile.disguise(Array(bytes.utf8), name: name) != nil) == isTold, "\(name)")
    }

    private func event(_ method: String, _ lines: String...) -> [String] {
        let head = ["BEGIN:VCALENDAR", "METHOD:\(method)", "BEGIN:VEVENT", "SUMMARY:Sync", "DTSTART:20261130T080000Z"]
        let all = head + lines + ["END:VEVENT", "END:VCALENDAR"]
        return read(all.joined(separator: "\r\n"), "text/calendar")
    }

    @Test("cancelling one instance of a series is not cancelling all; excluded days are listed")
    func oneOfSeries() {
        let one = event("CANCEL", "RECURRENCE-ID:20261130T080000Z")
        #expect(one.contains("Cancelled: this one of a series, and no other"))
        #expect(event("CANCEL").contains("Cancelled"))
        let series = event("REQUEST", "RRULE:FREQ=WEEKLY", "EXDATE:20261207T080000Z,20261214T080000Z")
        #expect(series.contains("But not   Mon 7 Dec 2026, Mon 14 Dec 2026"))
    }

    @Test("P-2: of the days that a series leaves out only the first fifty are read", arguments: [1, 7, 60])
    func manyDaysLeftOut(perLine: Int) {
        let dates = Array(repeating: "20261399T080000", count: 49) + ["20261207T030000", "20261214T030000"]
        let left = stride(from: 0, to: dates.count, by: perLine).map { start in
            "EXDATE;TZID=Far East:" + dates[start...].prefix(perLine).joined(separator: ",")
        }
        let zone = [
            "BEGIN:VTIMEZONE", "TZID:Far East", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETTO:+0900",
            "END:STANDARD", "END:VTIMEZONE",
        ]
        let all = zone + ["BEGIN:VEVENT", "SUMMARY:Sync"] + left + ["END:VEVENT"]
        #expect(read(all.joined(separator: "\n"), "text/calendar") == ["Sync", "But not   Sun 6 Dec 2026"])
    }

    @Test("a comment is shown, and values of several lines are joined cleanly")
    func lineEnds() {
        let lines = event("REPLY", "COMMENT:I am away", "LOCATION:Room 5\\nBuilding 2")
        #expect(lines.contains("Comment   I am away") && lines.contains("Where     Room 5, Building 2"))
        let card = read("BEGIN:VCARD\nFN:Ann\nNOTE:One\\nTwo\nEND:VCARD", "text/vcard")
        #expect(card == ["Ann", "Note      One, Two"])
    }

    @Test("vCard 2.1 values are decoded for display, too")
    func oldCard() {
        let card = "BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen\nEND:VCARD"
        #expect(read(card, "text/x-vcard") == ["Jürgen"])
    }

    @Test("Japanese text without a charset, or with a wrong one, is read", arguments: [nil, "us-ascii", "utf-8"])
    func japanese(_ charset: String?) {
        let bytes: [UInt8] = Array("\u{1B}$B$3$s$K$A$O\u{1B}(B.".utf8)
        #expect(FileText.read(bytes, type: "text/plain", name: "", charset: charset)?.plainText == "こんにちは.")
        #expect(
            FileText.read(Array("a \u{1B}$B only".utf8), type: "text/plain", name: "")?.plainText.contains("a ") == true
        )
    }
}
