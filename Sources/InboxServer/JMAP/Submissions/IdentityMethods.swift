import GRDB

/// The Identity/… methods (RFC 8621 §6): every account has one fixed identity.
enum IdentityMethods {
    static let all: [String: MethodRunner.Method] = [
        "Identity/get": get, "Identity/changes": ChangesRequest.method(.identity), "Identity/set": set,
    ]

    static func id(of account: ServedAccount) -> String { "I" + account.publicID }

    private static let properties: Set<String> = [
        "id", "name", "email", "replyTo", "bcc", "textSignature", "htmlSignature", "mayDelete",
    ]

    private static func get(_ call: MethodCall) async throws -> MethodOutcome {
        let request = try GetRequest(call, properties: properties)
        let id = id(of: call.account)
        let identity = JSONValue.object([
            JSONMember("bcc", .null), JSONMember("email", .text(call.account.email)),
            JSONMember("htmlSignature", .text("")), JSONMember("id", .text(id)), JSONMember("mayDelete", .bool(false)),
            JSONMember("name", .text(call.account.name)), JSONMember("replyTo", .null),
            JSONMember("textSignature", .text("")),
        ])
        return try await call.database.read { db in
            try request.outcome(call, .identity, in: db) {
                [id]
            } object: {
                $0 == id ? identity.only(request.properties) : nil
            }
        }
    }

    /// Refuses all changes: identities are fixed.
    private static func set(_ call: MethodCall) async throws -> MethodOutcome {
        let request = try SetRequest(call)
        let state = StateString.text(0, call.account)
        try request.check(state, call)
        var results = SetResults(refusesFirst: false)
        let refusal = SetError.plain("forbidden", "the identity is given")
        let id = id(of: call.account)
        for member in request.create { try results.create(member.name) { throw refusal } }
        for member in request.update {
            try results.update(member.name) { throw member.name == id ? refusal : SetError.notFound }
        }
        for name in request.destroy { try results.destroy(name) { throw name == id ? refusal : SetError.notFound } }
        return results.outcome(call, oldState: state, newState: state)
    }
}
