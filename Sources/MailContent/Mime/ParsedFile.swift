/// A part of a message that isn't its text.
public struct ParsedFile: Hashable, Sendable {
    /// Where it is in the message: "2", "1.3" (the section numbers of IMAP, RFC 3501 §6.4.5); "1#2" is the second file that stands
    /// uuencoded in a text.
    public var partID: String
    /// The name that the sender gave, decoded; may be empty, and is not yet safe (`SafeFileName`).
    public var fileName: String
    /// Lower case, as "image/png".
    public var contentType: String
    /// What its type says besides about how its bytes are to be read: the charset of a text, the method of a calendar.
    public var parameters: [String: String] = [:]
    /// Bytes once decoded.
    public var size: Int
    /// The name by which HTML refers to it (`cid:`), without angle brackets.
    public var contentID: String?
    /// Whether it is meant to be seen in the text rather than listed below it.
    public var isInline: Bool

    /// Stands between the section of a text and the number of a file within it.
    static let inText: Character = "#"

    public init(
        partID: String, fileName: String = "", contentType: String, size: Int = 0, contentID: String? = nil,
        isInline: Bool = false
    ) {
        self.partID = partID
        self.fileName = fileName
        self.contentType = contentType
        self.size = size
        self.contentID = contentID
        self.isInline = isInline
    }
}
