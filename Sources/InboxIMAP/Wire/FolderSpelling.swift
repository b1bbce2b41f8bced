/// How a server spells the names of folders: what those of the user and of others begin with (RFC 2342), and in which letters.
struct FolderSpelling: Hashable, Sendable {
    /// Whose the folders are.
    enum Owner: Int, Hashable, Sendable {
        case user, others, all

        /// The level that is shown above their folders, whatever the server has there.
        var parent: String? {
            switch self {
            case .user: nil
            case .others: "Other Users"
            case .all: "Shared"
            }
        }
    }

    /// A namespace.
    struct Space: Hashable, Sendable {
        var owner: Owner
        /// Raw, with the delimiter at its end: `INBOX.`
        var prefix: String
        var delimiter: Character?
    }

    /// In the server's order.
    var spaces: [Space] = []
    /// Whether names are UTF-8, not its modified UTF-7 (RFC 6855 §3).
    var isUTF8 = false

    /// What the user's folders begin with, which is left out of what is shown; empty if some do with nothing.
    private var prefix: String {
        let own = spaces.lazy.filter { $0.owner == .user }.map(\.prefix)
        return own.contains("") ? "" : own.first ?? ""
    }

    /// Whose a folder is, and its name as it is shown: with `/` between levels. The inbox is `INBOX`.
    func shown(_ raw: String, delimiter: Character?) -> (owner: Owner, name: String) {
        if FolderName.isInbox(raw) { return (.user, FolderName.inbox) }
        let whole = FolderName.shown(raw, delimiter: delimiter, isUTF8: isUTF8)
        guard let (space, rest) = space(of: raw) else { return (.user, whole) }
        if let parent = space.owner.parent {
            let inner = rest.isEmpty ? "" : FolderName.shown(rest, delimiter: delimiter, isUTF8: isUTF8)
            return (space.owner, inner.isEmpty ? parent : parent + "/" + inner)
        }
        guard space.prefix == prefix, !rest.isEmpty else { return (.user, whole) }
        let inner = FolderName.shown(rest, delimiter: delimiter, isUTF8: isUTF8)
        // A folder of that name within the inbox is not the inbox.
        let isLikeInbox = FolderName.isInbox(inner.prefix { $0 != "/" })
        return (.user, inner.isEmpty || isLikeInbox ? whole : inner)
    }

    /// The raw name for one to be made; nil for a name that no folder can have.
    func raw(_ name: String, delimiter: Character?) -> String? {
        let levels = name.split(separator: "/", maxSplits: 1)
        if levels.count == 2, let space = spaces.first(where: { $0.owner.parent == String(levels[0]) }) {
            return raw(String(levels[1]), below: space.prefix, delimiter)
        }
        if FolderName.isInbox(levels.first ?? "") { return raw(name, below: "", delimiter) }
        return raw(name, below: prefix, delimiter)
    }

    func raw(_ name: String, below prefix: String, _ delimiter: Character?) -> String? {
        FolderName.raw(name, delimiter: delimiter, isUTF8: isUTF8).map { prefix + $0 }
    }

    /// The namespace with the longest prefix of a name, and what follows the prefix.
    private func space(of raw: String) -> (Space, rest: String)? {
        var found: (space: Space, rest: String)?
        for space in spaces {
            guard let rest = Self.rest(of: raw, behind: space) else { continue }
            if let found {
                let (before, now) = (found.space.prefix.utf8.count, space.prefix.utf8.count)
                guard now > before || now == before && space.owner.rawValue < found.space.owner.rawValue else {
                    continue
                }
            }
            found = (space, rest)
        }
        return found.map { ($0.space, $0.rest) }
    }

    /// By bytes: a combining mark behind the delimiter would make this a different `Character`. The inbox has any case.
    private static func rest(of raw: String, behind space: Space) -> String? {
        let (name, prefix) = (Array(raw.utf8), Array(space.prefix.utf8))
        if let delimiter = space.delimiter, raw + String(delimiter) == space.prefix { return "" }
        let isInInbox = prefix.prefix(5).uppercasedASCII == Array(FolderName.inbox.utf8)
        let begins =
            isInInbox ? name.prefix(prefix.count).uppercasedASCII == prefix.uppercasedASCII : name.starts(with: prefix)
        return begins ? String(decoding: name.dropFirst(prefix.count), as: UTF8.self) : nil
    }
}

extension FolderSpelling {
    /// What a server without namespaces seems to do: some have all folders below the inbox, and refuse those that are not.
    init(guessedFrom rawNames: some Collection<String>, delimiter: Character?, isUTF8: Bool) {
        self.init(isUTF8: isUTF8)
        guard let delimiter else { return }
        let space = Space(owner: .user, prefix: FolderName.inbox + String(delimiter), delimiter: delimiter)
        let others = rawNames.filter { !FolderName.isInbox($0) }
        guard !others.isEmpty, others.allSatisfy({ Self.rest(of: $0, behind: space)?.isEmpty == false }) else { return }
        spaces = [space]
    }

    /// Reads the answer to NAMESPACE (RFC 2342 §5): `(("INBOX." ".")) NIL (("#shared." "."))`; nil if it is none.
    init?(_ reader: inout ValueReader) {
        for owner in [Owner.user, .others, .all] {
            guard let told = reader.value() else { return nil }
            for space in told.list ?? [] {
                guard let values = space.list, values.count >= 2, let prefix = values[0].nameBytes else { return nil }
                spaces.append(
                    Space(owner: owner, prefix: RawText.text(prefix), delimiter: values[1].text?.first))
            }
        }
    }
}
