/// One header field of a message, decoded.
public struct ParsedHeader: Hashable, Sendable {
    /// As written.
    public var name: String
    /// The text on one line, with encoded words decoded (RFC 2047).
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
