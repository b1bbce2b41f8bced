import HTTPTypes

/// `/send`: sends a draft by id and version, a message that was never saved, or a whole MIME message.
enum SendRoutes {
    static func answer(
        _ call: APICall, _ path: [String], translate: (JSONValue) -> JSONValue = { $0 }
    ) async throws -> APIResponse {
        guard path.isEmpty else { throw call.unknownPath }
        guard call.request.method == .post else { throw call.wrongMethod }
        if call.request.contentType.lowercased().hasPrefix("message/rfc822") {
            return try await answer(call, call.sender.send(raw: call.request.body, account: call.account))
        }
        let body = translate(try call.request.jsonObject())
        if let tracking = body["tracking"], !tracking.isNull { throw APIError.notImplemented("Tracking") }
        if let draft = body["draft_id"], !draft.isNull {
            guard let id = draft.textValue else { throw APIError.invalid("draft_id must be a text") }
            let version = DraftVersion(body["version"])
            return try await answer(
                call, call.sender.send(draft: call.id(id), version: version, account: call.account))
        }
        return try await answer(call, call.sender.send(DraftFields(body), account: call.account))
    }

    /// Answers with the stored message, or with the failures if some recipients did not get it.
    private static func answer(_ call: APICall, _ outcome: SendOutcome) async throws -> APIResponse {
        if let refusal = outcome.refusal { return .json(refusal.partialBody) }
        return .json(
            try await call.database.read { db in
                guard
                    let row = try MessageRow.fetch(db, publicID: outcome.messageID, account: call.account.id)
                else { throw APIError.notFound("message \(outcome.messageID)") }
                return try call.reader(db).json(row)
            })
    }
}
