import Foundation
import InboxModel
import MailContent
import TestSupport
import Testing

@Suite("Writing format=flowed")
struct FlowedWritingTests {
    private static let words =
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"

    @Test("long lines wrap after spaces, short ones stay")
    func broken() {
        let text = "Short\n\(Self.words)\n\nend"
        #expect(
            FlowedText.wrapped(text)
                == "Short\none two three four five six seven eight nine ten eleven twelve thirteen \nfourteen fifteen sixteen\n\nend"
        )
    }

    @Test(
        "text without long lines, patches and text whose only long lines are quotes stay unchanged",
        arguments: [
            "", "short\nlines ", "> \(words)",
            "\(words)\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a \n+b",
            "\(words)\n---\n a.c | 3 ++-\n 1 file changed, 2 insertions(+), 1 deletion(-)",
        ])
    func untouched(text: String) {
        #expect(FlowedText.wrapped(text) == nil)
    }

    @Test("words longer than a line stay whole, also after two dashes")
    func longWords() {
        let word = String(repeating: "x", count: 100)
        #expect(FlowedText.wrapped(word) == nil)
        #expect(FlowedText.wrapped("a \(word) b") == "a \n\(word) \nb")
        #expect(FlowedText.wrapped("-- \(word)") == nil)
        #expect(FlowedText.wrapped("-- \(word) b") == "-- \(word) \nb")
    }

    @Test("lines that look like quotes, mbox marks or stuffing get a space")
    func stuffed() {
        let text = "\(Self.words)\nFrom here\n  code\n> quote \n-- \nAnn  "
        #expect(FlowedText.wrapped(text)?.hasSuffix("\n From here\n   code\n> quote\n-- \nAnn") == true)
    }

    @Test("text in which trailing spaces matter is not wrapped")
    func exact() {
        #expect(FlowedText.wrapped("\(Self.words)\nhard  \nbreak", isExact: true) == nil)
        #expect(FlowedText.wrapped("\(Self.words)\n-- \nAnn", isExact: true) != nil)
    }

    @Test("wrapped text is read back as written, except for trailing spaces", arguments: 0..<300)
    func roundTrip(seed: Int) throws {
        var random = SeededRandom(seed: seed)
        let pieces = [
            "a", "word", "From ", "From", ">", "> ", ">> ", " ", "  ", "-- ", "--", "日本語の文", "é", "👨‍👩‍👧", ".", "\t",
            "https://example.test/a/very/long/address/that/cannot/be/broken/anywhere/at/all/whatever/one/does",
        ]
        func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
        func line() -> String {
            (0..<number(0..<40)).map { _ in pieces[number(0..<pieces.count)] + (number(0..<5) < 3 ? " " : "") }.joined()
        }
        let text = (0..<number(1..<12)).map { _ in line() }.joined(separator: "\n")
        guard let wrapped = FlowedText.wrapped(text) else { return }
        let expected = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            var line = line
            if line != "-- " {
                line = line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)]
            }
            guard line.first == ">" else { return String(line) }
            // A quote has one blank after its marks.
            let marks = line.prefix { $0 == ">" }
            var rest = line.dropFirst(marks.count)
            if rest.first == " " { rest = rest.dropFirst() }
            return marks + (rest.isEmpty ? "" : " " + rest)
        }.joined(separator: "\n")
        #expect(FlowedText.unwrapped(wrapped, deletesSpace: false) == expected, "seed \(seed)")
        for line in wrapped.split(separator: "\n") where line.first != ">" && line.count > 79 {
            #expect(line.split(separator: " ").contains { $0.count > 35 }, "seed \(seed): \(line)")
        }
    }

    @Test("a wrapped message declares format=flowed and is read back as written")
    func message() {
        var message = ComposedMessage(date: .init(timeIntervalSince1970: 0), messageID: "<a@x>", seed: "a")
        message.body = MessageBody(plain: Self.words)
        let bytes = message.bytes
        #expect(String(decoding: bytes, as: UTF8.self).contains("text/plain; charset=utf-8; format=flowed\r\n"))
        #expect(ParsedMessage.parse(bytes).body.plain == Self.words + "\n")
        message.body = MessageBody(plain: "short")
        #expect(!String(decoding: message.bytes, as: UTF8.self).contains("flowed"))
    }
}
