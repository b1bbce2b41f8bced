import Foundation

/// The query parameters, parsed as strictly as the API requires.
struct QueryParameters: Sendable {
    private let values: [String: String]

    /// - Parameter query: the raw text after `?`; the first of repeated names counts.
    init(_ query: String) {
        var values: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = Self.decoded(parts[0])
            if values[name] == nil { values[name] = parts.count > 1 ? Self.decoded(parts[1]) : "" }
        }
        self.values = values
    }

    subscript(name: String) -> String? { values[name] }

    /// Refuses parameters unknown to the endpoint. Old servers did so, and clients rely on it to find typing errors.
    func allowOnly(_ names: Set<String>) throws {
        if let unknown = values.keys.filter({ !names.contains($0) }).min() {
            throw APIError.invalid("Unexpected query parameter \(unknown)")
        }
    }

    func text(_ name: String) throws -> String? {
        guard let text = values[name] else { return nil }
        guard text.unicodeScalars.count <= 255 else {
            throw APIError.invalid("Value of \(name) is too long: at most 255 characters")
        }
        return text
    }

    func id(_ name: String) throws -> String? {
        guard let text = values[name] else { return nil }
        guard PublicID.isPlausible(text) else { throw APIError.invalid("Invalid id \(text) for \(name)") }
        return text
    }

    func bool(_ name: String) throws -> Bool? {
        switch values[name]?.lowercased() {
        case nil: return nil
        case "true": return true
        case "false": return false
        default: throw APIError.invalid("Value of \(name) must be true or false")
        }
    }

    /// Seconds since 1970, given as a number or as ISO 8601.
    func time(_ name: String) throws -> Int64? {
        guard let text = values[name] else { return nil }
        if let seconds = Int64(text) { return seconds }
        if let date = Self.isoDate(text) { return Int64(date.timeIntervalSince1970) }
        throw APIError.invalid("Value of \(name) must be a timestamp")
    }

    /// Returns a number from zero to `maximum`.
    func number(_ name: String, maximum: Int) throws -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw APIError.invalid("Value of \(name) must be a number from 0 on")
        }
        guard number <= maximum else { throw APIError.invalid("Value of \(name) is at most \(maximum)") }
        return number
    }

    private static func isoDate(_ text: String) -> Date? {
        let styles: [Date.ISO8601FormatStyle] = [
            .iso8601, .iso8601.year().month().day().time(includingFractionalSeconds: true),
            .iso8601.year().month().day().time(includingFractionalSeconds: false), .iso8601.year().month().day(),
        ]
        return styles.lazy.compactMap { try? $0.parse(text) }.first
    }

    private static func decoded(_ text: Substring) -> String {
        let spaced = String(text).replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
    }
}
