/// A header field that no screen has a place for, as a program wrote it.
public struct DraftHeader: Hashable, Sendable, Codable {
    public let name: String
    /// On one line; encoded words (RFC 2047) in it are as they came.
    public let value: String

    /// - Returns: nil where it can be no name of a header (RFC 5322 §2.2).
    public init?(name: String, value: String) {
        guard !name.isEmpty, name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x3A }) else { return nil }
        (self.name, self.value) = (name, value)
    }
}
