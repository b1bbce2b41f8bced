import InboxModel
import TestSupport
import Testing

@Suite("Match positions")
struct MatchPlacesTests {
    /// Returns the text with its matches in brackets.
    private func marked(_ text: String, _ query: String, _ field: MailPredicate.Field = .body) -> String {
        var rest = text.startIndex
        var marked = ""
        for place in SoughtWords(MailQuery(query).predicate).places(in: text, showing: field) {
            marked += text[rest..<place.lowerBound] + "[" + text[place] + "]"
            rest = place.upperBound
        }
        return marked + text[rest...]
    }

    @Test(
        "found words are marked as they are written",
        arguments: [
            ("Lunch at the CAFÉ, café.", "cafe", "Lunch at the [CAFÉ], [café]."),
            ("Lunchtime", "lunch", "Lunchtime"), ("Lunchtime", "lunch*", "[Lunchtime]"),
            ("on Friday, or on friday", "\"on friday\"", "[on Friday], or [on friday]"),
            ("Friday on", "\"on friday\"", "Friday on"), ("on, Friday", "\"on friday\"", "[on, Friday]"),
            ("東京都に住む", "京都", "東[京都]に住む"), ("東京", "東", "[東]京"), ("cafe\u{301}s", "cafés", "[cafe\u{301}s]"),
            ("Straße", "strasse", "[Straße]"), ("a b c", "a b", "[a] [b] c"), ("a b", "a -b", "[a] b"),
            ("a b", "a OR b", "[a] [b]"), ("ﬁle a.b", "file", "[ﬁle] a.b"), ("lunch", "subject:lunch", "lunch"),
            ("lunch", "", "lunch"), ("x", "東", "x"), ("a-b-c", "b", "a-[b]-c"),
        ])
    func marks(text: String, query: String, expected: String) {
        #expect(marked(text, query) == expected)
    }

    @Test("words for one field are marked only there")
    func fields() {
        #expect(marked("anna", "from:anna", .from) == "[anna]")
        #expect(marked("anna", "from:anna", .people) == "[anna]")
        #expect(marked("anna", "from:anna", .subject) == "anna")
        #expect(marked("anna", "with:anna", .to) == "[anna]")
        #expect(marked("anna", "anna", .file) == "[anna]")
    }

    @Test("a position exists exactly for each match", arguments: 0..<400)
    func agrees(seed: Int) {
        var random = SeededRandom(seed: seed)
        let text = MailRandom.text(&random, most: 8)
        let sequence = WordSequence(MailRandom.text(&random, most: 2), isPrefix: random.chance(30))
        guard !sequence.words.isEmpty else { return }
        let places = SoughtWords(.words(.body, sequence)).places(in: text, showing: .body)
        #expect(places.isEmpty == !sequence.occurs(in: SearchText.words(text)), "\(sequence) in “\(text)”")
        #expect(zip(places, places.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
        #expect(places.allSatisfy { !$0.isEmpty })
    }
}
