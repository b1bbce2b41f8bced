/// A folder or a label of an account.
public struct Mailbox: Hashable, Identifiable, Sendable, Codable {
    public var id: MailboxID
    public var account: AccountID
    /// Nil until the server has created the mailbox.
    public var remoteID: RemoteID?
    /// The full name as the server shows it; `/` separates levels.
    public var name: String
    /// The mailbox's purpose (RFC 8621 §2); nil for the user's own mailboxes.
    public var role: MailboxRole?
    /// The server's wish for the order among mailboxes with the same parent (RFC 8621 §2); those with the same go by name.
    public var sortOrder: Int
    /// What the user may do in the mailbox; everything if the server reports no rights.
    public var rights: MailboxRights
    /// The number of threads with a message in the mailbox; `unreadThreadCount` is for those with an unread one.
    public var threadCount: Int
    public var unreadThreadCount: Int

    public init(
        id: MailboxID, account: AccountID, remoteID: RemoteID?, name: String, role: MailboxRole?,
        sortOrder: Int = 0, rights: MailboxRights = .all, threadCount: Int = 0, unreadThreadCount: Int = 0
    ) {
        self.id = id
        self.account = account
        self.remoteID = remoteID
        self.name = name
        self.role = role
        self.sortOrder = sortOrder
        self.rights = rights
        self.threadCount = threadCount
        self.unreadThreadCount = unreadThreadCount
    }
}

extension Mailbox {
    /// Whether the mailbox is a descendant of another mailbox of the account, by its name.
    public func lies(below other: Mailbox) -> Bool { account == other.account && name.hasPrefix(other.name + "/") }

    /// Returns the parent part of a mailbox's full name; nil at the top level.
    public static func parent(of name: String) -> String? {
        name.lastIndex(of: "/").map { String(name[..<$0]) }
    }

    /// Whether two names are equal, as servers compare them, or one is a descendant of the other.
    package static func areRelated(_ one: String, _ other: String) -> Bool {
        let (one, other) = ("\(one)/".lowercased(), "\(other)/".lowercased())
        return one.hasPrefix(other) || other.hasPrefix(one)
    }
}
