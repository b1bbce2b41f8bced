import Foundation
import InboxModel

/// A whole draft in one value: what a deletion brings back when the server says no, and what a version is.
struct KeptDraft: Codable {
    var message: Message
    var body: MessageBody?
    var inReplyTo: MessageID?
    var forwards: MessageID?
    /// Nil in what older versions kept.
    var references: [String]?
    var headers: [DraftHeader]?
    var seal: DraftSeal?
    var unfinished: UnfinishedRecipients?
    /// The order to send it that a discarded one had.
    var order: Order?

    struct Order: Codable {
        /// Nil for at once.
        var due: Date?
        var isStopped: Bool
        /// Why it was stopped; nil: by the user.
        var error: String?
        /// What was known before it was sent.
        var detail: String?
    }

    func json() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }

    var content: DraftContent {
        DraftContent(
            from: message.from.first, to: message.to, cc: message.cc, bcc: message.bcc, replyTo: message.replyTo,
            subject: message.subject, body: body ?? MessageBody(), files: message.files, inReplyTo: inReplyTo,
            forwards: forwards, references: references ?? [], messageIDHeader: message.messageIDHeader,
            headers: headers ?? [], seal: seal, unfinished: unfinished)
    }

    /// The files that were put on it here.
    var localFiles: Set<FileID> { Set(message.files.compactMap(\.localID)) }
}

extension KeptDraft {
    /// - Parameter detail: of the action that deletes it.
    init?(detail: String?) {
        guard let detail, let kept = KeptDraft(json: detail) else { return nil }
        self = kept
    }

    init?(json: String) {
        guard let kept = try? JSONDecoder().decode(KeptDraft.self, from: Data(json.utf8)) else { return nil }
        self = kept
    }
}
