import Foundation
import Synchronization

/// The contents of a folder, to choose from.
struct FileFolder: Sendable {
    struct Entry: Hashable, Sendable {
        var name: String
        var path: String
        var isFolder: Bool
        /// The size in bytes.
        var size: Int
        var changedAt = Date.distantPast
    }

    let path: String
    private let entries: [Entry]

    static let home = DownloadFolder.home
    private static let most = 5_000

    /// Reads a folder; one that cannot be read contains only the way up.
    init(_ path: String) {
        let path = (path as NSString).standardizingPath
        self.path = path
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted {
            $0.lowercased() < $1.lowercased()
        }
        let all = names.prefix(Self.most).map { Self.entry($0, in: path) }
        let up = path == "/" ? [] : [Entry(name: "..", path: Self.parent(of: path), isFolder: true, size: 0)]
        // Files to attach have mostly just been made.
        let files = all.filter { !$0.isFolder }.sorted { ($1.changedAt, $0.name) < ($0.changedAt, $1.name) }
        entries = up + files + all.filter(\.isFolder)
    }

    static func parent(of path: String) -> String { (path as NSString).deletingLastPathComponent }

    static func entry(_ name: String, in folder: String) -> Entry {
        let path = (folder as NSString).appendingPathComponent(name)
        // Follows links, so that a link to a folder is one.
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let values = try? url.resourceValues(forKeys: [.isDirectoryKey, .fileSizeKey, .contentModificationDateKey])
        return Entry(
            name: name, path: path, isFolder: values?.isDirectory ?? false, size: values?.fileSize ?? 0,
            changedAt: values?.contentModificationDate ?? .distantPast)
    }

    /// `~/Documents`.
    static func shown(_ path: String) -> String {
        path == home || path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
    }

    /// Returns the folder whose entries match the typed text: that of a path, otherwise the current folder.
    static func folder(of letters: String, in path: String) -> String {
        guard letters.contains("/"), !letters.hasPrefix("|") else { return path }
        let whole = (letters as NSString).expandingTildeInPath
        let typed = whole.hasPrefix("/") ? whole : path + "/" + whole
        return ((letters.hasSuffix("/") ? typed : parent(of: typed)) as NSString).standardizingPath
    }

    /// Returns the typed text completed by a matching entry; a folder's name ends in a slash.
    static func completion(of letters: String, by entry: Entry) -> String {
        let folder = letters.lastIndex(of: "/").map { String(letters[...$0]) } ?? ""
        return folder + entry.name + (entry.isFolder ? "/" : "")
    }

    /// Returns the entries whose names match the letters: files, newest first, then folders. A path matches entries of its own folder.
    /// Hidden entries match only letters that begin with a dot.
    func matching(_ letters: String, _ known: KnownFolders = KnownFolders()) -> [Entry] {
        if letters.contains("/") {
            return known.folder(Self.folder(of: letters, in: path))
                .matching(letters.hasSuffix("/") ? "" : (letters as NSString).lastPathComponent)
        }
        let visible = entries.filter { $0.name == ".." || !$0.name.hasPrefix(".") || letters.hasPrefix(".") }
        guard !letters.isEmpty else { return visible }
        return FuzzyMatch.best(visible, for: letters) { $0.name }
    }
}

/// The folders read last, so that a folder is not read again while a name is typed.
final class KnownFolders: Sendable {
    private static let most = 3
    private let folders = Mutex<[(path: String, folder: FileFolder)]>([])

    func folder(_ path: String) -> FileFolder {
        if let known = folders.withLock({ $0.first { $0.path == path }?.folder }) { return known }
        let folder = FileFolder(path)
        folders.withLock { $0 = $0.suffix(Self.most - 1) + [(path, folder)] }
        return folder
    }
}
