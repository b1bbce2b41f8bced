import Foundation
import MailContent
import Testing

@Suite("Delivery reports")
struct ReportTextTests {
    private func read(_ text: String, _ type: String = "message/delivery-status") -> [String] {
        FileText.read(Array(text.utf8), type: type, name: "")?.lines.map { ($0.marker ?? "") + $0.text } ?? []
    }

    @Test("a bounce shows who was not reached, and why")
    func failed() {
        let report = """
            Reporting-MTA: dns; mx.example.org\r
            Arrival-Date: Mon, 2 Nov 2026 10:00:00 +0000\r
            \r
            Final-Recipient: rfc822; bob@work.test\r
            Action: failed\r
            Status: 5.1.1\r
            Remote-MTA: dns; mail.work.test\r
            Diagnostic-Code: smtp; 550 5.1.1 <bob@work.test>:\r
                user unknown\r
            \r
            Original-Recipient: rfc822;eve@work.test\r
            Final-Recipient: rfc822;e17@inner.work.test\r
            Action: delayed (queued)\r
            Status: 4.4.1 (no answer)\r
            Will-Retry-Until: Fri, 6 Nov 2026 10:00:00 +0000\r

            """
        #expect(
            read(report) == [
                "Not delivered to bob@work.test", "Why       there is no such mailbox (5.1.1)",
                "Answer    550 5.1.1 <bob@work.test>: user unknown", "Server    mail.work.test",
                "Told by   mx.example.org", "", "Not delivered yet to eve@work.test",
                "Why       the server does not answer (4.4.1)", "Tried     until Fri, 6 Nov 2026 10:00:00 +0000",
                "Told by   mx.example.org",
            ])
    }

    @Test("a delivery shows no reason", arguments: ["delivered": "Delivered to", "relayed": "Passed on for"])
    func reached(_ action: String, _ words: String) {
        let lines = read(
            "Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; bob@b.test\nAction: \(action)\nStatus: 2.0.0")
        #expect(lines.first?.hasPrefix("\(words) bob@b.test") == true && lines.dropFirst() == ["Told by   mx"])
    }

    @Test("a status without its own wording shows its subject; an invalid status is left out")
    func reasons() {
        func why(_ status: String) -> [String] {
            Array(read("X: y\n\nFinal-Recipient: rfc822; b@b.test\nAction: failed\nStatus: \(status)").dropFirst())
        }
        #expect(why("5.3.9") == ["Why       the mail server (5.3.9)"])
        #expect(why("5.0.0") == [] && why("bad") == [] && why("") == [])
    }

    @Test("a read receipt says what became of the message")
    func receipt() {
        let report = """
            Reporting-UA: mail.test; Program
            Final-Recipient: rfc822;bob@work.test
            Original-Message-ID: <1@example.org>
            Disposition: manual-action/MDN-sent-automatically; displayed
            """
        #expect(
            read(report, "message/disposition-notification") == [
                "Shown by bob@work.test, which need not mean that it was read",
                "How       by the program, without asking",
            ])
    }

    @Test(
        "a report without recipients is shown as written; control characters are removed",
        arguments: [
            "", "no fields at all", "Reporting-MTA: dns; mx\n\nAction: failed",
        ])
    func strange(_ text: String) {
        #expect(read(text) == FileText.read(Array(text.utf8), type: "text/plain", name: "")?.lines.map(\.text))
        let hostile = read(
            "A: b\n\nFinal-Recipient: rfc822; b\u{1B}[2J@b.test\nAction: failed\nDiagnostic-Code: smtp; \u{1B}]0;x\u{7}"
        )
        #expect(hostile.count == 2 && !hostile.joined().unicodeScalars.contains { $0.value < 0x20 })
    }
}
