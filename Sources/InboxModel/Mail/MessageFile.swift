/// A file that a message carries: an attachment or an inline part.
public struct MessageFile: Hashable, Sendable, Codable {
    /// The server's id for downloading it; empty while only this store has it.
    public var remoteID: RemoteID
    /// Set if the user attached it to a draft here.
    public var localID: FileID?
    /// As the sender named it, not safe for a disk; may be empty.
    public var fileName: String
    public var contentType: String
    /// In bytes, decoded: from 0 to `largest`, whatever a server says.
    public var size: Int
    /// Without angle brackets; nil when no body can refer to it.
    public var contentID: String?

    /// 1 TiB: the sizes of all files of a message can be added.
    private static let largest = 1 << 40

    public init(
        remoteID: RemoteID, fileName: String, contentType: String, size: Int, contentID: String? = nil,
        localID: FileID? = nil
    ) {
        self.remoteID = remoteID
        self.localID = localID
        self.fileName = fileName
        self.contentType = contentType
        self.size = min(max(size, 0), Self.largest)
        self.contentID = contentID
    }
}
