import Foundation
import InboxModel
import MailContent

extension NewMessage {
    /// Creates a message from its bytes, marked as read and in no mailbox yet.
    ///
    /// - Parameter received: when the message was received, if known. Replaces a date that is missing or more than a day
    ///   later.
    init(reading raw: [UInt8], received: Date?) {
        self.init(ParsedMessage.parse(raw), raw: raw, received: received)
    }

    init(_ parsed: ParsedMessage, raw: [UInt8], received: Date?) {
        subject = parsed.subject
        from = parsed.from
        to = parsed.to
        cc = parsed.cc
        bcc = parsed.bcc
        replyTo = parsed.replyTo
        date = Self.date(parsed.date, received: received)
        // Chosen once for both: it is most of the work.
        let text = BodyChoice.preferred(parsed.body)
        snippet = Snippet.text(of: text)
        searchText = BodyText.forIndex(text)
        messageID = parsed.messageID
        inReplyTo = parsed.inReplyTo.first
        references = Self.united(parsed.references, parsed.inReplyTo)
        if parsed.listID != nil {
            listID = HeaderProperty(EmailProperties.listID)?.value(in: RawHeader.all(in: raw)).textValue ?? ""
        }
        html = parsed.htmlForAPI()
        problems = [DateCheck.problem(written: parsed.date, received: received)].compactMap { $0 } + parsed.problems
        self.raw = raw
        files = parsed.files.map {
            NewFile(
                fileName: $0.fileName, contentType: $0.contentType, size: $0.size, contentID: $0.contentID,
                partID: $0.partID)
        }
    }

    private static func date(_ date: Date?, received: Date?) -> Int64 {
        let limit = (received ?? Date()).addingTimeInterval(86_400)
        let chosen = date.flatMap { $0 > limit ? nil : $0 } ?? received ?? date ?? Date(timeIntervalSince1970: 0)
        return Int64(max(0, min(chosen.timeIntervalSince1970, 253_402_300_799)))
    }

    private static func united(_ references: [String], _ inReplyTo: [String]) -> [String] {
        references.isEmpty ? inReplyTo : references
    }
}
