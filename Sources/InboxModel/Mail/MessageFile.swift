/// A file in a message: an attachment or an inline part.
public struct MessageFile: Hashable, Sendable, Codable {
    /// The server's id for downloading the file; empty while only this store has it.
    public var remoteID: RemoteID
    /// Set if the user attached the file to a draft here.
    public var localID: FileID?
    /// As named by the sender, so not safe as a file name; may be empty.
    public var fileName: String
    public var contentType: String
    /// In bytes, decoded. Limited to 0…`largest`, whatever a server says.
    public var size: Int
    /// Without angle brackets; nil if no body can refer to the file.
    public var contentID: String?
    /// The charset that the sender declared for a text, unless it is UTF-8 or a part of that; nil if that is unknown.
    public var charset: String?
    /// What a calendar is for (RFC 5546 §1.4), such as `REQUEST`, by which the receiver's program takes it for an invitation.
    public var method: String?

    /// 1 TiB: the sizes of a message's files can be added without overflow.
    private static let largest = 1 << 40

    public init(
        remoteID: RemoteID, fileName: String, contentType: String, size: Int, contentID: String? = nil,
        localID: FileID? = nil, charset: String? = nil, method: String? = nil
    ) {
        self.remoteID = remoteID
        self.localID = localID
        self.fileName = fileName
        self.contentType = contentType
        self.size = min(max(size, 0), Self.largest)
        self.contentID = contentID
        self.charset = charset
        self.method = method
    }

    /// The type with the charset and the method, without which nobody could use the file where it is passed on.
    package var typeToPassOn: String {
        guard let method else { return charset.map { "\(contentType); charset=\($0)" } ?? contentType }
        // Unlike other texts, a calendar is UTF-8 unless it says otherwise (RFC 5545 §3.1.4).
        return "\(contentType); method=\(method); charset=\(charset ?? "utf-8")"
    }
}
