import InboxModel

/// A thread of `view=expanded`. Only the fields that paging needs are read; the rest follows from its messages.
struct WireThread: Decodable {
    var id: String
    var lastMessageSecond: Int?
    /// The messages, followed by the drafts.
    var messages: [RemoteMessage]
    /// The unreadable messages and drafts.
    var skipped: [UInt64]

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(WireKey.self)
        id = try fields.required(.id)
        lastMessageSecond = fields.seconds(.lastMessageTimestamp)
        let lists = [WireKey.messages, .drafts].compactMap { fields.value($0, as: ReadableList<WireMessage>.self) }
        messages = lists.flatMap(\.elements).map(\.remote)
        skipped = lists.flatMap(\.skipped)
    }
}
