import InboxModel

/// Where new folders belong. Some servers have all folders below the inbox, and refuse those that are not (RFC 2342).
struct FolderNaming {
    private static let inbox = "INBOX/"

    let delimiter: Character?
    private let isBelowInbox: Bool
    private let names: Set<String>

    init(_ folders: [IndexedFolder]) {
        delimiter = folders.lazy.compactMap(\.delimiter).first
        names = Set(folders.map(\.name))
        let others = folders.map(\.name).filter { $0.uppercased() != "INBOX" }
        isBelowInbox = !others.isEmpty && others.allSatisfy { $0.uppercased().hasPrefix(Self.inbox) }
    }

    /// The names to try for a new folder, the likelier first.
    func names(for name: String) -> [String] {
        let name = Self.tidied(name)
        let below = Self.inbox + name
        guard !name.uppercased().hasPrefix(Self.inbox) else { return [name] }
        if isBelowInbox { return [below] }
        return names.contains { $0.uppercased() != "INBOX" } ? [name] : [name, below]
    }

    /// Whether there is a folder of that name.
    func has(_ name: String) -> Bool { names.contains(name) || name.uppercased() == "INBOX" }

    private static func tidied(_ name: String) -> String {
        name.split(separator: "/", omittingEmptySubsequences: true).joined(separator: "/")
    }
}
