import InboxModel

/// A Mailbox (RFC 8621 §2).
struct WireMailboxNode: Decodable, Sendable {
    var id: String
    var name: String
    var parentID: String?
    var role: MailboxRole?
    /// Whether it has any role, including an unknown one.
    var isForSomething: Bool
    var sortOrder: Int
    var rights: MailboxRights

    static let properties = ["id", "name", "parentId", "role", "sortOrder", "myRights"]
    /// Properties that change with every mail. The client counts by itself instead.
    static let counts: Set = ["totalEmails", "unreadEmails", "totalThreads", "unreadThreads"]

    private enum CodingKeys: String, CodingKey { case id, name, parentId, role, sortOrder, myRights }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        id = try fields.required(.id)
        name = fields.text(.name) ?? ""
        parentID = fields.text(.parentId)
        let role = fields.text(.role)
        isForSomething = role != nil
        self.role = role.flatMap { MailboxRole(rawValue: $0.lowercased()) }
        sortOrder = fields.whole(.sortOrder) ?? 0
        let told = try? fields.members(AnyKey.self, of: .myRights)
        rights = Self.rightNames.reduce(into: .all) { rights, right in
            if told?.flag(AnyKey(right.key)) == false { rights.remove(right.value) }
        }
        if told?.mayShare == true { rights.insert(.share) }
    }

    /// A missing right counts as granted: if it is used, the server will refuse.
    private static let rightNames: [String: MailboxRights] = [
        "mayAddItems": .addItems, "mayRemoveItems": .removeItems, "maySetSeen": .setSeen,
        "maySetKeywords": .setKeywords, "mayCreateChild": .createChild, "mayRename": .rename, "mayDelete": .delete,
        "maySubmit": .submit,
    ]
}

/// The mailboxes of an account as a tree.
struct MailboxTree {
    private let byID: [String: WireMailboxNode]
    private let all: [WireMailboxNode]

    private static let deepest = 100

    /// Gives each role that no mailbox has to the mailbox with a usual name.
    init(_ mailboxes: [WireMailboxNode]) {
        all = Self.byName(mailboxes)
        byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    }

    /// The mailboxes with full names, in display order: siblings by `sortOrder`, then by name.
    var remote: [RemoteMailbox] {
        all.map { (path: path(of: $0), mailbox: $0) }
            .sorted { Self.comesFirst($0.path, $1.path) }
            .map { path, mailbox in
                RemoteMailbox(
                    id: RemoteID(mailbox.id), name: path.map(\.name).joined(separator: "/"), role: mailbox.role,
                    sortOrder: mailbox.sortOrder, rights: mailbox.rights)
            }
    }

    /// - Parameter name: a full name, of which a mailbox's own name may be several steps: servers allow a `/` in it.
    func mailbox(shownAs name: String) -> WireMailboxNode? {
        all.first { path(of: $0).map(\.name).joined(separator: "/") == name }
    }

    func mailbox(for role: MailboxRole) -> WireMailboxNode? { all.first { $0.role == role } }

    func role(of id: String) -> MailboxRole? { byID[id]?.role }

    /// Returns the mailbox that it is shown below; nil at the top.
    func parent(of id: String) -> String? { byID[id].flatMap { path(of: $0).dropLast().last?.id } }

    /// Returns the names from the top down; empty if there is no such mailbox.
    func names(of id: String) -> [String] { byID[id].map { path(of: $0).map(\.name) } ?? [] }

    /// Returns the level that a mailbox is on, 1 at the top; 0 for none.
    func level(of id: String?) -> Int { id.map { names(of: $0).count } ?? 0 }

    /// Returns the number of levels below a mailbox.
    func levels(below id: String) -> Int {
        let levels = all.compactMap { mailbox -> Int? in
            let path = path(of: mailbox)
            return path.firstIndex { $0.id == id }.map { path.count - 1 - $0 }
        }
        return levels.max() ?? 0
    }

    /// Returns the path from the top down. A missing parent or a cycle ends the way up.
    private func path(of mailbox: WireMailboxNode) -> [WireMailboxNode] {
        var path = [mailbox]
        var seen: Set = [mailbox.id]
        while path.count < Self.deepest, let parent = path.last?.parentID.flatMap({ byID[$0] }),
            seen.insert(parent.id).inserted
        {
            path.append(parent)
        }
        let isCircle = path.last?.parentID.map { seen.contains($0) } ?? false
        return isCircle ? [mailbox] : path.reversed()
    }

    private static func comesFirst(_ one: [WireMailboxNode], _ other: [WireMailboxNode]) -> Bool {
        for (a, b) in zip(one, other) where a.id != b.id {
            return (a.sortOrder, a.name, a.id) < (b.sortOrder, b.name, b.id)
        }
        return one.count < other.count
    }
}
