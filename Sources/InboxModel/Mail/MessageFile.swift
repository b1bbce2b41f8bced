/// A file that a message carries: an attachment or an inline part.
public struct MessageFile: Hashable, Sendable, Codable {
    /// What the server calls it, for downloading.
    public var remoteID: RemoteID
    /// As the sender named it, not yet fit for a disk; may be empty.
    public var fileName: String
    public var contentType: String
    /// In bytes, decoded.
    public var size: Int
    /// Without angle brackets; nil when no body can refer to it.
    public var contentID: String?

    public init(remoteID: RemoteID, fileName: String, contentType: String, size: Int, contentID: String? = nil) {
        self.remoteID = remoteID
        self.fileName = fileName
        self.contentType = contentType
        self.size = size
        self.contentID = contentID
    }
}
