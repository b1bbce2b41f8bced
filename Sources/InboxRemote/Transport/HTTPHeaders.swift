/// Header fields in order. Names are compared case-insensitively (RFC 9110 §5.1).
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    public struct Field: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public private(set) var fields: [Field] = []

    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// The value of the first field with that name. Setting it replaces all of them; nil removes them.
    public subscript(name: String) -> String? {
        get {
            let name = name.lowercased()
            return fields.first { $0.name.lowercased() == name }?.value
        }
        set {
            let lowercased = name.lowercased()
            fields.removeAll { $0.name.lowercased() == lowercased }
            if let newValue { append(newValue, for: name) }
        }
    }

    /// The values of all fields with that name, as one list (RFC 9110 §5.3).
    public func list(_ name: String) -> String {
        let name = name.lowercased()
        return fields.filter { $0.name.lowercased() == name }.map(\.value).joined(separator: ", ")
    }

    /// Adds a field, and keeps existing fields with the same name.
    public mutating func append(_ value: String, for name: String) {
        fields.append(Field(name: name, value: value))
    }
}
