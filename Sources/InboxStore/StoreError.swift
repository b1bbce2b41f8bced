import Foundation
import GRDB
public import InboxModel

/// Why the store could not do what was asked.
public enum StoreError: Error, Hashable, Sendable {
    /// The disk is full; nothing of this change was kept.
    case diskFull
    /// The folder or the file cannot be written; `path` says which.
    case notWritable(path: String)
    /// The file was moved, replaced or deleted while it was open: what would be written is lost once it is closed.
    case moved(path: String)
    /// The file was written by a newer version and was not touched.
    case newerVersion(path: String)
    /// The file needs an upgrade, but a process of an older version has it open, which would not understand the new schema.
    case olderVersionRuns(path: String)
    /// The file is damaged.
    case corrupt(path: String)
    /// Another process kept the file locked for too long.
    case locked
    /// No object has that id.
    case notFound
    /// The mail does not allow it; nothing of this change was kept.
    case notAllowed(ActionError)
    /// Anything else that SQLite said, in its words.
    case failed(detail: String)

    init(_ error: any Error, path: String) {
        if let error = error as? StoreError {
            self = error
            return
        }
        if let error = error as? ActionError {
            self = .notAllowed(error)
            return
        }
        guard let error = error as? DatabaseError else {
            self = .failed(detail: error.localizedDescription)
            return
        }
        self =
            switch error.resultCode.primaryResultCode {
            case .SQLITE_FULL: .diskFull
            // A full disk shows in many ways: some calls only report that the disk failed.
            case .SQLITE_IOERR where Self.isFull(path): .diskFull
            case .SQLITE_CANTOPEN where Self.isFull(path): .diskFull
            case .SQLITE_IOERR: .failed(detail: "the disk reported an error (\(error.message ?? "I/O"))")
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: .notWritable(path: path)
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: .corrupt(path: path)
            case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
            default: .failed(detail: error.message ?? "SQLite error \(error.resultCode.rawValue)")
            }
    }

    /// Whether the disk that holds a file has no room for another page.
    static func isFull(_ path: String, needing bytes: UInt64 = 65_536) -> Bool {
        var status = statvfs()
        guard statvfs(URL(fileURLWithPath: path).deletingLastPathComponent().path, &status) == 0 else { return false }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) < bytes
    }
}
