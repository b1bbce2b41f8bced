public import Foundation

/// Why the folders for everything can't be used.
public enum HomeError: Error, Hashable, Sendable {
    case notWritable(path: String)
    /// The folder belongs to somebody else or is a link: others could read or change what is in it.
    case notOurs(path: String)
    /// There is no home folder.
    case noPlace
}

/// Where configuration, mail and logs are kept.
public struct Home: Hashable, Sendable {
    /// Only read, never written.
    public let configuration: String
    /// `store.sqlite`, `secrets/`, the locks.
    public let data: String
    /// Logs.
    public let state: String

    /// Everything under one folder.
    public init(directory: String) {
        let directory = URL(fileURLWithPath: directory).standardizedFileURL.path
        configuration = directory + "/config.json"
        data = directory + "/data"
        state = directory + "/state"
    }

    /// The folders that the XDG base directory specification names.
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

    /// The mail, and all that is queued.
    public var storePath: String { data + "/store.sqlite" }
    /// The lock of the process that syncs and sends.
    public var lockPath: String { data + "/sync.lock" }
    /// Held by all who have the store open.
    var useLockPath: String { data + "/use.lock" }
    /// Shared by all clients that have a screen.
    var screenLockPath: String { data + "/screen.lock" }
    /// Held by who syncs as long as there is no client.
    var watchLockPath: String { data + "/watch.lock" }
    /// What texts are being read, by whichever process.
    var readingPath: String { data + "/reading" }
    /// A file an account, for the owner alone.
    public var secretsPath: String { data + "/secrets" }
    /// The log of what happened with the servers, without a word of anybody's mail.
    public var logPath: String { state + "/maraca.log" }

    /// Creates the folders, closed to others, and refuses any that somebody else could have prepared.
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
