import InboxModel
import MailContent

/// The body of a message: always HTML, but our own servers wrap mail that was plain text so that it can be told apart.
enum WireBody {
    static func read(_ html: String) -> MessageBody {
        PlainAsHTML.unwrapped(html).map { MessageBody(plain: $0) } ?? MessageBody(html: html)
    }
}
