import InboxModel

/// The properties of an email to copy besides its bytes.
struct WireOriginal: Decodable, Sendable {
    static let properties = ["id", "blobId", "size", "receivedAt", "keywords"]

    var id: String
    var blobID: String
    var size: Int
    var receivedAt: String?
    var keywords: Set<Keyword>

    /// A message of an account that speaks something else.
    init(_ message: RemoteMessage, size: Int) {
        (id, blobID, self.size) = (message.id.rawValue, "", size)
        receivedAt = UTCDate.text(message.receivedAt)
        keywords = message.keywords.filter(\.isValid)
    }

    private enum CodingKeys: String, CodingKey { case id, blobId, size, receivedAt, keywords }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        id = try fields.required(.id)
        blobID = try fields.required(.blobId)
        size = try fields.decode(Int.self, forKey: .size).withinJSON
        receivedAt = fields.text(.receivedAt)
        keywords = fields.marks(.keywords)
    }

    var remoteID: RemoteID { RemoteID(id) }

    func object(in places: Set<RemoteID>) -> [String: JSON] {
        var object: [String: JSON] = [
            "mailboxIds": .object(Dictionary(uniqueKeysWithValues: places.map { ($0.rawValue, true) })),
            "keywords": .object(Dictionary(uniqueKeysWithValues: keywords.map { ($0.rawValue, true) })),
        ]
        if let receivedAt { object["receivedAt"] = .string(receivedAt) }
        return object
    }
}
