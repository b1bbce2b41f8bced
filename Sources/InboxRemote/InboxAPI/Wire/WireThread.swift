import InboxModel

/// A thread of `view=expanded`: of the thread itself only what paging needs, the rest follows from its messages.
struct WireThread: Decodable {
    var id: String
    var lastMessageSecond: Int?
    /// Drafts come after the others.
    var messages: [RemoteMessage]
    /// Those that could not be read.
    var skipped: [UInt64]

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: WireKey.self)
        id = try fields.required(.id)
        lastMessageSecond = fields.seconds(.lastMessageTimestamp)
        let lists = [WireKey.messages, .drafts].compactMap { fields.value($0, as: ReadableList<WireMessage>.self) }
        messages = lists.flatMap(\.elements).map(\.remote)
        skipped = lists.flatMap(\.skipped)
    }
}
