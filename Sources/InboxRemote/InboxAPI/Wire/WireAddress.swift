import InboxModel

/// A person as messages and contacts represent them.
struct WireAddress: Decodable {
    var address: MailAddress

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(WireKey.self)
        let email = fields.text(.email) ?? ""
        let name = fields.text(.name) ?? ""
        guard !email.isEmpty || !name.isEmpty else {
            throw DecodingError.keyNotFound(
                WireKey.email, DecodingError.Context(codingPath: [], debugDescription: "missing"))
        }
        address = MailAddress(name: name, email: email)
    }
}

/// An entry of `GET /contacts`.
struct WireContact: Decodable {
    var id: RemoteID
    /// Nil for a contact without an address, to whom no mail can be written.
    var remote: RemoteContact?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(WireKey.self)
        let id = RemoteID(try fields.required(.id))
        self.id = id
        remote = fields.text(firstOf: .email).map { email in
            RemoteContact(id: id, address: MailAddress(name: fields.text(.name) ?? "", email: email))
        }
    }
}
