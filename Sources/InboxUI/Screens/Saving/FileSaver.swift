import Foundation
import Programs

/// Why a file could not be saved.
package enum SaveError: Error, Hashable, Sendable {
    case noFolder(path: String, reason: String)
    case notWritten(reason: String)
    /// Ten thousand variants of the name are taken.
    case noFreeName

    package var sentence: String {
        switch self {
        case .noFolder(let path, let reason): "The folder \(path) can't be used: \(reason)."
        case .notWritten(let reason): "The file could not be written: \(reason)."
        case .noFreeName: "Too many files of that name are there already."
        }
    }
}

/// Saves files of mails to a folder. Overwrites nothing, follows no links, and gives a file its name only when it is complete.
package struct FileSaver: Sendable {
    let folder: String
    /// The ways to name a file, in order of preference; variable to test file systems that support only some.
    var namings = FileBeingSaved.Naming.allCases

    package init(folder: String) {
        self.folder = folder
    }

    /// - Parameter name: A single safe component (`SafeFileName`).
    /// - Returns: The file's name in the folder.
    package func save(_ bytes: [UInt8], as name: String) throws(SaveError) -> String {
        let file = try begin()
        _ = file.write(bytes)
        return try file.finish(as: name)
    }

    /// Starts a file. Until it is complete it has no name in the folder, or where that is impossible a hidden one.
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
