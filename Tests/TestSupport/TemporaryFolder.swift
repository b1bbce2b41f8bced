import Foundation

/// A folder for one test, deleted with this object.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("maraca-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Returns the permission bits of a file in the folder, or of the folder itself.
    public func mode(_ name: String = "") throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: name.isEmpty ? path : file(name))
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    }
}
