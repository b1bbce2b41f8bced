/// What joins the conditions of a filter that is judged object by object (RFC 8620 §5.5).
struct FilterOperator {
    let conditions: [JSONValue]
    private let name: Name

    private enum Name: String { case and = "AND", or = "OR", not = "NOT" }

    /// Nil for what is a condition itself.
    init?(_ filter: JSONValue) throws {
        guard let text = filter["operator"]?.textValue else { return nil }
        guard let name = Name(rawValue: text) else { throw MethodError.plain("unsupportedFilter") }
        self.name = name
        conditions = filter["conditions"]?.arrayValue ?? []
    }

    /// - Parameter results: whether an object meets each of the conditions.
    func joins(_ results: [Bool]) -> Bool {
        switch name {
        case .and: results.allSatisfy(\.self)
        case .or: results.contains(true)
        case .not: !results.contains(true)
        }
    }
}
