/// One element of a feed's `inbox`. Any of its texts may be missing.
struct FeedEntry: Decodable, Hashable, Sendable {
    var uid: String
    var from: String
    var to: String
    var subject: String
    var text: String
    /// Empty when the entry begins a conversation.
    var responseToUid: String
    /// Free text such as `Today`.
    var dateTime: String

    private enum CodingKeys: CodingKey {
        case uid, from, to, subject, text, responseToUid, dateTime
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        uid = fields.text(.uid) ?? ""
        from = fields.text(.from) ?? ""
        to = fields.text(.to) ?? ""
        subject = fields.text(.subject) ?? ""
        text = fields.text(.text) ?? ""
        responseToUid = fields.text(.responseToUid) ?? ""
        dateTime = fields.text(.dateTime) ?? ""
    }
}

/// `{"inbox": […]}`. Elements that are not objects are skipped.
struct FeedDocument: Decodable {
    var inbox: ReadableList<FeedEntry>
}
