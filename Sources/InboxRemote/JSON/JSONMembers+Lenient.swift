import Foundation

/// Reading of fields that may be missing, null, or of a type that only old servers use.
extension JSONMembers {
    func text(_ key: Key) -> String? {
        guard let place = place(key) else { return nil }
        return json.string(at: place) ?? json.whole(at: place).map(String.init)
    }

    func flag(_ key: Key) -> Bool? {
        place(key).flatMap { json.flag(at: $0) }
    }

    func whole(_ key: Key) -> Int? {
        guard let place = place(key) else { return nil }
        if let number = json.number(at: place) { return Int(exactly: number.rounded())?.withinJSON }
        return json.string(at: place).flatMap { Int($0)?.withinJSON }
    }

    /// Returns seconds since 1970, clamped to the years 1970 to 9999. ISO 8601 text is accepted too.
    func seconds(_ key: Key) -> Int? {
        guard let place = place(key) else { return nil }
        let latest = 253_402_300_799.0
        if let number = json.number(at: place) { return Int(min(max(number, 0), latest)) }
        guard let text = json.string(at: place) else { return nil }
        let number = Double(text) ?? (try? Date(text, strategy: .iso8601))?.timeIntervalSince1970
        return number.flatMap { $0.isFinite ? Int(min(max($0, 0), latest)) : nil }
    }

    func value<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> Value? {
        guard let value = value(key), !value.isNull else { return nil }
        return try? value.read(type)
    }

    /// Returns the readable elements of an array; empty if there is no array.
    func list<Element: Decodable>(_ key: Key, of type: Element.Type = Element.self) -> [Element] {
        guard let value = value(key) else { return [] }
        return (try? ReadableList<Element>(value))?.elements ?? []
    }

    func members<Inner: CodingKey>(_ keys: Inner.Type, of key: Key) throws -> JSONMembers<Inner> {
        try named(key) { try JSONMembers<Inner>($0) }
    }
}

extension JSONMembers {
    /// Returns the first text among several fields, for values whose name differs between dialects.
    func text(firstOf keys: Key...) -> String? {
        for key in keys {
            if let text = text(key), !text.isEmpty { return text }
        }
        return nil
    }

    /// Returns the first text among several fields, one of which the object needs.
    func required(_ key: Key, or others: Key...) throws -> String {
        for key in [key] + others {
            if let text = text(key), !text.isEmpty { return text }
        }
        throw DecodingError.keyNotFound(key, DecodingError.Context(codingPath: [], debugDescription: "missing"))
    }
}

extension Int {
    private static let largest = (1 << 53) - 1

    /// The nearest number that JSON represents exactly everywhere (RFC 8620 §1.3).
    var withinJSON: Int { Swift.min(Swift.max(self, -Self.largest), Self.largest) }
}
