import Foundation
import InboxKit
import TestSupport
import Testing

@Suite("Where everything is kept")
struct HomeTests {
    @Test("folders are made closed to others, and closed when they were open")
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

    @Test("the folders are those of the XDG specification")
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
        // The specification says that a relative path is to be ignored.
        #expect(own.state == "/home/ann/.local/state/maraca")
        #expect(throws: HomeError.noPlace) { try Home(environment: [:]) }
    }
}
