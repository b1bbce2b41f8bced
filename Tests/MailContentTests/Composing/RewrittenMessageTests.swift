import Foundation
import InboxModel
import MailContent
import Testing

@Suite("Messages rewritten for sending")
struct RewrittenMessageTests {
    private typealias Rewritten = (ParsedMessage, RewrittenMessage)

    private static func rewritten(_ text: String, _ dialect: Account.Dialect = .jmap) -> Rewritten {
        let bytes = Array(text.utf8)
        let message = ParsedMessage.parse(bytes)
        return (message, RewrittenMessage(message, of: bytes, dialect: dialect))
    }

    private static func mixed(_ parts: String..., type: String = "multipart/mixed", headers: String = "") -> String {
        "From: a@x.test\n\(headers)Content-Type: \(type); boundary=b\n\n"
            + parts.map { "--b\n\($0)\n" }.joined() + "--b--\n"
    }

    private static let text = "Content-Type: text/plain\n\nHello."

    @Test("a signed or encrypted part is found at any depth, but not within an attached message")
    func seals() {
        let sealed = "Content-Type: multipart/signed; boundary=s\n\n--s\n\nx\n--s\nContent-Type: a/b\n\ny\n--s--"
        #expect(Self.rewritten(Self.mixed(Self.text, sealed)).1.seal == "multipart/signed")
        let encrypted = sealed.replacing("signed", with: "encrypted")
        #expect(Self.rewritten("From: a@x.test\n" + encrypted).1.seal == "multipart/encrypted")
        #expect(Self.rewritten("Content-Type: application/pkcs7-mime\n\nx").1.seal == "application/pkcs7-mime")
        #expect(Self.rewritten(Self.mixed(Self.text, "Content-Type: message/rfc822\n\n" + sealed)).1.seal == nil)
        #expect(Self.rewritten(Self.mixed(Self.text)).1.seal == nil)
    }

    @Test("a Date that is about now goes along, in UTC: it keeps a series of messages in order")
    func date() {
        func date(_ text: String, _ dialect: Account.Dialect = .jmap, at now: TimeInterval) -> DraftHeader? {
            Self.rewritten(text, dialect).1.date(near: Date(timeIntervalSince1970: now))
        }
        let patch = "From: a@x.test\nDate: Fri, 2 Jan 1970 00:00:05 +0100 (CET)\n\nx\n"
        #expect(date(patch, at: 82_815) == DraftHeader(name: "Date", value: "Thu, 1 Jan 1970 23:00:05 +0000"))
        #expect(date(patch, at: 90_000) == nil && date(patch, .inbox, at: 82_815) == nil)
        #expect(date("From: a@x.test\n\nx\n", at: 82_815) == nil)
    }

    /// Texts that each exceed one limit.
    private static let longer: [String] = {
        let people = (0..<4_000).map { "person.\($0)@example.org" }.joined(separator: ", ")
        let header = "X-A: " + String(repeating: "y", count: 995) + "\n"
        let crowd = "To: " + String(repeating: "a@x.test, ", count: 999) + "b@x.test\n"
        let levels = (0..<51).map { "Content-Type: multipart/mixed; boundary=b\($0)x\n\n--b\($0)x\n" }
        return [
            "To: \(people)\n\nHello.", String(repeating: header, count: 1_100) + "To: a@x.test\n\n",
            mixed(String(repeating: "Content-Type: a/b\n\nx\n--b\n", count: 1_001)), levels.joined() + "\nx\n",
            String(repeating: crowd, count: 11) + "\n",
            "References: " + String(repeating: "<a@b> ", count: 1_001) + "\n\n",
        ]
    }()

    @Test(
        "exceeding a parser limit is reported, so that no recipient is lost in the rewrite",
        arguments: longer.indices)
    func cuts(index: Int) {
        let (message, form) = Self.rewritten(Self.longer[index])
        #expect(form.cuts.count == 1, "\(message.problems)")
    }

    @Test("a broken message loses nothing, and no limit is reported")
    func uncut() {
        let broken = "Subject: a\nSubject: b\nDate: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n"
        let (message, form) = Self.rewritten(broken)
        #expect(!message.problems.isEmpty && form.cuts.isEmpty)
    }

    @Test("a calendar keeps its method, and a text file its charset")
    func parameters() throws {
        let (message, form) = Self.rewritten(
            Self.mixed(
                Self.text, "Content-Type: text/calendar; method=REQUEST; charset=UTF-8; name=a.ics\n\nx",
                "Content-Type: text/csv; charset=windows-1252; name=b.csv; header=present\n\nx"))
        #expect(
            message.files.map(form.type) == [
                "text/calendar; method=REQUEST; charset=UTF-8", "text/csv; charset=windows-1252",
            ])
        #expect(form.losses == ["header of b.csv"])
    }

    @Test("JMAP can't hold a calendar's method beside a non-plain name: the loss is reported; a charset stays")
    func names() {
        let text = Self.mixed(
            Self.text, "Content-Type: text/csv; charset=windows-1252; name=\"my list.csv\"\n\nx",
            "Content-Type: text/calendar; method=REQUEST; name=\"my day.ics\"\n\nx")
        let (message, form) = Self.rewritten(text)
        #expect(
            message.files.map(form.type) == ["text/csv; charset=windows-1252", "text/calendar; method=REQUEST"])
        #expect(form.losses == ["the name my day.ics"])
        #expect(Self.rewritten(text, .inbox).1.losses.isEmpty)
    }

    @Test("an inline picture stays inline if the dialect supports it; otherwise the loss is reported")
    func pictures() {
        let text = Self.mixed(
            "Content-Type: text/html\n\n<img src=\"cid:p1\">",
            "Content-Type: image/png; name=p.png\nContent-ID: <p1>\n\nx",
            "Content-Type: image/png; name=q.png\nContent-ID: <q1>\n\nx", type: "multipart/related")
        let (message, form) = Self.rewritten(text)
        #expect(message.files.map(form.contentID) == ["p1", nil])
        #expect(form.losses == ["the place of q.png in the text; it goes along as a file"])
        let (_, inbox) = Self.rewritten(text, .inbox)
        #expect(message.files.map(inbox.contentID) == [nil, nil])
        #expect(inbox.losses.count == 2)
    }

    @Test("the Inbox API takes a single Reply-To and one text format, and the losses are reported")
    func inbox() {
        let text = Self.mixed(
            Self.text, "Content-Type: text/html\n\n<p>Hello.", type: "multipart/alternative",
            headers: "Reply-To: c@x.test, Di <d@x.test>\n")
        #expect(Self.rewritten(text).1.losses.isEmpty)
        #expect(
            Self.rewritten(text, .inbox).1.losses == [
                "the further addresses in Reply-To, d@x.test", "the plain text beside the HTML",
            ])
        let one = Self.mixed("Content-Type: text/html\n\n<p>Hello.", headers: "Reply-To: c@x.test\n")
        #expect(Self.rewritten(one, .inbox).1.losses.isEmpty)
    }

    @Test("extra authors, headers and structure that a draft can't hold are reported")
    func losses() {
        let (_, form) = Self.rewritten(
            Self.mixed(
                Self.text, "Content-Type: a/b; name=c\nContent-Description: why\n\nx", type: "multipart/report",
                headers: "X-Job: 7\nReceived: by mx\nTo: c@x.test\n"
            ).replacing("From: a@x.test", with: "From: a@x.test, Bo <b@x.test>"))
        #expect(
            form.losses == [
                "the other authors in From, b@x.test", "Received", "the form multipart/report",
                "Content-Description of c",
            ])
    }

    @Test("other headers are passed on as written, except trace headers and those that the dialect can't hold")
    func otherHeaders() {
        let text =
            "From: a@x.test\nX-Mailer: git-send-email 2.39\nReturn-Path: <b@x.test>\nDate: now\nContent-Language: en\n"
            + "List-Unsubscribe: <https://x.test/u>,\n <mailto:u@x.test>\nX-Name: =?utf-8?Q?J=C3=BCrg?=\n\nHello.\n"
        let (_, form) = Self.rewritten(text)
        #expect(form.headers.map(\.name) == ["X-Mailer", "List-Unsubscribe", "X-Name"])
        #expect(
            form.headers.map(\.value) == [
                "git-send-email 2.39", "<https://x.test/u>, <mailto:u@x.test>", "=?utf-8?Q?J=C3=BCrg?=",
            ])
        #expect(form.losses == ["Return-Path"])
        let (_, inbox) = Self.rewritten(text, .inbox)
        #expect(inbox.headers.isEmpty && inbox.losses == ["X-Mailer", "Return-Path", "List-Unsubscribe", "X-Name"])
    }
}
