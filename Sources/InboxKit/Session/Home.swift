public import Foundation

/// Why a home's folders can't be used.
public enum HomeError: Error, Hashable, Sendable {
    case notWritable(path: String)
    /// The folder belongs to another user or is a link, so others could read or change its contents.
    case notOurs(path: String)
    /// The environment names no home folder.
    case noPlace
}

/// The places of configuration, mail and logs.
public struct Home: Hashable, Sendable {
    /// The configuration file, which is only read, never written.
    public let configuration: String
    /// The folder of `store.sqlite`, `secrets/` and the locks.
    public let data: String
    /// The folder of the logs.
    public let state: String

    /// Creates a home with everything under one folder.
    public init(directory: String) {
        let directory = URL(fileURLWithPath: directory).standardizedFileURL.path
        configuration = directory + "/config.json"
        data = directory + "/data"
        state = directory + "/state"
    }

    /// Creates a home from the folders that the XDG base directory specification names.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) throws(HomeError) {
        func folder(_ variable: String, _ fallback: String) throws(HomeError) -> String {
            if let path = environment[variable], path.hasPrefix("/") { return path + "/maraca" }
            guard let home = environment["HOME"], home.hasPrefix("/") else { throw .noPlace }
            return home + "/" + fallback + "/maraca"
        }
        configuration = try folder("XDG_CONFIG_HOME", ".config") + "/config.json"
        data = try folder("XDG_DATA_HOME", ".local/share")
        state = try folder("XDG_STATE_HOME", ".local/state")
    }

    /// The store with the mail and the queue.
    public var storePath: String { data + "/store.sqlite" }
    /// The lock of the process that syncs and sends.
    public var lockPath: String { data + "/sync.lock" }
    /// The lock that every process holds while it has the store open.
    var useLockPath: String { data + "/use.lock" }
    /// The lock that all clients with a screen share.
    var screenLockPath: String { data + "/screen.lock" }
    /// The lock of the process that syncs while there is no client.
    var watchLockPath: String { data + "/watch.lock" }
    /// The folder of notes on which texts are being read, by any process.
    var readingPath: String { data + "/reading" }
    /// One secret file per account, accessible to its owner only.
    public var secretsPath: String { data + "/secrets" }
    /// The log of what happens with the servers, which contains no text from anybody's mail.
    public var logPath: String { state + "/maraca.log" }

    /// Creates the folders, closed to other users, and rejects any that somebody else could have prepared.
    public func prepare() throws(HomeError) {
        for path in [data, state, secretsPath] { try Self.prepare(path) }
    }

    private static func prepare(_ path: String) throws(HomeError) {
        let manager = FileManager.default
        do {
            if !manager.fileExists(atPath: path) {
                try manager.createDirectory(
                    atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            }
        } catch {
            throw .notWritable(path: path)
        }
        guard let attributes = try? manager.attributesOfItem(atPath: path) else { throw .notWritable(path: path) }
        let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
        let owner = (attributes[.ownerAccountID] as? NSNumber)?.uint32Value
        guard isFolder, owner == getuid() else { throw .notOurs(path: path) }
        if (attributes[.posixPermissions] as? NSNumber)?.intValue != 0o700 {
            try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        }
        guard manager.isWritableFile(atPath: path) else { throw .notWritable(path: path) }
    }
}
