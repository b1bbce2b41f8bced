/// Method calls that are sent in one request if the server's limits allow (RFC 8620 §3.3), with the types of their answers.
struct Batch: Sendable {
    /// Identifies the answer of a call.
    struct Handle<Answer: Decodable & Sendable>: Sendable {
        let id: String
        let method: String
    }

    struct Call: Sendable {
        let id: String
        let method: String
        var arguments: [String: JSON]
        var references: [String: Reference]
    }

    /// An argument whose value is a list of ids in the answer of an earlier call (RFC 8620 §3.7).
    struct Reference: Sendable {
        let callID: String
        let method: String
        let path: String
        /// Extracts the same list from the answer here, for calls that do not fit into one request.
        let ids: @Sendable (any Sendable) -> [String]
    }

    private(set) var calls: [Call] = []
    /// The type of each answer, by call and method, because one call may have answers of several methods.
    private(set) var types: [AnswerKey: any (Decodable & Sendable).Type] = [:]
    /// False if sending the batch twice would perform an action twice.
    var isRepeatable = true
    /// Whether other requests go first when the concurrency limit is reached.
    var isPatient = false
    /// Capabilities that the arguments need, besides those of the methods.
    var capabilities: Set<Capability> = []

    /// - Parameter references: arguments that are taken from the answers of calls added before.
    mutating func add<Answer: Decodable & Sendable>(
        _ method: String, _ arguments: [String: JSON] = [:], references: [String: Reference] = [:],
        as answer: Answer.Type
    ) -> Handle<Answer> {
        let call = Call(id: "c\(calls.count)", method: method, arguments: arguments, references: references)
        calls.append(call)
        types[AnswerKey(callID: call.id, method: method)] = answer
        return Handle(id: call.id, method: method)
    }

    /// Adds the answer of another method that a call implies (RFC 8620 §3.2), such as the Email/set of a submission.
    mutating func implied<Other, Answer: Decodable & Sendable>(
        _ method: String, by call: Handle<Other>, as answer: Answer.Type
    ) -> Handle<Answer> {
        types[AnswerKey(callID: call.id, method: method)] = answer
        return Handle(id: call.id, method: method)
    }
}

extension Batch.Handle {
    func reference(_ path: String, _ ids: @escaping @Sendable (Answer) -> [String]) -> Batch.Reference {
        Batch.Reference(callID: id, method: method, path: path) { answer in (answer as? Answer).map(ids) ?? [] }
    }
}

/// Answers are matched by call **and** method.
struct AnswerKey: Hashable, Sendable {
    let callID: String
    let method: String
}
