import Foundation
import Programs

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
    /// How a file may get its name, the best way first; for tests of file systems that know some of them only.
    var namings = FileBeingSaved.Naming.allCases

    package init(folder: String) {
        self.folder = folder
    }

    /// - Parameter name: a single safe component (`SafeFileName`).
    /// - Returns: the name under which the file lies in the folder.
    package func save(_ bytes: [UInt8], as name: String) throws(SaveError) -> String {
        let file = try begin()
        _ = file.write(bytes)
        return try file.finish(as: name)
    }

    /// A file that is not whole yet: it has no name in the folder, or where that can't be none that anyone looks for.
    package func begin() throws(SaveError) -> FileBeingSaved {
        let directory = try openFolder()
        if namings.contains(.unnamed), let file = Renaming.openUnnamed(in: directory) {
            return FileBeingSaved(draft: nil, file: file, in: directory, namings: [.unnamed])
        }
        let namings = namings.filter { $0 != .unnamed }
        let draft = ".maraca-\(UUID().uuidString).part"
        let file = openat(directory, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            let reason = Self.reason()
            close(directory)
            throw .notWritten(reason: reason)
        }
        return FileBeingSaved(draft: draft, file: file, in: directory, namings: namings.isEmpty ? [.link] : namings)
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

    static func reason() -> String { String(cString: strerror(errno)) }
}
