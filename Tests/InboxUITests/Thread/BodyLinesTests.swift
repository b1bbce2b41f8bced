import Foundation
import InboxModel
import MailContent
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@Suite("Lines of a text")
struct BodyLinesTests {
    private static func rows(_ html: String, _ width: Int) -> [String] {
        var lines = BodyLines(width: width, showsQuotes: true, glyphs: .unicode)
        lines.add(StyledText(html: html))
        return lines.lines.map { $0.spans.map(\.text).joined() }
    }

    private static func message() -> Message {
        Message(
            id: MessageID(1), account: AccountID(1), remoteID: RemoteID("m"), thread: ThreadID(1), subject: "Hats",
            receivedAt: .test(1))
    }

    @Test("each header starts its own line, however long the header above is")
    func headers() {
        let references = "References: <1297677612-12405-1-git-send-email-henne@nachtwind.test>"
        let mail =
            "Subject: x\r\n\(references)\r\nCc: tglx@linutronix.test, hpa@zytor.test, x86@kernel.test, tj@kernel.test, more@a.test\r\n\r\ny"
        var lines = BodyLines(width: 79, showsQuotes: true, glyphs: .unicode)
        lines.add(FileText.headers(of: Array(mail.utf8)))
        #expect(
            lines.lines.contains { $0.text.hasPrefix("Cc: tglx") } && lines.lines.contains { $0.text == references })
    }

    @Test("a rule drawn with repeated characters is cut to the width and copied in full")
    func drawn() {
        let rule = String(repeating: "_", count: 47)
        var lines = BodyLines(width: 20, showsQuotes: true, glyphs: .unicode)
        lines.add(StyledText(plain: "Hello\n\(rule)\nA list"))
        #expect(lines.lines.map(\.text) == ["Hello", String(repeating: "_", count: 20), "A list"])
        #expect(lines.lines.map(\.typed) == ["Hello", rule, "A list"])
    }

    @Test(
        "W-5: a link whose target differs from its text is marked at its number, in signs and in words",
        arguments: [(Glyphs.unicode, "[2⚠]"), (Glyphs.ascii, "[2!]"), (Glyphs.words, "[2, warning]")])
    func oddLink(glyphs: Glyphs, mark: String) {
        var lines = BodyLines(width: 79, showsQuotes: true, glyphs: glyphs)
        let odd = "<a href='https://evil.test/'>https://bank.test/in</a>"
        lines.add(StyledText(html: "<a href='https://a.test/x'>Look</a> at \(odd)."))
        #expect(lines.lines.map(\.text) == ["Look [1] at https://bank.test/in \(mark)."])
    }

    @Test("quote bars stay at the left, even beside right-to-left text")
    func barsOfHebrew() {
        var lines = BodyLines(width: 40, showsQuotes: true, glyphs: .unicode)
        lines.add(StyledText(plain: "> שלום לך, מה שלומך היום\n>\n> ועוד שורה אחת"))
        let rows = lines.lines.map(\.text)
        #expect(rows.count >= 2 && rows.allSatisfy { $0.hasPrefix("▏") }, "\(rows)")
        #expect(rows.contains { $0.hasSuffix("היום") && $0.count == 40 }, "\(rows)")
    }

    @Test("an attached picture shows its key's number, name and size; a remote picture shows its words")
    func pictures() throws {
        let html = """
            <p>See <img src="cid:b" alt="A cat"> and <img src="cid:a" alt="hat.gif"> and <img src="cid:gone" alt=Gone>.</p>\
            <p><img src="https://a.test/x.png" alt="Far"> <img src="data:image/gif;base64,AAAAAAAA"></p>
            """
        var message = Self.message()
        message.files = [
            MessageFile(remoteID: RemoteID("1"), fileName: "notes.txt", contentType: "text/plain", size: 9),
            MessageFile(
                remoteID: RemoteID("2"), fileName: "hat.gif", contentType: "image/gif", size: 2_000, contentID: "a"),
            MessageFile(
                remoteID: RemoteID("3"), fileName: "cat.png", contentType: "image/png", size: 30, contentID: "b"),
        ]
        let text = StyledText(html: html)
        let pictures = MailPictures(message, text)
        var lines = BodyLines(width: 99, showsQuotes: true, glyphs: .unicode)
        lines.pictures = pictures.labels(in: text)
        lines.add(text)
        #expect(
            lines.lines.map(\.text) == [
                "See [picture 2: A cat, cat.png, 30 B] and [picture 1: hat.gif, 2 kB] and [Gone].", "",
                "[Far] [picture 4: 6 B]",
            ])
        #expect(lines.lines[0].spans.compactMap(\.target) == [.picture(2), .picture(1)])
        #expect(pictures.entries.map(\.title) == ["hat.gif", "cat.png", "Far", "picture"])
        let safe = text.withoutRemotePictures
        #expect(MailPictures(message, safe).labels(in: safe)[3]?.number == 3, "one fewer is in front of it")
    }

    @Test("picture labels keep table columns aligned")
    func columns() {
        let html = """
            <table><tr><td><img src="cid:a" alt="Hat">, of felt and silk, with a large feather<td>€ 34.90</tr>\
            <tr><td>Towels<td>€ 9.00</tr><tr><td><img src="cid:a" alt="Hat"><td>€ 1.00</table>
            """
        var message = Self.message()
        message.files = [
            MessageFile(
                remoteID: RemoteID("2"), fileName: "hat.gif", contentType: "image/gif", size: 2_000, contentID: "a")
        ]
        let text = StyledText(html: html)
        func rows(_ width: Int) -> [String] {
            var lines = BodyLines(width: width, showsQuotes: true, glyphs: .unicode)
            lines.pictures = MailPictures(message, text).labels(in: text)
            lines.add(text)
            return lines.lines.map(\.text)
        }
        #expect(
            rows(80) == [
                "[Hat], of felt and silk, with a large feather  € 34.90",
                "Towels                                         € 9.00",
                "[picture 1: Hat, hat.gif, 2 kB]                € 1.00",
            ])
        #expect(rows(30).first == "[picture 1: Hat, hat.gif, 2")
    }

    @Test("link numbers keep table columns aligned")
    func numbers() {
        let html = """
            <table><tr><td><a href="https://a.test/1">Pot</a><br>Blue<td>€ 34.90</tr>\
            <tr><td><a href="https://a.test/2">Towels</a><br>Three<td>€ 9.00</table>
            """
        #expect(
            Self.rows(html, 60) == ["Pot [1]       € 34.90", "Blue", "", "Towels [2]    € 9.00", "Three"])
        #expect(
            Self.rows(html, 12) == [
                "Pot [1]", "Blue", "", "€ 34.90", "", "Towels [2]", "Three", "", "€ 9.00",
            ])
    }
}
