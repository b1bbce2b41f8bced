import Foundation
import InboxModel
import MailContent

/// A whole message that a client hands over to be sent.
enum RawMessage {
    static func outgoing(_ given: [UInt8], account: ServedAccount) throws -> OutgoingMessage {
        let parsed = ParsedMessage.parse(given)
        guard parsed.from.count <= 1 else { throw APIError.invalid("The message has more than one sender") }
        guard parsed.replyTo.count <= 1 else {
            throw APIError.invalid("The message has more than one Reply-To address")
        }
        let raw = completed(withoutBcc(given), parsed: parsed, account: account)
        var kept = NewMessage(reading: raw, received: Date())
        kept.bcc = parsed.bcc
        kept.date = .now
        let recipients = try Recipients.check(kept)
        return OutgoingMessage(kept: kept, raw: raw, recipients: recipients, draft: nil, draftVersion: nil)
    }

    /// Adds the headers without which mail is refused by others: who, when, and an id of its own.
    private static func completed(_ raw: [UInt8], parsed: ParsedMessage, account: ServedAccount) -> [UInt8] {
        var headers = ""
        if parsed.from.isEmpty {
            headers += HeaderWriter.field("From", addresses: [MailAddress(name: account.name, email: account.email)])
        }
        if parsed.date == nil { headers += HeaderWriter.field("Date", raw: HeaderWriter.date(Date())) }
        if parsed.messageID == nil {
            headers += HeaderWriter.field("Message-ID", raw: "<\(PublicID.random())@maraca.invalid>")
        }
        return Array(headers.utf8) + raw
    }

    /// The message without its Bcc and Resent-Bcc fields, their folded lines included; every other byte stays.
    static func withoutBcc(_ raw: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(raw.count)
        var line = 0
        var isSkipped = false
        while line < raw.count {
            let end = raw[line...].firstIndex(of: 0x0A).map { $0 + 1 } ?? raw.count
            let content = raw[line..<end]
            if content.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) { break }
            let isFolded = content.first == 0x20 || content.first == 0x09
            if !isFolded {
                let name = String(decoding: content.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
                isSkipped = ["bcc", "resent-bcc"].contains(name.trimmingCharacters(in: .whitespaces).lowercased())
            }
            if !isSkipped { result.append(contentsOf: content) }
            line = end
        }
        return result + raw[line...]
    }
}
