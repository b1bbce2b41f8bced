/// The text of a message as its server gives it: either form may be missing, not both.
public struct MessageBody: Hashable, Sendable, Codable {
    public var html: String?
    public var plain: String?

    public init(html: String? = nil, plain: String? = nil) {
        self.html = html
        self.plain = plain
    }
}
