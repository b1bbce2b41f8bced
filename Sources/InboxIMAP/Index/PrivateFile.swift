import Foundation

/// Files that only their owner may read.
enum PrivateFile {
    /// Creates a file unless it is there. SQLite gives its mode to the files beside it. Opening reports failures.
    static func create(_ path: String) throws {
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        close(file)
        sync(folderOf: path)
    }

    /// Deletes a database with the files beside it.
    static func remove(_ path: String) {
        for end in ["", "-wal", "-shm", "-journal"] { unlink(path + end) }
    }

    /// Does something while no other process does the same. Without the lock, as on a disk where none can be had, it is done all the same.
    static func withLock<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        // Closing releases it.
        defer { if file >= 0 { close(file) } }
        if file >= 0 { while flock(file, LOCK_EX) != 0, errno == EINTR {} }
        return try body()
    }

    /// A new name is on the disk only with its folder.
    private static func sync(folderOf path: String) {
        let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }
}
