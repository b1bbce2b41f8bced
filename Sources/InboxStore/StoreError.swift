import Foundation
import GRDB
public import InboxModel

/// Why the store could not do what was asked.
public enum StoreError: Error, Hashable, Sendable {
    /// The disk is full; nothing of this change was kept.
    case diskFull
    /// The user's quota on the disk is used up, whatever others may still write there; nothing of this change was kept.
    case quotaUsed
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
        // This is how Foundation says that it could not copy a file.
        if (error as? CocoaError)?.code == .fileWriteOutOfSpace {
            self = .diskFull
            return
        }
        guard let error = error as? DatabaseError else {
            self = .failed(detail: error.localizedDescription)
            return
        }
        let code = error.resultCode.primaryResultCode
        // A full disk shows in many ways: some calls only report that the disk failed.
        if code == .SQLITE_IOERR || code == .SQLITE_CANTOPEN, let lack = Self.lack(at: path) {
            self = lack
            return
        }
        self =
            switch code {
            case .SQLITE_FULL: .diskFull
            case .SQLITE_IOERR: .failed(detail: "the disk reported an error (\(error.message ?? "I/O"))")
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: .notWritable(path: path)
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: .corrupt(path: path)
            case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
            default: .failed(detail: error.message ?? "SQLite error \(error.resultCode.rawValue)")
            }
    }

    /// Whether there was no room.
    package var isLack: Bool { self == .diskFull || self == .quotaUsed }

    /// Returns why there is no room beside a file: `diskFull` or `quotaUsed`; nil if there is.
    /// - Parameter trying: asks the system for room in a folder, and returns its error code, or 0.
    static func lack(
        at path: String, needing bytes: UInt64 = 65_536, trying: (String, UInt64) -> Int32 = Self.takeRoom
    ) -> StoreError? {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        if UInt64(status.f_bavail) * UInt64(status.f_frsize) < bytes { return .diskFull }
        // The system counts what others may use, too: only an attempt shows a quota.
        return lack(trying(folder, bytes))
    }

    /// - Parameter code: the system's.
    package static func lack(_ code: Int32) -> StoreError? {
        switch code {
        case ENOSPC: .diskFull
        case EDQUOT: .quotaUsed
        default: nil
        }
    }

    /// Takes room for a moment, in a file that has no name any more. Some file systems report a lack of it only on flushing.
    private static func takeRoom(in folder: String, _ bytes: UInt64) -> Int32 {
        let path = "\(folder)/.room-\(UUID().uuidString)"
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return errno }
        defer { close(file) }
        unlink(path)
        let problem = posix_fallocate(file, 0, off_t(bytes))
        guard problem == 0 else { return problem }
        return fsync(file) == 0 ? 0 : errno
    }
}
