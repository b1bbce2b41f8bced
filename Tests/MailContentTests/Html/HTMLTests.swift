import MailContent
import Testing

@Suite("HTML as styled text")
struct HTMLTests {
    static let sample = """
        <html><body><h1>Title</h1><p>Some <b>bold</b> text &amp; <a href="https://a.test/x">a link</a>.</p>
        <ul><li>one<li>two<ul><li>inner</ul></ul><ol start=9><li>nine<li>ten</ol>
        <blockquote>quoted<blockquote>twice</blockquote></blockquote>
        <table border=1><tr><th>Item<th>Price<tr><td>Tea<td>3.50</table><pre>a  b
          c</pre><hr></body></html>
        """

    private static func lines(_ html: String) -> [String] {
        StyledText(html: html).lines.map { ($0.marker ?? "") + $0.text }
    }

    @Test(
        "references to characters without a semicolon are read as browsers read them",
        arguments: [
            ("&copy 2026 &reg &nbsp x", "© 2026 ®   x"), ("a &lt b &amp c &LT d &COPY", "a < b & c < d ©"),
            ("&copyright &not;", "©right ¬"), ("AT&T R&D & &x &am &copy;", "AT&T R&D & &x &am ©"),
            ("&frac12 &sup2kg", "½ ²kg"),
        ])
    func oldReferences(html: String, text: String) {
        for html in [html, SafeHTML.cleaned(html)] {
            #expect(StyledText(html: html).plainText.replacing("\u{A0}", with: " ") == text)
        }
    }

    @Test("in an attribute they are read only where no letter, digit or equals sign follows")
    func oldReferencesInAttributes() {
        let html =
            #"<a href="https://a.test/?a=1&copy=2&regx=3&amp b">x</a> "#
            + #"<img alt="&copy Ann" src="https://a.test/p">"#
        let text = StyledText(html: html)
        #expect(text.links.first?.target.contains("?a=1&copy=2&regx=3&") == true)
        #expect(text.plainText.contains("© Ann"))
    }

    @Test("headings, lists, quotes, tables and code become lines of their kind")
    func page() {
        #expect(
            Self.lines(Self.sample) == [
                "Title", "", "Some bold text & a link.", "", "• one", "• two", "• inner", "", "9. nine", "10. ten", "",
                "quoted", "",
                "twice", "", "Item  Price", "Tea   3.50", "", "a  b", "  c", "", "",
            ])
        let text = StyledText(html: Self.sample)
        #expect(text.lines.last?.isRule == true)
        #expect(text.lines.map(\.quoteDepth).max() == 2)
        #expect(text.lines[2].runs.map(\.style) == [[], [.bold], [], [], []])
        #expect(text.lines[2].runs[3].link == 0)
        #expect(text.links == [StyledText.Link(target: "https://a.test/x", text: "a link")])
        #expect(text.lines.first { $0.text == "a  b" }?.isPreformatted == true)
    }

    @Test(
        "white space collapses, and an empty line separates paragraphs",
        arguments: [
            ("a  \n\t b", ["a b"]), ("<p>a<p>b", ["a", "", "b"]), ("<div>a</div><div>b</div>", ["a", "b"]),
            ("a<br><br><br><br>b", ["a", "", "b"]), ("<b> a </b> b", ["a b"]), ("a<i> b</i>c", ["a bc"]),
            ("<p>&nbsp;</p><p>x", ["x"]), ("<p style='margin:0'>a<p style='margin:0'>b", ["a", "b"]),
            ("<span>a</span><span>b</span>", ["ab"]), ("", []), ("  \n ", []),
            ("a&zwj;b &copy; &#65;&#x42; &unknown;", ["ab © AB &unknown;"]),
        ])
    func blanks(html: String, expected: [String]) {
        #expect(Self.lines(html) == expected)
    }

    @Test(
        "a large margin, padding or top border becomes an empty line",
        arguments: [
            ("<div>a</div><div style='padding-top:20px'>b</div><div>c</div>", ["a", "", "b", "c"]),
            ("<div>a</div><div style='margin:0 0 16px'>b</div><div>c</div>", ["a", "b", "", "c"]),
            ("<div>a</div><div style='padding:4px'>b</div>", ["a", "b"]),
            (
                "<div>a</div><div style='border:none;border-top:solid #E1E1E1 1.0pt'>From: b</div>",
                ["a", "", "From: b"]
            ),
            ("<table><tr><td>a<tr><td style='padding:24px'>b<tr><td>c</table>", ["a", "", "b", "", "c"]),
        ])
    func room(html: String, expected: [String]) {
        #expect(Self.lines(html) == expected)
    }

    @Test(
        "superscript and subscript digits stay raised and lowered; ordinals and marks stay plain",
        arguments: [
            ("x<sup>2</sup> + y<sup>-10</sup>", "x² + y⁻¹⁰"), ("a<sup>n+1</sup>", "aⁿ⁺¹"),
            ("so<sup> </sup>it", "so it"), ("1<sup>st</sup> Hat<sup>®</sup>", "1st Hat®"), ("H<sub>2</sub>O", "H₂O"),
            ("a<sub>n-1</sub>", "aₙ₋₁"), ("T<sub>max</sub>", "Tmax"),
            ("5 m<sup><span lang=EN-US>2</span></sup> at 3", "5 m² at 3"),
            ("old<sup><a href='#fn'>1</a></sup>", "old¹"), ("CO<sub><b>2</b></sub>", "CO₂"),
        ])
    func raised(html: String, expected: String) { #expect(Self.lines(html) == [expected]) }

    @Test(
        "lists use their own numbering; a reversed list starts at its number of items",
        arguments: [
            ("type=a", ["a. x", "b. y"]), ("type=A start=26", ["Z. x", "AA. y"]),
            ("type=i start=3", ["iii. x", "iv. y"]),
            ("type=I start=1999", ["MCMXCIX. x", "MM. y"]), ("reversed start=2", ["2. x", "1. y"]),
            ("reversed", ["2. x", "1. y"]), ("type=a start=0", ["0. x", "a. y"]), ("type=z", ["1. x", "2. y"]),
            ("start=20260101", ["20260101. x", "20260102. y"]), ("start=-1", ["-1. x", "0. y"]),
            ("start=0", ["0. x", "1. y"]), ("start='+7.9'", ["7. x", "8. y"]), ("start=seven", ["1. x", "2. y"]),
            ("start=-2147483648 reversed", ["-2147483648. x", "-2147483649. y"]),
            ("start=99999999999999999999", ["1. x", "2. y"]),
        ])
    func numbers(attributes: String, expected: [String]) {
        #expect(Self.lines("<ol \(attributes)><li>x<li>y</ol>") == expected)
    }

    @Test("nested lists count down separately, and items without bullets are plain lines")
    func lists() {
        let nested =
            "<ol reversed><li>a<ul><li>x</ul><li>b<ol reversed><li>y<li>z</ol><li>c</ol><ol reversed><li>d</ol>"
        #expect(
            Self.lines(nested).filter { !$0.isEmpty }
                == ["3. a", "• x", "2. b", "2. y", "1. z", "1. c", "1. d"])
        #expect(Self.lines("<ul style='list-style:none'><li>a<li>b</ul>") == ["a", "b"])
        let plain = StyledText(html: "<style>ol{list-style-type:none}</style><ol><li>a<ul><li>x</ul></ol>")
        #expect(plain.lines.map { ($0.marker ?? "") + $0.text } == ["a", "• x"] && plain.lines[0].indent == 0)
        #expect(Self.lines("<ol><li style='list-style-type:none'>a<li>b</ol>") == ["a", "2. b"])
    }

    @Test("layout tables become blocks, small tables columns")
    func tables() {
        #expect(Self.lines("<table><tr><td><p>a</p><p>b</p></td></tr><tr><td>c</table>") == ["a", "", "b", "", "c"])
        #expect(Self.lines("<table><tr><td>aaa<td>b<tr><td>c<td>日本</table>") == ["aaa  b", "c    日本"])
        #expect(Self.lines("<table><tr><td>one<td>two</table>x") == ["one  two", "x"])
        #expect(Self.lines("<table>loose<tr><td><table><tr><td>in</table>out") == ["loose", "", "in", "out"])
    }

    @Test("image map areas become links with their alt text, or with their target's host")
    func areas() {
        let text = StyledText(
            html: """
                <img src="cid:a" alt="Menu" usemap="#m"><map name="m"><area href="https://shop.test/x" alt="Shop">\
                <area href="https://help.test/"><area href="javascript:x" alt="No"><area alt="Nowhere" nohref></map>
                """)
        #expect(text.lines.map(\.text).filter { !$0.isEmpty } == ["[Menu]", "[Shop]", "[help.test]"])
        #expect(text.links.map(\.target) == ["https://shop.test/x", "https://help.test/"])
        #expect(text.links.map(\.text) == ["Shop", "help.test"])
    }

    @Test("W-3: scripts, frames and the like leave nothing, form fields become blanks")
    func removed() {
        let html = """
            <script>canary()</script><iframe src=x>canary</iframe><object data=canary></object><svg><script>canary</script></svg><title>canary</title>
            <meta http-equiv=refresh content="0;url=http://x.test"><video src=canary></video><embed src=canary><style>canary</style><input type=hidden value=canary>
            <form action="http://x.test">Name <input name=a> <input type=checkbox> <select><option>canary</select><textarea></textarea>
            <button>Go</button></form>
            """
        let text = StyledText(html: html)
        #expect(!text.plainText.contains("canary"))
        #expect(text.plainText == "Name [____] [ ] [____][____] [ Go ]")
        #expect(text.links.isEmpty)
    }

    @Test(
        "W-4: hidden text is left out and counted",
        arguments: [
            "style='display:none'", "style='DISPLAY : None !important'", "style='visibility:hidden'", "hidden",
            "style='font-size:0'",
            "style='font-size:1px'", "style='opacity:0'", "style='position:absolute;left:-9999px'",
            "style='text-indent:-9999px'",
            "style='color:#fff'", "style='color:white;background:#fefefe'", "bgcolor=red style='color:#ff0000'",
            "style='max-height:0;overflow:hidden'", "style='position:absolute;clip:rect(0 0 0 0)'",
            "style='font-size:.01em'", "style='font-size:0'><i style='font-size:200%'>canary</i",
            "style='d\\69splay:none'", "style='display/**/:none'", "class=gone", "id=gone",
            "style='clip-path:inset(50%)'",
            "style='width:1px;height:1px;overflow:hidden'", "style='color:transparent'", "style='visibility:collapse'",
            "style='font:0px/0 Arial'", "style='font:bold 1px/1 Arial'", "style='opacity:1%'",
            "style='color:rgba(0,0,0,0)'",
            "style='color:#00000000'", "style='color:#0000'", "style='color:hsl(0,0%,100%)'", "class=away",
            "style='background:#008000;color:hsl(0.3333turn,100%,25.1%)'", "style='transform:scale(0, 0)'",
            "style='transform:scaleY(0.0)'", "style='scale:0'", "style='zoom:0'",
            "style='overflow-y:hidden;height:0'", "style='content-visibility:hidden'",
            "style='clip-path:polygon(0 0, 0 0, 0 0)'", "style='font-size:calc(0px)'",
        ])
    func hidden(attributes: String) {
        let text = StyledText(
            html:
                "<style>.gone,#gone{display:none} @media all{.away{display:none}}</style>seen <div \(attributes)>canary <b>canary</b></div>also"
        )
        #expect(text.plainText.replacing("\n", with: " ") == "seen also", "\(attributes)")
        #expect(text.hiddenTextCount == 1)
    }

    @Test(
        "W-4: text that the whole page hides and closed dialogs are left out",
        arguments: ["<body bgcolor=#000 text=#000>canary", "<dialog>canary</dialog>"])
    func hiddenPage(html: String) { #expect(!StyledText(html: html).plainText.contains("canary")) }

    @Test(
        "visible text is not taken for hidden",
        arguments: [
            "style='color:#fff;background:#000'", "style='color:white' background='x.png'",
            "bgcolor=black style='color:white'",
            "style='font-size:10px'", "style='opacity:0.9'", "style='overflow:hidden;max-width:600px'",
            "style='color:#fff;background:url(x) red'",
            "style='display:block'", "style='left:-5px;position:relative'", "aria-hidden=true",
            "style='mso-hide:all'", "style='font-size:0'><i style='font-size:14px'",
            "style='font-size:0'><i style='font-size:small'", "style='font:400 14px/0 Arial'", "style='opacity:90%'",
            "style='background:rgba(0,0,0,0);color:#000'", "style='color:hsl(120,100%,25%)'", "class=away",
            "style='transform:scale(1.2)'", "style='overflow-x:hidden;height:300px'", "style='color:#000000ff'",
            "style='clip-path:polygon(0 0, 100% 0, 100% 100%)'",
        ])
    func visible(attributes: String) {
        let sheet = "<style>@media (max-width:600px){.away{display:none}} @media print{.away{display:none}}</style>"
        let text = StyledText(html: sheet + "<div \(attributes)>canary</div>")
        #expect(text.plainText == "canary", "\(attributes)")
        #expect(text.hiddenTextCount == 0)
    }

    @Test(
        "tracking pixels are counted: of one pixel, hidden, or with an address in the query",
        arguments: [
            ("<img src='https://t.test/o.gif' width=1 height=1>", 1),
            ("<img src='https://t.test/o.gif' height='0'>", 1),
            ("<img src='https://t.test/o?u=ann%40example.test' alt=x>", 1),
            ("<img src='https://t.test/o?u=a@b' alt=x>", 1),
            ("<div style='display:none'><img src='//t.test/o' alt=x></div>", 1),
            ("<img src='https://t.test/a@b.png' alt=x>", 0), ("<img src='https://t.test/o?size=2' width=100>", 0),
            ("<img src='cid:x' width=1>", 0),
        ])
    func trackers(html: String, count: Int) {
        #expect(StyledText(html: html).trackerCount == count)
    }

    @Test(
        "a picture whose alt text repeats the text right above or below is left out, others stay",
        arguments: [
            ("<img src='//t.test/n' alt='Numbers'><h2>Numbers</h2><p>Seven.</p>", "Numbers\n\nSeven."),
            ("<p>One</p><div><img src='//t.test/n' alt='numbers '></div><p>Numbers</p>", "One\n\nNumbers"),
            ("<h2>Numbers</h2><img src='//t.test/n' alt='Numbers'><p>Seven.</p>", "Numbers\n\nSeven."),
            ("<img src='//t.test/n' alt='Numbers'><h2>Numbers of today</h2>", "[Numbers]\n\nNumbers of today"),
            ("<p>a <img src='//t.test/n' alt='Numbers'></p><p>Numbers</p>", "a [Numbers]\n\nNumbers"),
            ("<p><i>[Numbers]</i></p><p>Numbers</p>", "[Numbers]\n\nNumbers"),
            ("<a href='https://t.test'><img src='//t.test/n' alt='N'></a><p>N</p>", "[N]\n\nN"),
        ])
    func repeatedWords(html: String, text: String) { #expect(StyledText(html: html).plainText == text) }

    @Test("pictures show only their alt text, and remote ones are counted")
    func pictures() {
        let text = StyledText(
            html:
                "<img src='http://t.test/1.gif' width=1 height=1><img src='https://t.test/a.png' alt='A cat'><img src='cid:x' alt='Logo'><img src='//t.test/b'>"
        )
        #expect(text.remoteImageCount == 3)
        #expect(text.plainText == "[A cat][Logo]")
        #expect(text.lines.first?.runs.allSatisfy { $0.style == .dim } == true)
    }

    @Test(
        "an attached picture appears in the text, even without alt text; other pictures without alt text do not",
        arguments: [
            ("<p>a<img src='cid:x@y' alt=''>b</p>", "a[picture]b"),
            ("<p>a<img src=' CID:x%40y ' alt='Logo'> b</p>", "a[Logo] b"),
            ("<p>a<img src='cid:x@y' alt='' width=1 height=1>b</p>", "ab"),
            ("<p>a<img src='https://t.test/a.png' alt=''>b</p>", "ab"),
            ("<p>a<img src='data:image/png;base64,AAAA' alt=''>b</p>", "ab"),
        ])
    func ownPictures(html: String, words: String) {
        let text = StyledText(html: html)
        #expect(text.plainText == words)
        let shown = text.lines[0].runs.filter { $0.picture != nil }
        #expect(shown.map(\.text) == (words == "ab" ? [] : [words.hasPrefix("a[L") ? "[Logo]" : "[picture]"]))
        if let index = shown.first?.picture { #expect(text.pictures[index].source == .file(contentID: "x@y")) }
    }

    @Test("numeric references to C1 controls are read as Windows-1252, as browsers do")
    func numberedLetters() {
        #expect(StyledText(html: "<p>It&#146;s &#x93;5 &#128;&#148; \u{E2}\u{20AC}").plainText == "It’s “5 €” â€")
    }

    @Test("T-1: control characters, by entity or as bytes, are replaced")
    func controls() {
        let text = StyledText(
            html: "a\u{1B}[31m&#27;&#x9b;\u{9D}b<pre>c\u{8}\td</pre><a href='http://x.test/\u{1B}'>\u{202E}x</a>")
        #expect(text.lines.allSatisfy { forbidden(in: $0.text, linesAllowed: true).isEmpty })
        #expect(text.links.allSatisfy { forbidden(in: $0.target + $0.text, linesAllowed: false).isEmpty })
        let separated = StyledText(html: "a\u{2028}b\u{2029}\u{FFFD}<pre>c\u{2029}d</pre>")
        #expect(separated.lines.allSatisfy { !$0.text.contains(where: \.isNewline) }, "no line holds the end of one")
        #expect(separated.plainText == "a b \u{FFFD}\n\nc d")
    }
}
