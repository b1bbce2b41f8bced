public import Foundation
public import InboxModel
import InboxRemote

/// A file on its way to a server or from one.
public struct FileTransfer: Identifiable, Sendable {
    public enum Direction: Hashable, Sendable { case upload, download }

    public let id: UUID
    public let account: AccountID
    /// Identified by its local id until the server has given it one.
    public let file: MessageFile
    public let startedAt: Date
    let meter: TransferMeter

    init(_ file: MessageFile, _ direction: Direction, account: AccountID, startedAt: Date = Date()) {
        id = UUID()
        self.account = account
        self.file = file
        self.startedAt = startedAt
        meter = TransferMeter(direction == .upload ? .upload : .download)
    }

    public var direction: Direction { meter.direction == .upload ? .upload : .download }

    /// Bytes transferred so far; never more than the file has.
    public var done: Int { min(meter.bytes, file.size) }

    /// Whether it transfers that file: by the local id if one has it, otherwise by the server's.
    public func isOf(_ other: MessageFile) -> Bool {
        if let id = file.localID ?? other.localID { return file.localID == id && other.localID == id }
        return file.remoteID == other.remoteID
    }
}
