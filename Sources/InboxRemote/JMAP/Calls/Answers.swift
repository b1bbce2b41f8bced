import InboxModel

/// The answers to the calls of a batch.
struct Answers: Sendable {
    private var values: [AnswerKey: Result<any Sendable, RemoteError>] = [:]
    /// By call id, because errors do not name the method.
    private var errors: [String: RemoteError] = [:]

    /// - Throws: the call's own error; `unreadableAnswer` if the server did not answer the call.
    func value<Answer>(_ handle: Batch.Handle<Answer>) throws(RemoteError) -> Answer {
        if let result = values[AnswerKey(callID: handle.id, method: handle.method)] {
            if let value = try result.get() as? Answer { return value }
        }
        if let error = errors[handle.id] { throw error }
        throw RemoteError(.unreadableAnswer(detail: "\(handle.method): no answer"), call: handle.method)
    }

    mutating func take(_ answer: MethodAnswer, of calls: [Batch.Call]) {
        // The first of two answers to one call counts, so a server that repeats itself changes nothing.
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

    /// Returns the ids that a later call in another request refers to.
    func ids(_ reference: Batch.Reference) throws(RemoteError) -> [String] {
        if let value = values[AnswerKey(callID: reference.callID, method: reference.method)] {
            return reference.ids(try value.get())
        }
        throw errors[reference.callID]
            ?? RemoteError(.unreadableAnswer(detail: "\(reference.method): no answer"), call: reference.method)
    }

    /// RFC 8620 §3.7 defines only the second.
    private static let referenceErrors: Set = ["resultReference", "invalidResultReference"]

    /// Replaces the error of a failed reference by that of the call that it refers to.
    mutating func blameSources(_ calls: [Batch.Call]) {
        for call in calls where errors[call.id]?.type.map(Self.referenceErrors.contains) == true {
            for reference in call.references.values {
                if let source = errors[reference.callID] { errors[call.id] = source }
            }
        }
    }

    /// Whether an error contradicts the account, the methods or the limits in the session.
    func doubtsSession(_ calls: [Batch.Call]) -> Bool {
        let types: Set = [
            "accountNotFound", "accountNotSupportedByMethod", "accountReadOnly", "unknownMethod", "requestTooLarge",
        ]
        return calls.contains { call in errors[call.id]?.type.map(types.contains) ?? false }
    }

    /// Whether the account is read-only, which the session should have said.
    func isClosed(_ calls: [Batch.Call]) -> Bool {
        calls.contains { errors[$0.id]?.type == RemoteError.accountReadOnly }
    }

    mutating func fail(_ call: Batch.Call, with error: RemoteError) {
        if errors[call.id] == nil { errors[call.id] = error }
    }
}
