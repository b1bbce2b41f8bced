import Foundation
import InboxModel
import MailContent
import Testing

@testable import InboxServer

@Suite("Composing")
struct ComposerTests {
    private static func message(_ change: (inout NewMessage) -> Void = { _ in }) -> NewMessage {
        var message = NewMessage()
        message.from = [MailAddress(name: "Ann", email: "ann@example.test")]
        message.to = [MailAddress(email: "bob@example.test")]
        message.subject = "Cogs"
        message.date = 1_400_000_000
        message.messageID = "<1@maraca.invalid>"
        message.html = "<p>Round</p>"
        change(&message)
        return message
    }

    private static func bytes(_ message: NewMessage, files: [OutgoingFile] = []) -> [UInt8] {
        MessageComposer(message: message, files: files).bytes
    }

    @Test(
        "any text survives a round trip in lines that every server accepts",
        arguments: [
            "Plain", "", "  blanks  ", "Grüße", "歯車の図をお送りします。ご確認ください。よろしくお願いいたします。もう一度。", "=?utf-8?q?not_encoded?=",
            "a\tb",
            String(repeating: "x", count: 2_000), Array(repeating: "wörter", count: 200).joined(separator: " "),
            "👨‍👩‍👧‍👦 family",
            "\"quoted\" (comment) <angle>", "From me\n.\n..\n",
        ])
    func roundTrip(text: String) throws {
        let message = Self.message { message in
            message.subject = text
            message.from = [MailAddress(name: text, email: "ann@example.test")]
            message.html = PlainAsHTML.wrapped(text)
        }
        let bytes = Self.bytes(
            message, files: [OutgoingFile(id: "f", name: text, contentType: "image/png", content: Array(text.utf8))])
        let raw = String(decoding: bytes, as: UTF8.self)
        #expect(bytes.allSatisfy { $0 < 0x80 })
        #expect(!raw.replacing("\r\n", with: "").contains { $0 == "\r" || $0 == "\n" || $0 == "\r\n" })
        #expect(raw.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 998 })
        let parsed = ParsedMessage.parse(bytes)
        func words(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }
        #expect(parsed.problems == [])
        if text.utf8.count < 900 {
            #expect(words(parsed.subject) == words(text))
            #expect(words(parsed.from.first?.name ?? "") == words(text))
            #expect(words(parsed.files.first?.fileName ?? "") == words(text))
        }
        #expect(parsed.body.plain?.trimmingCharacters(in: .newlines) == text.trimmingCharacters(in: .newlines))
        #expect(
            parsed.files.first.flatMap { ParsedMessage.fileContents(of: bytes, partID: $0.partID) } == Array(text.utf8))
    }

    @Test("the plain text of Markdown keeps headings, emphasis, code and lists")
    func marksOfMarkdown() throws {
        let typed = """
            # The *plan*

            Some **strong** words, an *idea*, `git log` and [**the** list](https://a.test/l).

            - one
            - two **more**

            ```
            make  test
            ```
            """
        let bytes = Self.bytes(Self.message { $0.html = Markdown.html(of: typed) })
        let lines = try #require(ParsedMessage.parse(bytes).body.plain).split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "# The *plan*",
                "Some **strong** words, an *idea*, `git log` and **the** list <https://a.test/l>.", "• one",
                "• two **more**", "    make  test",
            ])
    }

    @Test("the plain text of Markdown shows link targets, quotes, tables and the signature as typed")
    func plainOfMarkdown() throws {
        let typed = """
            See [the plan](https://a.test/plan).

            > said
            >> deeper

            | a | b |
            | 1 | 2 |

            --\u{20}
            Ann
            """
        let bytes = Self.bytes(Self.message { $0.html = Markdown.html(of: typed) })
        let lines = try #require(ParsedMessage.parse(bytes).body.plain).split(separator: "\n").map(String.init)
        #expect(
            lines.filter { $0 != ">" } == [
                "See the plan <https://a.test/plan>.", "> said", ">> deeper", "| a | b |", "| 1 | 2 |", "-- ", "Ann",
            ])
    }

    @Test("headers are correct and contain no Bcc, host or user name")
    func headers() throws {
        let message = Self.message { message in
            message.cc = [MailAddress(name: "Müller, Dan", email: "dan@wheel.example")]
            message.bcc = [MailAddress(email: "eve@cog.example")]
            message.replyTo = [MailAddress(email: "reply@example.test")]
            message.inReplyTo = "<b@x>"
            message.references = ["<a@x>", "<b@x>"]
        }
        let bytes = Self.bytes(message)
        let parsed = ParsedMessage.parse(bytes)
        #expect(parsed.date == Date(timeIntervalSince1970: 1_400_000_000))
        #expect(parsed.cc == message.cc && parsed.replyTo == message.replyTo && parsed.bcc == [])
        #expect(
            parsed.messageID == "<1@maraca.invalid>" && parsed.inReplyTo == ["<b@x>"]
                && parsed.references == ["<a@x>", "<b@x>"])
        let raw = String(decoding: bytes, as: UTF8.self)
        #expect(!raw.contains("eve@cog.example"))
        for canary in [ProcessInfo.processInfo.hostName, NSUserName(), NSHomeDirectory()] where canary.count > 4 {
            #expect(!raw.contains(canary))
        }
    }

    @Test("a message with only Bcc is valid")
    func onlyBcc() {
        let message = Self.message { message in
            message.to = []
            message.bcc = [MailAddress(email: "eve@cog.example")]
        }
        #expect(String(decoding: Self.bytes(message), as: UTF8.self).contains("To: undisclosed-recipients:;\r\n"))
    }

    @Test("a long thread keeps its first and newest references")
    func references() {
        let ids = (0..<500).map { "<\($0)@x>" }
        let parsed = ParsedMessage.parse(Self.bytes(Self.message { $0.references = ids }))
        #expect(
            parsed.references.first == "<0@x>" && parsed.references.last == "<499@x>" && parsed.references.count == 50)
    }

    @Test("an attached mail is embedded unless it needs encoding; then it becomes bytes")
    func attachedMail() throws {
        func attached(_ mail: [UInt8]) throws -> (type: String, bytes: [UInt8]?) {
            let bytes = Self.bytes(
                Self.message(),
                files: [OutgoingFile(id: "f", name: "a.eml", contentType: "message/rfc822", content: mail)])
            let parsed = ParsedMessage.parse(bytes)
            let file = try #require(parsed.files.first)
            #expect(parsed.problems == [] && parsed.files.count == 1 && file.fileName == "a.eml")
            return (file.contentType, ParsedMessage.fileContents(of: bytes, partID: file.partID))
        }
        let plain = "From: a@b.test\nSubject: x\n\n--b\ntext\n"
        let got = try attached(Array(plain.utf8))
        #expect(got.type == "message/rfc822" && got.bytes == Array(plain.replacing("\n", with: "\r\n").utf8))
        for odd in [
            "Subject: ä\n\nx", "Subject: x\n\na\rb", "\0", "Subject: x\n\n" + String(repeating: "x", count: 999), "",
        ] {
            let got = try attached(Array(odd.utf8))
            #expect(got.type == "application/octet-stream" && got.bytes == Array(odd.utf8))
        }
    }

    @Test(
        "invalid or unencodable types become bytes",
        arguments: [
            ("image/png", "image/png"), ("IMAGE/PNG; name=x", "image/png"), ("nonsense", "application/octet-stream"),
            ("a/b\r\nX-Bad: 1", "application/octet-stream"), ("message/rfc822", "application/octet-stream"),
            ("multipart/mixed", "application/octet-stream"), ("", "application/octet-stream"),
            ("text/html", "text/html"),
            ("text/calendar;method=Reply;charset=utf-8", "text/calendar; method=REPLY; charset=utf-8"),
            ("text/calendar; name=x; method=\"a b\"", "text/calendar; method=AB; charset=utf-8"),
            ("text/calendar; method=a/b", "text/calendar"), ("image/png; method=REPLY", "image/png"),
        ])
    func types(given: String, written: String) {
        #expect(OutgoingFile(id: "", name: "", contentType: given, content: []).safeType == written)
    }

    @Test(
        "an attached text that is UTF-8 beyond ASCII says so",
        arguments: [
            ("text/plain", Array("Grüße".utf8), "text/plain; charset=utf-8"),
            ("text/plain", Array("Hello".utf8), "text/plain"), ("text/plain", [0x47, 0x72, 0xFC], "text/plain"),
            ("text/csv; charset=koi8-r", Array("Grüße".utf8), "text/csv; charset=koi8-r"),
            ("application/json", Array("Grüße".utf8), "application/json"),
        ] as [(String, [UInt8], String)])
    func charset(given: String, content: [UInt8], written: String) {
        #expect(OutgoingFile(id: "", name: "", contentType: given, content: content).safeType == written)
        let told = OutgoingFile.type(given, of: content)
        #expect(OutgoingFile(id: "", name: "", contentType: told, content: []).safeType == written)
    }
}
