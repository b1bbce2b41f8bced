import Foundation
import TestSupport

/// A folder with mail for a server to read, deleted after the test.
struct TestFolder: Sendable {
    private let folder: TemporaryFolder
    var path: String { folder.path }

    static func with(_ body: (TestFolder) async throws -> Void) async throws {
        try await body(TestFolder(folder: try TemporaryFolder()))
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
