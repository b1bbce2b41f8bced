/// A JSON value that this server reads or writes.
enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
    case array([JSONValue])
    case object([JSONMember])
    /// Valid JSON text, written unchanged.
    case written(String)

    static func integer(_ value: Int) -> JSONValue { .integer(Int64(value)) }

    /// The text, or null when there is none.
    static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.text) ?? .null }

    static func optional(_ number: Int64?) -> JSONValue { number.map(JSONValue.integer) ?? .null }

    /// The member of that name; nil when there is none, or this is not an object. Of repeated names the last one counts.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    var isNull: Bool { self == .null }

    var textValue: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    var arrayValue: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    /// The parsed value, if it is kept as JSON text.
    var parsed: JSONValue {
        if case .written(let text) = self { JSONValue(reading: Array(text.utf8)) ?? self } else { self }
    }

    /// A number of any kind.
    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    /// A whole number, given as a number or (by old clients) as a string of digits; nil beyond the range that is safe in JSON
    /// (RFC 8620 §1.3), so that additions to it never overflow.
    var wholeNumber: Int64? {
        let number: Int64? =
            switch self {
            case .integer(let value): value
            case .real(let value) where value == value.rounded() && abs(value) < 9e15: Int64(value)
            case .text(let text): Int64(text)
            default: nil
            }
        return number.flatMap { (-Self.largest...Self.largest).contains($0) ? $0 : nil }
    }

    private static let largest: Int64 = (1 << 53) - 1
}

/// A member of a JSON object.
struct JSONMember: Equatable, Sendable {
    let name: String
    let value: JSONValue

    init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}
