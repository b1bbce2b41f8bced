import InboxModel
import MailContent

/// A draft as `/drafts` accepts it.
struct WireDraft: Encodable {
    private let draft: RemoteDraft

    init(_ draft: RemoteDraft) {
        self.draft = draft
    }

    private enum CodingKeys: String, CodingKey {
        case from, to, cc, bcc, subject, body, version, headers
        /// The sender in an update, which has another name than in a new draft.
        case fromAddress = "from_addr"
        case replyTo = "reply_to"
        case files = "file_ids"
        case answered = "reply_to_message_id"
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        if let from = draft.from {
            try fields.encode([Person(from)], forKey: draft.id == nil ? .from : .fromAddress)
        }
        try fields.encode(draft.to.map(Person.init), forKey: .to)
        try fields.encode(draft.cc.map(Person.init), forKey: .cc)
        try fields.encode(draft.bcc.map(Person.init), forKey: .bcc)
        try fields.encode(draft.replyTo.prefix(1).map(Person.init), forKey: .replyTo)
        try fields.encode(subject, forKey: .subject)
        try fields.encode(draft.body.html ?? PlainAsHTML.wrapped(draft.body.plain ?? ""), forKey: .body)
        try fields.encode(draft.files.map(\.remoteID.rawValue), forKey: .files)
        try fields.encode(Headers(draft), forKey: .headers)
        try fields.encodeIfPresent(draft.id == nil ? nil : draft.version ?? 0, forKey: .version)
        try fields.encodeIfPresent(draft.id == nil ? draft.inReplyTo?.rawValue : nil, forKey: .answered)
    }

    /// An empty subject in an update is ignored, so a space stands for it.
    private var subject: String { draft.id != nil && draft.subject.isEmpty ? " " : draft.subject }

    /// Headers for the embedded server. Other servers write their own, and thread only answers to messages that they have.
    private struct Headers: Encodable {
        let messageID: String
        let inReplyTo: String?
        let references: [String]?

        init(_ draft: RemoteDraft) {
            messageID = draft.messageIDHeader
            inReplyTo = draft.inReplyTo == nil ? draft.references.last : nil
            references = inReplyTo == nil ? nil : draft.references
        }

        private enum CodingKeys: String, CodingKey {
            case messageID = "Message-Id"
            case inReplyTo = "In-Reply-To"
            case references = "References"
        }
    }

    private struct Person: Encodable {
        let name: String
        let email: String

        init(_ address: MailAddress) {
            name = address.name
            email = address.email
        }
    }
}

/// Identifies one save of a draft.
struct WireDraftVersion: Encodable {
    var draft: String?
    var version: Int

    private enum CodingKeys: String, CodingKey {
        case version
        case draft = "draft_id"
    }
}

/// The answer to a send request: the message, or, with the same status, the recipients that were refused.
struct WireSent: Decodable {
    var sent: RemoteSent

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(WireKey.self)
        if let type = fields.text(.type), type.hasSuffix("_error") {
            let refusals = try fields.decode([String: String].self, forKey: .failures)
            sent = RemoteSent(refusals: refusals)
        } else {
            var message = try WireMessage(from: decoder).remote
            message.keywords.remove(.draft)
            message.version = nil
            sent = RemoteSent(message: message)
        }
    }
}
