/// The members of an object. `Decodable` types take it by `members`: the standard library's container around it costs several times as much
/// as the reading itself.
struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    /// From this number of members on, names are looked up in an index.
    private static var many: Int { 32 }

    private let reader: JSONReader
    /// The values by name, if there are many.
    private let places: [String: Int]?

    init(_ reader: JSONReader) throws {
        let object = reader.text.nodes[reader.node]
        guard object.kind == .object else { throw reader.mismatch([String: Any].self) }
        self.reader = reader
        guard object.count >= Self.many else {
            places = nil
            return
        }
        places = Dictionary(Self.members(of: reader), uniquingKeysWith: { first, _ in first })
    }

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { Self.members(of: reader).compactMap { Key(stringValue: $0.0) } }

    func contains(_ key: Key) -> Bool { value(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try member(key).isNull }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try named(key) { try $0.read(type) }
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let value = value(key), !value.isNull else { return nil }
        return try named(key) { _ in try value.read(type) }
    }

    // Direct ways for the most common types.

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try present(key) { $0.text.string(at: $0.node) }
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try present(key) { $0.text.flag(at: $0.node) }
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try present(key) { $0.text.whole(at: $0.node) }
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try present(key) { $0.text.number(at: $0.node) }
    }

    func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Inner>
    {
        try named(key) { try $0.container(keyedBy: type) }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try named(key) { try $0.unkeyedContainer() }
    }

    func superDecoder() throws -> any Decoder { reader }
    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

extension JSONMembers {
    private static func members(of reader: JSONReader) -> [(String, Int)] {
        let text = reader.text
        var members: [(String, Int)] = []
        var at = reader.node + 1
        for _ in 0..<text.nodes[reader.node].count {
            members.append((text.string(at: at) ?? "", at + 1))
            at = Int(text.nodes[at + 1].next)
        }
        return members
    }

    /// The names of the members that are `true`.
    var flags: [String] {
        Self.members(of: reader).filter { reader.text.flag(at: $0.1) == true && place($0.0) == $0.1 }.map(\.0)
    }

    var json: JSONText { reader.text }

    /// Where the value is, also one that is null.
    func place(_ key: Key) -> Int? { place(key.stringValue) }

    private func place(_ name: String) -> Int? {
        if let places { return places[name] }
        return reader.text.member(name, of: reader.node)
    }

    func value(_ key: Key) -> JSONReader? {
        place(key).map { JSONReader(text: reader.text, node: $0) }
    }

    private func member(_ key: Key) throws -> JSONReader {
        guard let value = value(key) else {
            throw DecodingError.keyNotFound(key, DecodingError.Context(codingPath: [], debugDescription: "missing"))
        }
        return value
    }

    private func present<Value>(_ key: Key, _ read: (JSONReader) -> Value?) throws -> Value? {
        guard let value = value(key), !value.isNull else { return nil }
        guard let found = read(value) else { throw value.mismatch(Value.self).within(key) }
        return found
    }

    func named<Value>(_ key: Key, _ read: (JSONReader) throws -> Value) throws -> Value {
        let member = try member(key)
        do { return try read(member) } catch let error as DecodingError { throw error.within(key) }
    }
}

extension Decoder {
    /// The members of the object that is decoded.
    /// - Throws: if it is no object, or not read by a `JSONReader`.
    func members<Key: CodingKey>(_ keys: Key.Type) throws -> JSONMembers<Key> {
        try JSONMembers(try JSONReader(from: self))
    }
}

/// The elements of an array, for `Decodable` types.
struct JSONElements: UnkeyedDecodingContainer {
    private let text: JSONText
    private let size: Int
    private var node: Int
    private(set) var currentIndex = 0

    init(_ reader: JSONReader) throws {
        let array = reader.text.nodes[reader.node]
        guard array.kind == .array else { throw reader.mismatch([Any].self) }
        text = reader.text
        size = array.count
        node = reader.node + 1
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { size }
    var isAtEnd: Bool { currentIndex >= size }

    /// Returns nil at the end.
    mutating func next() -> JSONReader? {
        guard !isAtEnd else { return nil }
        defer {
            currentIndex += 1
            node = Int(text.nodes[node].next)
        }
        return JSONReader(text: text, node: node)
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, text.nodes[node].kind == .null else { return false }
        return next() != nil
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try element(type) { try $0.read(type) }
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try element(type) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try element([Any].self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try element(JSONReader.self) { $0 } }

    /// Reads an element, and moves on only if that succeeds.
    private mutating func element<Value>(_ type: any Any.Type, _ read: (JSONReader) throws -> Value) throws -> Value {
        guard !isAtEnd else {
            let context = DecodingError.Context(codingPath: [], debugDescription: "the array ends here")
            throw DecodingError.valueNotFound(type, context)
        }
        let value = try read(JSONReader(text: text, node: node))
        _ = next()
        return value
    }
}

extension DecodingError {
    /// The error as seen from the object with that key.
    fileprivate func within(_ key: any CodingKey) -> DecodingError {
        func deeper(_ context: Context) -> Context {
            Context(codingPath: [key] + context.codingPath, debugDescription: context.debugDescription)
        }
        return switch self {
        case .typeMismatch(let type, let context): .typeMismatch(type, deeper(context))
        case .valueNotFound(let type, let context): .valueNotFound(type, deeper(context))
        case .keyNotFound(let missing, let context): .keyNotFound(missing, deeper(context))
        default: self
        }
    }
}
