import Foundation
import MailContent
import Testing

@Suite("Markdown")
struct MarkdownTests {
    @Test("headings, emphasis, lists, quotes and links become HTML, and line breaks are kept")
    func reads() {
        let html = Markdown.html(
            of: "# Plan\n\n*one* and **two**\nnext\n\n- a\n- b\n\n> said\n\n[here](https://a.test)")
        #expect(
            html.contains("<h1>Plan</h1>") && html.contains("<em>one</em>") && html.contains("<strong>two</strong>"))
        #expect(html.contains("<br />") && html.contains("<li>a</li>") && html.contains("<blockquote>"))
        #expect(html.contains("<a href=\"https://a.test\">here</a>"))
    }

    @Test("M-5: HTML and scripts in the text do not reach the message")
    func safe() {
        let html = Markdown.html(of: "a <script>x()</script> <b>b</b>\n\n<iframe src=x>\n\n[go](javascript:x)")
        #expect(
            !html.contains("<script") && !html.contains("<iframe") && !html.contains("javascript:")
                && !html.contains("<b>"))
    }

    @Test("typed text arrives unchanged: dashes, quotes, dots, and what only looks like HTML")
    func letters() {
        let html = Markdown.html(of: "Use `<a>` or --all \"x\" 1...2 <name> here\n\n<div>\nin it")
        #expect(StyledText(html: html).plainText.contains("Use <a> or --all \"x\" 1...2 <name> here"))
        #expect(StyledText(html: html).plainText.contains("<div>") && !html.contains("omitted"))
    }

    @Test(
        "M-5: quoted or forwarded text is no Markdown",
        arguments: [
            "> ![x](https://t.test/p.png) [go](https://t.test) <https://t.test> **b**",
            "> ```\n> ![x](https://t.test/p.png)\n> ```", ">> # a\n> - [x](https://t.test)",
            "   > ![x](https://t.test/p.png)", "own\n> ![x](https://t.test/p.png)\nown",
            "> [x]: https://t.test/p.png\n\n![x] [x]", "> \u{D4E}<img src=https://t.test/p.png \u{D4E}>",
            "own\n\n---------- Forwarded message ----------\nFrom: A <a@b.test>\n\n![x](https://t.test/p.png)\n\n[x](https://t.test)",
        ])
    func quoted(text: String) {
        let html = Markdown.html(of: text)
        #expect(!html.contains("<img") && !html.contains("<a ") && !html.contains("<strong>"), "\(html)")
        #expect(StyledText(html: html).plainText.contains("https://t.test"))
    }

    @Test("quotes keep their depth, lines and leading spaces, and text between them is Markdown")
    func between() {
        let html = Markdown.html(of: "Ann wrote:\n> a & b\n>   c\n>> d\n*yes*, [here][1]\n> e\n\n[1]: https://a.test")
        #expect(
            html == """
                <p>Ann wrote:</p>
                <blockquote>
                <p>a &amp; b<br />
                &#160;&#160;c</p>
                <blockquote>
                <p>d</p>
                </blockquote>
                </blockquote>
                <p><em>yes</em>, <a href="https://a.test">here</a></p>
                <blockquote>
                <p>e</p>
                </blockquote>

                """)
    }

    @Test("a bare URL becomes a link as typed; nothing changes within links, code and quotes")
    func addresses() {
        #expect(
            Markdown.html(of: "See https://a.test/x_y_z?b=1&c=2, or www.b.test.\n*http://c.test*")
                == """
                <p>See <a href="https://a.test/x_y_z?b=1&amp;c=2">https://a.test/x_y_z?b=1&amp;c=2</a>, or \
                <a href="http://www.b.test">www.b.test</a>.<br />
                <em><a href="http://c.test">http://c.test</a></em></p>

                """)
        let others = Markdown.html(
            of: "[https://a.test](https://a.test) <https://b.test> `https://c.test`\n\n> https://d.test")
        #expect(others.ranges(of: "<a ").count == 2)
    }

    @Test("tables and strikethrough are converted, and other bars and tildes stay as typed")
    func tables() {
        let html = Markdown.html(
            of: "| day | *who* <x> |\n| --- | --: |\n| Mon | ~~Ann~~ https://a.test |\n\na | b\n~5 ~ 6")
        #expect(html.contains("<th>day</th>") && html.contains("<em>who</em> &lt;x&gt;</th>"), "\(html)")
        #expect(html.contains("<td align=\"right\"><del>Ann</del> <a href=\"https://a.test\">"), "\(html)")
        #expect(html.contains("<p>a | b<br />\n~5 ~ 6</p>"), "\(html)")
        let text = StyledText(html: html).plainText
        #expect(text.contains("Mon") && text.contains("a | b\n~5 ~ 6"), "\(text)")
        let quoted = Markdown.html(of: "> | a | b |\n> | --- | --- |\n> | c | d |")
        #expect(!quoted.contains("<table>"))
    }

    @Test("a mail address becomes a link, even with an underscore in it")
    func mailAddresses() {
        let html = Markdown.html(of: "Write to ann_b@a.test.")
        #expect(html == "<p>Write to <a href=\"mailto:ann_b@a.test\">ann_b@a.test</a>.</p>\n")
    }

    @Test("in quotes, lines wrapped at mail width are joined, and short lines stay separate")
    func broken() {
        let long = "> Trains to the coast leave from the upper hall at a quarter past the hour,"
        let html = Markdown.html(of: "\(long)\n> and come back at noon.\n> - one\n> two\n\(long)\n> 1. three")
        #expect(html.contains("past the hour,\nand come back at noon.<br />\n- one<br />\ntwo<br />\n"))
        #expect(html.contains("past the hour,<br />\n1. three"))
    }

    @Test("a quote mark in a code block is code")
    func code() {
        let html = Markdown.html(of: "~~~ sh\n> a *b*\n~~~\n> *c*")
        #expect(html.contains("<code class=\"language-sh\">&gt; a *b*\n</code>"))
        #expect(html.contains("<blockquote>\n<p>*c*</p>"))
    }

    @Test("a signature stays a signature and makes the text above no heading")
    func signature() {
        for text in ["Bye\n\n-- \nAnn", "Bye\n-- \nAnn"] {
            let html = Markdown.html(of: text)
            #expect(StyledText(html: html).plainText == "Bye\n\n-- \nAnn" && !html.contains("<h2>"), "\(html)")
        }
    }

    @Test(
        "a row with more cells than its table's header loses no words",
        arguments: ["| a | b |\n|---|---|\n", "a | b\n-|-\n", "- x\n\n  | a | b |\n  |---|---|\n  "])
    func cells(head: String) {
        for row in ["| 1 | `ls` | wc | kept |", "1 | ls \\| x | kept", "| 1 | é | kept", "|1|2|kept|4|  "] {
            let html = Markdown.html(of: head + row + "\n")
            #expect(html.contains("<td>1</td>") && html.contains("kept"), "\(html)")
            #expect(html.components(separatedBy: "<td>").count == 3 && !html.contains("\\"), "\(html)")
        }
    }

    @Test("bars outside tables, in code and in rows that fit stay as typed")
    func bars() {
        let text = "    | a | b | c |\n\na | b\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 |"
        let html = Markdown.html(of: text)
        #expect(html.contains("<code>| a | b | c |") && html.contains("<p>a | b</p>"), "\(html)")
        #expect(html.contains("<td>2</td>") && html.contains("<td>3</td>"), "\(html)")
    }

    @Test("bare http and mail addresses become links, other schemes do not")
    func bareAddresses() {
        let html = Markdown.html(of: "https://a.test ann@b.test xmpp:c@d.test ftp://e.test/f *end*")
        #expect(html.components(separatedBy: "<a ").count == 3, "\(html)")
        #expect(html.contains("xmpp:c@d.test") && html.contains("ftp://e.test/f <em>end</em>"), "\(html)")
    }
}
