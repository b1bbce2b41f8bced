import InboxModel
import MailContent

/// A body with what was extracted from it.
struct ReadBody {
    var body: MessageBody
    /// The words for the index.
    var words: String
    /// The first words, if the body came as HTML alone: the server's snippet may show what the sender hid (W-4).
    var snippet: String?

    init(_ body: MessageBody) {
        let text = BodyChoice.preferred(body)
        self.body = body
        words = BodyText.forIndex(text)
        let isFormatted = body.plain == nil && body.html.map { PlainAsHTML.unwrapped($0) == nil } ?? false
        snippet = isFormatted ? Snippet.text(of: text) : nil
    }
}
