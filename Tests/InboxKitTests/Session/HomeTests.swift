import Foundation
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Where files are stored")
struct HomeTests {
    @Test("folders are created with mode 0700, and open ones are closed")
    func modes() throws {
        let folder = try TemporaryFolder()
        let home = Home(directory: folder.file("home"))
        try home.prepare()
        for path in ["home", "home/data", "home/state", "home/data/secrets"] {
            #expect(try folder.mode(path) == 0o700, "\(path)")
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home.data)
        try home.prepare()
        #expect(try folder.mode("home/data") == 0o700)
    }

    @Test("a folder that is a link or a file is refused", arguments: ["data", "state", "data/secrets"])
    func links(name: String) throws {
        let folder = try TemporaryFolder()
        let home = Home(directory: folder.file("home"))
        try home.prepare()
        let path = folder.file("home/\(name)")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: folder.file("elsewhere"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.file("elsewhere"))
        #expect(throws: HomeError.notOurs(path: path)) { try home.prepare() }
        try FileManager.default.removeItem(atPath: path)
        try Data().write(to: URL(fileURLWithPath: path))
        #expect(throws: HomeError.notOurs(path: path)) { try home.prepare() }
    }

    @Test(
        "N-4: a folder of another user is refused", .enabled(if: getuid() == 0, "only root can give one away"),
        arguments: ["data", "state", "data/secrets"])
    func others(name: String) throws {
        let folder = try TemporaryFolder()
        let home = Home(directory: folder.file("home"))
        try home.prepare()
        let path = folder.file("home/\(name)")
        try #require(chown(path, 1, 1) == 0)
        #expect(throws: HomeError.notOurs(path: path)) { try home.prepare() }
    }

    @Test("a lock whose file can't be used is not taken for another process that syncs")
    func unusableLock() async throws {
        let folder = try TemporaryFolder()
        let home = Home(directory: folder.file("home"))
        let first = try MailSession(home: home) { _, _ in ScriptedService(ModelServer()) }
        let second = try MailSession(home: home) { _, _ in ScriptedService(ModelServer()) }
        #expect(first.lockForSync() && first.lockFailure == nil)
        #expect(!second.lockForSync() && second.lockFailure == nil)
        await first.stopAndWait()
        try FileManager.default.removeItem(atPath: home.lockPath)
        try FileManager.default.createDirectory(atPath: home.lockPath, withIntermediateDirectories: false)
        #expect(!second.lockForSync())
        #expect(second.lockFailure == .store(.notWritable(path: home.lockPath)))
        await second.stopAndWait()
    }

    @Test("one process watches at a time; a failing lock throws its reason")
    func watching() throws {
        let folder = try TemporaryFolder()
        let home = Home(directory: folder.file("home"))
        try home.prepare()
        let sessions = try (0..<2).map { _ in
            MailSession(store: try Store(), home: home) { _, _ in ScriptedService(ModelServer()) }
        }
        #expect(try sessions[0].watch())
        #expect(try !sessions[1].watch())

        let other = Home(directory: folder.file("other"))
        try other.prepare()
        try FileManager.default.createDirectory(atPath: other.watchLockPath, withIntermediateDirectories: false)
        let third = MailSession(store: try Store(), home: other) { _, _ in ScriptedService(ModelServer()) }
        #expect(throws: SessionError.store(.notWritable(path: other.watchLockPath))) { try third.watch() }
        withExtendedLifetime(sessions) {}
    }

    @Test("folders follow the XDG specification")
    func xdg() throws {
        let plain = try Home(environment: ["HOME": "/home/ann"])
        #expect(plain.configuration == "/home/ann/.config/maraca/config.json")
        #expect(plain.storePath == "/home/ann/.local/share/maraca/store.sqlite")
        #expect(plain.logPath == "/home/ann/.local/state/maraca/maraca.log")
        let own = try Home(environment: [
            "HOME": "/home/ann", "XDG_DATA_HOME": "/data", "XDG_STATE_HOME": "relative", "XDG_CONFIG_HOME": "/etc/ann",
        ])
        #expect(own.data == "/data/maraca")
        #expect(own.configuration == "/etc/ann/maraca/config.json")
        // The specification requires relative paths to be ignored.
        #expect(own.state == "/home/ann/.local/state/maraca")
        #expect(throws: HomeError.noPlace) { try Home(environment: [:]) }
    }
}
