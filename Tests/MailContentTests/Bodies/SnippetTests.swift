import InboxModel
import MailContent
import Testing

@Suite("The first words of a message")
struct SnippetTests {
    private static let rule = String(repeating: "_", count: 47)

    @Test(
        "what a mailing list puts below a message is none of them",
        arguments: [
            "One slide. One.\n\(rule)\nfolio-dev mailing list\nfolio-dev@lists.test\nhttps://lists.test/listinfo/folio-dev\n",
            "One slide. One.\n\n\(rule)\n\nTo unsubscribe send a mail to x@lists.test\n",
            "One slide. One.\n-- \nAnn\n", "One slide. One.\n--\nAnn\n",
        ])
    func footers(text: String) {
        #expect(Snippet.text(of: MessageBody(plain: text)) == "One slide. One.")
    }

    @Test(
        "a line that somebody drew is no footer",
        arguments: [
            "Above\n\(rule)\nBelow", "Above\n____\nthe mailing list", "Above\n\(rule) mailing list",
            "Above\n\(rule)\n1\n2\n3\nthe mailing list",
        ])
    func drawn(text: String) {
        let snippet = Snippet.text(of: MessageBody(plain: text))
        #expect(snippet.hasPrefix("Above _") && snippet.count > 12)
    }

    @Test("where there is nothing else, the footer is shown")
    func alone() {
        #expect(Snippet.text(of: MessageBody(plain: "\(Self.rule)\nx mailing list\n")).contains("mailing list"))
    }
}
