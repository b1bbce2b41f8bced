import MailContent
import TestSupport
import Testing

@Suite("W-8: hostile HTML")
struct HTMLLimitTests {
    @Test(
        "time is linear in the size",
        arguments: [
            "<div>", "<div>x", "<b><i>", "</qq>", "<a b c d e f g h i>", "<!--", "<", "&", "<table><tr><td>",
            "<table><tr><td>x</table>",
            "<tr><td>a<td>b", "<td>a", "<blockquote>a", "<ul><li>a", "<li>a", "<p>a", "a<br>",
            "<a href='http://a.test'>b</a>", "a=1 ",
            "<style>{", "{", "<style>.h .x{display:none}</style><p class='h x'>", "<style>@media screen{",
            "<style>p:not([x*=y]){font-size:0}</style><p x=abcd class=a>", "<p style='--a:var(--a);color:var(--a)'>",
            "<style>:is(", "<style>.a{&", "<p class='a b c d e f g h i j'>", "<p style='opacity:calc((((1'>",
            "<table><tr><td rowspan=99999 colspan=99999>x</table>",
            "<p style='color:red;display:block'>", "e\u{301}\u{302}\u{303}",
            "<math><mrow><mi>x</mi>", "<math><mtr/>", "<mfrac><mi>x</mi>", "<svg><text>x", "<svg><path/>",
            "<script>", "<select>", "<font color=red>a", "<?x ", "<![CDATA[", "word ", "w",
        ])
    func linear(unit: String) {
        func seconds(_ size: Int) -> Double {
            let html = "<table>" + String(repeating: unit, count: size / unit.utf8.count)
            let best =
                (0..<2).map { _ in
                    ContinuousClock().measure { _ = StyledText(html: html).wrapped(to: 80) { _ in 1 } }
                }.min() ?? .zero
            return Double(best.components.attoseconds) / 1e18 + Double(best.components.seconds)
        }
        let small = seconds(16 << 10)
        let large = seconds(128 << 10)
        #expect(large < max(0.3, small * 24), "\(unit)")
    }

    @Test("linked pictures and texts of the same target are compared in linear time")
    func pictureLinks() {
        func seconds(_ count: Int) -> Double {
            let html = (0..<count).map {
                "<a href='http://a.test'>\($0.isMultiple(of: 2) ? "<img alt=w\($0)>" : "t\($0)")</a> "
            }
            let time = ContinuousClock().measure { _ = StyledText(html: html.joined()) }
            return Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds)
        }
        let small = seconds(400)
        #expect(seconds(3_200) < max(0.3, small * 24))
    }

    @Test("attribute selectors that nearly match everywhere cost little more")
    func nearlyFitting() {
        func seconds(_ value: String) -> Double {
            let rules = (0..<200).map { "[title*=\"\(value)\($0)\"]{color:red}" }.joined()
            let title = String(repeating: "a", count: 512)
            let html = "<style>\(rules)</style>" + String(repeating: "<p title=\"\(title)\">x</p>", count: 400)
            let time = ContinuousClock().measure { _ = StyledText(html: html) }
            return Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds)
        }
        let far = seconds(String(repeating: "z", count: 250))
        #expect(seconds(String(repeating: "a", count: 250)) < max(0.3, far * 4))
    }

    @Test("tables and cells beyond the column limits keep all their text, in order")
    func manyTables() {
        func words(_ html: String) -> [Int] {
            StyledText(html: html).plainText.split { !$0.isNumber }.compactMap { Int($0) }
        }
        let numbers = Array(0..<9_000)
        #expect(words(numbers.map { "<table><tr><td>\($0)</table>" }.joined()) == numbers)
        #expect(words("<table>" + numbers.map { "<tr><td>\($0)" }.joined() + "</table>") == numbers)
        #expect(words("<table><tr>" + numbers.map { "<td>\($0)" }.joined() + "</table>") == numbers)
        let rows = numbers.map { ($0.isMultiple(of: 500) ? "</table><table>" : "") + "<tr><td>\($0)" }
        #expect(words(rows.joined() + "</table>") == numbers)
    }

    @Test("tables nested deeper than the column limit keep their text in order")
    func deepTables() {
        let depth = 12
        let html =
            (0..<depth).map { "<table><tr><td>\($0)<td>" }.joined()
            + (0..<depth).map { "\(depth + $0)</td><td>x\(2 * depth + $0)</table>" }.joined() + "<p>end"
        let words = StyledText(html: html).plainText.split { !$0.isNumber && !$0.isLetter }.map(String.init)
        let expected =
            (0..<depth).map(String.init) + (0..<depth).flatMap { ["\(depth + $0)", "x\(2 * depth + $0)"] } + ["end"]
        #expect(words == expected)
    }

    @Test(
        "W-4: an attribute hides its element even behind a thousand others",
        arguments: ["style=\"display:none\"", "HIDDEN", "style='display:none' style=''"])
    func lateHiding(hides: String) {
        let others = (0..<1_000).map { "a\($0)=1" }.joined(separator: " ")
        let text = StyledText(html: "<p>seen<div \(others) \(hides)>CANARY</div>")
        #expect(text.plainText == "seen" && text.hiddenTextCount == 1)
    }

    @Test("a tag with 200,000 attributes is read like any other")
    func attributes() {
        let html = "<a " + (0..<200_000).map { "a\($0)=1 " }.joined() + "href='http://x.test'>x</a>seen"
        #expect(StyledText(html: html).plainText == "xseen")
    }

    @Test(
        "implicitly closed elements count as nesting, too: the text is still read to its end",
        arguments: [
            "<table><tr><td>", "<table><tbody><tr><td><p>", "<ul><li><p>", "<div><p>", "<dl><dt><dd>", "<b><p>",
            "<blockquote><p><ol><li>", "<center><table><tr><th>", "<table><tr><td><ul><li><p>", "<span><a href=x>",
        ])
    func deepest(unit: String) {
        let text = StyledText(html: String(repeating: unit, count: 1_000) + "deep</table></ul></div></b><p>after</p>")
        #expect(text.plainText.contains("deep") && text.plainText.contains("after"), "\(unit)")
        #expect(text.notice != nil)
    }

    @Test("text nested too deep is still read, and a notice says so")
    func deep() {
        let text = StyledText(html: String(repeating: "<div>", count: 100_000) + "seen")
        #expect(text.lines.first?.text == "seen")
        #expect(text.notice != nil)
        #expect(text.lines.last?.text == text.notice)
    }

    @Test("too many lines end with a notice")
    func long() {
        let text = StyledText(html: String(repeating: "a<br>", count: 150_000))
        #expect(text.lines.count <= 100_002)
        #expect(text.notice != nil)
        #expect(StyledText(plain: String(repeating: "a\n", count: 150_000)).notice != nil)
    }

    @Test("ordinary mail has no notice")
    func ordinary() {
        #expect(StyledText(html: HTMLTests.sample).notice == nil)
    }

    @Test("no mutation crashes or lets a control through", arguments: 0..<150)
    func mutations(seed: Int) {
        var random = SeededRandom(seed: seed)
        var bytes = Array(HTMLTests.sample.utf8)
        for _ in 0..<Int.random(in: 1...60, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            if Bool.random(using: &random) {
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            } else {
                let from = Int.random(in: 0..<bytes.count, using: &random)
                bytes.insert(contentsOf: Array(bytes[from..<min(bytes.count, from + 60)]), at: place)
            }
        }
        let text = StyledText(html: String(decoding: bytes, as: UTF8.self))
        #expect(text.lines.allSatisfy { forbidden(in: $0.text, linesAllowed: true).isEmpty })
        let hasLinks = text.lines.allSatisfy { $0.runs.allSatisfy { $0.link.map(text.links.indices.contains) ?? true } }
        #expect(hasLinks)
    }

    @Test("rows of more cells than the column limit are read, whatever their spans", arguments: [1, 3, 8])
    func manyColumns(span: Int) {
        for cells in [15, 16, 17, 18, 40] {
            let row = (0..<cells).map { "<td colspan=\(span) rowspan=2>c\($0)</td>" }.joined()
            for attributes in ["", " role=presentation"] {
                let text = StyledText(html: "<table\(attributes)><tr>\(row)</tr><tr>\(row)</tr></table>")
                #expect(text.plainText.contains("c\(cells - 1)"))
            }
        }
    }
}
