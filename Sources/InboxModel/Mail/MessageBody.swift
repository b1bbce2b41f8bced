public import Foundation

/// The text of a message as its server gives it: either form may be missing, but not both.
public struct MessageBody: Hashable, Sendable, Codable {
    /// As it came, and possibly hostile: it is made harmless where it is shown.
    public var html: String?
    public var plain: String?
    /// What is broken in the message, in words; empty if nothing is, or its server does not say.
    public var problems: [String]
    /// When the message claims to have been written; nil if that is when it arrived, is not credible, or not given.
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
