import Foundation

/// A folder for one test, gone after it.
struct TestFolder: Sendable {
    let path: String

    static func with(_ body: (TestFolder) async throws -> Void) async throws {
        let folder = TestFolder(path: NSTemporaryDirectory() + "inbox-server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        try await body(folder)
    }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let file = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: file))
        return file
    }

    func write(mbox mail: [MailText], to name: String = "mail.mbox") throws -> String {
        try write(mail.map(\.inMbox).joined(), to: name)
    }

    func read(_ name: String) -> String {
        (try? String(contentsOfFile: path + "/" + name, encoding: .utf8)) ?? ""
    }
}
