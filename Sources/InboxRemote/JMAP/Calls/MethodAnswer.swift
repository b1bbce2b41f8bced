/// One answer in a response: `["Email/get", {…}, "c0"]` (RFC 8620 §3.4).
struct MethodAnswer: Decodable, Sendable {
    enum Content: Sendable {
        case value(any Sendable)
        case failed(MethodError)
        /// Where it could not be read.
        case unreadable(String)
        /// Nobody asked for it.
        case other
    }

    let method: String
    let callID: String
    let content: Content

    init(from decoder: any Decoder) throws {
        var first = try decoder.unkeyedContainer()
        method = try first.decode(String.self)
        _ = try first.decode(Skipped.self)
        callID = try first.decode(String.self)

        // The id stands behind what it tells the kind of, so the array is read twice.
        var second = try decoder.unkeyedContainer()
        _ = try second.decode(Skipped.self)
        let types = decoder.userInfo[.answerTypes] as? [AnswerKey: any (Decodable & Sendable).Type] ?? [:]
        if method == "error" {
            content = .failed((try? second.decode(MethodError.self)) ?? MethodError(type: "unreadable"))
        } else if let type = types[AnswerKey(callID: callID, method: method)] {
            do {
                content = .value(try second.decode(type))
            } catch {
                content = .unreadable("\(method): \(error.place)")
            }
        } else {
            content = .other
        }
    }

    /// Any value, not looked at.
    private struct Skipped: Decodable {
        init(from decoder: any Decoder) {}
    }
}

/// The whole response.
struct MethodResponses: Decodable, Sendable {
    let answers: [MethodAnswer]
    let sessionState: String?

    private enum CodingKeys: String, CodingKey {
        case methodResponses, sessionState
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        answers = try fields.decode(ReadableList<MethodAnswer>.self, forKey: .methodResponses).elements
        sessionState = fields.text(.sessionState)
    }
}

extension CodingUserInfoKey {
    static let answerTypes: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "answerTypes") else { preconditionFailure("a key has a name") }
        return key
    }()
}

extension Error {
    /// Where in the JSON reading stopped.
    var place: String {
        switch self as? DecodingError {
        case .keyNotFound(let key, let context): "\((context.codingPath + [key]).path) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(context.codingPath.path) is of another kind"
        default: "no JSON"
        }
    }
}

extension [any CodingKey] {
    fileprivate var path: String {
        isEmpty ? "the answer" : map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
    }
}
