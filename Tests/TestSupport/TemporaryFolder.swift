import Foundation
import Synchronization

/// A folder for one test, deleted with this object, and at the latest when the process ends: a screen and what is around it may hold
/// each other forever, and the folder with them.
public final class TemporaryFolder: Sendable {
    public let path: String

    private static let living = Mutex<Set<String>>([])
    /// The process that deletes what is left, unlike the ones that tests fork from it.
    private static let process: pid_t = {
        atexit {
            guard getpid() == TemporaryFolder.process else { return }
            for path in TemporaryFolder.living.withLock(\.self) { try? FileManager.default.removeItem(atPath: path) }
        }
        return getpid()
    }()

    public init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("maraca-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
        _ = Self.process
        _ = Self.living.withLock { [path] in $0.insert(path) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        _ = Self.living.withLock { [path] in $0.remove(path) }
    }

    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Returns the permission bits of a file in the folder, or of the folder itself.
    public func mode(_ name: String = "") throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: name.isEmpty ? path : file(name))
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    }
}
