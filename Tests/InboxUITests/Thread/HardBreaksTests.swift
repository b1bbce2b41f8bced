import MailContent
import Testing

@testable import InboxUI

@Suite("Hard line breaks")
struct HardBreaksTests {
    private func paragraphs(_ text: String, width: Int) -> [String] {
        let styled = StyledText(plain: text)
        return HardBreaks(styled, width: width).paragraphs(styled.lines.indices).map(\.text)
    }

    private static let letter = """
        Dear Ann,
        I saw the article about your press and decided to come and look at it
        myself. I'm currently on a train that goes by the sea, and will be at
        the harbour by four. Bring
        the ink.

        - one thing that is long enough to have been broken by a program, and
        - another one
        """

    @Test("lines are joined only if the window is narrower")
    func joins() {
        let narrow = paragraphs(Self.letter, width: 40)
        #expect(narrow[0] == "Dear Ann,")
        #expect(
            narrow[1]
                == "I saw the article about your press and decided to come and look at it myself. "
                + "I'm currently on a train that goes by the sea, and will be at the harbour by four. Bring")
        #expect(
            narrow[2...] == [
                "the ink.", "", "- one thing that is long enough to have been broken by a program, and",
                "- another one",
            ])
        #expect(
            paragraphs(Self.letter, width: 72)
                == Self.letter.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }

    @Test("Chinese and Japanese lines are joined without a space")
    func joinsIdeographs() {
        let han = String(repeating: "日", count: 35)
        #expect(paragraphs("\(han)\n\(han)", width: 40) == [han + han])
        #expect(paragraphs("\(han)、\nかな", width: 40) == [han + "、かな"])
        #expect(paragraphs("\(han)\nword", width: 40) == [han + " word"])
        let hangul = String(repeating: "가", count: 35)
        #expect(paragraphs("\(hangul)\n\(hangul)", width: 40) == [hangul + " " + hangul])
    }

    @Test("deeper quotes, lists and patches keep their breaks")
    func keeps() {
        let long = String(repeating: "word ", count: 14) + "ends"
        #expect(paragraphs("\(long)\n> \(long)", width: 40).count == 2)
        #expect(paragraphs("\(long)\n1. \(long)", width: 40).count == 2)
        #expect(paragraphs("\(long)\n  \(long)", width: 40).count == 2)
        #expect(paragraphs("diff --git a/x b/x\n+\(long)\n+\(long)\n \(long)", width: 40).count == 4)
        #expect(paragraphs("> \(long)\n> \(long)", width: 40).count == 1)
        let drawn = String(repeating: "=", count: 70)
        #expect(paragraphs("\(drawn)\nAbove it a line was drawn", width: 40) == [drawn, "Above it a line was drawn"])
    }
}
