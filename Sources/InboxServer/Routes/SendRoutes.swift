import HTTPTypes

/// `/send`: a draft by id and version, a message that was never saved, or a whole MIME message.
enum SendRoutes {
    static func answer(_ call: APICall, _ path: [String]) async throws -> APIResponse {
        guard path.isEmpty else { throw call.unknownPath }
        guard call.request.method == .post else { throw call.wrongMethod }
        if call.request.contentType.lowercased().hasPrefix("message/rfc822") {
            return .json(try await call.sender.send(raw: call.request.body, account: call.account))
        }
        let body = try call.request.jsonObject()
        if let tracking = body["tracking"], !tracking.isNull { throw APIError.notImplemented("Tracking") }
        if let draft = body["draft_id"], !draft.isNull {
            guard let id = draft.textValue else { throw APIError.invalid("draft_id must be a text") }
            return .json(
                try await call.sender.send(draft: call.id(id), version: body["version"], account: call.account))
        }
        return .json(try await call.sender.send(DraftFields(body), account: call.account))
    }
}
