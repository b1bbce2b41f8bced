import InboxModel

extension [MailAddress] {
    /// The addresses in the format of the Inbox API: `[{"email":…,"name":…}]`, on one line.
    var json: String {
        JSONValue.array(map(\.json)).compactText
    }
}

extension MailAddress {
    var json: JSONValue {
        .object([JSONMember("email", .text(email)), JSONMember("name", .text(name))])
    }
}
