import InboxModel

/// Finds out what folders are for. Each role has one folder at most.
struct FolderRoles {
    /// By names of folders.
    private var roles: [String: MailboxRole] = [:]

    /// - Parameter folders: names as they are shown, and attributes in lower case. The attributes count first (RFC 6154), then names that
    ///   programs give to such folders.
    init(_ folders: [(name: String, attributes: Set<String>)]) {
        var taken: Set<MailboxRole> = []
        func give(_ role: MailboxRole, to name: String) {
            guard roles[name] == nil, taken.insert(role).inserted else { return }
            roles[name] = role
        }
        if folders.contains(where: { $0.name == FolderName.inbox }) { give(.inbox, to: FolderName.inbox) }
        for folder in folders {
            for attribute in folder.attributes.sorted() {
                if let role = Self.byAttribute[attribute] { give(role, to: folder.name) }
            }
        }
        // What is archived lies in the folder of all mail, and a folder of that name is one like any other.
        if taken.contains(.all) { taken.insert(.archive) }
        let special = Set(Self.byAttribute.keys).union(["\\flagged", "\\starred"])
        let others = folders.filter { roles[$0.name] == nil && $0.attributes.isDisjoint(with: special) }
        let named = others.compactMap { folder in FolderNames.role(of: folder.name).map { (folder.name, $0) } }
        for (name, (role, _)) in named.sorted(by: { $0.1.rank < $1.1.rank }) { give(role, to: name) }
    }

    func role(of name: String) -> MailboxRole? { roles[name] }

    /// With those of XLIST, which Gmail and others had before.
    private static let byAttribute: [String: MailboxRole] = [
        "\\all": .all, "\\allmail": .all, "\\archive": .archive, "\\drafts": .drafts, "\\junk": .junk, "\\spam": .junk,
        "\\sent": .sent, "\\trash": .trash, "\\important": .important,
    ]
}
