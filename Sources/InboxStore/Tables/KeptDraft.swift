import Foundation
import InboxModel

/// A whole draft in one value: what a refused deletion restores, kept as the detail of its action, and what a version consists of.
struct KeptDraft: Codable {
    var message: Message
    var body: MessageBody?
    var inReplyTo: MessageID?
    var forwards: MessageID?
    /// Nil in values stored by older versions of the program.
    var references: [String]?
    var headers: [DraftHeader]?
    var seal: DraftSeal?
    var unfinished: UnfinishedRecipients?
    /// The order to send a discarded draft.
    var order: Order?

    struct Order: Codable {
        /// Nil for at once.
        var due: Date?
        var isStopped: Bool
        /// Why it was stopped; nil if the user stopped it.
        var error: String?
        /// The detail of the action that was to send it.
        var detail: String?
    }

    var content: DraftContent {
        DraftContent(
            from: message.from.first, to: message.to, cc: message.cc, bcc: message.bcc, replyTo: message.replyTo,
            subject: message.subject, body: body ?? MessageBody(), files: message.files, inReplyTo: inReplyTo,
            forwards: forwards, references: references ?? [], messageIDHeader: message.messageIDHeader,
            headers: headers ?? [], seal: seal, unfinished: unfinished)
    }

    /// The files that were attached to it here.
    var localFiles: Set<FileID> { Set(message.files.compactMap(\.localID)) }
}
