import InboxModel

/// What the calls of a batch were answered.
struct Answers: Sendable {
    private var values: [AnswerKey: Result<any Sendable, RemoteError>] = [:]
    /// Errors carry the call's id only.
    private var errors: [String: RemoteError] = [:]

    /// - Throws: the call's own error; `unreadableAnswer` when the server answered nothing to it.
    func value<Answer>(_ handle: Batch.Handle<Answer>) throws(RemoteError) -> Answer {
        if let result = values[AnswerKey(callID: handle.id, method: handle.method)] {
            if let value = try result.get() as? Answer { return value }
        }
        if let error = errors[handle.id] { throw error }
        throw RemoteError(.unreadableAnswer(detail: "\(handle.method): no answer"), call: handle.method)
    }

    mutating func take(_ answer: MethodAnswer, of calls: [Batch.Call]) {
        // Of two answers to one call the first counts: a server that repeats itself changes nothing.
        let key = AnswerKey(callID: answer.callID, method: answer.method)
        switch answer.content {
        case .value(let value): if values[key] == nil { values[key] = .success(value) }
        case .unreadable(let place):
            if values[key] == nil {
                values[key] = .failure(RemoteError(.unreadableAnswer(detail: place), call: answer.method))
            }
        case .failed(let error):
            let method = calls.first { $0.id == answer.callID }?.method ?? ""
            if errors[answer.callID] == nil { errors[answer.callID] = error.remoteError(call: method) }
        case .other: break
        }
    }

    /// The ids that a later call needs, when it goes out in a request of its own.
    func ids(_ reference: Batch.Reference) throws(RemoteError) -> [String] {
        if let value = values[AnswerKey(callID: reference.callID, method: reference.method)] {
            return reference.ids(try value.get())
        }
        throw errors[reference.callID]
            ?? RemoteError(.unreadableAnswer(detail: "\(reference.method): no answer"), call: reference.method)
    }

    /// RFC 8620 §3.7 has the second.
    private static let referenceErrors: Set = ["resultReference", "invalidResultReference"]

    /// A call that failed only because the one it refers to did is told by that one's error.
    mutating func blameSources(_ calls: [Batch.Call]) {
        for call in calls where errors[call.id]?.type.map(Self.referenceErrors.contains) == true {
            for reference in call.references.values {
                if let source = errors[reference.callID] { errors[call.id] = source }
            }
        }
    }

    /// Whether the server no longer knows the account, or its own limits, as the session told them.
    func doubtsSession(_ calls: [Batch.Call]) -> Bool {
        let types: Set = [
            "accountNotFound", "accountNotSupportedByMethod", "accountReadOnly", "unknownMethod", "requestTooLarge",
        ]
        return calls.contains { call in errors[call.id]?.type.map(types.contains) ?? false }
    }

    /// Whether the account takes no changes, which the session should have said.
    func isClosed(_ calls: [Batch.Call]) -> Bool {
        calls.contains { errors[$0.id]?.type == RemoteError.accountReadOnly }
    }

    mutating func fail(_ call: Batch.Call, with error: RemoteError) {
        if errors[call.id] == nil { errors[call.id] = error }
    }
}
