/// One answer in a response: `["Email/get", {…}, "c0"]` (RFC 8620 §3.4).
struct MethodAnswer: Sendable {
    enum Content: Sendable {
        case value(any Sendable)
        case failed(MethodError)
        /// The place where decoding failed.
        case unreadable(String)
        /// An answer that nobody asked for.
        case other
    }

    let method: String
    let callID: String
    let content: Content

    /// - Parameter types: the type of each answer.
    fileprivate init(_ answer: JSONReader, _ types: [AnswerKey: any (Decodable & Sendable).Type]) throws {
        let parts = try answer.elements()
        guard parts.count >= 3 else { throw answer.mismatch([Any].self) }
        method = try parts[0].read(String.self)
        callID = try parts[2].read(String.self)
        if method == "error" {
            content = .failed((try? parts[1].read(MethodError.self)) ?? MethodError(type: "unreadable"))
        } else if let type = types[AnswerKey(callID: callID, method: method)] {
            do {
                content = .value(try parts[1].read(type))
            } catch {
                content = .unreadable("\(method): \(error.place)")
            }
        } else {
            content = .other
        }
    }
}

/// A whole response. Malformed entries are skipped.
struct MethodResponses: Sendable {
    let answers: [MethodAnswer]
    let sessionState: String?

    private enum CodingKeys: String, CodingKey {
        case methodResponses, sessionState
    }

    init(_ bytes: [UInt8], types: [AnswerKey: any (Decodable & Sendable).Type]) throws {
        let fields = try JSONReader(bytes).members(CodingKeys.self)
        let list = try fields.decode([JSONReader].self, forKey: .methodResponses)
        answers = list.compactMap { try? MethodAnswer($0, types) }
        sessionState = fields.text(.sessionState)
    }
}
