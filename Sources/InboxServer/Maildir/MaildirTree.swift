import Foundation

/// A Maildir and its folders on disk: those of Maildir++ (`.Work.2014`), and Maildirs that lie inside each other (`Work/2014`), as
/// mbsync and OfflineIMAP make them.
struct MaildirTree: Sendable {
    /// A folder's place below the root, empty for the root itself.
    typealias Path = String

    struct Folder: Hashable, Sendable {
        let path: Path
        /// With slashes between its levels; nil for the root, which is the inbox.
        var name: String? { MaildirTree.name(of: path) }
    }

    struct File: Hashable, Sendable {
        let folder: Path
        /// `cur` or `new`.
        let sub: String
        /// As it stands on disk.
        let text: String
        let name: MaildirFileName

        init(folder: Path, sub: String, text: String) {
            (self.folder, self.sub, self.text) = (folder, sub, text)
            name = MaildirFileName(text)
        }
    }

    let root: String
    private static let subs = ["cur", "new"]
    /// All that makes a Maildir, with what makes it one to everybody last.
    private static let parts = ["tmp", "new", "cur"]
    /// Folders in folders; more of them are a loop of links.
    private static let deepest = 16
    /// Folders in a row that are no Maildirs, such as Gmail's: what else lies about in a large folder is not searched.
    private static let emptiest = 1

    /// All folders, sorted by path; empty if the root is gone.
    func folders() -> [Folder] {
        var found: [Folder] = Self.isMaildir(root) ? [Folder(path: "")] : []
        for name in Self.names(in: root) where !["cur", "new", "tmp"].contains(name) {
            if name.hasPrefix(".") {
                if Self.isMaildir(root + "/" + name) { found.append(Folder(path: name)) }
            } else {
                found += nested(in: name)
            }
        }
        return found
    }

    private func nested(in path: Path, depth: Int = 1, empty: Int = 0) -> [Folder] {
        let place = root + "/" + path
        guard depth < Self.deepest, Self.isFolder(place) else { return [] }
        let isMaildir = Self.isMaildir(place)
        guard isMaildir || empty < Self.emptiest else { return [] }
        var found: [Folder] = isMaildir ? [Folder(path: path)] : []
        for inner in Self.names(in: place) where !inner.hasPrefix(".") && !["cur", "new", "tmp"].contains(inner) {
            found += nested(in: path + "/" + inner, depth: depth + 1, empty: isMaildir ? 0 : empty + 1)
        }
        return found
    }

    /// Whether a folder was removed. One behind a link to a disk that is not mounted was not, nor an empty place for one.
    func isGone(_ folder: Path) -> Bool {
        var place = root
        for level in folder.split(separator: "/") {
            place += "/" + level
            var status = stat()
            if lstat(place, &status) != 0 { return errno == ENOENT }
            if stat(place, &status) != 0 { return false }
        }
        return false
    }

    /// When a folder last changed; nil if it is gone. Whoever adds, renames or removes a file changes it.
    func stamp(of folder: Path) -> [Date]? {
        let stamps = Self.subs.compactMap { sub -> Date? in
            var status = stat()
            guard stat(place(folder) + "/" + sub, &status) == 0 else { return nil }
            return Date(
                timeIntervalSince1970: Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9)
        }
        return stamps.isEmpty ? nil : stamps
    }

    /// The files of a folder by what identifies them.
    /// - Throws: if a part of it can't be read, so that its mail is not taken for deleted.
    func files(in folder: Path) throws -> [String: File] {
        var found: [String: File] = [:]
        // `cur` is read last: a file that another program takes from `new` into it meanwhile is seen there.
        for sub in Self.subs.reversed() {
            let place = place(folder) + "/" + sub
            guard Self.isFolder(place) else { continue }
            for text in try FileManager.default.contentsOfDirectory(atPath: place) where !text.hasPrefix(".") {
                let file = File(folder: folder, sub: sub, text: text)
                found[file.name.key] = file
            }
        }
        return found
    }

    /// In bytes; 0 if it is gone.
    func size(of file: File) -> Int {
        var status = stat()
        return stat(place(file), &status) == 0 ? Int(status.st_size) : 0
    }

    func contents(of file: File) -> (bytes: [UInt8], modified: Date)? {
        var status = stat()
        guard stat(place(file), &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let data = try? Data(contentsOf: URL(filePath: place(file)))
        else { return nil }
        return (Array(data), Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec)))
    }

    // MARK: Changing

    func make(_ path: Path) throws {
        try makeFolders(path)
        for sub in Self.parts { try makeFolder(place(path) + "/" + sub) }
    }

    /// Gives a folder's mail to another. Folders inside it stay where they are. Ends what was begun before, if something was.
    func moveMail(from old: Path, to new: Path) throws {
        try makeFolders(new)
        for sub in Self.parts {
            let result = Foundation.rename(place(old) + "/" + sub, place(new) + "/" + sub)
            // What is only being written is no mail.
            if result != 0, errno != ENOENT, sub != "tmp" { throw MaildirProblem(errno, new) }
        }
        removeFolders(old)
    }

    /// Gives back what of a folder's mail has moved already.
    /// - Returns: whether all is there again.
    func moveMailBack(from new: Path, to old: Path) -> Bool {
        for sub in Self.parts {
            let (home, away) = (place(old) + "/" + sub, place(new) + "/" + sub)
            guard !Self.isFolder(home), Self.isFolder(away) else { continue }
            guard Foundation.rename(away, home) == 0 else { return false }
        }
        rmdir(place(new))
        return true
    }

    /// Removes a folder that has no mail, and those that it lies in if they have nothing else. One in which another program keeps
    /// something stays.
    func removeEmpty(_ folder: Path) {
        for sub in Self.subs.reversed() where rmdir(place(folder) + "/" + sub) != 0 && errno != ENOENT {
            // It gets a mailbox again, and must be whole for that.
            for sub in Self.parts { mkdir(place(folder) + "/" + sub, 0o700) }
            return
        }
        rmdir(place(folder) + "/tmp")
        removeFolders(folder)
    }

    private func removeFolders(_ path: Path) {
        var levels = path.split(separator: "/")
        while !levels.isEmpty, rmdir(place(levels.joined(separator: "/"))) == 0 { levels.removeLast() }
    }

    /// Writes a message as a new file, whole or not at all.
    func write(_ bytes: [UInt8], _ name: MaildirFileName, in folder: Path, received: Date) throws -> File {
        let draft = place(folder) + "/tmp/" + name.stem
        mkdir(place(folder) + "/tmp", 0o700)
        let handle = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        try Self.check(handle, draft)
        do {
            try Self.write(bytes, to: handle, draft)
            try Self.check(fsync(handle), draft)
        } catch {
            close(handle)
            unlink(draft)
            throw error
        }
        close(handle)
        let time = timespec(tv_sec: Int(received.timeIntervalSince1970), tv_nsec: 0)
        utimensat(AT_FDCWD, draft, [time, time], 0)
        let file = File(folder: folder, sub: "cur", text: name.text)
        complete(folder)
        do { try Self.check(Foundation.rename(draft, place(file)), file.text) } catch {
            unlink(draft)
            throw error
        }
        return file
    }

    /// Renames a message's file within its folder, or moves it to another.
    func move(_ file: File, to name: MaildirFileName, in folder: Path) throws -> File {
        let moved = File(folder: folder, sub: "cur", text: name.text)
        guard moved != file else { return file }
        // A file that has the name already would be lost.
        guard access(place(moved), F_OK) != 0 else { throw MaildirProblem(EEXIST, moved.text) }
        complete(folder)
        try Self.check(Foundation.rename(place(file), place(moved)), file.text)
        return moved
    }

    /// - Throws: also if it is not there: another program may just have renamed it.
    func delete(_ file: File) throws { try Self.check(unlink(place(file)), file.text) }

    /// Makes the folder for mail that was seen, if there is only the one for new mail. An empty place, as for a disk that is not mounted, is
    /// no Maildir.
    private func complete(_ folder: Path) {
        if Self.isFolder(place(folder) + "/new") { mkdir(place(folder) + "/cur", 0o700) }
    }

    private func makeFolders(_ path: Path) throws {
        var made = root
        for level in path.split(separator: "/") {
            made += "/" + level
            try makeFolder(made)
        }
    }

    private func makeFolder(_ path: String) throws {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw MaildirProblem(errno, path) }
    }

    private static func write(_ bytes: [UInt8], to handle: CInt, _ path: String) throws {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Foundation.write(handle, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            try check(CInt(clamping: count), path)
            done += count
        }
    }

    // MARK: Names

    /// New folders are like those that are there: a Maildir with mail of its own has Maildir++ folders unless others lie inside it.
    private var isNested: Bool {
        let known = folders()
        if known.contains(where: { $0.path.hasPrefix(".") }) { return false }
        return known.first?.path != "" || known.count > 1
    }

    static func name(of path: Path) -> String? {
        let levels = path.hasPrefix(".") ? path.dropFirst().split(separator: ".") : path.split(separator: "/")
        return path.isEmpty ? nil : levels.map { ModifiedUTF7.decoded(String($0)) }.joined(separator: "/")
    }

    /// Where a folder of that name would be, in the way of the folders that are there.
    func path(forName name: String) -> Path {
        let levels = name.split(separator: "/").map(String.init)
        if isNested {
            return levels.map { level in
                let isReserved = level.hasPrefix(".") || ["cur", "new", "tmp"].contains(level)
                return ModifiedUTF7.encoded(level, hiding: isReserved ? level.first : nil)
            }.joined(separator: "/")
        }
        return "." + levels.map { ModifiedUTF7.encoded($0, hiding: ".") }.joined(separator: ".")
    }

    private func place(_ folder: Path) -> String { folder.isEmpty ? root : root + "/" + folder }
    private func place(_ file: File) -> String { place(file.folder) + "/" + file.sub + "/" + file.text }

    /// Sorted by their bytes: two names may be equal as texts.
    private static func names(in path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func isMaildir(_ path: String) -> Bool { subs.contains { isFolder(path + "/" + $0) } }

    private static func check(_ result: CInt, _ what: String) throws {
        if result < 0 { throw MaildirProblem(errno, what) }
    }
}

/// Why something can't be done in a Maildir, in words.
struct MaildirProblem: Error, Equatable, CustomStringConvertible {
    let code: CInt
    let description: String

    init(_ code: CInt, _ what: String) {
        self.code = code
        description = "“\(what)”: \(ServerError.words(code))"
    }
}
