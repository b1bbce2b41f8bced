import Foundation
import InboxModel

/// A message or draft, with or without its body.
struct WireMessage: Decodable {
    var remote: RemoteMessage
    private let version: Int?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(WireKey.self)
        let id = try fields.required(.id)
        remote = RemoteMessage(
            id: RemoteID(id), thread: RemoteID(fields.text(firstOf: .threadID, .thread) ?? id),
            subject: Self.subject(fields.text(.subject) ?? ""),
            from: fields.addresses(.from), to: fields.addresses(.to), cc: fields.addresses(.cc),
            bcc: fields.addresses(.bcc), replyTo: fields.addresses(.replyTo),
            receivedAt: Date(timeIntervalSince1970: Double(fields.seconds(.date) ?? 0)),
            snippet: fields.text(.snippet) ?? "", mailboxes: fields.mailboxes(),
            files: fields.list(.files, of: WireFile.self).map(\.file),
            messageIDHeader: fields.header(.messageIDHeader), inReplyToHeader: fields.header(.inReplyToHeader),
            body: fields.body())
        version = fields.whole(.version)
        if fields.text(.object) == "draft" { remote = asDraft() }
        if !(fields.flag(.unread) ?? false) { remote.keywords.insert(.seen) }
        if fields.flag(.starred) ?? false { remote.keywords.insert(.flagged) }
    }

    /// Returns the message as a draft, even if an old server calls it a message.
    func asDraft() -> RemoteMessage {
        var draft = remote
        draft.keywords.insert(.draft)
        draft.version = version ?? 0
        return draft
    }
}

extension JSONMembers where Key == WireKey {
    fileprivate func addresses(_ key: WireKey) -> [MailAddress] {
        list(key, of: WireAddress.self).map(\.address)
    }

    /// Includes the problems of broken mail, which only our own server reports.
    fileprivate func body() -> MessageBody? {
        var body = text(.body).map(WireBody.read)
        body?.problems = list(.problems, of: String.self)
        return body
    }

    fileprivate func mailboxes() -> Set<RemoteID> {
        let folder = value(.folder, as: WireMailbox.self).map { [$0] } ?? []
        return Set((folder + list(.labels, of: WireMailbox.self)).map(\.remote.id))
    }

    /// Only `view=expanded` includes the headers.
    fileprivate func header(_ key: WireKey) -> String? {
        (try? members(WireKey.self, of: .headers))?.text(key)
    }
}

extension WireMessage {
    /// Reads a single space as an empty subject: an update stores the space, because the server ignores an empty subject.
    fileprivate static func subject(_ text: String) -> String { text == " " ? "" : text }
}
