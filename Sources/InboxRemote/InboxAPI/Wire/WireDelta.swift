import InboxModel

/// The answer of `/delta` and `/delta/longpoll`.
struct WireDeltas: Decodable {
    var start: String?
    var end: String
    var entries: ReadableList<WireDelta>

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(WireKey.self)
        start = fields.text(.cursorStart)
        end = try fields.required(.cursorEnd)
        entries = try fields.decode(ReadableList<WireDelta>.self, forKey: .deltas)
    }
}

/// One entry of the answer, with the field names of any API version.
struct WireDelta: Decodable {
    enum Content {
        case message(RemoteMessage)
        case messageGone(RemoteID, isDraft: Bool)
        case mailbox(RemoteMailbox)
        case mailboxGone(RemoteID)
        case contact(RemoteContact)
        case contactGone(RemoteID)
        /// A kind of object or event that the client does not use.
        case other
    }

    var content: Content

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(WireKey.self)
        let object = try fields.required(.object, or: .objectType, .type)
        switch try fields.required(.event) {
        case "delete": content = WireDelta.gone(object, id: RemoteID(try fields.required(.id, or: .objectID)))
        case "create", "modify", "update": content = try WireDelta.present(object, in: fields)
        default: content = .other
        }
    }

    private static func gone(_ object: String, id: RemoteID) -> Content {
        switch object {
        case "message": .messageGone(id, isDraft: false)
        case "draft": .messageGone(id, isDraft: true)
        case "folder", "label": .mailboxGone(id)
        case "contact": .contactGone(id)
        default: .other
        }
    }

    private static func contact(_ told: WireContact) -> Content {
        told.remote.map { .contact($0) } ?? .contactGone(told.id)
    }

    private static func present(_ object: String, in fields: JSONMembers<WireKey>) throws -> Content {
        switch object {
        case "message": .message(try fields.decode(WireMessage.self, forKey: .attributes).remote)
        case "draft": .message(try fields.decode(WireMessage.self, forKey: .attributes).asDraft())
        case "folder", "label": .mailbox(try fields.decode(WireMailbox.self, forKey: .attributes).remote)
        case "contact": contact(try fields.decode(WireContact.self, forKey: .attributes))
        default: .other
        }
    }
}
