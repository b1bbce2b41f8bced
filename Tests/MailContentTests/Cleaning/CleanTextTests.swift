import MailContent
import TestSupport
import Testing

@Suite("T-1, T-4: cleaning of hostile text")
struct CleanTextTests {
    @Test(
        "cleaning a line removes control characters, line ends and direction changes, and limits combining marks",
        arguments: [
            ("plain", "plain"), ("a\tb", "a b"), ("a\nb", "a\u{FFFD}b"), ("a\r\nb", "a\u{FFFD}b"),
            ("\u{1B}[2J", "\u{FFFD}[2J"),
            ("a\u{7F}\u{9B}b", "a\u{FFFD}\u{FFFD}b"), ("a\u{202E}b", "a\u{FFFD}b"), ("a\u{200B}\u{FEFF}b", "ab"),
            ("é日本", "é日本"), ("a\u{2028}b", "a\u{FFFD}b"),
            ("👨\u{200D}👩\u{200D}👧", "👨\u{200D}👩\u{200D}👧"), ("a\u{200D}b", "ab"),
            ("❤\u{FE0F}\u{FE0F}\u{FE0F}", "❤\u{FE0F}"),
            (
                "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
                "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
            ),
            ("a\u{E0041}\u{E0042}", "a"),
            ("e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}", "e\u{301}\u{301}\u{301}\u{301}"),
            ("\u{301}x", " \u{301}x"), ("so\u{AD}ft", "soft"), ("🏳\u{FE0F}\u{200D}🌈", "🏳\u{FE0F}\u{200D}🌈"),
        ])
    func lines(text: String, expected: String) {
        #expect(Array(CleanText.line(text).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(
        "cleaning a body keeps line ends, expands tabs and ends direction changes with their line",
        arguments: [
            ("a\nb", "a\nb"), ("a\r\nb", "a\nb"), ("a\rb", "a\u{FFFD}b"), ("\tx", "        x"), ("ab\tx", "ab      x"),
            ("a\n\tx", "a\n        x"),
            ("a\u{202E}b\nc", "a\u{202E}b\u{202C}\nc"), ("a\u{2067}b", "a\u{2067}b\u{2069}"), ("a\u{202C}b", "ab"),
            ("a\u{85}b", "a\u{FFFD}b"),
            ("end\r", "end\u{FFFD}"), ("a\u{2029}b", "a\nb"),
        ])
    func bodies(text: String, expected: String) {
        #expect(Array(CleanText.body(text).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(
        "joiners stay in a body where they shape letters, and nowhere else; a line has none but those of emoji",
        arguments: [
            "می\u{200C}خواهم", "می\u{200C}\u{64E}خواهم", "क\u{94D}\u{200D}ष", "ක\u{DCA}\u{200D}ර", "ন\u{9CD}\u{200D}",
            "র\u{200D}\u{9CD}য", "ᠠ\u{200D}ᠡ",
        ])
    func joiners(text: String) {
        let bare = text.unicodeScalars.filter { $0 != "\u{200C}" && $0 != "\u{200D}" }
        #expect(Array(CleanText.body(text).unicodeScalars) == Array(text.unicodeScalars))
        #expect(Array(CleanText.line(text).unicodeScalars) == Array(bare))
    }

    @Test(
        "T-5: other joiners are removed, and of several one stays",
        arguments: [
            ("a\u{200C}b", "ab"), ("\u{200C}می", "می"), ("می\u{200C} خ", "می خ"), ("می\u{200C}b", "میb"),
            ("a\n\u{200C}می", "a\nمی"), ("می\u{200C}\u{200C}\u{200B}\u{200D}خ", "می\u{200C}خ"),
            ("日\u{200C}本", "日本"), ("👨\u{200C}👩", "👨👩"),
        ])
    func otherJoiners(text: String, expected: String) {
        #expect(Array(CleanText.body(text).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("tabs stay in text to send, without other controls")
    func tabs() {
        let cleaned = CleanText.body("all:\n\tcc\t-c\u{1B} x\u{B}\n", keepsTabs: true)
        #expect(cleaned == "all:\n\tcc\t-c\u{FFFD} x\u{FFFD}\n")
    }

    @Test(
        "a noncharacter becomes the replacement character",
        arguments: [0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF] as [UInt32])
    func noncharacters(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(CleanText.line("a" + String(scalar)) == "a\u{FFFD}")
    }

    @Test("T-5: clusters stay short whatever they are made of")
    func clusters() {
        for unit in [
            "\u{1100}", "e\u{301}", "\u{1F468}\u{200D}", "\u{600}", "\u{915}\u{94D}", "\u{915}\u{94D}\u{200D}",
        ] {
            let flood = String(repeating: unit, count: 500)
            for text in [CleanText.line(flood), CleanText.body(flood)] {
                #expect(text.allSatisfy { $0.utf8.count <= 64 })
            }
        }
    }

    @Test("cleaning twice gives the same as cleaning once", arguments: 0..<200)
    func idempotent(seed: Int) {
        var random = SeededRandom(seed: seed)
        let pool: [Unicode.Scalar] = [
            "a", " ", "\n", "\r", "\t", "\u{1B}", "\u{9B}", "\u{301}", "\u{200D}", "\u{FE0F}", "👨", "🏴", "\u{E0067}",
            "\u{E007F}", "\u{202E}",
            "\u{202C}", "\u{2067}", "\u{2069}", "\u{200B}", "日", "\u{1100}", "\u{1161}", "\u{1F1E9}",
            "\u{1F3FD}", "\u{200C}", "\u{6CC}", "\u{915}", "\u{94D}",
        ]
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...80, using: &random) {
            scalars.append(pool.randomElement(using: &random) ?? "x")
        }
        let line = CleanText.line(String(scalars))
        let body = CleanText.body(String(scalars))
        #expect(forbidden(in: line, linesAllowed: false).isEmpty)
        #expect(forbidden(in: body, linesAllowed: true).isEmpty)
        #expect(Array(CleanText.line(line).unicodeScalars) == Array(line.unicodeScalars))
        #expect(Array(CleanText.body(body).unicodeScalars) == Array(body.unicodeScalars))
    }
}
