import InboxModel

/// A list of folders while it comes, and what becomes of it.
struct FolderListing {
    private(set) var folders: [ListedFolder] = []
    /// By raw names, as STATUS tells it.
    var status: [String: [String: IMAPValue]] = [:]
    /// Folders that are there, whatever is in them now.
    var untold: Set<String> = []
    private var known: Set<String> = []
    private let unfollowed: Set<String>

    /// Whether the server listed nothing at all, not even what holds no messages.
    private(set) var isEmpty = true

    /// Folders of all mail and of marked mail are views, in which each message is once more (RFC 6154 §2): mail would never be in one folder
    /// alone, and could not be deleted for good. On Gmail, what is archived is in that of all mail only.
    init(isGmail: Bool = false) {
        unfollowed = isGmail ? Self.unopened : Self.unopened.union(["\\all", "\\flagged"])
    }

    private static let unopened: Set = ["\\noselect", "\\nonexistent"]

    mutating func take(_ folder: ListedFolder) throws(MalformedAnswer) {
        isEmpty = false
        guard folder.attributes.isDisjoint(with: unfollowed), known.insert(folder.rawName).inserted else { return }
        guard folders.count < ResponseLimits.folders else {
            throw MalformedAnswer(detail: "there are too many folders")
        }
        folders.append(folder)
    }

    /// Every account has an inbox, also where a server does not list it.
    mutating func addInbox() {
        guard !folders.contains(where: { FolderName.isInbox($0.rawName) }) else { return }
        let delimiter = folders.lazy.compactMap(\.delimiter).first
        folders.insert(ListedFolder(rawName: FolderName.inbox, delimiter: delimiter, attributes: []), at: 0)
    }

    /// How names are spelled, where the server does not say that.
    func guessedSpelling(isUTF8: Bool) -> FolderSpelling {
        FolderSpelling(
            guessedFrom: folders.map(\.rawName), delimiter: folders.lazy.compactMap(\.delimiter).first, isUTF8: isUTF8)
    }

    func isForeign(_ folder: ListedFolder, _ spelling: FolderSpelling) -> Bool {
        spelling.shown(folder.rawName, delimiter: folder.delimiter).owner != .user
    }

    /// The folders with a status, and those of which the server does not tell it. Those of others have no role: what this user deletes does
    /// not belong there.
    func result(_ spelling: FolderSpelling, rights: [String: MailboxRights] = [:]) -> [IMAPFolder] {
        var result: [IMAPFolder] = []
        var names: Set<String> = []
        var own: [(name: String, attributes: Set<String>)] = []
        for folder in folders {
            let values = status[folder.rawName] ?? [:]
            let status = IMAPFolderStatus(values)
            guard status != nil || untold.contains(folder.rawName) else { continue }
            // Two spellings may mean the same name. The raw one can't be taken for another folder's.
            let (owner, shown) = spelling.shown(folder.rawName, delimiter: folder.delimiter)
            let name = names.insert(shown).inserted ? shown : folder.rawName
            if owner == .user { own.append((name, folder.attributes)) }
            var listed = IMAPFolder(
                rawName: folder.rawName, name: name, delimiter: folder.delimiter, status: status,
                objectID: values["MAILBOXID"].flatMap { $0.list?.first?.text ?? $0.text },
                rights: rights[folder.rawName] ?? .all)
            listed.isUntold = status == nil
            result.append(listed)
        }
        let roles = FolderRoles(own)
        for index in result.indices { result[index].role = roles.role(of: result[index].name) }
        return result
    }
}

extension IMAPFolderStatus {
    /// - Returns: nil without what tells messages apart.
    init?(_ values: [String: IMAPValue]) {
        guard let validity = values["UIDVALIDITY"]?.number.flatMap({ UInt32(exactly: $0) }),
            let next = values["UIDNEXT"]?.number, let messages = values["MESSAGES"]?.number
        else { return nil }
        self.init(
            uidValidity: validity, uidNext: UInt32(clamping: next), messages: Int(clamping: messages),
            unseen: Int(clamping: values["UNSEEN"]?.number ?? 0),
            highestModSeq: Self.modSeq(values["HIGHESTMODSEQ"]?.number))
    }

    /// Such numbers have 63 bits (RFC 7162 §3.1).
    static func modSeq(_ number: UInt64?) -> UInt64 { min(number ?? 0, UInt64(Int64.max)) }
}
