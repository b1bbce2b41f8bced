/// The reason why a method call was refused as a whole (RFC 8620 §3.6.2).
struct MethodError: Error, Sendable {
    let type: String
    var description: String?
    var members: [JSONMember] = []

    static func invalidArguments(_ names: [String], _ description: String) -> MethodError {
        MethodError(
            type: "invalidArguments", description: description,
            members: [JSONMember("arguments", .array(names.map(JSONValue.text)))])
    }

    static func invalidArgument(_ name: String, _ description: String) -> MethodError {
        invalidArguments([name], description)
    }

    static func plain(_ type: String, _ description: String? = nil) -> MethodError {
        MethodError(type: type, description: description)
    }

    var json: JSONValue {
        .object(
            [JSONMember("type", .text(type))]
                + (description.map { [JSONMember("description", .text($0))] } ?? []) + members)
    }
}

/// The reason why one object was not created, changed or destroyed (RFC 8620 §5.3). The other objects of the call are not
/// affected.
struct SetError: Error, Sendable {
    let type: String
    var description: String?
    var members: [JSONMember] = []

    static func invalidProperties(_ names: [String], _ description: String) -> SetError {
        SetError(
            type: "invalidProperties", description: description,
            members: [JSONMember("properties", .array(names.map(JSONValue.text)))])
    }

    static func plain(_ type: String, _ description: String? = nil) -> SetError {
        SetError(type: type, description: description)
    }

    static let notFound = SetError(type: "notFound")

    var json: JSONValue {
        MethodError(type: type, description: description, members: members).json
    }
}

/// The reason why a whole request was refused, as a problem document (RFC 8620 §3.6.1, RFC 7807).
struct RequestProblem: Error, Sendable {
    enum Kind: String { case unknownCapability, notJSON, notRequest, limit }

    let kind: Kind
    let detail: String
    var limit: String?

    var members: [JSONMember] {
        [
            JSONMember("detail", .text(detail)), JSONMember("status", .integer(400)),
            JSONMember("type", .text("urn:ietf:params:jmap:error:\(kind.rawValue)")),
        ] + (limit.map { [JSONMember("limit", .text($0))] } ?? [])
    }

    var response: APIResponse {
        APIResponse(
            status: 400, contentType: "application/problem+json",
            body: .bytes(JSONValue.object(members).bytes(isCompact: true)))
    }
}
