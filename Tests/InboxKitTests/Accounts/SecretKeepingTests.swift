import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Secret storage")
struct SecretKeepingTests {
    private let folder: TemporaryFolder
    private let session: MailSession

    init() throws {
        folder = try TemporaryFolder()
        session = try MailSession(home: Home(directory: folder.path)) { _, _ in ScriptedService(ModelServer()) }
    }

    private func account(_ address: String, secret: String, source: SecretSource = .file) async throws -> AccountID {
        try await session.addAccount(
            address: address, url: "https://mail.example.test", userName: nil, dialect: .jmap, secret: secret,
            source: source
        ).id
    }

    private func file(_ id: AccountID) throws -> SecretFile {
        guard case .file(let file)? = try session.secretKeeping(of: id) else { throw CancellationError() }
        return file
    }

    @Test("N-3: a secret file is described by mode and kind", arguments: [0o600, 0o400, 0o640, 0o604, 0o700])
    func files(mode: Int) async throws {
        let id = try await account("ann@example.test", secret: "pass word")
        let path = try file(id).path
        let holdsTokens = try file(id).holdsTokens
        #expect(path.hasPrefix(folder.path) && !holdsTokens)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        let found = try file(id)
        #expect(found.mode == UInt16(mode) && found.isPrivate == (mode & ~0o600 == 0))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let tokens =
            #"{"accessToken":"a","clientID":"c","issuer":"https://id","kind":"oauth2","tokenURL":"https://id/t"}"#
        try Data(tokens.utf8).write(to: URL(filePath: path))
        #expect(try file(id).holdsTokens)
    }

    @Test("N-3: a secret's command is shown as its program and not run")
    func commands() async throws {
        let mark = folder.file("mark")
        let id = try await account(
            "ann@example.test", secret: "x", source: .command("/usr/bin/touch \(mark) --with=secret"))
        #expect(try session.secretKeeping(of: id) == .command("touch"))
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test("a link is not the user's own file, and a removed file is missing")
    func links() async throws {
        let id = try await account("ann@example.test", secret: "pass word")
        let path = try file(id).path
        try FileManager.default.removeItem(atPath: path)
        #expect(try session.secretKeeping(of: id) == .missing(path: path))
        try Data("theirs".utf8).write(to: URL(filePath: folder.file("victim")))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.file("victim"))
        let found = try file(id)
        #expect(!found.isOwn && !found.isPrivate)
    }
}
