import MailContent
import TestSupport
import Testing

@Suite("Wrapping")
struct WrappingTests {
    private static func wide(_ character: Character) -> Int {
        character.unicodeScalars.contains { $0.value >= 0x3000 } ? 2 : 1
    }

    private static func rows(_ text: StyledText, _ width: Int) -> [String] {
        text.wrapped(to: width, measure: wide).map(\.text)
    }

    @Test(
        "long words are cut, others wrap whole",
        arguments: [
            ("one two three", 10, ["one two", "three"]), ("one two", 7, ["one two"]),
            ("abcdefghijkl x", 5, ["abcde", "fghij", "kl x"]),
            ("  lead words here", 10, ["  lead", "words here"]), ("a     bcdefgh", 4, ["a", "bcde", "fgh"]),
            ("日本語日本", 5, ["日本", "語日", "本"]), ("> 日本語日本", 8, ["> 日本語", "日本"]),
            ("see 日本語。日本", 11, ["see 日本", "語。日本"]), ("a「日本」b", 5, ["a「日", "本」b"]),
            ("한국 사람입니다", 9, ["한국", "사람입니", "다"]), ("", 5, []), ("x", 1, ["x"]),
        ] as [(String, Int, [String])])
    func words(text: String, width: Int, expected: [String]) {
        var styled = StyledText()
        styled.lines = text.isEmpty ? [] : [StyledText.Line(runs: [StyledText.Run(text: text)])]
        #expect(Self.rows(styled, width) == expected)
    }

    @Test("list items hang, quotes are indented, preformatted lines are cut")
    func indents() {
        let list = StyledText(html: "<ul><li>one two three</ul>").wrapped(to: 12) { _ in 1 }
        #expect(list.map(\.marker) == ["• ", nil])
        #expect(list.map(\.indent) == [2, 2])
        let quote = StyledText(plain: "> one two three four").wrapped(to: 16) { _ in 1 }
        #expect(quote.map(\.text) == ["one two three", "four"])
        #expect(quote.allSatisfy { $0.quoteDepth == 1 })
        let pre = StyledText(html: "<pre>ab cd ef gh ij</pre>").wrapped(to: 10) { _ in 1 }
        #expect(pre.map(\.text) == ["ab cd ef g", "h ij"])
    }

    @Test("text after a long list number is indented behind it, within the width")
    func longNumbers() {
        let rows = StyledText(html: "<ol start=20260101><li>one two three</ol>").wrapped(to: 20) { _ in 1 }
        #expect(rows.map { ($0.marker ?? "") + $0.text } == ["20260101. one two", "three"])
        #expect(rows.allSatisfy { $0.indent == 10 })
    }

    @Test("deep quotes leave room for text")
    func deep() {
        let rows = StyledText(plain: String(repeating: ">", count: 60) + " some words here").wrapped(to: 20) { _ in 1 }
        #expect(rows.allSatisfy { $0.quoteDepth * StyledText.quoteColumns + $0.text.count <= 20 })
    }

    @Test("styles and links stay with their words", arguments: 0..<60)
    func stays(seed: Int) {
        var random = SeededRandom(seed: seed)
        var line = StyledText.Line()
        for index in 0..<Int.random(in: 1...8, using: &random) {
            let letters = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                "ab 日é".randomElement(using: &random) ?? "x"
            }
            line.runs.append(
                StyledText.Run(text: String(letters), style: index.isMultiple(of: 2) ? .bold : [], link: index))
        }
        var styled = StyledText()
        styled.lines = [line]
        let width = Int.random(in: 2...20, using: &random)
        let rows = styled.wrapped(to: width, measure: Self.wide)
        func letters(_ lines: [StyledText.Line]) -> [String] {
            lines.flatMap {
                $0.runs.flatMap { run in
                    run.text.filter { $0 != " " }.map { "\($0)\(run.style.rawValue)\(run.link ?? -1)" }
                }
            }
        }
        #expect(letters(rows) == letters([line]))
        #expect(rows.allSatisfy { $0.text.reduce(0) { $0 + Self.wide($1) } <= width })
    }

    @Test("if a data table is too wide for columns, its cells follow each other")
    func narrowTable() {
        let text = StyledText(
            html:
                "<table><tr><th>Day<th>What<th>Price</tr><tr><td>Monday<td>A kettle with a whistle<td align=right>€ 34.90</table>"
        )
        let rows = { (width: Int) in text.wrapped(to: width) { _ in 1 }.map(\.text) }
        #expect(rows(40) == ["Day     What                     Price", "Monday  A kettle with a whistle  € 34.90"])
        #expect(rows(30) == ["Day  What  Price", "Monday  A kettle with a", "whistle  € 34.90"])
    }

    @Test("short layout cells are side by side, or below each other if there is no room")
    func blocks() {
        let html = """
            <table role=presentation><tr><td><a href="https://a.test/1"><img src="https://a.test/p" alt="Pot"></a><td>\
            <a href="https://a.test/1">Pot</a><br>Blue<td align=right>€ 34.90</tr><tr><td>\
            <td><a href="https://a.test/2">Towels</a><td align=right>€ 9.00</table><p>end
            """
        let rows = { (width: Int) in StyledText(html: html).wrapped(to: width) { _ in 1 }.map(\.text) }
        // Each link is followed by space for the number that the reader adds.
        #expect(rows(30) == ["Pot           € 34.90", "Blue", "", "Towels         € 9.00", "", "end"])
        #expect(rows(16) == ["Pot", "Blue", "", "€ 34.90", "", "Towels  € 9.00", "", "end"])
        let prose =
            "<table><tr><td>\(String(repeating: "word ", count: 60))<td>\(String(repeating: "other ", count: 60))</table>"
        #expect(StyledText(html: prose).lines.count == 2)
    }

    private static func table(_ rows: [[String]], head: [String] = []) -> StyledText {
        let cells = rows.map { "<tr>" + $0.map { "<td>\($0)" }.joined() }.joined()
        return StyledText(html: "<table><tr>" + head.map { "<th>\($0)" }.joined() + cells + "</table>")
    }

    @Test("a column stays as wide as its longest word while there is room")
    func wholeWords() {
        let word = String(repeating: "a", count: 28)
        let row = [word + " and so on", "short words that fill up the column", "more words that fill up the column"]
        let text = Self.table([row, row])
        #expect(text.plainText.contains(word) && text.lines.contains { $0.text.hasPrefix(word + "  short words") })
        #expect(text.lines.allSatisfy { $0.text.count <= 76 })
        let spanned = StyledText(html: "<table><tr><td colspan=2>\(word)<tr><td>a<td>b<tr><td>c<td>d</table>")
        #expect(spanned.plainText.contains(word))
    }

    @Test("a spanning cell uses the width of its columns, and overflows them if nothing follows it")
    func spanning() {
        let note = "A note on all that was ordered"
        let rows = { (last: String) in
            StyledText(html: "<table><tr><td>a<td>b<td>5<tr><td>c<td>d<td>6<tr>\(last)<tr><td>e<td>f<td>7</table>")
                .lines.map(\.text)
        }
        #expect(rows("<td colspan=3>\(note)") == ["a  b  5", "c  d  6", note, "e  f  7"])
        let blanks = String(repeating: " ", count: note.count - 2)
        #expect(
            rows("<td colspan=2>\(note)<td>9") == ["a  b\(blanks)5", "c  d\(blanks)6", "\(note)  9", "e  f\(blanks)7"])
        let long = "<td colspan=3>" + Array(repeating: "words", count: 20).joined(separator: " ")
        #expect(rows(long).allSatisfy { $0.count <= 76 } && rows(long).count == 5)
    }

    @Test("a right-to-left table has its columns in reverse order")
    func fromRight() {
        let rows = "<tr><td>one<td>two<tr><td>a<td>b"
        let shown = { (html: String) in StyledText(html: html).lines.map(\.text) }
        #expect(shown("<table dir=rtl>\(rows)</table>") == ["two  one", "  b    a"])
        #expect(shown("<div dir=RTL><table>\(rows)</table></div>") == ["two  one", "  b    a"])
        #expect(shown("<div dir=rtl><table dir=ltr>\(rows)</table></div>") == ["one  two", "a    b"])
    }

    @Test("in a table too wide for columns, the row heading labels the value")
    func namedRows() {
        let text = StyledText(
            html: "<table><tr><th>Price<td>5 euros each<tr><th>Colour:<td>blue and green</table>")
        #expect(text.lines.map(\.text) == ["Price    5 euros each", "Colour:  blue and green"])
        #expect(text.wrapped(to: 22) { _ in 1 }.map(\.text) == ["Price: 5 euros each", "Colour: blue and green"])
    }

    @Test("a table whose words do not fit side by side has no columns, and its words stay whole")
    func longWords() {
        let row = (0..<4).map { String(repeating: "\($0)", count: 28) }
        #expect(Self.table([row, row]).lines.map(\.text) == row + row)
        let headed = Self.table([row, row], head: ["A", "B", "C", "D"]).lines.map(\.text)
        let record = zip(["A", "B", "C", "D"], row).map { "\($0): \($1)" }
        #expect(headed == record + [""] + record)
    }

    @Test("data rows too wide for columns become blocks of headings and values")
    func records() {
        let head = (1...12).map { "Heading number \($0)" }
        let rows = (1...5).map { row in (1...12).map { "\(row).\($0)" } }
        let shown = Self.table(rows, head: head).lines.map(\.text)
        let expected = rows.map { zip(head, $0).map { "\($0): \($1)" } }
        #expect(shown == Array(expected.joined(separator: [""])))
        let narrow = Self.table(rows, head: (1...12).map { "\($0)" }).lines
        #expect(narrow.count == 6 && narrow.last?.text.hasPrefix("5.1  5.2  5.3") == true)
    }

    @Test("data rows with lists become blocks, too, each list below its heading; a single column stays as it is")
    func recordsOfLists() {
        let list = "<ul><li>floods<li>ice</ul>"
        let shown = { (text: StyledText) in text.lines.map { ($0.marker ?? "") + $0.text } }
        #expect(
            shown(Self.table([["March", list], ["May", "none"]], head: ["When", "Why"]))
                == ["When: March", "Why:", "• floods", "• ice", "", "When: May", "Why: none"])
        #expect(shown(Self.table([[list]], head: ["Why"])).contains("Why:") == false)
    }
}
