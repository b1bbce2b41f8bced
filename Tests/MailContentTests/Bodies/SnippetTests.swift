import InboxModel
import MailContent
import Testing

@Suite("Snippets")
struct SnippetTests {
    private static let rule = String(repeating: "_", count: 47)

    @Test(
        "a snippet leaves out mailing list footers and signatures",
        arguments: [
            "One slide. One.\n\(rule)\nfolio-dev mailing list\nfolio-dev@lists.test\nhttps://lists.test/listinfo/folio-dev\n",
            "One slide. One.\n\n\(rule)\n\nTo unsubscribe send a mail to x@lists.test\n",
            "One slide. One.\n-- \nAnn\n", "One slide. One.\n--\nAnn\n",
        ])
    func footers(text: String) {
        #expect(Snippet.text(of: MessageBody(plain: text)) == "One slide. One.")
    }

    @Test(
        "a hand-drawn line does not start a footer",
        arguments: [
            "Above\n\(rule)\nBelow", "Above\n____\nthe mailing list", "Above\n\(rule) mailing list",
            "Above\n\(rule)\n1\n2\n3\nthe mailing list",
        ])
    func drawn(text: String) {
        let snippet = Snippet.text(of: MessageBody(plain: text))
        #expect(snippet.hasPrefix("Above _") && snippet.count > 12)
    }

    @Test(
        "W-4: a preview is read as HTML only if it is HTML source",
        arguments: [
            (
                "<html><head><style>.a{color:red}</style></head><body><div style=\"display:none\">hidden</div><p>Sale: save 50%</p>",
                "Sale: save 50%"
            ),
            (" <!DOCTYPE html><body>Hi <b>Ann</b></body>", "Hi Ann"), ("<style>.a{color:re", ""),
            ("<ann@example.org> wrote", "<ann@example.org> wrote"), ("<3 from Bo", "<3 from Bo"),
            ("a <div> is a block", "a <div> is a block"), ("<parts> of it", "<parts> of it"),
        ])
    func source(preview: String, words: String) {
        #expect(Snippet.text(ofPreview: preview) == words)
    }

    @Test("a lone footer becomes the snippet")
    func alone() {
        #expect(Snippet.text(of: MessageBody(plain: "\(Self.rule)\nx mailing list\n")).contains("mailing list"))
    }
}
