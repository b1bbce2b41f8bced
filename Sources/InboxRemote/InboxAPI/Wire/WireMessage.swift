import Foundation
import InboxModel

/// A message or draft, with or without its body.
struct WireMessage: Decodable {
    var remote: RemoteMessage
    private let version: Int?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: WireKey.self)
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

    /// Also for what an old server calls a message in a place where only drafts are.
    func asDraft() -> RemoteMessage {
        var draft = remote
        draft.keywords.insert(.draft)
        draft.version = version ?? 0
        return draft
    }
}

extension KeyedDecodingContainer where Key == WireKey {
    fileprivate func addresses(_ key: WireKey) -> [MailAddress] {
        list(key, of: WireAddress.self).map(\.address)
    }

    /// With what our own server says of broken mail; others don't tell.
    fileprivate func body() -> MessageBody? {
        var body = text(.body).map(WireBody.read)
        body?.problems = list(.problems, of: String.self)
        return body
    }

    fileprivate func mailboxes() -> Set<RemoteID> {
        let folder = value(.folder, as: WireMailbox.self).map { [$0] } ?? []
        return Set((folder + list(.labels, of: WireMailbox.self)).map(\.remote.id))
    }

    /// Only `view=expanded` tells the headers.
    fileprivate func header(_ key: WireKey) -> String? {
        (try? nestedContainer(keyedBy: WireKey.self, forKey: .headers))?.text(key)
    }
}

extension WireMessage {
    /// None where it is a blank: that is how a draft is told to have none any more, because an empty one would change nothing.
    fileprivate static func subject(_ text: String) -> String { text == " " ? "" : text }
}
