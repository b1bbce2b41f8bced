import InboxModel
import MailContent
import Testing

@Suite("Text for the Inbox API, snippets, choice of the body")
struct TextFormTests {
    @Test(
        "plain text converts to HTML and back",
        arguments: ["", "a", "<b>&amp;\"x\"</b>\n> q\n", "</pre>", "日本\n\n\n  x\n", "&lt;"])
    func roundTrip(text: String) {
        var message = ParsedMessage()
        message.body = MessageBody(plain: text)
        let html = message.htmlForAPI()
        #expect(html.hasPrefix("<pre class=\"maraca-plain\">"))
        #expect(PlainAsHTML.unwrapped(html) == text)
    }

    @Test("real HTML is not taken for plain text")
    func realHTML() {
        #expect(PlainAsHTML.unwrapped("<p>x</p>") == nil)
        #expect(PlainAsHTML.unwrapped("<pre class=\"maraca-plain\">a<b>c</b></pre>") == nil)
    }

    @Test(
        "a snippet skips quotes and leads",
        arguments: [
            ("Hello   there ,\n\n  you !", "Hello there, you!"),
            ("> quoted\n> text\nMy answer", "My answer"),
            ("On Monday Ann wrote:\n> quoted\n\nMy answer\n-- \nBob", "My answer"),
            ("> only\n> quotes", "only quotes"),
            ("", ""),
            ("bell\u{7}\u{1B}[31m", "bell\u{FFFD}\u{FFFD}[31m"),
        ])
    func snippets(text: String, expected: String) {
        var message = ParsedMessage()
        message.body = MessageBody(plain: text)
        #expect(message.snippet == expected)
    }

    @Test("a snippet has at most 191 characters, and comes from HTML too")
    func length() {
        var message = ParsedMessage()
        message.body = MessageBody(plain: String(repeating: "word ", count: 100_000))
        #expect(message.snippet.count <= 191)
        #expect(message.snippet.count > 185)
        message.body = MessageBody(html: "<style>p{color:red}</style><p>Hi <b>you</b></p><p hidden>canary</p>")
        #expect(message.snippet == "Hi you")
    }

    @Test("HTML is shown when the plain text is empty, one line or far shorter")
    func choice() {
        let html = "<p>One paragraph here</p><p>Another one</p><p>And a third</p>"
        func shown(_ plain: String?) -> String {
            BodyChoice.preferred(MessageBody(html: html, plain: plain)).lines.first?.text ?? ""
        }
        #expect(shown(nil) == "One paragraph here")
        #expect(shown(" \n\u{A0}\n") == "One paragraph here")
        #expect(shown("One paragraph here Another one And a third") == "One paragraph here")
        #expect(shown("a\nb") == "One paragraph here")
        #expect(shown("Plain: one paragraph\n\nAnother one\n\nAnd a third") == "Plain: one paragraph")
    }

    @Test(
        "plain text that only points to the HTML gives way to it; plain text that mentions HTML stays",
        arguments: [
            ("Your mail reader does not support HTML.\nPlease view this in a modern reader.", false),
            ("View this email in your browser:\nhttps://news.test/letters/1", false),
            ("Ihr Mailprogramm kann kein HTML\nanzeigen.", false),
            ("The order of hats is ready for you,\nwrite the HTML page today.", true),
            ("The order of hats is ready for you,\nwrite the page today.", true),
            ("Go home and eat something good\nbefore noon.", true),
        ])
    func notice(plain: String, stays: Bool) {
        let html = "<p>The order of hats is <b>ready</b> for you.</p><p>Write the HTML page today. View in browser</p>"
        let shown = BodyChoice.preferred(MessageBody(html: html, plain: plain)).plainText
        #expect(shown.contains("View in browser") != stays)
    }

    @Test("wrapped text is shown as text with its quotes")
    func wrapped() {
        let html = PlainAsHTML.wrapped("hi\n> <q>")
        let text = BodyChoice.preferred(MessageBody(html: html))
        #expect(text.lines.map(\.quoteDepth) == [0, 1])
        #expect(text.lines.last?.text == "<q>")
    }

    @Test("the index gets only visible text")
    func index() {
        let text = BodyText.forIndex(
            MessageBody(html: "<p>seen</p><p style='display:none'>canary</p><script>canary()</script>"))
        #expect(text == "seen")
    }
}
