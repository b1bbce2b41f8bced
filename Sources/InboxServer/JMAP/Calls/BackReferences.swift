/// Inserts results of earlier calls in the same request into the arguments of a later one (RFC 8620 §3.7).
enum BackReferences {
    /// - Parameter responses: the responses so far, in order.
    static func resolved(_ arguments: JSONValue, from responses: [Invocation]) throws -> JSONValue {
        guard case .object(let members) = arguments else { return arguments }
        let names = Set(members.map(\.name))
        return .object(
            try members.map { member in
                guard member.name.hasPrefix("#") else { return member }
                let name = String(member.name.dropFirst())
                guard !names.contains(name) else {
                    throw MethodError.invalidArgument(name, "given twice, as a value and as a reference")
                }
                return JSONMember(name, try value(of: member.value, from: responses))
            })
    }

    private static func value(of reference: JSONValue, from responses: [Invocation]) throws -> JSONValue {
        guard let source = reference["resultOf"]?.textValue, let name = reference["name"]?.textValue,
            let path = reference["path"]?.textValue, path.hasPrefix("/"),
            let response = responses.first(where: { $0.id == source }), response.name == name,
            let found = value(
                at: path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)[...],
                in: response.arguments)
        else { throw MethodError.plain("invalidResultReference", "there is no such result") }
        return found
    }

    /// Evaluates a JSON pointer (RFC 6901) in which `*` stands for every element of a list; lists of lists are flattened.
    private static func value(at path: ArraySlice<Substring>, in value: JSONValue) -> JSONValue? {
        let value = value.parsed
        guard let step = path.first else { return value }
        if let elements = value.arrayValue {
            if step == "*" {
                var result: [JSONValue] = []
                for element in elements {
                    guard let found = self.value(at: path.dropFirst(), in: element) else { return nil }
                    if let list = found.arrayValue { result += list } else { result.append(found) }
                }
                return .array(result)
            }
            guard let index = Int(step), elements.indices.contains(index) else { return nil }
            return self.value(at: path.dropFirst(), in: elements[index])
        }
        let name = String(step).replacing("~1", with: "/").replacing("~0", with: "~")
        return value[name].flatMap { self.value(at: path.dropFirst(), in: $0) }
    }
}
