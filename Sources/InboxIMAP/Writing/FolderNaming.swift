import InboxModel

/// Where new folders belong.
struct FolderNaming {
    private let spelling: FolderSpelling
    private let delimiter: Character?
    /// Raw names by those that are shown.
    private let known: [String: String]
    /// Whether a server without namespaces has shown nothing of its ways yet.
    private let isUncertain: Bool

    /// - Parameter told: nil if the server has no namespaces.
    init(_ folders: [IndexedFolder], _ told: FolderSpelling?, isUTF8: Bool = false) {
        delimiter = folders.lazy.compactMap(\.delimiter).first
        known = Dictionary(folders.map { ($0.name, $0.rawName) }, uniquingKeysWith: { first, _ in first })
        spelling =
            told ?? FolderSpelling(guessedFrom: folders.map(\.rawName), delimiter: delimiter, isUTF8: isUTF8)
        isUncertain = told == nil && folders.allSatisfy { FolderName.isInbox($0.rawName) }
    }

    /// The raw names to try for a new folder, the likelier first.
    /// - Throws: `refused` for a name that no folder can have.
    func rawNames(for name: String) throws(RemoteError) -> [String] {
        let name = name.split(separator: "/", omittingEmptySubsequences: true).joined(separator: "/")
        guard let raw = below(name) ?? spelling.raw(name, delimiter: delimiter) else {
            throw RemoteError(.refused(status: 0, message: "no folder can have this name here"), call: "CREATE")
        }
        guard isUncertain, let delimiter, !name.uppercased().hasPrefix(FolderName.inbox + "/") else { return [raw] }
        // Some servers have all folders below the inbox, and refuse those that are not.
        return [raw, FolderName.inbox + String(delimiter) + raw]
    }

    /// How a raw name is shown.
    func shown(_ raw: String) -> String { spelling.shown(raw, delimiter: delimiter).name }

    /// Whether there is a folder of that raw name.
    func has(_ raw: String) -> Bool { FolderName.isInbox(raw) || known.values.contains(raw) }

    /// In the deepest folder above it that is there, whatever the server calls that.
    private func below(_ name: String) -> String? {
        let levels = name.split(separator: "/")
        guard let delimiter else { return nil }
        for count in (1..<max(levels.count, 1)).reversed() {
            guard let parent = known[levels[..<count].joined(separator: "/")] else { continue }
            let rest = levels[count...].joined(separator: "/")
            return spelling.raw(rest, below: parent + String(delimiter), delimiter)
        }
        return nil
    }
}
