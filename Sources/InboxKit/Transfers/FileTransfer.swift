public import Foundation
public import InboxModel
import InboxRemote

/// A file on its way to a server or from one.
public struct FileTransfer: Identifiable, Sendable {
    public enum Direction: Hashable, Sendable { case upload, download }

    public let id: UUID
    public let account: AccountID
    /// The file, identified by its local id until the server has given it one.
    public let file: MessageFile
    public let startedAt = Date()
    let meter: TransferMeter

    init(_ file: MessageFile, _ direction: Direction, account: AccountID) {
        id = UUID()
        self.account = account
        self.file = file
        meter = TransferMeter(direction == .upload ? .upload : .download)
    }

    public var direction: Direction { meter.direction == .upload ? .upload : .download }

    /// The bytes transferred so far, at most the size of the file.
    public var done: Int { min(meter.bytes, file.size) }

    /// Whether this transfer is of that file: compares local ids if either has one, otherwise the server's ids.
    public func isOf(_ other: MessageFile) -> Bool {
        if let id = file.localID ?? other.localID { return file.localID == id && other.localID == id }
        return file.remoteID == other.remoteID
    }
}
