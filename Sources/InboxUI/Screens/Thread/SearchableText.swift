import InboxKit
import InboxModel
import MailContent

/// The text of a message, as far as it can be searched without asking a server.
enum SearchableText: Sendable {
    case here(StyledText)
    /// Not read yet; the store may have it or not.
    case stored(StoredText)
}

/// What is needed to read a text of the store beside the screen.
struct StoredText: Sendable {
    typealias Read = (body: MessageBody, reading: BodyReading)

    let message: Message
    /// The form in which it is shown; nil where that was not looked up yet.
    let form: BodyForm?
    /// The body shown instead of the server's.
    let other: (body: MessageBody, isSecret: Bool)?

    /// Reads the text; nil where the store has none.
    func read(from session: MailSession) -> Read? {
        guard let body = other?.body ?? session.bodyInStore(of: message.id) else { return nil }
        let kept = MessageBodies.formKey(of: message).flatMap { session.setting($0) }
        let form = form ?? kept.flatMap(BodyForm.init) ?? .preferred
        return (body, BodyReading(body, form, isSecret: other?.isSecret == true))
    }
}
