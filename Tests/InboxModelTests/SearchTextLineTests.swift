import InboxModel
import TestSupport
import Testing

@Suite("Search lines")
struct SearchTextLineTests {
    @Test("a line is the words joined by single spaces, for any text", arguments: 0..<50)
    func line(seed: Int) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<40 {
            // Every ASCII character, including controls, and sometimes one that needs the slow path.
            var scalars = (0..<random.int(0..<30)).map { _ in Unicode.Scalar(UInt8(random.int(0..<128))) }
            if random.chance(20) { scalars += random.pick(MailRandom.words).unicodeScalars }
            let text = String(String.UnicodeScalarView(scalars))
            #expect(SearchText.line(text) == SearchText.words(text).joined(separator: " "), "\(text.debugDescription)")
        }
    }
}
