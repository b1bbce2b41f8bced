import InboxModel
import InboxRemote
import MailContent

extension MessageFile {
    /// The most files of a message that are listed. Others are only in its source.
    static let most = 1_000

    /// - Parameter size: in bytes, decoded.
    init(_ file: ParsedFile, of message: RemoteID, size: Int) {
        self.init(
            remoteID: FilePlace(message: message, section: file.partID).id, fileName: file.fileName,
            declaredType: file.contentType, size: size, contentID: file.contentID,
            declaredCharset: file.parameters["charset"], declaredMethod: file.parameters["method"])
    }
}
