import MailContent
import Testing

@Suite("Plain text as styled text")
struct PlainTests {
    @Test(
        "quote marks give the quote depth",
        arguments: [
            ("> a", 1, "a"), (">> a", 2, "a"), ("> > a", 2, "a"), (">  a", 1, " a"), ("a > b", 0, "a > b"),
            (">", 1, ""),
        ])
    func quotes(line: String, depth: Int, text: String) {
        let styled = StyledText(plain: line + "\nx")
        #expect(styled.lines.first?.quoteDepth == depth)
        #expect(styled.lines.first?.text == text)
    }

    @Test("empty lines at the top and bottom are left out")
    func ends() {
        #expect(StyledText(plain: "\n \n\na\n\nb\n\n").lines.map(\.text) == ["a", "", "b"])
        #expect(StyledText(plain: "\n\n").lines.isEmpty)
    }

    @Test("the signature is dim")
    func signature() {
        let styled = StyledText(plain: "text\n-- \nAnn")
        #expect(styled.lines.map { $0.runs.first?.style } == [[], [.dim], [.dim]])
    }

    @Test("a mailing list footer is dim")
    func footer() {
        let styled = StyledText(plain: "text\n\(String(repeating: "_", count: 47))\na list\n")
        #expect(styled.lines.map { $0.runs.first?.style } == [[], [.dim], [.dim]])
    }

    @Test("patches and aligned text keep their lines")
    func patches() {
        let styled = StyledText(plain: "words\na    b\ndiff --git a/x b/x\n+ long\n-- \n2.0")
        #expect(styled.lines.map(\.isPreformatted) == [false, true, true, true, false, false])
    }

    @Test("a search index has no joiners")
    func index() {
        #expect(BodyText.forIndex(StyledText(plain: "می\u{200C}خواهم")) == "میخواهم")
    }

    @Test("hostile text is cleaned")
    func cleaned() {
        let styled = StyledText(plain: "a\u{1B}]52;c;x\u{7}\r\nb\u{9B}31m")
        #expect(styled.lines.count == 2)
        #expect(styled.lines.allSatisfy { forbidden(in: $0.text, linesAllowed: true).isEmpty })
    }
}
