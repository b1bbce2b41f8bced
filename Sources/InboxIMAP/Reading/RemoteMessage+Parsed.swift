import Foundation
import InboxModel
import MailContent

extension RemoteMessage {
    /// - Parameters:
    ///   - indexed: where it is, and its marks.
    ///   - parsed: the message, or as much as there is of it.
    ///   - size: of the whole message; nil if that is not known.
    init(_ indexed: IndexedMessage, _ parsed: ParsedMessage, files: [MessageFile], size: Int?) {
        self.init(
            id: indexed.id, thread: indexed.thread, subject: parsed.subject, from: parsed.from, to: parsed.to,
            cc: parsed.cc, bcc: parsed.bcc, replyTo: parsed.replyTo, receivedAt: indexed.receivedAt,
            snippet: parsed.snippet, keywords: indexed.keywords, mailboxes: indexed.mailboxes, files: files,
            messageIDHeader: parsed.messageID, inReplyToHeader: parsed.inReplyTo.first, listID: parsed.listID ?? "",
            size: size)
    }

    /// Adds the texts.
    mutating func setBody(_ parsed: ParsedMessage) {
        var body = parsed.body
        let date = DateCheck.problem(written: parsed.date, received: receivedAt)
        body.problems = (date.map { [$0] } ?? []) + parsed.problems
        body.writtenAt = DateCheck.believed(written: parsed.date, received: receivedAt)
        self.body = body
    }
}

extension IndexedMessage {
    /// When the first of its copies arrived: another one may have been dated when it was made.
    var receivedAt: Date { copies.map(\.date).min() ?? Date(timeIntervalSince1970: 0) }
}

extension IndexedHead {
    /// - Parameter place: what tells the copy from all others.
    init(_ head: IMAPHead, _ parsed: ParsedMessage, place: String) {
        let known = Set(parsed.references)
        self.init(
            uid: head.uid,
            id: IMAPID.message(emailID: head.emailID, header: head.header, size: head.size, place: place),
            messageID: parsed.messageID,
            references: parsed.references + parsed.inReplyTo.filter { !known.contains($0) },
            thread: head.threadID)
    }
}
