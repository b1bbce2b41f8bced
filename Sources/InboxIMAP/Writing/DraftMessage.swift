import Foundation
import InboxModel
import InboxRemote
import MailContent

/// A draft as a message of the drafts folder (RFC 5322).
struct DraftMessage {
    var draft: RemoteDraft
    /// With their content.
    var files: [OutgoingFile]
    /// The message that is answered, as far as its header tells it.
    var answered: ParsedMessage?
    /// The account's own address.
    var address: String
    var date: Date

    /// Including Bcc, which sending takes out.
    var bytes: [UInt8] {
        var message = ComposedMessage(date: date, messageID: Self.bracketed(draft.messageIDHeader))
        message.from = [draft.from ?? MailAddress(name: "", email: address)].filter { !$0.email.isEmpty }
        (message.to, message.cc, message.bcc, message.replyTo) = (draft.to, draft.cc, draft.bcc, draft.replyTo)
        (message.subject, message.body, message.files) = (draft.subject, draft.body, files)
        message.inReplyTo = (draft.inReplyToHeader ?? answered?.messageID).map(Self.bracketed)
        message.references = references.map(Self.bracketed)
        message.others = draft.headers
        return message.bytes
    }

    /// Back to the start of the thread (RFC 5322 §3.6.4).
    private var references: [String] {
        let last = draft.inReplyToHeader.map { [$0] } ?? []
        guard draft.inReplyTo != nil else { return draft.references.isEmpty ? last : draft.references }
        guard let answered else { return last }
        // A message without References may still name the one that it answers.
        let before =
            answered.references.isEmpty && answered.inReplyTo.count == 1 ? answered.inReplyTo : answered.references
        return before + (answered.messageID.map { [$0] } ?? last)
    }

    private static func bracketed(_ id: String) -> String {
        "<\(id.trimmingCharacters(in: CharacterSet(charactersIn: "<> \r\n\t")))>"
    }
}

/// What a save takes over of the one before.
struct DraftSave {
    var header: ParsedMessage
    /// As they were written.
    var fields: [DraftHeader]

    init(header bytes: [UInt8]) {
        header = ParsedMessage.parse(bytes)
        let block = HeaderBlock(LineReader(bytes), from: 0, budget: MimeLimits.headerBytes, isRoot: true) { _ in false }
        fields = block.fields.compactMap {
            DraftHeader(name: $0.name, value: String(decoding: $0.value, as: UTF8.self))
        }
    }

    /// A reply that was begun in another client remains a reply, and headers that have no place here stay.
    func carried(into draft: RemoteDraft) -> RemoteDraft {
        var draft = draft
        if draft.inReplyTo == nil, draft.inReplyToHeader == nil, draft.references.isEmpty {
            (draft.inReplyToHeader, draft.references) = (header.inReplyTo.first, header.references)
        }
        draft.keep(fields)
        return draft
    }

    /// When the next save is written. Its second tells it from this one, from which the text alone may differ.
    func next(now: Date) -> Date {
        guard let date = header.date, date <= now.addingTimeInterval(60) else { return now }
        return max(now, date.addingTimeInterval(1))
    }
}
