/// A `Decoder` of JSON text, several times as fast as Foundation's: it reads only the requested values, and does not collect names first.
///
/// The coding path of an error leads from the requested value to the unreadable one.
struct JSONReader: Decoder {
    let text: JSONText
    /// The value to read.
    let node: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// - Throws: `JSONText.Failure`.
    init(_ bytes: [UInt8]) throws(JSONText.Failure) {
        self.init(text: try JSONText(bytes), node: 0)
    }

    init(text: JSONText, node: Int) {
        self.text = text
        self.node = node
    }

    /// - Throws: `JSONText.Failure` if the text is not JSON, else a `DecodingError`.
    static func read<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try JSONReader(bytes).read(type)
    }

    func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value: Any?
        if type == String.self {
            value = text.string(at: node)
        } else if type == Bool.self {
            value = text.flag(at: node)
        } else if type == Int.self {
            value = text.whole(at: node)
        } else if type == Double.self {
            value = text.number(at: node)
        } else {
            return try Value(from: self)
        }
        guard let value = value as? Value else { throw mismatch(type) }
        return value
    }

    /// The elements of an array.
    func elements() throws -> [JSONReader] {
        var all = try JSONElements(self)
        var elements: [JSONReader] = []
        while let next = all.next() { elements.append(next) }
        return elements
    }

    var isNull: Bool { text.nodes[node].kind == .null }

    /// A hash of the value, regardless of whitespace between tokens.
    var fingerprint: UInt64 {
        Fingerprint.of(
            text.nodes[node..<Int(text.nodes[node].next)].map { node in
                switch node.kind {
                case .array, .object: "\(node.kind) \(node.count)"
                default: String(decoding: text.bytes[Int(node.start)..<Int(node.end)], as: UTF8.self)
                }
            })
    }

    func mismatch(_ type: any Any.Type) -> DecodingError {
        .typeMismatch(type, DecodingError.Context(codingPath: [], debugDescription: "another kind"))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try JSONMembers(self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try JSONElements(self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { JSONSingle(reader: self) }
}

/// A single value, of the types that the standard library reads this way.
private struct JSONSingle: SingleValueDecodingContainer {
    let reader: JSONReader
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { reader.isNull }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let number: Any?
        if type == Float.self {
            number = reader.text.number(at: reader.node).map { Float($0) }
        } else if let kind = type as? any FixedWidthInteger.Type {
            number = whole(kind)
        } else {
            return try reader.read(type)
        }
        guard let value = number as? Value else { throw reader.mismatch(type) }
        return value
    }

    private func whole<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        reader.text.whole(at: reader.node).flatMap { Number(exactly: $0) }
    }
}

/// A value that is read later, when other parts of the text say how.
extension JSONReader: Decodable {
    init(from decoder: any Decoder) throws {
        guard let reader = decoder as? JSONReader else {
            let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "another decoder")
            throw DecodingError.typeMismatch(JSONReader.self, context)
        }
        self = reader
    }
}

extension Error {
    /// Where in the JSON reading failed.
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
