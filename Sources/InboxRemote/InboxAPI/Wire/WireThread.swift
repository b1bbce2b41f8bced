import InboxModel

/// A thread of `view=expanded`: of the thread itself only what paging needs, the rest follows from its messages.
struct WireThread: Decodable {
    var id: String
    var lastMessageSecond: Int?
    /// Drafts come after the others.
    var messages: [RemoteMessage]

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: WireKey.self)
        id = try fields.required(.id)
        lastMessageSecond = fields.seconds(.lastMessageTimestamp)
        let all = fields.list(.messages, of: WireMessage.self) + fields.list(.drafts, of: WireMessage.self)
        messages = all.map(\.remote)
    }
}
