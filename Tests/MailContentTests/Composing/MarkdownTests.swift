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

    @Test("a signature stands below a rule and makes no heading of what is above")
    func signature() {
        #expect(Markdown.html(of: "Bye\n\n-- \nAnn").contains("<hr />"))
        #expect(!Markdown.html(of: "Bye\n-- \nAnn").contains("<h2>"))
    }
}
