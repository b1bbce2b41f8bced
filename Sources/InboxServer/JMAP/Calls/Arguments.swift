/// The arguments of a method call, read as strictly as RFC 8620 §3.6.2 requires: a wrong type or an unknown name is refused.
struct Arguments: Sendable {
    private let members: [String: JSONValue]

    init(_ value: JSONValue) {
        guard case .object(let members) = value else {
            self.members = [:]
            return
        }
        self.members = Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    func allowOnly(_ names: Set<String>) throws {
        let unknown = members.keys.filter { !names.contains($0) }.sorted()
        if !unknown.isEmpty { throw MethodError.invalidArguments(unknown, "unknown arguments") }
    }

    /// The value; nil when it is absent or null.
    subscript(name: String) -> JSONValue? {
        members[name].flatMap { $0.isNull ? nil : $0 }
    }

    func text(_ name: String) throws -> String? {
        try read(name, "a text", \.textValue)
    }

    func bool(_ name: String) throws -> Bool? {
        try read(name, "true or false", \.boolValue)
    }

    func integer(_ name: String) throws -> Int? {
        try read(name, "a whole number") { value in
            guard value.textValue == nil else { return nil }
            return value.wholeNumber.map { Int($0) }
        }
    }

    /// Returns a whole number from zero on (RFC 8620 §1.3).
    func unsigned(_ name: String) throws -> Int? {
        guard let number = try integer(name) else { return nil }
        guard number >= 0 else { throw MethodError.invalidArgument(name, "must not be negative") }
        return number
    }

    func texts(_ name: String) throws -> [String]? {
        try read(name, "a list of texts") { value in
            guard let values = value.arrayValue else { return nil }
            let texts = values.compactMap(\.textValue)
            return texts.count == values.count ? texts : nil
        }
    }

    /// Returns the order that a /query asks for (RFC 8620 §5.5).
    func sort() throws -> [JSONValue] {
        let comparators = try read("sort", "a list of comparators", \.arrayValue) ?? []
        guard comparators.count <= Self.mostComparators else { throw MethodError.plain("unsupportedSort", "too many") }
        for comparator in comparators {
            let isAscending = comparator["isAscending"] ?? .null
            guard comparator["property"]?.textValue != nil, isAscending.isNull || isAscending.boolValue != nil else {
                throw MethodError.invalidArgument("sort", "a comparator has a property, and isAscending is a bool")
            }
            if let collation = comparator["collation"], !collation.isNull, collation != .text(Self.collation) {
                throw MethodError.plain("unsupportedSort", "the only collation is \(Self.collation)")
            }
        }
        return comparators
    }

    static let collation = "i;ascii-casemap"
    /// SQLite takes a few more.
    private static let mostComparators = 100

    func objects(_ name: String) throws -> [JSONMember]? {
        try read(name, "an object") { value in
            guard case .object(let members) = value else { return nil }
            return members
        }
    }

    private func read<Value>(_ name: String, _ kind: String, _ get: (JSONValue) -> Value?) throws -> Value? {
        guard let value = self[name] else { return nil }
        guard let result = get(value) else { throw MethodError.invalidArgument(name, "must be \(kind)") }
        return result
    }
}

extension JSONValue {
    /// The members of an object; nil for anything else.
    var members: [JSONMember]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The names in a map such as `mailboxIds`, in which every value must be true; nil when a value is anything else.
    var trueNames: Set<String>? {
        guard let members, members.allSatisfy({ $0.value == .bool(true) }) else { return nil }
        return Set(members.map(\.name))
    }

    /// Returns a map in which every name is true.
    static func flags(_ names: some Sequence<String>) -> JSONValue {
        .object(names.map { JSONMember($0, .bool(true)) })
    }

    static func texts(_ texts: some Sequence<String>) -> JSONValue {
        .array(texts.map(JSONValue.text))
    }
}
