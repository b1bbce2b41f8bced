import Foundation
import InboxModel
import MailContent
import Testing

@Suite("Headers")
struct HeaderTests {
    @Test(
        "subjects are decoded onto one line",
        arguments: [
            ("Subject: Plain", "Plain"),
            ("Subject: =?utf-8?q?H=C3=A9llo?= you", "Héllo you"),
            ("Subject: =?utf-8?b?SGk=?= =?utf-8?b?IHRoZXJl?=", "Hi there"),
            ("Subject: =?iso-8859-1?q?Gr=FC=DFe?=", "Grüße"),
            ("Subject: folded\n  over\n\tlines", "folded  over lines"),
            ("Subject: =?utf-8?q?a=0Ab=09c?=", "a b c"),
            ("Subject: =?no-such-set?q?abc?=", "abc"),
            ("Subject: =?utf-8?q?broken", "=?utf-8?q?broken"),
            ("SUBJECT : spaced name", "spaced name"),
            ("Subject:", ""),
            ("Subject: \u{1B}$BF|K\\\u{1B}(B 2", "日本 2"), ("Subject: \u{1B}[31mred", "\u{1B}[31mred"),
            ("Subject: be\0fore", "be\u{FFFD}fore"), ("Subject: =?utf-8?q?be=00fore?=", "be\u{FFFD}fore"),
        ])
    func subjects(line: String, expected: String) {
        #expect(ParsedMessage.header(line).subject == expected)
    }

    @Test("unencoded 8-bit subjects are read as UTF-8, else as Windows-1252")
    func eightBit() {
        #expect(ParsedMessage.parse(Array("Subject: Über\n\n".utf8)).subject == "Über")
        #expect(ParsedMessage.parse(Array("Subject: ".utf8) + [0xDC] + Array("ber\n\n".utf8)).subject == "Über")
    }

    @Test(
        "raw 8-bit headers use the charset of the text",
        arguments: [
            ("gb2312", [0xC4, 0xE3, 0xBA, 0xC3], "你好"), ("koi8-r", [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], "Привет"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42], "日本"),
            ("utf-16", [0xDC], "Ü"),
            ("no-such-set", [0xDC], "Ü"),
        ] as [(String, [UInt8], String)])
    func rawCharset(charset: String, bytes: [UInt8], expected: String) {
        let html = "Content-Type: text/html; charset=\(charset)\n\n\n"
        for type in ["text/plain; charset=\(charset)\n\n", "multipart/mixed; boundary=b\n\n--b\n\(html)--b--\n"] {
            let message = ParsedMessage.parse(
                Array("From: ".utf8) + bytes + Array(" <a@b.test>\nSubject: ".utf8) + bytes
                    + Array("\nMIME-Version: 1.0\nContent-Type: \(type)".utf8))
            #expect(message.subject == expected && message.from == [MailAddress(name: expected, email: "a@b.test")])
        }
        // UTF-8 is not converted.
        let message = ParsedMessage.parse(Array("Subject: 東京\nContent-Type: text/plain; charset=\(charset)\n\n".utf8))
        #expect(message.subject == "東京")
    }

    @Test("ids keep their angle brackets")
    func ids() {
        let message = ParsedMessage.parse(
            "Message-ID: <a@b>\nIn-Reply-To: Your mail <c@d> of today\nReferences: <e@f>\n\t<g@\n h> junk <> <i@j>\n\nx"
        )
        #expect(message.messageID == "<a@b>")
        #expect(message.inReplyTo == ["<c@d>"])
        #expect(message.references == ["<e@f>", "<g@h>", "<i@j>"])
    }

    @Test("a message without an id has none")
    func noID() {
        #expect(ParsedMessage.header("Subject: x").messageID == nil)
        #expect(ParsedMessage.header("Message-ID: nonsense").messageID == nil)
    }

    @Test("dates are read with their zone, unreadable ones are reported")
    func dates() {
        let message = ParsedMessage.header("Date: Tue, 17 Nov 2009 21:28:37 +0600")
        #expect(message.date == Date(timeIntervalSince1970: 1_258_471_717))
        let broken = ParsedMessage.header("Date: yesterday-ish")
        #expect(broken.date == nil)
        #expect(broken.problems.count == 1)
    }

    @Test("mbox status and List-Id are read")
    func status() {
        let message = ParsedMessage.parse("Status: RO\nX-Status: A\nList-Id: The list <list.example.test>\n\n")
        #expect(message.status == "ROA")
        #expect(message.listID == "list.example.test")
        #expect(ParsedMessage.header("Subject: x").status == nil)
    }

    @Test("H-4: the first of repeated headers counts, with a problem")
    func repeated() {
        let message = ParsedMessage.parse("Subject: one\nFrom: a@b.test\nSubject: two\nFrom: c@d.test\n\n")
        #expect(message.subject == "one")
        #expect(message.from == [MailAddress(email: "a@b.test")])
        #expect(message.problems.count == 2)
    }

    @Test(
        "H-4: a date over a day ahead of arrival is reported",
        arguments: [(86_400.0, false), (86_401, true), (-1e9, false)])
    func dateAhead(seconds: Double, isTold: Bool) {
        let came = Date(timeIntervalSince1970: 1_767_225_600)
        let problem = DateCheck.problem(written: came.addingTimeInterval(seconds), received: came)
        #expect(problem?.contains("2 Jan 2026") ?? false == isTold)
        #expect(
            DateCheck.problem(written: nil, received: came) == nil
                && DateCheck.problem(written: came, received: nil) == nil)
    }

    @Test(
        "a message's date is believed unless it is ahead of its arrival or before mail existed",
        arguments: [
            (-1e8, true), (-1, true), (0, false), (0.5, false), (86_400, true), (86_401, false),
            (-1_767_200_000, false),
        ])
    func believed(seconds: Double, isBelieved: Bool) {
        let came = Date(timeIntervalSince1970: 1_767_225_600)
        let written = came.addingTimeInterval(seconds)
        #expect(DateCheck.believed(written: written, received: came) == (isBelieved ? written : nil))
        #expect(DateCheck.believed(written: nil, received: came) == nil)
    }

    @Test("mbox separator lines are skipped")
    func mboxLine() {
        let message = ParsedMessage.parse("From ann Tue Nov 17 15:28:37 2009\nSubject: x\n\nFrom here\n")
        #expect(message.subject == "x")
        #expect(message.body.plain == "From here\n")
        #expect(message.problems.isEmpty)
    }

    @Test("text without an empty line after the headers is still shown")
    func noEmptyLine() {
        let message = ParsedMessage.parse("Subject: x\nthis is no header\nmore\n")
        #expect(message.subject == "x")
        #expect(message.body.plain == "this is no header\nmore\n")
        #expect(message.problems.count == 1)
    }

    @Test("line ends may be LF, CRLF or CR", arguments: ["\n", "\r\n", "\r"])
    func lineEnds(end: String) {
        let message = ParsedMessage.parse("Subject: a" + end + " b" + end + end + "one" + end + "two")
        #expect(message.subject == "a b")
        #expect(message.body.plain == "one\ntwo")
    }

    @Test("an empty input is an empty message")
    func empty() {
        let message = ParsedMessage.parse([UInt8]())
        #expect(message.headers.isEmpty)
        #expect(message.snippet.isEmpty)
    }

    @Test("all headers are kept in order")
    func all() {
        let message = ParsedMessage.parse("X-One: 1\nReceived: a\nX-One: =?utf-8?q?=C3=A9?=\n\n")
        #expect(
            message.headers == [
                ParsedHeader(name: "X-One", value: "1"), ParsedHeader(name: "Received", value: "a"),
                ParsedHeader(name: "X-One", value: "é"),
            ])
    }
}
