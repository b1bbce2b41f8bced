import InboxModel

/// A folder or a label.
struct WireMailbox: Decodable {
    var remote: RemoteMailbox

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(WireKey.self)
        let id = try fields.required(.id)
        // `name` is the role of a standard mailbox, and null for the user's own mailboxes.
        let role = fields.text(.name).flatMap(WireMailbox.role)
        let name = fields.text(firstOf: .displayName, .name) ?? id
        remote = RemoteMailbox(id: RemoteID(id), name: name, role: role)
    }

    private static func role(_ name: String) -> MailboxRole? {
        let name = name.lowercased()
        return name == "spam" ? .junk : MailboxRole(rawValue: name)
    }
}
