/// Method calls that go to the server in one request where its limits allow (RFC 8620 §3.3), and what their answers
/// are read as.
struct Batch: Sendable {
    /// Where the answer of a call is found.
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
        /// The same list, taken from the answer here: for calls that do not fit into one request.
        let ids: @Sendable (any Sendable) -> [String]
    }

    private(set) var calls: [Call] = []
    /// What each answer is read as, by call and method, because one call may bring answers of several methods.
    private(set) var types: [AnswerKey: any (Decodable & Sendable).Type] = [:]
    /// False when sending it twice would do something twice.
    var isRepeatable = true
    /// Whether other requests go first when not all may at once.
    var isPatient = false
    /// What arguments need beyond that which brings their method.
    var capabilities: Set<Capability> = []

    /// - Parameter references: arguments that come from the answers of calls added before.
    mutating func add<Answer: Decodable & Sendable>(
        _ method: String, _ arguments: [String: JSON] = [:], references: [String: Reference] = [:],
        as answer: Answer.Type
    ) -> Handle<Answer> {
        let call = Call(id: "c\(calls.count)", method: method, arguments: arguments, references: references)
        calls.append(call)
        types[AnswerKey(callID: call.id, method: method)] = answer
        return Handle(id: call.id, method: method)
    }

    /// The answer of another method that a call brings along (RFC 8620 §3.2), such as the Email/set of a submission.
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
