import InboxModel
import MailContent

/// The body of a message. It is always HTML, but our own servers wrap plain-text mail so that it can be recognized.
enum WireBody {
    static func read(_ html: String) -> MessageBody {
        PlainAsHTML.unwrapped(html).map { MessageBody(plain: $0) } ?? MessageBody(html: html)
    }
}
