public import Foundation

/// The text of a message as its server gives it: either form may be missing, not both.
public struct MessageBody: Hashable, Sendable, Codable {
    /// As it came, and as hostile: it is cleaned where it is shown.
    public var html: String?
    public var plain: String?
    /// What is broken in the message, in words; empty when nothing is, or when its server does not tell.
    public var problems: [String]
    /// When the message says that it was written; nil when that is when it came, can't be believed, or isn't told.
    public var writtenAt: Date?

    public init(html: String? = nil, plain: String? = nil, problems: [String] = [], writtenAt: Date? = nil) {
        self.html = html
        self.plain = plain
        self.problems = problems
        self.writtenAt = writtenAt
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        html = try fields.decodeIfPresent(String.self, forKey: .html)
        plain = try fields.decodeIfPresent(String.self, forKey: .plain)
        problems = try fields.decodeIfPresent([String].self, forKey: .problems) ?? []
        writtenAt = try fields.decodeIfPresent(Date.self, forKey: .writtenAt)
    }
}
