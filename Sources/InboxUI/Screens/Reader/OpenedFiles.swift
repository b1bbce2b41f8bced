import Foundation
import Glibc

/// Copies of files that other programs show or change. They are in a private folder, each in a folder with a random name, and
/// are removed when Maraca ends; the next start removes what a crash leaves (F-5).
struct OpenedFiles {
    private let root: String
    private var own: String { "\(root)/\(getpid())" }

    init(root: String = OpenedFiles.usual) {
        self.root = root
    }

    private static let usual = root(in: NSTemporaryDirectory())

    /// Returns the private folder in one that everybody may write to: by a name that others can guess and take, or, where they did, by one
    /// that nobody can, from an earlier start or new.
    static func root(in folder: String) -> String {
        let name = "maraca-open-\(getuid())"
        // One of a name that nobody can guess comes first: what a crash left in it would stay once the other name is free again.
        let known = names(in: folder).filter { $0 == name || $0.hasPrefix(name + "-") }.sorted(by: >)
        if let known = known.first(where: { isPrivate(folder + $0) }) { return folder + known }
        var status = stat()
        return folder + (lstat(folder + name, &status) == 0 ? "\(name)-\(UUID().uuidString)" : name)
    }

    /// - Parameters:
    ///   - name: a safe path component; its extension tells the program what the file is.
    ///   - isForEditing: what a program writes into the copy is never removed, only put aside (F-6).
    /// - Returns: the path of the copy; nil when it can't be written.
    func keep(_ bytes: [UInt8], as name: String, isForEditing: Bool = false) -> String? {
        guard Self.makePrivate(root), Self.makePrivate(own) else { return nil }
        let folder = "\(own)/\(isForEditing ? Self.editing : "")\(UUID().uuidString)"
        guard Self.makePrivate(folder), let saved = try? FileSaver(folder: folder).save(bytes, as: name) else {
            return nil
        }
        let path = "\(folder)/\(saved)"
        if isForEditing { Self.markUntouched(path) }
        return path
    }

    /// Removes one copy.
    func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
    }

    /// Moves a copy to a place where nothing removes it.
    /// - Returns: its new path.
    func putAside(_ path: String) -> String {
        let folder = (path as NSString).deletingLastPathComponent
        let name = UUID().uuidString
        // Short, since the user is told the path; an existing file is not overwritten.
        for name in [String(name.prefix(8)), name] {
            let place = "\(root)/kept-\(name)"
            if rename(folder, place) == 0 { return "\(place)/\((path as NSString).lastPathComponent)" }
        }
        return path
    }

    /// Removes the copies of this process, and of processes that no longer run.
    /// - Parameter isEnding: whether this process ends. A copy that an editor still has open stays then until a later process
    ///   removes it: the user may yet save it.
    /// - Parameter tells: whether the user learns what is put aside. Otherwise it stays for a later process, which tells them.
    /// - Returns: what was put aside instead, since an editor had written into it and nobody took it.
    @discardableResult
    func removeAll(isEnding: Bool = false, tells: Bool = true) -> [String] {
        guard Self.isPrivate(root) else { return [] }
        var spared: [String] = []
        for name in Self.names(in: root) {
            guard let process = pid_t(name), process == getpid() || kill(process, 0) != 0 && errno == ESRCH else {
                continue
            }
            for folder in Self.names(in: "\(root)/\(name)") {
                let place = "\(root)/\(name)/\(folder)"
                let edited = folder.hasPrefix(Self.editing) ? Self.names(in: place).map { "\(place)/\($0)" } : []
                let touched = edited.filter { !Self.isUntouched($0) }
                // What editors put beside a text, such as vim's swap file, has a longer name and moves along.
                if let text = touched.min(by: { ($0.count, $0) < ($1.count, $1) }) {
                    if tells { spared.append(putAside(text)) }
                    continue
                }
                if isEnding, process == getpid(), !edited.isEmpty { continue }
                try? FileManager.default.removeItem(atPath: place)
            }
            rmdir("\(root)/\(name)")
        }
        rmdir(root)
        return spared
    }

    private static let editing = "edit-"

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// The modification time of a file that nobody has written into.
    private static let untouched = Date(timeIntervalSince1970: 1)

    private static func markUntouched(_ path: String) {
        try? FileManager.default.setAttributes([.modificationDate: untouched], ofItemAtPath: path)
    }

    private static func isUntouched(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date == untouched
    }

    private static func makePrivate(_ path: String) -> Bool { mkdir(path, 0o700) == 0 || isPrivate(path) }

    /// Whether the path is a folder of the user that nobody else may look into, and not a link.
    private static func isPrivate(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == getuid()
            && status.st_mode & 0o077 == 0
    }
}
