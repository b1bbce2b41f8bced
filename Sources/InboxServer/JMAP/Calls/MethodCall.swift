/// A method call in progress: its arguments, its account, and the objects needed to answer it.
struct MethodCall: Sendable {
    let arguments: Arguments
    /// The account that the call names.
    let account: ServedAccount
    let host: JMAPHost
    /// The ids of objects that earlier calls of the request created, by the client's creation ids (RFC 8620 §3.3).
    let createdIDs: [String: String]

    var database: MailDatabase { host.database }

    /// Returns the id, or the id of the object created as `#name` in this request.
    func id(_ text: String) -> String? {
        text.hasPrefix("#") ? createdIDs[String(text.dropFirst())] : text
    }
}

/// The result of a method.
struct MethodOutcome: Sendable {
    var arguments: JSONValue
    /// The responses of further calls that this one implied (RFC 8621 §7.5).
    var implied: [(name: String, arguments: JSONValue)] = []
    var createdIDs: [String: String] = [:]

    init(_ members: [JSONMember]) {
        arguments = .object(members)
    }

    /// Returns the outcome with only these arguments.
    func only(_ names: Set<String>) -> MethodOutcome {
        var outcome = self
        outcome.arguments = arguments.only(names)
        return outcome
    }
}
