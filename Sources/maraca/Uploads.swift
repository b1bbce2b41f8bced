import Foundation
import InboxKit
import InboxModel
import MailContent

typealias Upload = RemoteUpload

/// Files from this machine as servers take them.
enum Uploads {
    static func file(_ path: String) throws -> Upload {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(message: "there is no file \(path) that can be read")
        }
        let name = (path as NSString).lastPathComponent
        return Upload(fileName: name, contentType: FileType.named(name), bytes: [UInt8](data))
    }

    static func attach(_ upload: Upload, to account: Account, _ session: MailSession) async throws -> MessageFile {
        try await telling { () async throws(SessionError) in try await session.attach(upload, account: account.id) }
    }

    static func part(_ file: ParsedFile, of bytes: [UInt8]) throws -> Upload {
        guard let content = ParsedMessage.fileContents(of: bytes, partID: file.partID) else {
            throw CommandFailure(message: "the file \(Output.clean(file.fileName)) in the message can't be read")
        }
        return Upload(fileName: file.fileName, contentType: file.contentType, bytes: content)
    }
}
