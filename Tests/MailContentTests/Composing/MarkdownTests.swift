import MailContent
import Testing

@Suite("Markdown")
struct MarkdownTests {
    @Test("headings, emphasis, lists, quotes and links become HTML, and lines stay lines")
    func reads() {
        let html = Markdown.html(
            of: "# Plan\n\n*one* and **two**\nnext\n\n- a\n- b\n\n> said\n\n[here](https://a.test)")
        #expect(
            html.contains("<h1>Plan</h1>") && html.contains("<em>one</em>") && html.contains("<strong>two</strong>"))
        #expect(html.contains("<br />") && html.contains("<li>a</li>") && html.contains("<blockquote>"))
        #expect(html.contains("<a href=\"https://a.test\">here</a>"))
    }

    @Test("M-5: HTML and scripts in the text do not reach the mail")
    func safe() {
        let html = Markdown.html(of: "a <script>x()</script> <b>b</b>\n\n<iframe src=x>\n\n[go](javascript:x)")
        #expect(
            !html.contains("<script") && !html.contains("<iframe") && !html.contains("javascript:")
                && !html.contains("<b>"))
    }

    @Test("what was typed arrives as it was typed: dashes, quotes, dots, and what only looks like HTML")
    func letters() {
        let html = Markdown.html(of: "Use `<a>` or --all \"x\" 1...2 <name> here\n\n<div>\nin it")
        #expect(StyledText(html: html).plainText.contains("Use <a> or --all \"x\" 1...2 <name> here"))
        #expect(StyledText(html: html).plainText.contains("<div>") && !html.contains("omitted"))
    }

    @Test(
        "M-5: what is quoted or forwarded is no Markdown",
        arguments: [
            "> ![x](https://t.test/p.png) [go](https://t.test) <https://t.test> **b**",
            "> ```\n> ![x](https://t.test/p.png)\n> ```", ">> # a\n> - [x](https://t.test)",
            "   > ![x](https://t.test/p.png)", "own\n> ![x](https://t.test/p.png)\nown",
            "> [x]: https://t.test/p.png\n\n![x] [x]",
            "own\n\n---------- Forwarded message ----------\nFrom: A <a@b.test>\n\n![x](https://t.test/p.png)\n\n[x](https://t.test)",
        ])
    func quoted(text: String) {
        let html = Markdown.html(of: text)
        #expect(!html.contains("<img") && !html.contains("<a ") && !html.contains("<strong>"), "\(html)")
        #expect(StyledText(html: html).plainText.contains("https://t.test"))
    }

    @Test("quotes keep their depth, their lines and the blanks before them; what is written between them is Markdown")
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

    @Test("a mark of quotes in a block of code is code")
    func code() {
        let html = Markdown.html(of: "~~~ sh\n> a *b*\n~~~\n> *c*")
        #expect(html.contains("<code class=\"language-sh\">&gt; a *b*\n</code>"))
        #expect(html.contains("<blockquote>\n<p>*c*</p>"))
    }

    @Test("a signature is known as one, and makes no heading of what is above")
    func signature() {
        for text in ["Bye\n\n-- \nAnn", "Bye\n-- \nAnn"] {
            let html = Markdown.html(of: text)
            #expect(StyledText(html: html).plainText == "Bye\n\n-- \nAnn" && !html.contains("<h2>"), "\(html)")
        }
    }
}
