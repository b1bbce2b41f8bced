/// Objects in dialect 15: with members under their old names, and those that the clients of 2014 read. Members of later
/// dialects stay.
extension MailReader {
    func object(_ members: [JSONMember]) -> JSONValue {
        guard dialect == .fifteen else { return .object(members) }
        let dates = ["last_message_received_timestamp", "last_message_sent_timestamp"]
        let known = members.map { member in
            // An unknown date was 0 then, never null.
            member.value.isNull && dates.contains(member.name) ? JSONMember(member.name, .integer(0 as Int64)) : member
        }
        return .object(known + [JSONMember("namespace_id", .text(account.publicID))])
    }

    /// Returns a file, alone or in its message.
    func fileObject(_ members: [JSONMember]) -> JSONValue {
        guard dialect == .fifteen else { return .object(members) }
        let file = JSONValue.object(members)
        var more = [
            JSONMember("is_embedded", .bool(file["content_id"] != nil)),
            JSONMember("mimetype", file["content_type"] ?? .null),
        ]
        if let message = file["message_ids"]?.arrayValue?.first { more.append(JSONMember("message_id", message)) }
        return object(members + more)
    }
}

extension ServedAccount {
    /// The account as a namespace; the two are the same here.
    var namespaceJSON: JSONValue {
        guard case .object(let members) = json else { return json }
        return .object(
            members.filter { $0.name != "object" } + [
                JSONMember("namespace_id", .text(publicID)), JSONMember("object", .text("namespace")),
            ])
    }
}
