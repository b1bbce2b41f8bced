import Foundation

extension Encodable {
    /// The value as JSON in one text, as columns, settings and states keep it. Equal values give the same text.
    package func jsonText() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

extension Decodable {
    /// Reads what `jsonText` wrote; nil for any other text, such as that of another version of the program.
    package init?(jsonText: String?) {
        guard let jsonText, let value = try? JSONDecoder().decode(Self.self, from: Data(jsonText.utf8)) else {
            return nil
        }
        self = value
    }
}
