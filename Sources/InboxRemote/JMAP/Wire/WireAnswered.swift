import InboxModel

/// What a save, or an answer, takes over of a draft or of the message that is answered.
struct WireAnswered: Decodable, Sendable {
    static let properties = ["id", "references", "inReplyTo", "messageId", "keywords", "mailboxIds", "headers"]

    var id: String
    var references: [String]
    var inReplyTo: [String]
    var messageID: [String]?
    var isDraft: Bool
    var mailboxes: Set<RemoteID>
    var headers: [DraftHeader]

    private enum CodingKeys: String, CodingKey {
        case id, references, inReplyTo, messageId, keywords, mailboxIds, headers
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        id = fields.text(.id) ?? ""
        references = fields.list(.references, of: String.self)
        inReplyTo = fields.list(.inReplyTo, of: String.self)
        messageID = fields.value(.messageId, as: [String].self)
        isDraft = fields.marks(.keywords).contains(.draft)
        mailboxes = Set(fields.flags(.mailboxIds).map { RemoteID($0) })
        headers = fields.list(.headers, of: WireHeader.self).compactMap(\.asWritten)
    }
}

/// An EmailHeader (RFC 8621 §4.1.3).
struct WireHeader: Decodable {
    var name: String
    var value: String

    /// Unfolded (RFC 5322 §2.2.3): a line break stands before a blank.
    var asWritten: DraftHeader? {
        DraftHeader(name: name, value: value.replacing("\r\n", with: "").replacing("\n", with: ""))
    }
}
