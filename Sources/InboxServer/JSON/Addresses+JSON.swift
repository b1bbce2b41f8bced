import InboxModel

extension [MailAddress] {
    /// As the Inbox API writes addresses: `[{"email":…,"name":…}]`, on one line.
    var json: String {
        JSONValue.array(map(\.json)).compactText
    }
}

extension MailAddress {
    var json: JSONValue {
        .object([JSONMember("email", .text(email)), JSONMember("name", .text(name))])
    }
}
