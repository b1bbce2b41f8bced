/// One call of a request, or one response: `[name, arguments, id]` (RFC 8620 §3.2).
struct Invocation: Sendable {
    let name: String
    let arguments: JSONValue
    let id: String

    init(_ name: String, _ arguments: JSONValue, id: String) {
        self.name = name
        self.arguments = arguments
        self.id = id
    }

    init?(_ value: JSONValue) {
        guard let parts = value.arrayValue, parts.count == 3, let name = parts[0].textValue, parts[1].members != nil,
            let id = parts[2].textValue
        else { return nil }
        self.init(name, parts[1], id: id)
    }

    var json: JSONValue { .array([.text(name), arguments, .text(id)]) }
}

/// A request to the API (RFC 8620 §3.3).
struct JMAPRequest: Sendable {
    let using: [String]
    let calls: [Invocation]
    let createdIDs: [String: String]?

    init(_ body: [UInt8]) throws {
        guard let value = JSONValue(reading: body) else {
            throw RequestProblem(kind: .notJSON, detail: "The request is no JSON.")
        }
        guard let using = value["using"]?.arrayValue, let calls = value["methodCalls"]?.arrayValue else {
            throw RequestProblem(kind: .notRequest, detail: "A request has the members using and methodCalls.")
        }
        self.using = using.compactMap(\.textValue)
        self.calls = calls.compactMap(Invocation.init)
        guard self.using.count == using.count, self.calls.count == calls.count else {
            throw RequestProblem(kind: .notRequest, detail: "A method call has the form [name, arguments, id].")
        }
        createdIDs = value["createdIds"]?.members.map { members in
            Dictionary(
                members.compactMap { member in member.value.textValue.map { (member.name, $0) } },
                uniquingKeysWith: { $1 })
        }
    }
}
