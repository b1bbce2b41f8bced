/// A method call on its way: what it asks, of which account, and what it takes to answer it.
struct MethodCall: Sendable {
    let arguments: Arguments
    /// The account that the call names.
    let account: ServedAccount
    let host: JMAPHost
    /// What earlier calls of the request created: ids by the names that the client gave (RFC 8620 §3.3).
    let createdIDs: [String: String]

    var database: MailDatabase { host.database }

    /// An id, or the id of what was created under `#name` in this request.
    func id(_ text: String) -> String? {
        text.hasPrefix("#") ? createdIDs[String(text.dropFirst())] : text
    }
}

/// What a method answers.
struct MethodOutcome: Sendable {
    var arguments: JSONValue
    /// Answers of further calls that this one implied (RFC 8621 §7.5).
    var implied: [(name: String, arguments: JSONValue)] = []
    var createdIDs: [String: String] = [:]

    init(_ members: [JSONMember]) {
        arguments = .object(members)
    }

    /// With those of its arguments only.
    func only(_ names: Set<String>) -> MethodOutcome {
        var outcome = self
        outcome.arguments = arguments.only(names)
        return outcome
    }
}
