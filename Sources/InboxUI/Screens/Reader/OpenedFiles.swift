import Foundation
import Glibc

/// Copies of files that other programs are showing: in a private folder, each under a random name, gone when Maraca ends; what a
/// crash leaves goes at the next start (F-5).
struct OpenedFiles {
    private let root: String
    private var own: String { "\(root)/\(getpid())" }

    init(root: String = NSTemporaryDirectory() + "maraca-open-\(getuid())") {
        self.root = root
    }

    /// - Parameter name: a safe component; its ending tells the program what it is.
    /// - Returns: the path of the copy; nil when it can't be written.
    func keep(_ bytes: [UInt8], as name: String) -> String? {
        guard Self.makePrivate(root), Self.makePrivate(own) else { return nil }
        let folder = "\(own)/\(UUID().uuidString)"
        guard Self.makePrivate(folder) else { return nil }
        return (try? FileSaver(folder: folder).save(bytes, as: name)).map { "\(folder)/\($0)" }
    }

    /// Removes the copies of this process, and of those that are no more.
    func removeAll() {
        guard Self.isPrivate(root) else { return }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [] {
            guard let process = pid_t(name), process == getpid() || kill(process, 0) != 0 && errno == ESRCH else {
                continue
            }
            try? FileManager.default.removeItem(atPath: "\(root)/\(name)")
        }
        rmdir(root)
    }

    private static func makePrivate(_ path: String) -> Bool { mkdir(path, 0o700) == 0 || isPrivate(path) }

    /// A folder of the user's own that nobody else may look into, and no link to one.
    private static func isPrivate(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == getuid()
            && status.st_mode & 0o077 == 0
    }
}
