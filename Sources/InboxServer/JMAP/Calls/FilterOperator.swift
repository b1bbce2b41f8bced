/// The operator of a filter that is evaluated object by object (RFC 8620 §5.5).
struct FilterOperator {
    let conditions: [JSONValue]
    private let name: Name

    private enum Name: String { case and = "AND", or = "OR", not = "NOT" }

    /// Returns nil for a condition.
    init?(_ filter: JSONValue) throws {
        guard let text = filter["operator"]?.textValue else { return nil }
        guard let name = Name(rawValue: text) else { throw MethodError.plain("unsupportedFilter") }
        self.name = name
        conditions = try Self.conditions(of: filter)
    }

    /// - Throws: when there are none: without its conditions a filter would find everything.
    static func conditions(of filter: JSONValue) throws -> [JSONValue] {
        guard let conditions = filter["conditions"]?.arrayValue else {
            throw MethodError.invalidArgument("filter", "an operator has a list of conditions")
        }
        return conditions
    }

    /// - Parameter results: for each condition, whether the object meets it.
    func joins(_ results: [Bool]) -> Bool {
        switch name {
        case .and: results.allSatisfy(\.self)
        case .or: results.contains(true)
        case .not: !results.contains(true)
        }
    }
}
