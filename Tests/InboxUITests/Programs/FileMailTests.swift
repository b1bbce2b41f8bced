import Foundation
import InboxModel
import MailContent
import TestSupport
import Testing

@testable import InboxUI

@Suite("A mail that no store has")
struct FileMailTests {
    private func mail(_ lines: String...) -> FileMail {
        FileMail(Array(lines.joined(separator: "\r\n").utf8), receivedAt: .test(7))
    }

    @Test("is read like any other: people, date, text, links, files and what is wrong with them")
    func reading() throws {
        let mail = mail(
            "From: Ann <ann@example.test>", "To: bob@example.test", "Date: Thu, 1 Jan 2026 00:00:05 +0000",
            "Subject: =?utf-8?q?K=C3=B6kar?=", "Message-ID: <1@example.test>", "List-Id: Dev <dev.example.test>",
            "Content-Type: multipart/mixed; boundary=b", "", "--b", "Content-Type: text/html", "",
            "<p>Hello <a href='https://evil.test/'>https://good.test/</a></p>", "--b",
            "Content-Type: application/pdf; name=\"../invoice.pdf\"", "", "\u{7F}ELF binary", "--b",
            "Content-Type: text/calendar", "",
            "BEGIN:VCALENDAR", "METHOD:REQUEST", "BEGIN:VEVENT", "UID:1@example.test",
            "ORGANIZER:mailto:ann@example.test", "SUMMARY:Picnic", "DTSTART:20260102T100000Z", "END:VEVENT",
            "END:VCALENDAR",
            "--b--", "")
        #expect(
            mail.message.subject == "Kökar"
                && mail.message.from == [MailAddress(name: "Ann", email: "ann@example.test")])
        #expect(mail.message.receivedAt == .test(5) && mail.message.messageIDHeader == "<1@example.test>")
        #expect(!mail.message.isUnread && mail.message.listID == "dev.example.test")
        #expect(mail.message.files.map(\.remoteID.rawValue) == ["2", "3"])
        #expect(mail.message.files.first?.fileName.contains("/") == false)
        #expect(mail.disguises[0]?.contains("whatever its name says") == true && mail.disguises[1] == nil)
        #expect(mail.card?.lines.contains { $0.runs.contains { $0.text.contains("Picnic") } } == true)
        let json = try #require(mail.json(withHeaders: true, seal: nil))
        let text = String(decoding: try JSONEncoder().encode(json), as: UTF8.self)
        for part in [#""account":"""#, #""unread":false"#, #""List-Id""#, "Hello", #""warning":"#] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        let short = String(decoding: try JSONEncoder().encode(mail.json(withHeaders: false, seal: nil)), as: UTF8.self)
        #expect(!short.contains(#""headers""#))
    }

    @Test("without a date of its own it has that of its file; whatever is broken is said")
    func broken() {
        let mail = mail("Subject: x", "Content-Type: multipart/mixed; boundary=b", "", "--b", "", "half")
        #expect(mail.message.receivedAt == .test(7) && mail.message.from.isEmpty)
        #expect(!mail.body.problems.isEmpty)
    }
}
