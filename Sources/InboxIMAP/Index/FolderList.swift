/// What became of the known folders in a new list.
struct FolderList {
    typealias Listed = (folder: IMAPFolder, status: IMAPFolderStatus)

    private(set) var same: [(FolderRow, Listed)] = []
    private(set) var gone: [FolderRow]
    private(set) var new: [(IMAPFolder, IMAPFolderStatus)] = []

    init(known: [FolderRow], listed: [IMAPFolder]) {
        let untold = Set(listed.filter(\.isUntold).map { Self.key($0.rawName) })
        gone = known.filter { !untold.contains(Self.key($0.rawName)) }
        var names: Set<String> = []
        var rest: [Listed] = listed.compactMap { folder in
            guard let status = folder.status, names.insert(Self.key(folder.rawName)).inserted else { return nil }
            return (folder, status)
        }
        // By the server's ids first: two folders may have exchanged their names.
        rest = rest.filter { listed in
            !match(listed) { $0.objectID != nil && $0.objectID == listed.folder.objectID }
        }
        rest = rest.filter { listed in
            !match(listed) { known in
                Self.key(known.rawName) == Self.key(listed.folder.rawName)
                    && (known.objectID == nil || listed.folder.objectID == nil)
            }
        }
        new = rest.map { ($0.folder, $0.status) }
    }

    private mutating func match(_ listed: Listed, _ isSame: (FolderRow) -> Bool) -> Bool {
        guard let place = gone.firstIndex(where: isSame) else { return false }
        same.append((gone.remove(at: place), listed))
        return true
    }

    /// The inbox has any case (RFC 9051 §5.1).
    private static func key(_ rawName: String) -> String {
        rawName.uppercased() == "INBOX" ? "INBOX" : rawName
    }
}
