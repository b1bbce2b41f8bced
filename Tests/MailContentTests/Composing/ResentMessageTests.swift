import Foundation
import InboxModel
import MailContent
import Testing

@Suite("Resending a message")
struct ResentMessageTests {
    private let original = Array(
        """
        Return-Path: <x@y.test>
        From: Bob <bob@example.test>
        To: ann@example.test
        Bcc: secret@example.test,
         other@example.test
        Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
        Message-ID: <1@example.test>

        Bcc: in the text stays.
        """.utf8)

    private func text(_ bytes: [UInt8]) -> String {
        String(
            decoding: ResentMessage.bytes(
                of: bytes, from: MailAddress(name: "Ann", email: "ann@example.test"),
                to: [MailAddress(email: "carl@example.test"), MailAddress(email: "dora@example.test")],
                at: Date(timeIntervalSince1970: 1_258_510_932), messageID: "<r@example.test>"), as: UTF8.self)
    }

    @Test("Resent fields come first, and the rest is the original byte for byte")
    func block() {
        #expect(
            text(original) == """
                Resent-Date: Wed, 18 Nov 2009 02:22:12 +0000
                Resent-From: ann@example.test
                Resent-To: carl@example.test,
                 dora@example.test
                Resent-Message-ID: <r@example.test>
                From: Bob <bob@example.test>
                To: ann@example.test
                Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
                Message-ID: <1@example.test>

                Bcc: in the text stays.
                """)
    }

    @Test("M-2: the original's Bcc is not passed on, whatever the line ends")
    func blindCopies() {
        let crlf = String(decoding: original, as: UTF8.self).replacing("\n", with: "\r\n")
        let passed = text(Array(crlf.utf8))
        #expect(!passed.contains("secret@") && !passed.contains("other@"))
        #expect(!passed.replacing("\r\n", with: "").contains("\n"))
    }

    @Test("M-2: Bcc is removed only above the text as a reader sees it, and whatever the line ends")
    func headersEnd() {
        let early = Array("Subject: a\nthis is no header\nbcc: of the text\n\nmore\n".utf8)
        #expect(text(early).hasSuffix("Subject: a\nthis is no header\nbcc: of the text\n\nmore\n"))
        let old = Array("Subject: a\rBcc: secret@example.test\rTo: b@example.test\r\rtext\r".utf8)
        #expect(text(old).hasSuffix("Subject: a\rTo: b@example.test\r\rtext\r"))
        let mbox = Array("From bob Mon Jan  1\nBcc: secret@example.test\nTo: b@example.test\n\ntext".utf8)
        #expect(!text(mbox).contains("secret"))
    }

    @Test(
        "M-2: removal affects the Bcc headers that a reader would find, and nothing in the text",
        arguments: [
            (
                ">From bob Mon Jan  1\nBcc: s@x.test\nTo: b@x.test\n\nbcc: text",
                ">From bob Mon Jan  1\nTo: b@x.test\n\nbcc: text"
            ),
            ("To: b@x.test\nFrom bob Mon\nBcc: s@x.test\n\ntext", "To: b@x.test\nFrom bob Mon\n\ntext"),
            (" To: b@x.test\nbcc: of the text\n", " To: b@x.test\nbcc: of the text\n"),
            ("\nbcc: of the text\n", "\nbcc: of the text\n"),
            ("Bcc : s@x.test\n o@x.test\nTo: b@x.test\n\n", "To: b@x.test\n\n"),
            ("Subject: a\rno header\nBcc: s@x.test\n\nt", "Subject: a\rno header\n\nt"),
            ("Subject: a\rBcc: s@x.test\nTo: b@x.test\n\nt", "Subject: a\r\nTo: b@x.test\n\nt"),
        ])
    func sameEnd(message: String, kept: String) {
        #expect(HeaderRemoval.removing(["bcc"], from: Array(message.utf8)) == Array(kept.utf8), "\(message)")
        let passed = ParsedMessage.parse(HeaderRemoval.removing(["bcc"], from: Array(message.utf8)))
        #expect(passed.bcc.isEmpty)
        let before = ParsedMessage.parse(Array(message.utf8))
        #expect(passed.body.plain == before.body.plain && passed.to.map(\.email) == before.to.map(\.email))
    }

    @Test("M-1: nothing in an address starts a new header field")
    func injection() {
        let bytes = ResentMessage.bytes(
            of: original, from: MailAddress(email: "a@x.test\r\nBcc: e@x.test"),
            to: [MailAddress(email: "b@x.test\nX: y")],
            at: Date(timeIntervalSince1970: 0), messageID: "<r@x.test>")
        let names = String(decoding: bytes, as: UTF8.self).split(separator: "\n").prefix(4).map {
            $0.prefix { $0 != ":" }
        }
        #expect(names == ["Resent-Date", "Resent-From", "Resent-To", "Resent-Message-ID"])
    }
}
