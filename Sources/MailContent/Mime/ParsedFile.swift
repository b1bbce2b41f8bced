/// A part of a message that isn't its text.
public struct ParsedFile: Hashable, Sendable {
    /// The position in the message: "2", "1.3" (the section numbers of IMAP, RFC 3501 §6.4.5); "1#2" is the second uuencoded file in the
    /// text of part 1.
    public var partID: String
    /// The sender's name for the file, decoded; may be empty, and is not yet safe (`SafeFileName`).
    public var fileName: String
    /// In lower case, such as "image/png".
    public var contentType: String
    /// The parameters of the type that the content depends on: the charset of a text, the method of a calendar.
    public var parameters: [String: String] = [:]
    /// The number of bytes once decoded.
    public var size: Int
    /// The name by which HTML refers to it (`cid:`), without angle brackets.
    public var contentID: String?
    /// Whether it should be shown in the text rather than listed below it.
    public var isInline: Bool

    /// Separates the section of a text from the number of a file within it.
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
