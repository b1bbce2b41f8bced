package import Foundation
import InboxKit
package import InboxModel
package import MailContent

/// A mail that no store has, such as one in a file, with all that a reader is shown of it.
package struct FileMail: Sendable {
    /// It has no id, and is in no account and no mailbox.
    package private(set) var message: Message
    package private(set) var body: MessageBody
    package private(set) var source: ParsedMessage
    /// Warnings about files whose content is a program, by index.
    package private(set) var disguises: [Int: String] = [:]
    /// The invitation in the mail, or a report about a sent message.
    package private(set) var card: StyledText?

    /// The most files of which the content is looked at: each takes a pass through the whole mail.
    private static let mostOpened = 20

    /// - Parameter receivedAt: for a mail without a date of its own.
    package init(_ bytes: [UInt8], receivedAt: Date) {
        source = ParsedMessage.parse(bytes)
        body = source.body
        body.problems = source.problems
        let inner = InnerFile.all(in: bytes)
        message = Message(
            id: MessageID(0), account: AccountID(0), remoteID: nil, thread: ThreadID(0), subject: source.subject,
            from: source.from, to: source.to, cc: source.cc, bcc: source.bcc, replyTo: source.replyTo,
            receivedAt: source.date ?? receivedAt, snippet: source.snippet, keywords: [.seen],
            files: zip(inner, source.files).map { inner, part in
                var file = inner.file
                file.remoteID = RemoteID(inner.partID)
                file.charset = part.parameters["charset"]
                file.method = part.parameters["method"]
                return file
            },
            messageIDHeader: source.messageID, inReplyToHeader: source.inReplyTo.first, listID: source.listID ?? "",
            size: bytes.count)
        for (index, file) in inner.prefix(Self.mostOpened).enumerated() {
            let start = Array(file.contents(in: bytes).prefix(RiskyFile.startLength))
            disguises[index] = RiskyFile.disguise(start, name: file.file.fileName)
        }
        if let file = message.cardFile, let index = message.files.firstIndex(of: file) {
            card = FileText.read(
                inner[index].contents(in: bytes), type: file.contentType, name: file.fileName, charset: file.charset,
                zone: .current)
        }
    }

    /// The mail as a thread of its own, for programs.
    package func json(withHeaders: Bool, seal: MessageSeal?) -> ThreadJSON? {
        let json = MessageJSON(
            message, body: seal?.body ?? body, mailboxes: [], source: withHeaders ? source : nil, seal: seal?.json,
            disguises: disguises)
        return MailThread(alone: message).map {
            ThreadJSON($0, account: "", mailboxes: [], messages: [json])
        }
    }
}
