import TestSupport
import Testing

@testable import TerminalUI

@Suite("Text in cells")
struct TextCellsTests {
    @Test("a character drawn unchanged has a single piece")
    func singles() throws {
        for value in [0x20..<0x3100, 0xFE00..<0xFF00, 0x1F000..<0x1FB00].joined() {
            guard let scalar = Unicode.Scalar(UInt32(value)), let single = TextCells.single(Character(scalar)) else {
                continue
            }
            let pieces = TextCells.pieces(String(scalar))
            #expect(pieces == [.init(text: String(scalar), width: single.width)] && single.scalar == scalar)
        }
    }

    @Test(
        "a character is drawn in a form that has the same width on every terminal",
        arguments: [
            ("a", "a", 1), ("ä", "ä", 1), ("漢", "漢", 2), ("한", "한", 2), ("ｱ", "ｱ", 1), ("─", "─", 1), ("●", "●", 1),
            ("👍", "👍", 2), ("👍🏽", "👍", 2), ("👨‍👩‍👧", "👨", 2), ("🏳️‍🌈", "🏳", 1), ("❤️", "❤", 1), ("1️⃣", "1\u{20E3}", 1),
            ("🇩🇪", "🇩🇪", 2), ("\u{1FAE8}", "\u{FFFD}", 1), ("\u{FFFF}", "\u{FFFD}", 1), ("e\u{301}", "e\u{301}", 1),
            ("\u{1B}", "\u{FFFD}", 1), ("\r\n", "\u{FFFD}", 1), ("\u{85}", "\u{FFFD}", 1), ("\u{7F}", "\u{FFFD}", 1),
            ("\t", " ", 1), ("\u{202E}", "\u{FFFD}", 1), ("\u{2028}", "\u{FFFD}", 1), ("\u{200B}", "", 0),
            ("a\u{200D}", "a", 1),
            ("\u{AD}", "", 0), ("\u{FEFF}", "", 0), ("क्ष", "क्ष", 2), ("\u{E0001}", "", 0),
        ])
    func pieces(text: String, drawn: String, width: Int) {
        let pieces = TextCells.pieces(text)
        #expect(Array(pieces.map(\.text).joined().unicodeScalars) == Array(drawn.unicodeScalars))
        #expect(pieces.reduce(0) { $0 + $1.width } == width)
        #expect(TextCells.width(text) == width)
        #expect(text.reduce(0) { $0 + TextCells.columns(of: $1) } == width)
    }

    @Test("T-5: a character keeps four marks at most")
    func marks() {
        let zalgo = "a" + String(repeating: "\u{301}", count: 500) + "b"
        let pieces = TextCells.pieces(zalgo)
        #expect(pieces.map(\.width) == [1, 1])
        #expect(pieces[0].text.unicodeScalars.count == 5)
        #expect(TextCells.pieces("\u{301}").map(\.text) == [" \u{301}"])
    }

    @Test("truncated text ends in an ellipsis within the width")
    func truncation() {
        #expect(TextCells.truncated("Lunch?", to: 6) == "Lunch?")
        #expect(TextCells.truncated("Lunch today?", to: 6) == "Lunch…")
        #expect(TextCells.truncated("漢字漢字", to: 6) == "漢字…")
        #expect(TextCells.truncated("漢字", to: 1) == "…")
        #expect(TextCells.truncated("漢字", to: 0).isEmpty)
        #expect(TextCells.padded("漢", to: 4) == "漢  ")
    }

    @Test("text wraps at spaces, and long words are cut")
    func wrapping() {
        #expect(TextCells.wrapped("the quick brown fox", to: 9) == ["the quick", "brown fox"])
        #expect(TextCells.wrapped("one\n\ntwo", to: 9) == ["one", "", "two"])
        #expect(TextCells.wrapped("abcdefghij kl", to: 4) == ["abcd", "efgh", "ij", "kl"])
        #expect(TextCells.wrapped(String(repeating: "x", count: 300_000), to: 80).count == 3750, "in linear time")
        #expect(TextCells.wrapped("ab 漢字漢字", to: 5) == ["ab", "漢字", "漢字"])
        #expect(TextCells.wrapped("漢字漢字", to: 5) == ["漢字", "漢字"])
        #expect(TextCells.wrapped("漢", to: 1) == [""])
        #expect(TextCells.wrapped("text", to: 0).isEmpty)
    }

    @Test("the width of any text is that of its pieces", arguments: 0..<100)
    func widths(seed: Int) {
        var random = SeededRandom(seed: seed)
        let text = random.text(length: 60)
        #expect(TextCells.width(text) == TextCells.pieces(text).reduce(0) { $0 + $1.width })
        for columns in [0, 1, 7, 20] {
            #expect(TextCells.width(TextCells.truncated(text, to: columns)) <= columns)
            #expect(TextCells.wrapped(text, to: columns).allSatisfy { TextCells.width($0) <= columns })
        }
    }
}
