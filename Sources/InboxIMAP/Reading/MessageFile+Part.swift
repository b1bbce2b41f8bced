import InboxModel
import MailContent

extension MessageFile {
    /// The most files of a message that are listed. Others are only in its source.
    static let most = 1_000

    /// - Parameter size: in bytes, decoded.
    init(_ file: ParsedFile, of message: RemoteID, size: Int) {
        self.init(
            remoteID: FilePlace(message: message, section: file.partID).id, fileName: file.fileName,
            contentType: file.contentType.isEmpty ? "application/octet-stream" : file.contentType, size: size,
            contentID: file.contentID, charset: Self.charset(file.parameters["charset"], of: file.contentType),
            method: Self.method(file.parameters["method"], of: file.contentType))
    }

    /// The charset of a text that is not UTF-8.
    private static func charset(_ name: String?, of type: String) -> String? {
        guard type.hasPrefix("text/"), let name = name?.lowercased(), name.wholeMatch(of: /[a-z0-9._+\-]{1,40}/) != nil,
            !["utf-8", "us-ascii"].contains(name)
        else { return nil }
        return name
    }

    /// The method of a calendar. An answer has none: whoever passes it on does not answer with it.
    private static func method(_ name: String?, of type: String) -> String? {
        guard type == "text/calendar", let name = name?.uppercased(), name.wholeMatch(of: /[A-Z\-]{1,40}/) != nil,
            name != "REPLY"
        else { return nil }
        return name
    }
}
