import InboxModel
import TestSupport
import Testing

@Suite("Search words")
struct SearchTextTests {
    @Test(
        "words match in any case and with any accents",
        arguments: [
            ("Café", "CAFE\u{301}"), ("naïve", "naive"), ("ＡＢＣ", "abc"), ("Ελληνικά", "ελληνικα"), ("ﬁle", "file"),
            ("İstanbul", "istanbul"),
        ])
    func folds(text: String, query: String) {
        #expect(WordSequence(query).occurs(in: SearchText.words(text)))
        #expect(WordSequence(text).occurs(in: SearchText.words(query)))
    }

    @Test("whole words are compared, and a star matches a prefix")
    func wholeWords() {
        let text = SearchText.words("Lunch on Friday")
        #expect(WordSequence("lunch").occurs(in: text))
        #expect(!WordSequence("lun").occurs(in: text))
        #expect(WordSequence("lun", isPrefix: true).occurs(in: text))
        #expect(WordSequence("on friday").occurs(in: text))
        #expect(!WordSequence("lunch friday").occurs(in: text))
        #expect(WordSequence("on fri", isPrefix: true).occurs(in: text))
    }

    /// Cuts at blanks, except in scripts without blanks, where any cut is allowed.
    @Test("any part cut out of a text is found in it", arguments: 0..<300)
    func parts(seed: Int) {
        var random = SeededRandom(seed: seed)
        let pieces = ["lunch", "café", "a.b", " ", " ", "東", "京", "語", "2020", "한", "국", "x-y", "русский", "\"", "*"]
        let text = (0..<random.int(1..<8)).map { _ in random.pick(pieces) }
        let isIdeograph = { (piece: String) in ["東", "京", "語", "한", "국"].contains(piece) }
        let isBoundary = { (position: Int) in
            position == 0 || position == text.count
                || [text[position - 1], text[position]].contains { $0 == " " || isIdeograph($0) }
        }
        let cuts = (0...text.count).filter(isBoundary)
        let (first, second) = (random.pick(cuts), random.pick(cuts))
        let part = text[min(first, second)..<max(first, second)].joined()
        let words = SearchText.words(text.joined())
        #expect(WordSequence(part).occurs(in: words), "“\(part)” in “\(text.joined())”")
    }

    @Test(
        "absent words are not found",
        arguments: [("東京", "京東"), ("東京都", "東都"), ("lunch", "launch"), ("", "a"), ("ab", "a b")])
    func absent(text: String, query: String) {
        #expect(!WordSequence(query).occurs(in: SearchText.words(text)))
    }

    @Test("no word is empty or has a space, so that a line splits back into its words", arguments: 0..<100)
    func comeApart(seed: Int) {
        var random = SeededRandom(seed: seed)
        let scalars = (0..<40).map { _ in Unicode.Scalar(UInt32(random.int(0..<0x30000))) ?? " " }
        let words = SearchText.words(String(String.UnicodeScalarView(scalars)))
        let joined = words.joined(separator: " ")
        #expect(joined.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) } == words)
        #expect(words.allSatisfy { !$0.isEmpty })
    }
}
