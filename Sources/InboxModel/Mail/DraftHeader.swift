/// A header field that no screen can edit, as a program wrote it.
public struct DraftHeader: Hashable, Sendable, Codable {
    public let name: String
    /// The value on one line. Encoded words (RFC 2047) are not decoded.
    public let value: String

    /// - Returns: nil if the name is not a valid header name (RFC 5322 §2.2).
    public init?(name: String, value: String) {
        guard !name.isEmpty, name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x3A }) else { return nil }
        (self.name, self.value) = (name, value)
    }
}
