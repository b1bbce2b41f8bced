import Foundation

/// HTML written only to slow down a reader: 1 MiB of each kind.
enum HostileHTML {
    private static let size = 1 << 20

    /// The names and generators of the texts.
    static let all: [(name: String, make: @Sendable () -> String)] =
        units.map { unit in (unit.name, { filled(unit.text, start: unit.start) }) } + built

    private static let units: [(name: String, text: String, start: String)] = [
        ("tiny tables", "<table><tr><td>x</table>", ""),
        ("tables of two cells", "<table><tr><td>x<td>y</table>", ""),
        ("tables in one cell", "<table><tr><td>x<td>y</table>", "<table><tr><td>"),
        ("tables in tables, 8 deep", repeated("<table><tr><td>", 8) + "x" + repeated("</table>", 8), ""),
        ("tables in tables, 40 deep", repeated("<table><tr><td>", 40) + "x" + repeated("</table>", 40), ""),
        ("tables that never end", "<table><tr><td>x", ""),
        ("one row of cells", "<td>a", "<table><tr>"),
        ("empty cells", "<tr><td><td>", "<table>"),
        ("cells with line breaks", "<tr><td>a<br>b<br>c<td>d<br>e", "<table>"),
        ("cells over a million columns", "<tr><td rowspan=1000000 colspan=1000000>x", "<table>"),
        ("line breaks", "<br>", ""), ("letters and line breaks", "a<br>", ""), ("paragraphs", "<p>a", ""),
        ("rules", "<hr>", ""), ("open divisions", "<div>x", ""), ("bold in italics", "<b><i>", ""),
        ("crossed bold", "<b><p>a</b>", ""), ("colours", "<span style='color:red'>x</span>", ""),
        ("declarations", "a:b;", "<p style='"), ("colours each", "<p style='color:#fff'>x", ""),
        ("attributes", "<p a b c d e f g h i j k l m n o p q r s t u v w x y z>", ""),
        ("entities in attributes", "&amp;", "<p title='"),
        ("links", "<a href='http://a.test'>b</a>", ""), ("links in links", "<a href=http://a.test>", ""),
        ("addresses", "http://a.test/ ", ""), ("pictures", "<img src='http://a.test/x.png'>", ""),
        ("style blocks", "<style>.a{color:red}</style>", ""), ("style comments", "/*", "<style>"),
        ("open style braces", "{", "<style>"), ("style escapes", "\\64 ", "<style>"),
        ("classes", "<p class='a b c d e f g h i j k l m n o p'>x", "<style>.a{color:red}*{margin:0}</style>"),
        ("quotes in quotes", "<blockquote>a", ""), ("quotes", "<blockquote>a</blockquote>", ""),
        ("entities", "&amp;", ""), ("broken entities", "&x", ""), ("hidden spaces", "&zwnj;&nbsp;", ""),
        ("one word", "w", ""), ("short words", "w ", ""), ("blanks", " ", ""), ("Chinese", "漢,字。", ""),
        ("Arabic", "مرحبا ", ""), ("marks on marks", "\u{301}", ""), ("families", "👩‍👩‍👧‍👦", ""), ("flags", "🇩🇪", ""),
        ("turned directions", "\u{202E}a", ""), ("controls", "\u{1}", ""), ("Thai", "ภาษาไทย", ""),
        ("preformatted lines", "a\n", "<pre>"), ("preformatted tabs", "\t", "<pre>"), ("list items", "<li>a", ""),
        ("lists in lists", "<ul><li>a", ""), ("ends of nothing", "</qq>", ""),
        ("ends deep below", "</td>", repeated("<div>", 190)), ("angles", "<", ""), ("open comments", "<!--", ""),
        ("conditions", "<![if x]>a<![endif]>", ""), ("open CDATA", "<![CDATA[", ""),
        ("scripts", "<script>x</script>", ""),
        ("fields", "<input type=text value=a>", ""), ("hidden paragraphs", "<p style='display:none'>a</p>", ""),
        ("quoted attributes", "<a b=\"c\"d='e'>", ""), ("captions", "<table><caption>x</caption></table>", ""),
    ]

    /// Texts without repetition.
    private static let built: [(name: String, make: @Sendable () -> String)] = [
        ("one table of five columns", { counted("<table>") { row in "<tr>" + repeated("<td>\(row)", 5) } }),
        (
            "attributes that nearly fit",
            {
                let rules = (0..<500).map { "[title*=\"\(repeated("a", 250))b\($0)\"]{color:red}" }.joined()
                return filled("<p title='\(repeated("a", 500))'>x", start: "<style>\(rules)</style>")
            }
        ),
        (
            "tables of 490 rows",
            { counted("") { _ in "<table>" + repeated("<tr><td>a<td>b", 490) + "</table>" } }
        ),
        (
            "wide cells",
            {
                counted("") { _ in
                    "<table>" + repeated("<tr>" + repeated("<td>a longer text than there is room", 3), 60) + "</table>"
                }
            }
        ),
        ("different links", { counted("") { "<a href='http://a\($0).test/\($0)'>b</a> " } }),
        ("links that say others", { counted("") { "<a href='http://a\($0).test/'>http://b\($0).test</a> " } }),
        (
            "pictures and words with one link",
            {
                counted("") { number in
                    let inside =
                        number % 2 == 0 ? "<img src='http://b.test/\(number)' alt='word\(number)'>" : "t\(number)"
                    return "<a href='http://a.test/'>\(inside)</a> "
                }
            }
        ),
        ("style rules", { counted("<style>") { ".c\($0){color:red}" } + "</style>" }),
        ("attributes of one tag", { counted("<a ") { "a\($0)=1 " } + ">x" }),
    ]

    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    private static func filled(_ unit: String, start: String) -> String {
        start + repeated(unit, (size - start.utf8.count) / unit.utf8.count)
    }

    private static func counted(_ start: String, _ part: (Int) -> String) -> String {
        var text = start
        var number = 0
        while text.utf8.count < size {
            text += part(number)
            number += 1
        }
        return text
    }
}
