import MailContent
import Testing

@Suite("Formulas, drawings and films in HTML")
struct DrawnTests {
    private static func lines(_ html: String) -> [String] {
        StyledText(html: html).lines.map { ($0.marker ?? "") + $0.text }
    }

    @Test(
        "a formula reads as a line of text",
        arguments: [
            ("<msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><mn>4</mn>", "x² = 4"),
            (
                "<mfrac><mrow><mo>-</mo><mi>b</mi><mo>+</mo><mi>c</mi></mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac>",
                "(-b + c)/2a"
            ),
            ("<mn>2</mn><mfrac><mn>1</mn><mn>2</mn></mfrac>", "2 1/2"),
            ("<msqrt><mi>x</mi><mspace width='1em'/><mo>+</mo><mn>1</mn></msqrt>", "√(x + 1)"),
            ("<mroot><mi>x</mi><mn>3</mn></mroot>", "³√x"),
            ("<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>", "sin x"), ("<mn>2</mn><mo>&#x2062;</mo><mi>x</mi>", "2x"),
            ("<msub><mi>x</mi><mi>i</mi></msub><mo>,</mo><msub><mi>x</mi><mn>1</mn></msub>", "x_i, x₁"),
            (
                "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
                "∑_(i = 1)ⁿ i"
            ),
            ("<msup><mi>e</mi><mrow><mi>i</mi><mi>π</mi></mrow></msup>", "e^iπ"),
            ("<msup><mi>f</mi><mo>′</mo></msup><mo>(</mo><mi>x</mi><mo>)</mo><mo>=</mo><mn>0</mn>", "f′(x) = 0"),
            ("<mo>|</mo><mi>x</mi><mo>|</mo><mo>&lt;</mo><mo>-</mo><mn>1</mn>", "|x| < -1"),
            (
                """
                <mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr>
                <mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable><mo>)</mo>
                """, "(1 2; 3 4)"
            ),
            ("<mfenced separators=';'><mi>a</mi><mi>b</mi></mfenced>", "(a; b)"),
            ("<mi>x</mi><mtext>&nbsp;if&nbsp;</mtext><mi>y</mi>", "x if y"),
            (
                """
                <semantics><mi>x</mi><annotation encoding='application/x-tex'>canary</annotation>
                <annotation-xml><mi>canary</mi></annotation-xml></semantics>
                """, "x"
            ),
            ("<mphantom><mi>canary</mi></mphantom><mi>x</mi>", "x"), ("x + 1", "x + 1"), ("", ""),
        ])
    func formula(html: String, text: String) {
        #expect(StyledText(html: "<p>Then <math>\(html)</math>.").plainText == "Then " + text + ".")
    }

    @Test("a formula reads as its alt text, and a display formula is on its own line")
    func formulaPlace() {
        #expect(Self.lines("a <math alttext='E = mc^2'><mi>E</mi></math> b") == ["a E = mc^2 b"])
        #expect(Self.lines("a<math display=block><mi>x</mi></math>b") == ["a", "x", "b"])
        let linked = StyledText(html: "<a href='https://a.test/'><math><mi>x</mi></math></a>")
        #expect(linked.links.map(\.text) == ["x"])
    }

    @Test("W-4: hidden formulas and drawings, and hidden parts of them, are not read")
    func hidden() {
        for html in [
            "<math style='display:none' alttext=canary><mi>canary</mi></math>", "<math><mi hidden>canary</mi></math>",
            "<div style='display:none'><math><mi>canary</mi></math><svg><title>canary</title></svg></div>",
            "<svg style='opacity:0'><title>canary</title></svg>", "<svg><text display=none>canary</text></svg>",
            "<svg><text fill='#fff'>canary</text></svg>", "<svg><text style='fill:white'>canary</text></svg>",
            "<svg><defs><text>canary</text></defs></svg>", "<svg><symbol><title>canary</title></symbol></svg>",
            "<svg width=1 height=1><title>canary</title></svg>", "<svg><script>canary</script></svg>",
            "<iframe><math><mi>canary</mi></math></iframe>", "<select><svg><title>canary</title></svg></select>",
        ] {
            #expect(!StyledText(html: "seen " + html).plainText.contains("canary"), "\(html)")
        }
    }

    @Test(
        "a drawing reads as its label, title, description or text",
        arguments: [
            ("<svg width=20 height=20><title>Our shop</title><desc>x</desc><path d='M0 0'/></svg>", "[Our shop]"),
            ("<svg aria-label='Our shop'><title>x</title></svg>", "[Our shop]"),
            ("<svg><desc>Sales\n  by month</desc><text>x</text></svg>", "[Sales by month]"),
            ("<svg><rect fill=black /><text fill=white>20&nbsp;%</text><text>off</text></svg>", "20 % off"),
            ("<svg><path d='M0 0'/></svg>", ""),
        ])
    func drawing(html: String, text: String) {
        #expect(Self.lines("a \(html) b") == [text.isEmpty ? "a b" : "a \(text) b"])
    }

    @Test("self-closing elements of drawings and formulas do not nest, however many there are")
    func slashes() {
        let paths = String(repeating: "<path d='M0 0'/><g/>", count: 600)
        let text = StyledText(html: "<svg viewBox='0 0 1 1'>\(paths)</svg><ul><li>one<li>two</ul><svg /><p>three")
        #expect(text.notice == nil)
        #expect(text.lines.map { ($0.marker ?? "") + $0.text } == ["• one", "• two", "", "three"])
    }

    @Test(
        "text after an unclosed formula or drawing is read, in its order",
        arguments: [
            ("<p>one <math><mi>a</mi> <p>two</p><p>five <a href='https://a.test/'>six</a></p>", "one a|two|five six"),
            ("<math><mfrac><mi>a</mi><p>para</p><table><tr><td>cell</table> after", "a|para|cell|after"),
            ("<math><mi>a</mi><br>two<ul><li>three</ul>four", "a|two|• three|four"),
            ("<svg><title>t</title><p>two</p><p>three</p>", "[t]|two|three"),
            ("<svg><foreignObject><p>in</p></foreignObject><text>x</text></svg> out", "in x out"),
        ])
    func unended(html: String, lines: String) {
        #expect(Self.lines(html).filter { !$0.isEmpty } == lines.split(separator: "|").map(String.init))
    }

    @Test("fallback text of video, audio and objects is read")
    func films() {
        let text = StyledText(
            html: """
                <video src=x><source src=y><a href="https://a.test/">Watch it</a></video>
                <audio src=x>Hear it</audio> <object data=x><param name=y>Get it</object> <embed src=x> after
                """)
        #expect(text.plainText == "Watch it Hear it Get it after")
        #expect(text.links.map(\.text) == ["Watch it"])
    }
}
