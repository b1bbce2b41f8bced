import Foundation

/// The replacement of a damaged file by a new one. The damaged file is kept beside it as it was.
struct FileExchange {
    let path: String

    /// The files that move along. Beside the new file, the log and the list of tables would be taken for its own.
    private static let companions = ["-wal", ".tables"]

    /// Replaces the file. The old one gets a second name before the new one takes its place: at every moment, the file exists.
    /// - Returns: the new path of the old file.
    func run(with newPath: String) throws -> String {
        guard let kept = names.first(where: { !isThere($0 + "-wal") && link(path, $0) == 0 }) else {
            throw StoreError.notWritable(path: path)
        }
        for suffix in Self.companions where isThere(path + suffix) { try move(path + suffix, to: kept + suffix) }
        try? FileManager.default.removeItem(atPath: path + "-shm")
        try move(newPath, to: path)
        return kept
    }

    /// Undoes an interrupted exchange, after which the old file has both names: it moves back, to be read again with its log.
    func takeBack() throws {
        guard let file = Self.identity(of: path), file.names > 1 else { return }
        for kept in names where Self.identity(of: kept)?.isSame(as: file) == true {
            // A log that was written since must not be overwritten.
            guard !isThere(path + "-wal") || !isThere(kept + "-wal") else { continue }
            for suffix in Self.companions where isThere(kept + suffix) && !isThere(path + suffix) {
                try move(kept + suffix, to: path + suffix)
            }
            guard unlink(kept) == 0 || errno == ENOENT else { throw StoreError.notWritable(path: kept) }
        }
    }

    /// The damaged files that are kept.
    var kept: [String] { names.filter(isThere) }

    private var names: [String] { ["\(path).damaged"] + (2...1_000).map { "\(path).damaged-\($0)" } }

    private func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    private func move(_ old: String, to new: String) throws {
        // Another process that starts may have moved it already.
        guard rename(old, new) == 0 || !isThere(old) && isThere(new) else { throw StoreError.notWritable(path: path) }
    }

    private struct Identity {
        var device: dev_t
        var number: ino_t
        var names: nlink_t

        func isSame(as other: Identity) -> Bool { device == other.device && number == other.number }
    }

    private static func identity(of path: String) -> Identity? {
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        return Identity(device: info.st_dev, number: info.st_ino, names: info.st_nlink)
    }
}
