import MailContent
import TerminalUI
import Testing

@testable import InboxUI

@Suite("Lines of a text")
struct BodyLinesTests {
    private static func rows(_ html: String, _ width: Int) -> [String] {
        var lines = BodyLines(width: width, showsQuotes: true, glyphs: .unicode)
        lines.add(StyledText(html: html))
        return lines.lines.map { $0.spans.map(\.text).joined() }
    }

    @Test("the numbers of links leave the columns of a table where they are")
    func numbers() {
        let html = """
            <table><tr><td><a href="https://a.test/1">Pot</a><br>Blue<td>€ 34.90</tr>\
            <tr><td><a href="https://a.test/2">Towels</a><br>Three<td>€ 9.00</table>
            """
        #expect(
            Self.rows(html, 60) == ["Pot [1]       € 34.90", "Blue", "", "Towels [2]    € 9.00", "Three"])
        #expect(
            Self.rows(html, 12) == [
                "Pot [1]", "Blue", "", "€ 34.90", "", "Towels [2]", "Three", "", "€ 9.00",
            ])
    }
}
