import Foundation

/// Lists the messages of a Maildir, and of the folders inside it.
struct MaildirReader {
    struct Entry: Sendable {
        let path: String
        /// The file's name without its flags, which does not change when the message is moved or marked.
        let name: String
        /// The letters after `:2,`.
        let flags: Set<Character>
        /// The folder's name, with slashes between its levels; nil for the inbox.
        let folder: String?
    }

    let entries: [Entry]

    init(path: String) throws(ServerError) {
        let files = FileManager.default
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw .fileNotReadable(path: path, reason: "there is no such folder")
        }
        guard isFolder.boolValue else { throw .notAMaildir(path: path) }
        guard access(path, R_OK | X_OK) == 0 else {
            throw .fileNotReadable(path: path, reason: ServerError.words(errno))
        }
        let folders = MaildirTree(root: path).folders()
        guard !folders.isEmpty else { throw .notAMaildir(path: path) }
        do {
            entries = try folders.flatMap { folder in
                try Self.entries(in: folder.path.isEmpty ? path : path + "/" + folder.path, folder: folder.name)
            }
        } catch {
            throw .fileNotReadable(
                path: path, reason: (error as NSError).localizedFailureReason ?? error.localizedDescription)
        }
    }

    private static func entries(in path: String, folder: String?) throws -> [Entry] {
        try ["cur", "new"].flatMap { sub -> [Entry] in
            let place = path + "/" + sub
            guard FileManager.default.fileExists(atPath: place) else { return [] }
            return try FileManager.default.contentsOfDirectory(atPath: place).sorted()
                .filter { !$0.hasPrefix(".") }
                .map { file in
                    let parts = file.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                    let info = parts.count > 1 ? parts[1] : ""
                    return Entry(
                        path: place + "/" + file, name: String(parts[0]),
                        flags: info.hasPrefix("2,") ? Set(info.dropFirst(2)) : [], folder: folder)
                }
        }
    }

    /// Returns a message's bytes, its current flags, and when its file was written. Finds the file again if a mail program on
    /// the same Maildir has renamed it meanwhile.
    /// - Returns: nil when it is gone, or is not a file.
    static func contents(of entry: Entry) -> (bytes: [UInt8], flags: Set<Character>, modified: Date)? {
        if let bytes = bytes(at: entry.path) { return (bytes.0, entry.flags, bytes.1) }
        let box = ((entry.path as NSString).deletingLastPathComponent as NSString).deletingLastPathComponent
        for other in (try? entries(in: box, folder: nil)) ?? [] where other.name == entry.name {
            if let bytes = bytes(at: other.path) { return (bytes.0, other.flags, bytes.1) }
        }
        return nil
    }

    private static func bytes(at path: String) -> ([UInt8], Date)? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let data = try? Data(contentsOf: URL(filePath: path))
        else { return nil }
        let modified = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
        return (Array(data), Date(timeIntervalSince1970: modified))
    }
}
