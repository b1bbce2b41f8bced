import InboxModel
import MailContent

/// A body with what was read of it.
struct ReadBody {
    var body: MessageBody
    /// For the index.
    var words: String
    /// Its first words, where it came in HTML alone: what a server shows of that may be what its sender hid (W-4).
    var snippet: String?

    init(_ body: MessageBody) {
        let text = BodyChoice.preferred(body)
        self.body = body
        words = BodyText.forIndex(text)
        let isFormatted = body.plain == nil && body.html.map { PlainAsHTML.unwrapped($0) == nil } ?? false
        snippet = isFormatted ? Snippet.text(of: text) : nil
    }
}
