public import Foundation

/// The text of a message as the server returns it. At least one form is present.
public struct MessageBody: Hashable, Sendable, Codable {
    /// As received, and possibly hostile: it is sanitized where it is shown.
    public var html: String?
    public var plain: String?
    /// The defects of the message, as text; empty if there are none, or the server does not report them.
    public var problems: [String]
    /// When the message claims to have been written; nil if that is when it arrived, is not credible, or is missing.
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
