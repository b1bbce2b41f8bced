import InboxKit
import InboxModel
import MailContent

extension MailSession {
    /// Whether another program encrypted a draft. Its text is then in a file: a composer would show none, and a text that is typed would
    /// take the place of the encrypted message, unencrypted.
    func isSealedElsewhere(_ draft: Draft) -> Bool {
        guard draft.writer == nil, draft.content.seal == nil, let message = try? message(draft.id) else { return false }
        let body = draft.content.body
        let texts = [body.plain, body.html, message.snippet].compactMap(\.self)
        guard texts.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) else { return false }
        let types = draft.content.files.map(\.contentType)
        return SealedMail.mayBeEncrypted(files: types, text: nil) || types.contains(where: FileText.isSealed)
    }
}
