import Foundation
import InboxModel
import MailContent
import TestSupport
import Testing

@Suite("Composed messages")
struct ComposedMessageTests {
    /// Text that could start a field or another recipient, decode to something else, or exceed a line.
    private struct Hostile {
        var random: SeededRandom
        private static let pieces = [
            "\r\n", "\n", "\r", "\0", "\u{1b}[2J", "\u{7f}", "\u{85}", "\u{2028}", "\u{2029}", "\t", " ", "  ", ":",
            ",", ";",
            "<", ">", "(", ")", "[", "]", "@", "\\", "\"", "'", "=?utf-8?B?QmNjOiB4QHk=?=", "=?", "?=", "%0d%0a", "*=",
            "&", ".",
            "\r\nBcc: x@y.test", "\n\nnew text", "--=_mixed_seed", "a", "Bc", "7", "é", "東京", "🙂", "e\u{301}",
            ",\u{301}",
            "\u{202E}", "مرحبا",
        ]

        mutating func text(_ counts: Range<Int> = 0..<10) -> String {
            // Now and then far longer than a line.
            let times = Int.random(in: 0..<12, using: &random) == 0 ? Int.random(in: 60..<600, using: &random) : 1
            let count = Int.random(in: counts, using: &random)
            let text = (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
            return String(String.UnicodeScalarView(String(repeating: text, count: times).unicodeScalars.prefix(2_000)))
        }

        mutating func address() -> MailAddress {
            // Readers limit the length of an address.
            let name = String(text().prefix(300))
            let inHost =
                ["", "\r\n", ",x", "é", ">, <x", "\0", ";", "東京", " ", ",\u{301}"].randomElement(using: &random) ?? ""
            return MailAddress(name: name, email: "a" + text(0..<5).prefix(300) + "@b" + inHost + ".test")
        }

        mutating func id() -> String { "<" + text(1..<4) + "@mail.test>" }

        mutating func some<Value>(_ one: (inout Hostile) -> Value) -> [Value] {
            (0..<Int.random(in: 0..<4, using: &random)).map { _ in one(&self) }
        }
    }

    private static func message(_ seed: Int) -> ComposedMessage {
        var hostile = Hostile(random: SeededRandom(seed: seed))
        var message = ComposedMessage(
            date: Date(timeIntervalSince1970: 1_258_510_932), messageID: "<\(seed)@mail.test>", seed: "seed")
        message.subject = hostile.text()
        message.from = [hostile.address()]
        message.to = hostile.some { $0.address() }
        message.cc = hostile.some { $0.address() }
        message.replyTo = hostile.some { $0.address() }
        message.inReplyTo = hostile.id()
        message.references = hostile.some { $0.id() }
        message.files = hostile.some {
            OutgoingFile(id: $0.text(), name: $0.text(), contentType: $0.text(), content: Array("x".utf8))
        }
        message.body = MessageBody(
            html: "<p>" + hostile.text() + message.files.map { "cid:" + $0.id }.joined(), plain: hostile.text())
        return message
    }

    /// Parses header fields as simply as possible: a line that begins with a blank continues the previous one.
    private static func fields(_ header: Substring.UTF8View) -> [(name: String, value: [UInt8])] {
        var fields: [(name: String, value: [UInt8])] = []
        for line in lines(header) {
            if line.first == 0x20, !fields.isEmpty {
                fields[fields.count - 1].value += line
            } else {
                let parts = line.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
                fields.append((String(decoding: parts[0], as: UTF8.self), Array(parts.dropFirst().first ?? [])))
            }
        }
        return fields
    }

    private static func lines(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
        Array(bytes).split(separator: 0x0A, omittingEmptySubsequences: false).map {
            $0.last == 0x0D ? $0.dropLast() : $0
        }
        .map(Array.init)
    }

    /// On one line, as a reader should see it: each run of controls is a blank.
    private static func line(_ text: String) -> String {
        text.unicodeScalars.split {
            $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || [0x2028, 0x2029].contains($0.value)
        }
        .map { String($0) }.joined(separator: " ").trimmingCharacters(in: CharacterSet(charactersIn: " "))
    }

    /// Returns the address without characters that are allowed only in quotes, or not at all.
    private static func bare(_ email: String) -> String {
        let scalars = email.unicodeScalars.filter { !#" ()<>[]:;,\""#.unicodeScalars.contains($0) }
        return EmailAddress.written(String(String.UnicodeScalarView(scalars)))
    }

    private static func seen(_ addresses: [MailAddress]) -> [[String]] { addresses.map { [$0.name, bare($0.email)] } }
    private static func meant(_ addresses: [MailAddress]) -> [[String]] {
        addresses.map { [line($0.name), bare($0.email)] }
    }

    @Test("M-1: no value adds a line end or control character, and no line is longer than 998", arguments: 0..<300)
    func clean(seed: Int) throws {
        let message = Self.message(seed)
        let bytes = message.bytes
        for line in Self.lines(bytes) {
            #expect(line.count <= 998, "seed \(seed)")
            #expect(line.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }, "seed \(seed)")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.replacing("\r\n", with: "").utf8.contains { $0 == 0x0A || $0 == 0x0D }, "seed \(seed)")
        let end = try #require(text.range(of: "\r\n\r\n")).lowerBound
        let named = Self.fields(text[..<end].utf8)
        let given = [("Reply-To", message.replyTo), ("Cc", message.cc), ("To", message.to)].filter { !$0.1.isEmpty }
            .map(\.0)
        let nobody = message.to.isEmpty && message.cc.isEmpty ? ["To"] : []
        let known = nobody + ["Date", "From", "Subject", "Message-ID", "MIME-Version", "Content-Type"] + given
        let others = ["In-Reply-To", "References", "Content-Transfer-Encoding"]
        #expect(named.map(\.name).filter { !others.contains($0) }.sorted() == known.sorted(), "seed \(seed)")
        #expect(Set(named.map(\.name)).count == named.count, "seed \(seed)")
        for field in named {
            #expect(!field.value.isEmpty && field.value.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "seed \(seed)")
        }
    }

    @Test("M-1: a composed message parses back as meant, with the same recipients", arguments: 0..<300)
    func readAgain(seed: Int) {
        let message = Self.message(seed)
        let read = ParsedMessage.parse(message.bytes)
        #expect(read.subject == Self.line(message.subject), "seed \(seed)")
        #expect(Self.seen(read.from) == Self.meant(message.from), "seed \(seed)")
        #expect(Self.seen(read.to) == Self.meant(message.to), "seed \(seed)")
        #expect(Self.seen(read.cc) == Self.meant(message.cc), "seed \(seed)")
        #expect(Self.seen(read.replyTo) == Self.meant(message.replyTo), "seed \(seed)")
        #expect(read.bcc.isEmpty && read.messageID == message.messageID, "seed \(seed)")
        func isID(_ id: String) -> Bool {
            id.utf8.count < 900
                && id.dropFirst().dropLast().utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3C && $0 != 0x3E }
        }
        #expect(read.inReplyTo == [message.inReplyTo ?? ""].filter(isID), "seed \(seed)")
        #expect(read.references == message.references.filter(isID), "seed \(seed)")
        #expect(
            read.files.map(\.fileName).sorted() == message.files.map { Self.line($0.name) }.sorted(), "seed \(seed)")
    }

    @Test(
        "a text has one line break at its end, its own or one that is added",
        arguments: [("a", "a\r\n"), ("a\n", "a\r\n"), ("a\n\n", "a\r\n\r\n"), ("a\r\n", "a\r\n"), ("", "\r\n")])
    func lastLine(text: String, sent: String) {
        var message = ComposedMessage(date: Date(timeIntervalSince1970: 0), messageID: "<a@mail.test>")
        message.body = MessageBody(plain: text)
        #expect(String(decoding: message.bytes, as: UTF8.self).hasSuffix("quoted-printable\r\n\r\n" + sent))
    }

    @Test("a text beside files keeps the line breaks at its end", arguments: ["a", "a\n", "a\n\n"])
    func lastLineOfPart(text: String) {
        var message = ComposedMessage(date: Date(timeIntervalSince1970: 0), messageID: "<a@mail.test>")
        message.body = MessageBody(plain: text)
        message.files = [OutgoingFile(id: "", name: "a.bin", contentType: "image/png", content: [1])]
        let written = "\r\n\r\n" + text.replacing("\n", with: "\r\n") + "\r\n--=_mixed_"
        #expect(String(decoding: message.bytes, as: UTF8.self).contains("quoted-printable" + written))
    }

    @Test("an invitation reply is sent as an alternative of the text, other calendars as files")
    func answer() {
        func written(_ type: String) -> String {
            var message = ComposedMessage(date: Date(timeIntervalSince1970: 0), messageID: "<a@mail.test>")
            message.body = MessageBody(plain: "Accepted: Lunch")
            message.files = [
                OutgoingFile(id: "", name: "answer.ics", contentType: type, content: Array("BEGIN:VCALENDAR".utf8)),
                OutgoingFile(id: "", name: "map.png", contentType: "image/png", content: Array("x".utf8)),
            ]
            let read = ParsedMessage.parse(message.bytes)
            #expect(read.body.plain?.hasPrefix("Accepted: Lunch") == true)
            #expect(Set(read.files.map(\.fileName)) == ["answer.ics", "map.png"])
            return String(decoding: message.bytes, as: UTF8.self)
        }
        let answer = written("text/calendar;method=REPLY;charset=utf-8")
        #expect(answer.contains("Content-Type: multipart/alternative;"))
        #expect(
            answer.contains(
                "Content-Type: text/calendar; method=REPLY; charset=utf-8;\r\n name=\"answer.ics\"\r\n"
                    + "Content-Transfer-Encoding: base64\r\n\r\n"))
        let request = written("text/calendar;method=REQUEST;charset=utf-8")
        #expect(!request.contains("multipart/alternative"))
    }
}
