import Foundation
import MailContent

/// Why a file could not be saved.
package enum SaveError: Error, Hashable, Sendable {
    case noFolder(path: String, reason: String)
    case notWritten(reason: String)
    /// Ten thousand names like it are taken.
    case noFreeName

    package var sentence: String {
        switch self {
        case .noFolder(let path, let reason): "The folder \(path) can't be used: \(reason)."
        case .notWritten(let reason): "The file could not be written: \(reason)."
        case .noFreeName: "Too many files of that name are there already."
        }
    }
}

/// Writes files of mails into a folder. Nothing is overwritten, no link is followed, and a name stands in the folder only
/// when the whole file is behind it.
package struct FileSaver: Sendable {
    let folder: String
    /// Whether the file system gives a file a second name; for tests of those that do not.
    var hasSecondNames = true

    package init(folder: String) {
        self.folder = folder
    }

    private static let mostNames = 10_000

    /// - Parameter name: a single safe component (`SafeFileName`).
    /// - Returns: the name under which the file lies in the folder.
    package func save(_ bytes: [UInt8], as name: String) throws(SaveError) -> String {
        let directory = try openFolder()
        defer { close(directory) }
        let draft = ".maraca-\(UUID().uuidString).part"
        let file = openat(directory, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .notWritten(reason: Self.reason()) }
        defer { unlinkat(directory, draft, 0) }
        do throws(SaveError) {
            try write(bytes, to: file)
        } catch {
            close(file)
            throw error
        }
        guard close(file) == 0 else { throw .notWritten(reason: Self.reason()) }
        return try place(draft, as: name, in: directory)
    }

    private func openFolder() throws(SaveError) -> Int32 {
        if !FileManager.default.fileExists(atPath: folder) {
            try? FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw .noFolder(path: folder, reason: Self.reason()) }
        return directory
    }

    private func write(_ bytes: [UInt8], to file: Int32) throws(SaveError) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                throw .notWritten(reason: Self.reason())
            }
            done += count
        }
        guard fsync(file) == 0 else { throw .notWritten(reason: Self.reason()) }
    }

    /// Gives the finished file its name, or the first free one like it.
    private func place(_ draft: String, as name: String, in directory: Int32) throws(SaveError) -> String {
        for number in 1...Self.mostNames {
            let candidate = number == 1 ? name : SafeFileName.numbered(name, number)
            if hasSecondNames, linkat(directory, draft, directory, candidate, 0) == 0 { return candidate }
            switch hasSecondNames ? errno : EPERM {
            case EEXIST: continue
            case EPERM, EOPNOTSUPP, EMLINK: if try take(candidate, for: draft, in: directory) { return candidate }
            default: throw .notWritten(reason: Self.reason())
            }
        }
        throw .noFreeName
    }

    /// Where a file system knows no second names: the name is taken by an empty file of ours, which the finished one
    /// replaces at once. Returns false when the name is not free.
    private func take(_ name: String, for draft: String, in directory: Int32) throws(SaveError) -> Bool {
        let holder = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard holder >= 0 else {
            if errno == EEXIST { return false }
            throw .notWritten(reason: Self.reason())
        }
        close(holder)
        guard renameat(directory, draft, directory, name) == 0 else {
            let reason = Self.reason()
            unlinkat(directory, name, 0)
            throw .notWritten(reason: reason)
        }
        return true
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
