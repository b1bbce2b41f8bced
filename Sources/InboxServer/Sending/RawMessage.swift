import Foundation
import InboxModel
import MailContent

/// A whole MIME message that a client submits for sending.
enum RawMessage {
    static func outgoing(_ given: [UInt8], account: ServedAccount) throws -> OutgoingMessage {
        let parsed = ParsedMessage.parse(given)
        guard parsed.from.count <= 1 else { throw APIError.invalid("The message has more than one sender") }
        guard parsed.replyTo.count <= 1 else {
            throw APIError.invalid("The message has more than one Reply-To address")
        }
        let raw = completed(
            HeaderRemoval.removing(HeaderRemoval.blindCopies, from: given), parsed: parsed, account: account)
        var kept = NewMessage(reading: raw, received: Date())
        kept.bcc = parsed.bcc
        kept.date = .now
        let recipients = try Recipients.check(kept)
        return OutgoingMessage(kept: kept, raw: raw, recipients: recipients, draft: nil, draftVersion: nil)
    }

    /// Adds missing headers without which other servers refuse mail: From, Date and Message-ID.
    private static func completed(_ raw: [UInt8], parsed: ParsedMessage, account: ServedAccount) -> [UInt8] {
        var headers = ""
        if parsed.from.isEmpty {
            headers += HeaderWriter.field("From", addresses: [MailAddress(name: account.name, email: account.email)])
        }
        if parsed.date == nil { headers += HeaderWriter.field("Date", raw: HeaderDate.text(Date())) }
        if parsed.messageID == nil {
            headers += HeaderWriter.field("Message-ID", raw: "<\(PublicID.random())@maraca.invalid>")
        }
        return Array(headers.utf8) + raw
    }
}
